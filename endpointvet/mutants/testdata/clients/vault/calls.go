package vault

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := Login("https://vault.test:8200", "hvs.1", "team", "secret")
	call(s.Read(ctx, "apps/web", 3))
	call(s.Keys(ctx, "apps/"))
	call(s.Write(ctx, "apps/web", map[string]string{"password": "x"}, 3))
	call(s.Patch(ctx, "apps/web", map[string]any{"password": nil}))
	call(s.Wrap(ctx, "apps/web", 60))
	call(s.Revoke(ctx, "database/creds/web/1"))
	call(s.Renew(ctx, "1h"))
}
