// What an expansion gives: a URL to whose query pairs can be added.

package address

import (
	"bytes"
	"strings"

	"example.com/endpoint/internal/rfc6570"
)

// A URL is an expanded template.
//
//	"https://api.test/v1/x?y=1#z"
//
// has the text "https://api.test/v1/x?y=1", whose path ends at 21, and the fragment
// "#z".
type URL struct {
	buffer   [128]byte // for the text of most, so that it needs no allocation of its own
	text     []byte
	pathEnd  int // where the query begins, if there is one
	queryEnd int // of the query that the expansion has written
	fragment string
}

// set sets u to a text whose path ends at pathEnd.
func (u *URL) set(text []byte, pathEnd int) {
	if i := bytes.IndexByte(text[pathEnd:], '#'); i >= 0 {
		text, u.fragment = text[:pathEnd+i], string(text[pathEnd+i:])
	}
	u.text, u.pathEnd, u.queryEnd = text, pathEnd, len(text)
}

// QueryNames returns the names in the query that the expansion has written, decoded: nil
// if there is none.
func (u *URL) QueryNames() map[string]bool {
	if u.queryEnd == u.pathEnd {
		return nil
	}
	names := map[string]bool{}
	for pair := range strings.SplitSeq(string(u.text[u.pathEnd+len("?"):u.queryEnd]), "&") {
		name, _, _ := strings.Cut(pair, "=")
		names[rfc6570.UnescapeKey(name)] = true
	}
	return names
}

// AddPair adds a pair to the query. Several texts are one value, joined by commas.
func (u *URL) AddPair(name string, texts ...string) {
	switch n := len(u.text); {
	case n == u.pathEnd:
		u.text = append(u.text, '?')
	case n > u.pathEnd+len("?") && u.text[n-1] != '&':
		u.text = append(u.text, '&')
	}
	u.text = append(rfc6570.AppendEscaped(u.text, name), '=')
	for i, text := range texts {
		if i > 0 {
			u.text = append(u.text, ',')
		}
		u.text = rfc6570.AppendEscaped(u.text, text)
	}
}

// String returns the whole URL.
func (u *URL) String() string {
	return string(append(u.text, u.fragment...))
}
