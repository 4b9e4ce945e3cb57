// Package deepl translates text and documents with DeepL.
package deepl

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"strings"

	"example.com/endpoint"
)

// Translator translates with one key. Make it with NewTranslator.
type Translator struct {
	api    endpoint.Endpoint
	client *http.Client
}

// NewTranslator returns a Translator. A key that ends in ":fx" is of the free plan,
// which has another server.
func NewTranslator(authKey string) *Translator {
	host := "api"
	if strings.HasSuffix(authKey, ":fx") {
		host = "api-free"
	}
	return &Translator{
		api: endpoint.New(
			endpoint.Options{
				BaseURL: "https://{host}.deepl.com/v2",
				Path:    endpoint.Path{"host": host},
			},
			endpoint.Headers{
				"authorization": "DeepL-Auth-Key " + authKey,
				"accept":        "application/json",
				"user-agent":    "deepl-go/0.1",
			},
		),
		client: http.DefaultClient,
	}
}

// TranslateOption is an option of Translate.
type TranslateOption func(endpoint.Params)

// From sets the language of the text, which is detected otherwise.
func From(lang string) TranslateOption {
	return func(p endpoint.Params) { p["source_lang"] = lang }
}

// Formal sets whether the translation is formal.
func Formal(formality string) TranslateOption {
	return func(p endpoint.Params) { p["formality"] = formality }
}

// Translation is a translated text.
type Translation struct {
	Detected string `json:"detected_source_language"`
	Text     string `json:"text"`
}

// Translate translates texts into a language.
func (t *Translator) Translate(ctx context.Context, texts []string, target string, opts ...TranslateOption) ([]Translation, error) {
	params := endpoint.Params{"text": texts, "target_lang": target}
	for _, opt := range opts {
		opt(params)
	}
	req, err := t.api.HTTPRequest(ctx, "POST /translate", params)
	if err != nil {
		return nil, err
	}
	var out struct{ Translations []Translation }
	err = t.send(req, &out)
	return out.Translations, err
}

// Usage returns how many characters were translated in this month.
func (t *Translator) Usage(ctx context.Context) (count, limit int64, err error) {
	var out struct {
		Count int64 `json:"character_count"`
		Limit int64 `json:"character_limit"`
	}
	req, err := t.api.HTTPRequest(ctx, "GET /usage")
	if err == nil {
		err = t.send(req, &out)
	}
	return out.Count, out.Limit, err
}

// Languages lists the languages of a type, "source" or "target".
func (t *Translator) Languages(ctx context.Context, typ string) ([]map[string]any, error) {
	var out []map[string]any
	req, err := t.api.HTTPRequest(ctx, "GET /languages", endpoint.Query{"type": typ})
	if err == nil {
		err = t.send(req, &out)
	}
	return out, err
}

// CreateGlossary creates a glossary.
func (t *Translator) CreateGlossary(ctx context.Context, name, source, target string, entries map[string]string) (string, error) {
	var tsv strings.Builder
	for from, to := range entries {
		fmt.Fprintf(&tsv, "%s\t%s\n", from, to)
	}
	var out struct {
		ID string `json:"glossary_id"`
	}
	req, err := t.api.HTTPRequest(ctx, "POST /glossaries", endpoint.Params{
		"name":           name,
		"source_lang":    source,
		"target_lang":    target,
		"entries":        tsv.String(),
		"entries_format": "tsv",
	})
	if err == nil {
		err = t.send(req, &out)
	}
	return out.ID, err
}

// GlossaryEntries returns the entries of a glossary as tab-separated values.
func (t *Translator) GlossaryEntries(ctx context.Context, id string) (string, error) {
	var out bytes.Buffer
	req, err := t.api.HTTPRequest(ctx, "GET /glossaries/{id}/entries",
		endpoint.Path{"id": id}, endpoint.Headers{"accept": "text/tab-separated-values"})
	if err == nil {
		err = t.send(req, &out)
	}
	return out.String(), err
}

// Document is a document that is being translated.
type Document struct {
	ID  string `json:"document_id"`
	Key string `json:"document_key"`
}

// Upload begins the translation of a document.
func (t *Translator) Upload(ctx context.Context, filename string, r io.Reader, target string) (doc Document, err error) {
	var body bytes.Buffer
	w := multipart.NewWriter(&body)
	w.SetBoundary("deepl-boundary-7d82751e2bc0858f")
	w.WriteField("target_lang", target)
	part, err := w.CreateFormFile("file", filename)
	if err != nil {
		return doc, err
	}
	if _, err := io.Copy(part, r); err != nil {
		return doc, err
	}
	w.Close()
	req, err := t.api.HTTPRequest(ctx, "POST /document", endpoint.Options{
		Headers: endpoint.Headers{"content-type": w.FormDataContentType()},
		Data:    &body,
	})
	if err != nil {
		return doc, err
	}
	err = t.send(req, &doc)
	return doc, err
}

// Download writes the translation of a document to w.
func (t *Translator) Download(ctx context.Context, doc Document, w io.Writer) error {
	req, err := t.api.HTTPRequest(ctx, "POST /document/{id}/result",
		endpoint.Path{"id": doc.ID}, endpoint.Params{"document_key": doc.Key}, endpoint.Headers{"accept": "*/*"})
	if err != nil {
		return err
	}
	return t.send(req, w)
}

// send sends a request, and writes the response to out or decodes it.
func (t *Translator) send(req *http.Request, out any) error {
	resp, err := t.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode > 299 {
		return fmt.Errorf("deepl: %s", resp.Status)
	}
	switch out := out.(type) {
	case nil:
		return nil
	case io.Writer:
		_, err = io.Copy(out, resp.Body)
		return err
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
