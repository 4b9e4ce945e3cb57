// What pairs are written to.

package query

import (
	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A writer writes pairs.
type writer interface {
	write(name, text string)
	join(name string, texts []string) *fault.Error // as one pair
}

// A urlWriter writes to the query of a URL.
type urlWriter address.URL

func (w *urlWriter) write(name, text string) {
	switch n := len(w.Text); {
	case n == w.PathEnd:
		w.Text = append(w.Text, '?')
	case n > w.PathEnd+len("?") && w.Text[n-1] != '&':
		w.Text = append(w.Text, '&')
	}
	w.Text = append(rfc6570.AppendEscaped(w.Text, name), '=')
	w.Text = rfc6570.AppendEscaped(w.Text, text)
}

// join writes the commas between texts as they are, and those in them as %2C.
func (w *urlWriter) join(name string, texts []string) *fault.Error {
	w.write(name, texts[0])
	for _, text := range texts[1:] {
		w.Text = rfc6570.AppendEscaped(append(w.Text, ','), text)
	}
	return nil
}

// A formWriter writes to a form, which is encoded later.
type formWriter map[string][]string

func (w formWriter) write(name, text string) { w[name] = append(w[name], text) }

// join cannot tell the commas between texts from those in them.
func (w formWriter) join(name string, texts []string) *fault.Error {
	joined, ok := value.Join(texts)
	if !ok {
		return errComma
	}
	w.write(name, joined)
	return nil
}
