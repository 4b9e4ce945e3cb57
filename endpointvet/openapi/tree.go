// Trees: the values of a document, as JSON has them.

package openapi

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// tree returns the value of a document: a map[string]any, []any, string, number, bool
// or nil.
func (a *API) tree(data []byte) (v any, err error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		err = json.Unmarshal(data, &v)
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			err = fmt.Errorf("%s cannot be read as JSON: byte %d: %w", a.name, syntax.Offset, err)
		}
		return v, err
	}
	var root yaml.Node
	if err = yaml.Unmarshal(data, &root); err == nil {
		keepText(&root)
		err = root.Decode(&v)
	}
	if err != nil {
		err = fmt.Errorf("%s cannot be read as YAML: %w", a.name, err)
	}
	return v, err
}

// keepText makes text of what JSON has no value for: keys that look like numbers, and
// dates. A fraction may be infinite, and no rule reads one.
func keepText(n *yaml.Node) {
	for i, c := range n.Content {
		tag := c.ShortTag()
		isKey := n.Kind == yaml.MappingNode && i%2 == 0 && tag != "!!merge"
		if c.Kind == yaml.ScalarNode && (isKey || tag == "!!float" || tag == "!!timestamp") {
			c.Tag = "!!str"
		}
		keepText(c)
	}
}

// as returns a value of a document as one of a type, zero if it is of another.
func as[T any](v any) T {
	typed, _ := v.(T)
	return typed
}

func asMap(v any) map[string]any { return as[map[string]any](v) }

// asTexts returns the texts in a list.
func asTexts(v any) (texts []string) {
	for _, element := range as[[]any](v) {
		if text, ok := element.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}
