package artifactory

import (
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	r := Open("https://acme.jfrog.io/artifactory", "eyJ2ZXIi", "libs-release-local")
	call(nil, r.Delete(ctx, "/org/acme/old/"))
	call(nil, r.Copy(ctx, "org/acme/app.zip", "libs-archive", "acme/app.zip"))
}
