// Package wikipedia reads articles. Lists are joined by bars.
package wikipedia

import (
	"net/url"
	"strings"

	"example.com/endpoint"
)

// Edition is Wikipedia in one language.
type Edition struct {
	action endpoint.Endpoint
	rest   endpoint.Endpoint
}

// Of returns the edition of a language, such as "de".
func Of(language string) Edition {
	wiki := endpoint.New(
		endpoint.Path{"language": language},
		endpoint.Headers{"accept": "application/json", "user-agent": "demo/1.0 (ada@example.org)"})
	return Edition{
		action: wiki.Defaults(endpoint.Options{
			BaseURL: "https://{language}.wikipedia.org/w",
			URL:     "/api.php",
			Params:  endpoint.Params{"format": "json", "formatversion": 2},
		}),
		rest: wiki.Defaults(endpoint.Options{BaseURL: "https://{language}.wikipedia.org/api/rest_v1"}),
	}
}

// Summary builds the request of the first lines of an article.
func (e Edition) Summary(title string) (endpoint.Request, error) {
	return e.rest.Build("GET /page/summary/{title}{?redirect}", endpoint.Path{"title": title, "redirect": false})
}

// HTML builds the request of an article at a revision.
func (e Edition) HTML(title string, revision int) (endpoint.Request, error) {
	return e.rest.Build("GET /page/html/{title}{/revision}",
		endpoint.Path{"title": strings.ReplaceAll(title, " ", "_"), "revision": revision},
		endpoint.Headers{"accept": "text/html"})
}

// Extracts builds a query of the text of articles.
func (e Edition) Extracts(titles ...string) (endpoint.Request, error) {
	return e.action.Build("", endpoint.Params{
		"action":      "query",
		"prop":        "extracts|info",
		"titles":      strings.Join(titles, "|"),
		"explaintext": "",
	})
}

// Search builds a search in namespaces.
func (e Edition) Search(text string, namespaces ...int) (endpoint.Request, error) {
	return e.action.Build("", endpoint.Params{"action": "query", "list": "search", "srsearch": text},
		endpoint.Options{Query: endpoint.Query{"srnamespace": namespaces}, Lists: endpoint.ListComma})
}

// Parse builds the request that renders wikitext. It can be long, so it is a form.
func (e Edition) Parse(wikitext string) (endpoint.Request, error) {
	return e.action.Build("POST /api.php",
		endpoint.Query{"action": "parse"},
		endpoint.Options{Data: url.Values{"text": {wikitext}, "contentmodel": {"wikitext"}}})
}

// Views builds the request of the views of an article by day.
func (e Edition) Views(project, title, from, to string) (endpoint.Request, error) {
	return endpoint.New(endpoint.Headers{"accept": "application/json"}).Build(
		"GET https://wikimedia.org/api/rest_v1/metrics/pageviews/per-article/{project}/all-access/user/{title}/daily/{from}/{to}",
		endpoint.Path{"project": project, "title": title, "from": from, "to": to})
}
