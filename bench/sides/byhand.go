package sides

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// What follows is what a careful Go programmer writes with net/http alone:
// each value escaped for the place it stands in, the query through url.Values,
// and each header set through Set.

func byHandGET(ctx context.Context, base string) (*http.Request, error) {
	query := url.Values{}
	query.Set("type", kind)
	query.Set("per_page", strconv.Itoa(perPage))
	target := base + "/orgs/" + url.PathEscape(org) + "/repos?" + query.Encode()
	return byHandRequest(ctx, http.MethodGet, target)
}

func byHandRequest(ctx context.Context, method, target string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, method, target, nil)
	if err != nil {
		return nil, err
	}
	setDefaults(req.Header)
	return req, nil
}

func byHandJSON(ctx context.Context, target string, body any) (*http.Request, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	setDefaults(req.Header)
	req.Header.Set("Content-Type", "application/json; charset=utf-8")
	return req, nil
}

func byHandPOST(ctx context.Context, base string) (*http.Request, error) {
	target := base + "/repos/" + url.PathEscape(owner) + "/" + url.PathEscape(repo) + "/issues"
	return byHandJSON(ctx, target, issue())
}

func byHandStructPOST(ctx context.Context, base string) (*http.Request, error) {
	target := base + "/repos/" + url.PathEscape(owner) + "/" + url.PathEscape(repo) + "/issues"
	return byHandJSON(ctx, target, &issueBody{title, text, assignees(), labels(), milestone})
}

func byHandUploadURL(uploadURL string) (string, error) {
	return uploadURL + "/repos/" + url.PathEscape(owner) + "/" + url.PathEscape(repo) +
		"/releases/" + strconv.Itoa(releaseID) +
		"/assets?name=" + url.QueryEscape(assetName) + "&label=" + url.QueryEscape(assetLabel), nil
}

func byHandUploadTo(ctx context.Context, target string) (*http.Request, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target, strings.NewReader(asset))
	if err != nil {
		return nil, err
	}
	setDefaults(req.Header)
	req.Header.Set("Content-Type", assetType)
	return req, nil
}

func byHandLayers(ctx context.Context, base string) (*http.Request, error) {
	req, err := byHandGET(ctx, base)
	if err != nil {
		return nil, err
	}
	req.Header.Set("If-None-Match", etag)
	req.Header.Set("X-Request-Source", source)
	return req, nil
}

func byHandKeys(ctx context.Context, base string, names []string) (*http.Request, error) {
	query := make(url.Values, len(names))
	for _, name := range names {
		query.Set(name, "value")
	}
	return byHandRequest(ctx, http.MethodGet, base+"/search?"+query.Encode())
}

func byHandValue(ctx context.Context, base, value string) (*http.Request, error) {
	query := url.Values{}
	query.Set("q", value)
	return byHandRequest(ctx, http.MethodGet, base+"/search?"+query.Encode())
}

func byHandText(ctx context.Context, base, value string) (*http.Request, error) {
	return byHandJSON(ctx, base+"/markdown", map[string]any{"text": value})
}

const formType = "application/x-www-form-urlencoded"

func byHandForm(ctx context.Context, base string) (*http.Request, error) {
	form := url.Values{
		"mode":                    {"payment"},
		"currency":                {"eur"},
		"line_items[0][price]":    {"price_1"},
		"line_items[0][quantity]": {strconv.Itoa(1)},
		"line_items[1][price]":    {"price_2"},
		"line_items[1][quantity]": {strconv.Itoa(2)},
		"metadata[order]":         {strconv.Itoa(6735)},
		"metadata[note]":          {"gift wrap, please"},
		"shipping[name]":          {"Jenny Rosen"},
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/v1/checkout/sessions", strings.NewReader(form.Encode()))
	if err != nil {
		return nil, err
	}
	setDefaults(req.Header)
	req.Header.Set("Content-Type", formType)
	return req, nil
}
