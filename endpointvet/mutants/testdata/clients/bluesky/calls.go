package bluesky

import (
	"bytes"
	"context"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	session := Session{DID: "did:plc:z72i7hdynmk6r22z27h6tvur", AccessJwt: "eyJhY2Nlc3M", RefreshJwt: "eyJyZWZyZXNo"}
	anonymous := NewClient("https://bsky.social")
	c := anonymous.WithSession(session)
	call(c.UploadBlob(ctx, "image/png", bytes.NewReader([]byte("\x89PNG"))))
}
