// Package dropbox moves files. Contents and commands have hosts of their own.
package dropbox

import (
	"context"
	"encoding/json"
	"io"
	"net/http"

	"example.com/endpoint"
)

// Folder is the folder of a user.
type Folder struct {
	rpc     endpoint.Endpoint
	content endpoint.Endpoint
}

// Open returns the folder of a token.
func Open(token string) *Folder {
	user := endpoint.New(endpoint.Headers{"authorization": "Bearer " + token, "accept": "application/json"})
	return &Folder{
		rpc:     user.Defaults(endpoint.Options{Method: http.MethodPost, BaseURL: "https://api.dropboxapi.com/2"}),
		content: user,
	}
}

// Entry is a file or a folder.
type Entry struct {
	Path string `json:"path_lower"`
	Size int64  `json:"size"`
}

// argument writes the parameters of a content call into a header.
func argument(v any) (endpoint.Headers, error) {
	text, err := json.Marshal(v)
	return endpoint.Headers{"dropbox-api-arg": string(text)}, err
}

// List lists a folder.
func (f *Folder) List(ctx context.Context, path string) (*http.Request, error) {
	return f.rpc.HTTPRequest(ctx, "/files/list_folder", endpoint.Params{
		"path": path, "recursive": false, "limit": 500,
	})
}

// More lists the rest of a folder.
func (f *Folder) More(ctx context.Context, cursor string) (*http.Request, error) {
	return f.rpc.HTTPRequest(ctx, "/files/list_folder/continue", endpoint.Params{"cursor": cursor})
}

// Move moves a file.
func (f *Folder) Move(ctx context.Context, from, to string) (*http.Request, error) {
	type relocation struct {
		From       string `json:"from_path"`
		To         string `json:"to_path"`
		Autorename bool   `json:"autorename"`
	}
	return f.rpc.HTTPRequest(ctx, "/files/move_v2", endpoint.ParamsOf(relocation{From: from, To: to}))
}

// Account describes the user. The API wants null as body.
func (f *Folder) Account(ctx context.Context) (*http.Request, error) {
	return f.rpc.HTTPRequest(ctx, "/users/get_current_account", endpoint.Options{Data: json.RawMessage("null")})
}

// Download reads a file.
func (f *Folder) Download(ctx context.Context, path string) (*http.Request, error) {
	argument, err := argument(map[string]string{"path": path})
	if err != nil {
		return nil, err
	}
	return f.content.HTTPRequest(ctx, "POST https://content.dropboxapi.com/2/files/download", argument)
}

// Upload writes a file.
func (f *Folder) Upload(ctx context.Context, path string, content io.Reader) (*http.Request, error) {
	argument, err := argument(map[string]any{"path": path, "mode": "overwrite", "mute": true})
	if err != nil {
		return nil, err
	}
	return f.content.HTTPRequest(ctx, "POST https://content.dropboxapi.com/2/files/upload", argument,
		endpoint.Headers{"content-type": "application/octet-stream"},
		endpoint.Options{Data: content})
}

// Append adds a part of known length to an upload.
func (f *Folder) Append(ctx context.Context, session string, offset int64, part []byte) (*http.Request, error) {
	argument, err := argument(map[string]any{"cursor": map[string]any{"session_id": session, "offset": offset}})
	if err != nil {
		return nil, err
	}
	return f.content.HTTPRequest(ctx, "POST https://content.dropboxapi.com/2/files/upload_session/append_v2",
		argument, endpoint.Options{Headers: endpoint.Headers{"content-type": "application/octet-stream"}, Data: part})
}
