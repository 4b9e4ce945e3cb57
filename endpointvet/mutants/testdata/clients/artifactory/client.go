// Package artifactory stores build artifacts in JFrog Artifactory.
package artifactory

import (
	"context"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"slices"
	"strings"

	"example.com/endpoint"
)

// Repository is a repository of a server.
type Repository struct {
	api endpoint.Endpoint
	key string
}

// Open returns a repository. The server is a URL such as
// https://acme.jfrog.io/artifactory.
func Open(server, token, key string) Repository {
	return Repository{key: key, api: endpoint.New(endpoint.Options{
		BaseURL: server,
		Headers: endpoint.Headers{"accept": "application/json", "authorization": "Bearer " + token},
		Path:    endpoint.Path{"repo": key},
	})}
}

// segments splits the name of a file for {/path*}.
func segments(name string) []string {
	return strings.Split(strings.Trim(path.Clean(name), "/"), "/")
}

func (r Repository) do(ctx context.Context, route string, layers ...endpoint.Layer) (*http.Response, error) {
	req, err := r.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode > 299 {
		resp.Body.Close()
		return nil, fmt.Errorf("artifactory: %s: %s", r.key, resp.Status)
	}
	return resp, nil
}

func (r Repository) json(ctx context.Context, route string, layers ...endpoint.Layer) (out map[string]any, err error) {
	resp, err := r.do(ctx, route, layers...)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out, err
}

func (r Repository) discard(ctx context.Context, route string, layers ...endpoint.Layer) error {
	resp, err := r.do(ctx, route, layers...)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Deploy stores a file with properties.
func (r Repository) Deploy(ctx context.Context, name string, data []byte, props map[string]string) (map[string]any, error) {
	s1, s256 := sha1.Sum(data), sha256.Sum256(data)
	return r.json(ctx, "PUT /{repo}{/path*}{;props*}",
		endpoint.Path{"path": segments(name), "props": props},
		endpoint.Headers{
			"content-type":      "application/octet-stream",
			"x-checksum-sha1":   hex.EncodeToString(s1[:]),
			"x-checksum-sha256": hex.EncodeToString(s256[:]),
		},
		endpoint.Options{Data: data})
}

// DeployByChecksum stores a file whose content the server has already.
func (r Repository) DeployByChecksum(ctx context.Context, name, sha1 string) (map[string]any, error) {
	return r.json(ctx, "PUT /{repo}{/path*}", endpoint.Path{"path": segments(name)}, endpoint.Headers{
		"x-checksum-deploy": "true",
		"x-checksum-sha1":   sha1,
	})
}

// Download writes a file to w.
func (r Repository) Download(ctx context.Context, name string, w io.Writer) (int64, error) {
	resp, err := r.do(ctx, "GET /{repo}{/path*}", endpoint.Path{"path": segments(name)}, endpoint.Headers{"accept": "*/*"})
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	return io.Copy(w, resp.Body)
}

// Exists reports whether there is a file, by HEAD.
func (r Repository) Exists(ctx context.Context, name string) (string, error) {
	resp, err := r.do(ctx, "HEAD /{repo}{/path*}", endpoint.Path{"path": segments(name)})
	if err != nil {
		return "", err
	}
	resp.Body.Close()
	return resp.Header.Get("X-Checksum-Sha256"), nil
}

// Delete deletes a file or folder.
func (r Repository) Delete(ctx context.Context, name string) error {
	return r.discard(ctx, "DELETE /{repo}{/path*}", endpoint.Path{"path": segments(name)})
}

// Info returns what is known about a file or folder.
func (r Repository) Info(ctx context.Context, name string) (map[string]any, error) {
	return r.json(ctx, "GET /api/storage/{repo}{/path*}", endpoint.Path{"path": segments(name)})
}

// Files lists the files below a folder.
func (r Repository) Files(ctx context.Context, folder string, depth int) (map[string]any, error) {
	return r.json(ctx, "GET /api/storage/{repo}{/path*}?list&deep=1&listFolders=0{&depth}",
		endpoint.Path{"path": segments(folder), "depth": depth})
}

// SetProperties sets properties of a file or folder.
func (r Repository) SetProperties(ctx context.Context, name string, props map[string]string, recursive bool) error {
	var list []string
	for k, v := range props {
		list = append(list, k+"="+v)
	}
	slices.Sort(list)
	q := endpoint.Query{"properties": strings.Join(list, ";"), "recursive": 0}
	if recursive {
		q["recursive"] = 1
	}
	return r.discard(ctx, "PUT /api/storage/{repo}{/path*}", endpoint.Path{"path": segments(name)}, q)
}

// Copy copies a file to another repository.
func (r Repository) Copy(ctx context.Context, name, toRepo, toName string) error {
	return r.discard(ctx, "POST /api/copy/{repo}{/path*}", endpoint.Path{"path": segments(name)},
		endpoint.Query{"to": "/" + path.Join(toRepo, toName), "suppressLayouts": 1})
}

// Find runs a query in AQL.
func (r Repository) Find(ctx context.Context, pattern string) (map[string]any, error) {
	aql := fmt.Sprintf(`items.find({"repo": %q, "name": {"$match": %q}}).limit(100)`, r.key, pattern)
	return r.json(ctx, "POST /api/search/aql", endpoint.Headers{"content-type": "text/plain"}, endpoint.Options{Data: aql})
}
