package main

import "context"

// Calls makes every call once.
func Calls(_ context.Context, call, or func(result any, err error)) {
	call(list("popular", 1))
	call(list("upcoming", 2))
	call(list("", 1))
	call(search("Metropolis", 1927))
	call(discover([]string{"28", "12"}, 7.5))
	call(details(550, "credits,images"))
	call(season(1399, 1))
	call(rate(550, 8.5))
	call(unrate(550))
}
