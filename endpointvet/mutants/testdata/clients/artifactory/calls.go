package artifactory

import (
	"context"
	"io"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	r := Open("https://acme.jfrog.io/artifactory", "eyJ2ZXIi", "libs-release-local")
	call(r.Deploy(ctx, "org/acme/app 1.0.zip", []byte("PK"), map[string]string{"build": "42", "os": "linux"}))
	or(r.Deploy(ctx, "app.zip", []byte("PK"), nil))
	call(r.DeployByChecksum(ctx, "org/acme/copy.zip", "4e1243bd22c66e76c2ba9eddc1f91394e57f9f83"))
	call(r.Download(ctx, "org/acme/app.zip", io.Discard))
	call(r.Exists(ctx, "org/acme/app.zip"))
	call(nil, r.Delete(ctx, "/org/acme/old/"))
	call(r.Info(ctx, "org/acme"))
	call(r.Files(ctx, "org/acme", 2))
	call(nil, r.SetProperties(ctx, "org/acme/app.zip", map[string]string{"qa": "passed", "by": "ada"}, true))
	call(nil, r.Copy(ctx, "org/acme/app.zip", "libs-archive", "acme/app.zip"))
	call(r.Find(ctx, "app*.zip"))
}
