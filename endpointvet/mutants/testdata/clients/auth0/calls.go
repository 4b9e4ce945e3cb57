package auth0

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	t := New("acme.eu.auth0.com", "id", "s3cret")
	call(t.Machine(ctx, "https://acme.eu.auth0.com/api/v2/"))
	call(t.Refresh(ctx, "v1.1", "openid"))
	call(t.AuthorizeURL("https://app.test/callback", "xyz"))
	m := t.Manage(Token{Access: "t0ken"})
	call(m.Users(ctx, UserList{PerPage: 50, Query: `email:"ada@example.org"`}))
	or(m.Users(ctx, UserList{}))
	call(m.Update(ctx, "auth0|7", User{Blocked: new(true)}))
	call(m.Roles(ctx, "auth0|7", "rol_1"))
	call(m.Delete(ctx, "auth0|7"))
}
