package azuredevops

import "context"

// Calls makes every call once.
func Calls(_ context.Context, call, or func(result any, err error)) {
	p := Open("acme", "web shop", "pat")
	call(p.Item(7))
	call(p.Create("Task", "Write tests"))
	call(p.Query("[System.State] = 'New'", 50))
	call(p.Teams(100))
	call(p.Avatar("aad.1"))
	call(p.Comment("shop", 12, 3, "Looks good"))
	call(p.Branches("shop", "fix/"))
}
