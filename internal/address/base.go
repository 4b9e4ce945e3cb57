// Base addresses, which may hold plain placeholders.

package address

import (
	"slices"
	"strings"

	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/rfc6570"
	"example.com/endpoint/internal/value"
)

// A Base is a compiled base address: an absolute http or https URL with neither
// query nor fragment. It is read-only.
//
//	"https://{tenant}.api.test/v1/"
//
// has the parts "https://", {tenant} and ".api.test/v1", the name tenant, and the
// trailing slash "/". In a base, :name is text.
type Base struct {
	Names Names // of the placeholders; none if it is not even a URI template

	parts    []rfc6570.Part
	text     string       // what it expands to, if it has no placeholders
	trailing string       // the slashes at its end, of which a path that is joined needs none
	port     string       // the last placeholder of its port
	err      *fault.Error // why it is not valid
}

// CompileBase compiles a base address. The error of one that is not valid is
// that of each expansion that uses it.
func CompileBase(s string) *Base {
	trimmed := strings.TrimRight(s, "/")
	parts, err := rfc6570.Parse(trimmed, 0, 0)
	authority, _, _ := strings.Cut(s[schemeLen(s):], "/")
	b := &Base{Names: namesOf(parts), parts: parts, trailing: s[len(trimmed):], port: lastName(authority[strings.LastIndexByte(authority, ':')+1:])}
	if err = checkBase(s, authority, parts, err); err != nil {
		b.err = ofBase(err)
	} else if len(b.Names) == 0 {
		b.text, b.err = b.expand(nil)
	}
	return b
}

// ofBase returns an error about a base itself.
func ofBase(err *fault.Error) *fault.Error {
	err = err.For(fault.Route, "")
	err.Option = "BaseURL"
	return err
}

// checkBase checks all of a base but its host, which is known once it is expanded. It gets
// the error of the grammar.
func checkBase(s, authority string, parts []rfc6570.Part, err *fault.Error) *fault.Error {
	isBlank := func(r rune) bool { return r <= ' ' || r == 0x7f }
	isOther := func(p rfc6570.Part) bool { return p.Vars != nil && (p.Op != 0 || p.Name() == "") }
	_, fromName, _ := strings.Cut(authority, "{")
	switch {
	case strings.TrimFunc(s, isBlank) != s:
		return fault.Errorf("it begins or ends with a space or control character: remove it")
	case err != nil:
		return err
	case s == "":
		return fault.Errorf("set it to an http or https URL")
	case !isAbsolute(s):
		return fault.Errorf("it must begin with http:// or https://")
	case slices.ContainsFunc(parts, isOther):
		return fault.Errorf("it may contain only plain placeholders: write {name}")
	case strings.ContainsAny(s, "?#"):
		return fault.Errorf("it has a query or fragment: pass parameters in Query")
	case strings.Contains(fromName, "@"):
		return fault.Errorf("its userinfo may not contain a placeholder: set the authorization header")
	case strings.Contains(fromName, "]"):
		return errHost
	}
	return nil
}

// expand returns the base, without the slashes at its end, with a value for each of
// its names. These values cannot change how the base is read.
func (b *Base) expand(values Lookup) (string, *fault.Error) {
	if b.err != nil || b.text != "" {
		return b.text, b.err
	}
	var url strings.Builder
	for i := range b.parts {
		name := b.parts[i].Name()
		if name == "" {
			url.WriteString(b.parts[i].Literal)
			continue
		}
		text, err := baseText(name, values)
		if err != nil {
			return "", err
		}
		url.WriteString(text)
	}
	switch err := check(url.String()); {
	case err == errPort && b.port != "":
		return "", err.For(fault.Param, b.port)
	case err != nil:
		return "", ofBase(err)
	}
	return url.String(), nil
}

// baseText returns what fills a placeholder of a base.
func baseText(name string, values Lookup) (string, *fault.Error) {
	given, ok := values(name)
	v, err := value.Of(given)
	switch {
	case !ok:
		return "", fault.New(fault.Missing, name, "BaseURL needs a value: pass it in Path")
	case err != nil:
		return "", err.For(fault.Param, name)
	case v.Text == "" || strings.Trim(v.Text, rfc6570.Alnum+"-_.") != "" || v.Text != strings.Trim(v.Text, "."):
		return "", fault.New(fault.Param, name, `in BaseURL it may not be empty, and may contain only letters, digits, "-", "_" and inner dots`)
	}
	return v.Text, nil
}

// lastName returns the name of the last placeholder in a text, "" without one.
func lastName(s string) string {
	_, name, _ := strings.Cut(s[max(strings.LastIndexByte(s, '{'), 0):], "{")
	name, _, _ = strings.Cut(name, "}")
	return name
}
