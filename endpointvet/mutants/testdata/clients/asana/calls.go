package asana

import (
	"context"
	"time"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := New("1/2:abc")
	task := Task{Name: "Write tests", Notes: "Soon", Due: time.Unix(1760000000, 0).UTC(), Projects: []string{"12"}}
	call(c.Tasks(ctx, "12", "eyJ0", time.Unix(1760000000, 0).UTC()))
	call(c.Create(ctx, "5", task))
	call(c.Update(ctx, "7", task))
	call(c.Comment(ctx, "7", "Done"))
	call(c.Search(ctx, "5", map[string]any{"assignee.any": "me", "completed": false}))
	call(c.Move(ctx, "3", "7", "6"))
	call(c.Delete(ctx, "7"))
}
