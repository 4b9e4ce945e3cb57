package main

import (
	"encoding/json"
	"net/url"
	"strings"
)

// methodClass is that of every answer: the original's method is in upper case.
const methodClass = "method in lower case"

var answerClasses = []Class{
	{Name: methodClass, Read: readMethod},
	{Name: "an address begins with http:// or https://, and only a leading value may hold it", Read: readAddress},
	{Name: "base and path are joined by one slash", Read: readJoint},
	{Name: "an empty header is removed, and no default comes in its place", Read: readRemovedHeaders},
	{Name: "text data gets no content-type", Read: readTextData},
	{Name: "PUT and PATCH without a body have none", Read: readNoBody},
	{Name: "a form is one", Read: readForm},
	{Name: "request is handed through whatever it is", Read: readRequest},
}

func readMethod(_ *merged, a *Answer) { a.Method = lower(a.Method) }

// readAddress: the original takes any expansion that begins with
// "http" for one, and no other.
func readAddress(m *merged, a *Answer) {
	t, _ := compile(m.url)
	_, _, isLead := m.address(t)
	if isLead || isAbsolute(m.url) {
		a.Base = ""
	} else {
		a.Base = escapeReserved(fillBase(m.base, m.params))
	}
}

func readJoint(m *merged, a *Answer) {
	t, _ := compile(m.url)
	if _, text, ok := m.address(t); ok {
		// An address that ends with its authority could go on in what follows.
		text = escapeReserved(text)
		after := strings.TrimPrefix(a.Path, text)
		if authorityEnd(text) == len(text) && after != "" && strings.IndexByte("/?#", after[0]) < 0 {
			a.Path = text + "/" + after
		}
		return
	}
	if isAbsolute(m.url) || t.expand(m.params) == "" {
		return
	}
	if a.Base = trimSlashes(a.Base); !strings.HasPrefix(a.Path, "/") {
		a.Path = "/" + a.Path
	}
}

func trimSlashes(base string) string {
	end := authorityEnd(base)
	return base[:end] + strings.TrimRight(base[end:], "/")
}

func readRemovedHeaders(m *merged, a *Answer) {
	for name, h := range m.headers {
		if h.value == "" {
			delete(a.Headers, name)
		}
	}
}

func readTextData(m *merged, a *Answer) {
	_, isText := m.data.(string)
	if _, set := m.headers["content-type"]; isText && !set {
		delete(a.Headers, "content-type")
	}
}

func readNoBody(m *merged, a *Answer) {
	if m.data == nil && a.Body != nil && *a.Body == "" {
		a.Body = nil
	}
}

// readForm encodes the object that the original answers.
func readForm(m *merged, a *Answer) {
	if m.place() != inForm || a.Body == nil {
		return
	}
	object, _ := (*a.Body).(map[string]any)
	form := url.Values{}
	for key, value := range object {
		if text, ok := scalarText(value); ok {
			form.Set(key, text)
			continue
		}
		all, _ := entries(value)
		for _, e := range all {
			form.Add(key, e.text)
		}
	}
	a.setBody(form.Encode())
}

// readRequest puts back what is false in JavaScript.
func readRequest(m *merged, a *Answer) {
	n, isNumber := m.request.(json.Number)
	zero := isNumber && strings.Trim(n.String(), "-0.") == ""
	if m.request == "" || m.request == false || zero {
		request := m.request
		a.Request = &request
	}
}
