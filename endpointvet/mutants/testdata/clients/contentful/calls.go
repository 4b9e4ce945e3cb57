package contentful

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	s := Open("cfex", "master", "d", "m")
	call(s.Entries(ctx, "post", 0, 10, Where{"fields.slug", "", "go"}, Where{"sys.updatedAt", "gte", "2025-01-01"}))
	call(s.Entry(ctx, "nyan"))
	call(s.Assets(ctx, "image", "sys.createdAt"))
	call(s.Put(ctx, "post", "nyan", 3, map[string]any{"title": "Hi"}))
	call(s.Patch(ctx, "nyan", 3, "title", "Ho"))
	call(s.Publish(ctx, "nyan", 4))
	call(s.Unpublish(ctx, "nyan"))
	call(nil, s.Delete(ctx, "nyan", 5))
}
