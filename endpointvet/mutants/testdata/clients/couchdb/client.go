// Package couchdb stores documents.
package couchdb

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/endpoint"
)

// Server is a server of CouchDB.
type Server struct{ api endpoint.Endpoint }

// DB is a database of a server.
type DB struct {
	api  endpoint.Endpoint
	name string
}

// Connect returns the server at a URL.
func Connect(base string) Server {
	return Server{endpoint.New(endpoint.Options{BaseURL: base}, endpoint.Headers{"accept": "application/json"})}
}

// Local is the server on this machine.
func Local() Server { return Connect("http://localhost:5984") }

// DB returns a database.
func (s Server) DB(name string) *DB {
	return &DB{api: s.api.Defaults(endpoint.Path{"db": name}), name: name}
}

// All lists databases.
func (s Server) All(ctx context.Context) ([]string, error) {
	var names []string
	return names, do(ctx, s.api, "GET /_all_dbs", &names)
}

// Create creates a database.
func (s Server) Create(ctx context.Context, name string, shards int) error {
	return do(ctx, s.api, "PUT /{db}", nil, endpoint.Path{"db": name}, endpoint.Query{"q": shards})
}

var errConflict = errors.New("couchdb: conflict")

func do(ctx context.Context, api endpoint.Endpoint, route string, out any, layers ...endpoint.Layer) error {
	req, err := api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusConflict {
		return errConflict
	}
	if out == nil {
		return nil
	}
	return json.NewDecoder(resp.Body).Decode(out)
}

// Get reads a document.
func (db *DB) Get(ctx context.Context, id, rev string, doc any) error {
	query := make(endpoint.Query)
	if rev != "" {
		query["rev"] = rev
	}
	return do(ctx, db.api, "GET /{db}/{docid}", doc, endpoint.Path{"docid": id}, query)
}

// Put writes a document.
func (db *DB) Put(ctx context.Context, id, rev string, doc any) error {
	headers := endpoint.Headers{}
	if rev != "" {
		headers["if-match"] = rev
	}
	return do(ctx, db.api, "PUT /{db}/{docid}", nil, endpoint.Path{"docid": id}, headers, endpoint.Options{Data: doc})
}

// Delete deletes a document.
func (db *DB) Delete(ctx context.Context, id, rev string) error {
	return do(ctx, db.api, "DELETE /{db}/{docid}{?rev}", nil, endpoint.Params{"docid": id, "rev": rev})
}

// Find finds documents with Mango.
func (db *DB) Find(ctx context.Context, selector map[string]any, fields []string, limit int) (docs []json.RawMessage, err error) {
	var out struct {
		Docs []json.RawMessage `json:"docs"`
	}
	body := endpoint.Params{"selector": selector, "limit": limit}
	if fields != nil {
		body["fields"] = fields
	}
	err = do(ctx, db.api, "POST /{db}/_find", &out, body)
	return out.Docs, err
}

// ViewOptions restrict the rows of a view. Keys are JSON.
type ViewOptions struct {
	StartKey    any
	EndKey      any
	Limit       int
	Descending  bool
	IncludeDocs bool
}

// View reads a view.
func (db *DB) View(ctx context.Context, design, view string, opts ViewOptions) (rows map[string]any, err error) {
	query := endpoint.Query{"descending": opts.Descending, "include_docs": opts.IncludeDocs}
	for name, key := range map[string]any{"startkey": opts.StartKey, "endkey": opts.EndKey} {
		if key == nil {
			continue
		}
		text, err := json.Marshal(key)
		if err != nil {
			return nil, err
		}
		query[name] = json.RawMessage(text)
	}
	if opts.Limit > 0 {
		query["limit"] = opts.Limit
	}
	path := endpoint.Path{"ddoc": design, "view": view}
	err = do(ctx, db.api, "GET /{db}/_design/{ddoc}/_view/{view}", &rows, path, query)
	return rows, err
}

// Bulk writes documents.
func (db *DB) Bulk(ctx context.Context, docs ...any) (results []map[string]any, err error) {
	err = do(ctx, db.api, "POST /{db}/_bulk_docs", &results, endpoint.Params{"docs": docs})
	return results, err
}

// Attach writes an attachment.
func (db *DB) Attach(ctx context.Context, id, rev, name, contentType string, content []byte) error {
	return do(ctx, db.api, "PUT /{db}/{docid}/{attname}", nil,
		endpoint.Path{"docid": id, "attname": name},
		endpoint.Query{"rev": rev},
		endpoint.Options{Data: content, Headers: endpoint.Headers{"content-type": contentType}})
}
