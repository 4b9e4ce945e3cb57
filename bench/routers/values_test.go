// Hostile values, the templates that they fill, and what a handler must receive.

package routers

import (
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"example.com/endpoint"
)

// values returns the hostile values: each as it is, percent-encoded once, and
// twice.
func values() []string {
	atoms := []string{
		"", ".", "..", "...", ". .", ".. ", "..  ", "..\t", "..\x00", "..\n", ".\u200b.",
		"/", "//", "///", "/.", "/..", "./", "../", "../..", "../x", "..%2fx", "..%5cx", "%2e%2e", ".%2E", "%2f", "%5c", "%00",
		`\`, `\\`, `..\`, `..\x`, `\..`, `a\b`, `\\host`, `a\..\b`,
		";", ";x", ";/", "..;", "..;/", "..;x=1", ";/..", ".;", "a;b", "a;/../b", ";=", "%3b",
		"?", "?x", "a?b", "#", "#x", "a#b", "&", "a&b=c", "=", "+", "a+b", "a b", " ", "  ", " a", "a ", "a%", "%", "%%", "%zz", "%2",
		"\x00", "a\x00b", "\t", "a\tb", "\n", "a\r\nb: c", "\r", "\x7f", "\x1b[0m", "\xff", "\xc0\xae\xc0\xae", "\xc0\xaf",
		"．．", "．", "／", "a／b", "＼", "；", "　", "％2f", "a\u0301", "é", "日本語", "😀", "\u202e", "\ufeff", "\u2028",
		"//host", "//host/x", "/x", "/x/admin", "http://h/x", "https:h", "http:", ":", ":x", "a:b", "@", "u@h", "@h/", "h:80",
		"keys", "keys/1", "/keys", "r/keys", "r/keys/1", "r/", "/r", "r//keys", "r/../../x", "r/./keys", "r%2fkeys", `r\keys`, "r;/keys",
		"a/b", "a//b", "a/../b", "a/./b", "a/b/", "a/b//", "a/..", "a/.", "..a", "a..", ".a", "a.", ".git", ".env",
		"{x}", "{", "}", "{+x}", "*", "**", "$", "{$}", ":id", "~", "!'()", "|", "^", "`", "\"", "<>", "[x]", "%7Bx%7D", "a,b", ",",
		"octokit", "hello-world", "0", "-1", "true", "null", strings.Repeat("a", 300), strings.Repeat("../", 20), strings.Repeat("%25", 20) + "2f",
	}
	var all []string
	for _, atom := range atoms {
		once := encode(atom)
		all = append(all, atom, once, encode(once))
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// encode percent-encodes every byte but letters and digits.
func encode(text string) string {
	var b strings.Builder
	for _, c := range []byte(text) {
		if '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + string("0123456789ABCDEF"[c>>4]) + string("0123456789ABCDEF"[c&15]))
		}
	}
	return b.String()
}

// The routes of the API, as http.ServeMux writes them.
const (
	root  = "/{$}"
	owner = "/repos/{owner}/"
	repo  = "/repos/{owner}/{repo}"
	keys  = "/repos/{owner}/{repo}/keys"
	key   = "/repos/{owner}/{repo}/keys/{id}"
	file  = "/files/{path...}"
)

// A use is a template that takes a hostile value, and the route that it is for.
// V in params and own stands for the value.
type use struct {
	template string
	params   endpoint.Params
	route    string
	own      []string // what the route's handler must receive
}

var uses = []use{
	{"/repos/{owner}/", endpoint.Params{"owner": "V"}, owner, []string{"V"}},
	{"/repos/{owner}/{repo}", endpoint.Params{"owner": "V", "repo": "r"}, repo, []string{"V", "r"}},
	{"/repos/{owner}/{repo}", endpoint.Params{"owner": "o", "repo": "V"}, repo, []string{"o", "V"}},
	{"/repos/{owner}/{repo}", endpoint.Params{"owner": "V", "repo": "V"}, repo, []string{"V", "V"}},
	{"/repos/{owner}/{repo}/keys", endpoint.Params{"owner": "o", "repo": "V"}, keys, []string{"o", "V"}},
	{"/repos/{owner}/{repo}/keys/{id}", endpoint.Params{"owner": "o", "repo": "V", "id": "1"}, key, []string{"o", "V", "1"}},
	{"/repos/{owner}/{repo}/keys/{id}", endpoint.Params{"owner": "o", "repo": "r", "id": "V"}, key, []string{"o", "r", "V"}},
	{"/repos/:owner/:repo", endpoint.Params{"owner": "V", "repo": "r"}, repo, []string{"V", "r"}},
	{"/repos/:owner/:repo/keys/:id", endpoint.Params{"owner": "o", "repo": "r", "id": "V"}, key, []string{"o", "r", "V"}},
	{"/repos/{owner}/{repo:3}", endpoint.Params{"owner": "o", "repo": "V"}, repo, []string{"o", "V"}},
	{"/repos/{owner}/{repo:3}/keys", endpoint.Params{"owner": "o", "repo": "V"}, keys, []string{"o", "V"}},
	{"/repos/{owner}{/repo}", endpoint.Params{"owner": "o", "repo": "V"}, repo, []string{"o", "V"}},
	{"/repos{/owner,repo}/keys{/id}", endpoint.Params{"owner": "o", "repo": "V", "id": "V"}, key, []string{"o", "V", "V"}},
	{"/repos{/list*}", endpoint.Params{"list": []string{"o", "V"}}, repo, []string{"o", "V"}},
	{"/repos{/list*}/keys", endpoint.Params{"list": []string{"V", "r"}}, keys, []string{"V", "r"}},
	{"/files{/list*}", endpoint.Params{"list": []string{"a", "V"}}, file, []string{"a/V"}},
	{"/files{/list*}", endpoint.Params{"list": []string{"V", "b"}}, file, []string{"V/b"}},
	{"/repos/{owner}/{repo}{.x}", endpoint.Params{"owner": "o", "repo": "r", "x": "V"}, repo, []string{"o", "r.V"}},
	{"/repos/{owner}/{repo}{.x}", endpoint.Params{"owner": "o", "repo": "V", "x": "y"}, repo, []string{"o", "V.y"}},
	{"/repos/{owner}/{repo}{;x}", endpoint.Params{"owner": "o", "repo": "r", "x": "V"}, repo, []string{"o", "r;x=V"}},
	{"/repos/{owner}/{repo}{;x}/keys", endpoint.Params{"owner": "o", "repo": "V", "x": "y"}, keys, []string{"o", "V;x=y"}},
	{"/files/{+path}", endpoint.Params{"path": "V"}, file, []string{"V"}},
	{"/files/a/{+path}", endpoint.Params{"path": "V"}, file, []string{"a/V"}},
	{"/repos/{owner}/{+repo}", endpoint.Params{"owner": "o", "repo": "V"}, repo, []string{"o", "V"}},
	{"/repos/{owner}/{+repo}/keys", endpoint.Params{"owner": "o", "repo": "V"}, keys, []string{"o", "V"}},
}

// tail returns the part of a path that the template's expressions wrote or
// that follows them.
func (u use) tail(path string) string {
	literal, _, _ := strings.Cut(u.template, "{+")
	literal = strings.ReplaceAll(literal, "{owner}", "o")
	return strings.TrimPrefix(path, literal)
}

// filled returns the parameters with value in place of V.
func (u use) filled(value string) endpoint.Params {
	params := maps.Clone(u.params)
	for name, v := range params {
		switch v := v.(type) {
		case string:
			params[name] = strings.ReplaceAll(v, "V", value)
		case []string:
			params[name] = replaced(v, value)
		}
	}
	return params
}

// received returns what the handler must receive: a prefix of the value for
// {x:3}, and for {+x}, which keeps percent triplets, the value decoded once.
func (u use) received(value string) []string {
	switch {
	case strings.Contains(u.template, ":3}"):
		rest := value
		for range 3 { // a byte that is not UTF-8 counts as a character
			_, size := utf8.DecodeRuneInString(rest)
			rest = rest[size:]
		}
		value = strings.TrimSuffix(value, rest)
	case strings.Contains(u.template, "{+"):
		value = triplets.ReplaceAllStringFunc(value, decode)
	case strings.Contains(u.template, "{;x}") && value == "" && u.params["x"] == "V":
		return []string{"o", "r;x"}
	}
	return replaced(u.own, value)
}

var triplets = regexp.MustCompile("%[0-9A-Fa-f]{2}")

func replaced(texts []string, value string) []string {
	var all []string
	for _, text := range texts {
		all = append(all, strings.ReplaceAll(text, "V", value))
	}
	return all
}

// decode percent-decodes what is well-formed.
func decode(text string) string {
	plain, err := url.PathUnescape(text)
	if err != nil {
		panic(err)
	}
	return plain
}
