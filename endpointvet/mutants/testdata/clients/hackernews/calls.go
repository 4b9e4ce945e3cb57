package main

import "context"

// Calls makes every call once.
func Calls(_ context.Context, call, or func(result any, err error)) {
	call(top())
	call(story(8863))
	call(user("pg"))
	call(find("go generics", 1, "story", "front_page"))
	call(comments(8863))
}
