// Package airtable imports the library under another name.
package airtable

import (
	"context"
	"encoding/json"
	"net/http"

	ep "example.com/endpoint"
)

// Base is a base of tables.
type Base struct {
	api ep.Endpoint
}

// Open returns the base with an ID.
func Open(id, token string) *Base {
	return &Base{ep.New(
		ep.Options{BaseURL: "https://api.airtable.com/v0"},
		ep.Path{"base": id},
		&ep.Headers{"accept": "application/json", "authorization": "Bearer " + token},
		ep.Options{Lists: ep.ListBrackets},
	)}
}

// Record is a row.
type Record struct {
	ID     string         `json:"id,omitempty"`
	Fields map[string]any `json:"fields"`
}

// Order sorts records.
type Order struct {
	Field     string `url:"field"`
	Direction string `url:"direction,omitempty"`
}

// View selects records.
type View struct {
	View     string   `url:"view,omitempty"`
	Fields   []string `url:"fields,omitempty"`
	Sort     []Order  `url:"sort,omitempty"`
	PageSize int      `url:"pageSize,omitempty"`
	Offset   string   `url:"offset,omitempty"`
	Formula  string   `url:"filterByFormula,omitempty"`
}

func (b *Base) do(ctx context.Context, out any, route string, layers ...ep.Layer) error {
	req, err := b.api.HTTPRequest(ctx, route, layers...)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

// List lists all records of a view.
func (b *Base) List(ctx context.Context, table string, view View) (records []Record, err error) {
	for {
		var page struct {
			Records []Record `json:"records"`
			Offset  string   `json:"offset"`
		}
		err := b.do(ctx, &page, "GET /{base}/{table}", ep.Path{"table": table}, ep.ParamsOf(view))
		if err != nil {
			return nil, err
		}
		records = append(records, page.Records...)
		if view.Offset = page.Offset; view.Offset == "" {
			return records, nil
		}
	}
}

// Get returns a record.
func (b *Base) Get(ctx context.Context, table, id string) (record Record, err error) {
	return record, b.do(ctx, &record, "GET /{base}/{table}/{record}", &ep.Path{"table": table, "record": id})
}

// Create creates records.
func (b *Base) Create(ctx context.Context, table string, records []Record) error {
	return b.do(ctx, new(any), "POST /{base}/{table}",
		ep.Path{"table": table}, ep.Params{"records": records, "typecast": true})
}

// Upsert changes records that have the same key.
func (b *Base) Upsert(ctx context.Context, table, key string, records []Record) error {
	body := struct {
		Upsert  map[string][]string `json:"performUpsert"`
		Records []Record            `json:"records"`
	}{map[string][]string{"fieldsToMergeOn": {key}}, records}
	return b.do(ctx, new(any), "PATCH /{base}/{table}", ep.Path{"table": table}, ep.Options{Data: body})
}

// Delete deletes records.
func (b *Base) Delete(ctx context.Context, table string, ids ...string) error {
	return b.do(ctx, new(any), "DELETE /{base}/{table}", ep.Path{"table": table}, ep.Query{"records": ids})
}
