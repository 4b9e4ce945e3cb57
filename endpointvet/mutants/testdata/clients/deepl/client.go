// Package deepl translates text and documents with DeepL.
package deepl

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"

	"example.com/endpoint"
)

type Translator struct {
	api    endpoint.Endpoint
	client *http.Client
}

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

type TranslateOption func(endpoint.Params)

func From(lang string) TranslateOption {
	return func(p endpoint.Params) { p["source_lang"] = lang }
}

func Formal(formality string) TranslateOption {
	return func(p endpoint.Params) { p["formality"] = formality }
}

type Translation struct {
	Detected string `json:"detected_source_language"`
	Text     string `json:"text"`
}

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

func (t *Translator) send(req *http.Request, out any) error {
	resp, err := t.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	switch out := out.(type) {
	case nil:
		return nil
	case io.Writer:
		_, err = io.Copy(out, resp.Body)
		return err
	}
	return json.NewDecoder(resp.Body).Decode(out)
}
