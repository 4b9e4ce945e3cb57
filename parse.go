// A call to method, URL, headers and body.

package endpoint

import (
	"cmp"
	"iter"
	"net/url"
	"reflect"
	"slices"
	"sort"
	"strings"

	"example.com/endpoint/internal/address"
	"example.com/endpoint/internal/body"
	"example.com/endpoint/internal/fault"
	"example.com/endpoint/internal/header"
	"example.com/endpoint/internal/query"
	"example.com/endpoint/internal/value"
)

// Parse returns the request that merged describes. It adds no defaults of e, so a missing Method,
// and a path without a BaseURL, are [ErrRoute].
func (e Endpoint) Parse(merged Options) (Request, error) {
	c := noDefaults.overlay("", []Layer{&merged})
	r, err := c.request()
	c.end()
	return r, err
}

// parsed is what Parse learns about a call.
type parsed struct {
	rule    *methodRule
	url     address.URL
	refusal *fault.Error // of the first param that the call may not pass
	hasBody bool         // it has Data, or a param goes to the body
	body    any          // nil, of a call with a body: the object of its params
}

// A destination is where a param goes.
type destination uint8

const (
	nowhere destination = iota // overridden; or a default, or nil, that this call does not send
	toPlaceholder
	toQuery
	toBody
)

// parse does all that is the same for Request and *http.Request.
func (c *call) parse() *fault.Error {
	for _, step := range [...]func(*call) *fault.Error{
		(*call).readMethod,
		(*call).expand,
		(*call).readData,
		(*call).place,
		(*call).addQuery,
		(*call).addBody,
		(*call).checkHeaders,
		(*call).amendAccept,
		(*call).checkOrigin,
	} {
		if err := step(c); err != nil {
			return err
		}
	}
	return nil
}

func (c *call) readMethod() *fault.Error {
	if c.rule = ruleOf(c.set.Method); c.rule != &otherMethod {
		return nil
	}
	return checkMethod(c.set.Method)
}

// expand writes the URL as far as the template goes. Only Path fills the placeholders of
// BaseURL.
func (c *call) expand() *fault.Error {
	if c.set.URL == "" {
		return fault.New(fault.Route, "", `the URL is missing: write it after the method and a space, and begin a path with a slash, as in "GET /users"`)
	}
	c.compile()
	if err := c.template.Expand(&c.url, c.set.URL, c.ofURL, c.base, c.ofBase); err != nil {
		return c.hide(c.explain(err))
	}
	return nil
}

func (c *call) ofURL(name string) (v any, ok bool)  { return c.fill(name, fromParams) }
func (c *call) ofBase(name string) (v any, ok bool) { return c.fill(name, fromPath) }

// fill returns what fills a placeholder: the value of Path, which is sorted first, or that of
// another source up to last.
func (c *call) fill(name string, last source) (v any, ok bool) {
	i := sort.Search(len(c.params), func(i int) bool { return c.params[i].key >= name })
	for ; i < len(c.params) && c.params[i].key == name && c.params[i].from <= last; i++ {
		if v := c.params[i].value; !isUnset(v) {
			return v, true
		}
	}
	return nil, false
}

// readData removes Data that is an optional body, and left out: a nil pointer. Any other nil may
// be meant as null.
func (c *call) readData() *fault.Error {
	switch data := c.set.Data; {
	case data == nil, isUnset(data), isNilPointer(data):
		c.set.Data = nil
	case value.IsNil(data):
		name := value.TypeName(reflect.TypeOf(data))
		return fault.Option(fault.Body, "Data", "it is a nil "+name+": leave it out, or pass an empty one, such as "+name+"{}")
	default:
		c.hasBody = true
	}
	return nil
}

// isNilPointer reports whether v is a nil pointer, which is sent nowhere.
func isNilPointer(v any) bool {
	rv := reflect.ValueOf(v)
	return rv.Kind() == reflect.Pointer && rv.IsNil()
}

// place decides where each param goes, key by key.
func (c *call) place() *fault.Error {
	named := c.template.Names // in byte order, as the params are
	for rest := c.params; len(rest) > 0; {
		key := rest[0].key
		var of [fromQuery + 1]*param
		for ; len(rest) > 0 && rest[0].key == key; rest = rest[1:] {
			p := &rest[0]
			switch v := p.value.(type) {
			case unset:
				continue
			case *fault.Error: // of ParamsOf, QueryOf or JSON, wherever it goes
				c.refusal = cmp.Or(c.refusal, v.For(fault.Param, key))
			}
			of[p.from] = p
		}
		for len(named) > 0 && named[0] < key {
			named = named[1:]
		}
		c.placeKey(of[fromPath], of[fromParams], of[fromQuery], len(named) > 0 && named[0] == key)
	}
	return c.refusal
}

// placeKey decides where the params of one key go. isNamed says that the key is the name of a
// placeholder of the URL. The param of a map without the key is nil.
func (c *call) placeKey(path, params, query *param, isNamed bool) {
	// Path fills placeholders, of the URL and of BaseURL, and does nothing else.
	switch {
	case path == nil:
	case isNamed || c.base.Names.Has(path.key):
		path.to = toPlaceholder
	default:
		c.refuse(path, "no placeholder of the URL or BaseURL has this name: fix the key, or pass it in Params or Query")
	}

	// Params fill what Path does not, and go to the query or the body.
	switch {
	case params == nil:
	case isNamed && path == nil:
		params.to = toPlaceholder
	case isNamed && (c.rule.once || params.isDefault() || path.isDefault()):
		c.refuse(params, "Path fills its placeholder: leave it out of Params, or pass it in Path of the call if that is a default; to send it in the query too, pass it in Query, in a body, in Data")
	case c.rule.query:
		params.to = toQuery
	case c.rule.body && c.set.Data == nil:
		params.to, c.hasBody = toBody, true
	case c.rule.body:
		c.refuse(params, "Data is the whole body: add it to Data, or pass it in Query")
	case c.rule.noBody != "":
		c.refuse(params, c.set.Method+" does not send Params: name it in the URL, or pass it in Query")
	default:
		c.refuse(params, c.set.Method+" does not send Params: name it in the URL, or pass it in Query or Data")
	}

	// Query is for the query.
	if query != nil {
		query.to = toQuery
	}

	// Where they meet there, what the call passes is sent in place of a default, and a
	// default of Query in place of one of Params.
	switch {
	case query == nil || params == nil || params.to != toQuery:
	case query.isDefault() && !params.isDefault():
		query.to = nowhere
	default: // a default is left out
		c.refuse(params, "Query has it too: pass it in one of them")
	}
}

// refuse notes why the call may not pass p, and keeps the first reason. A default is left out
// instead. So is nil, which writes nothing, except in Path, where the key is misspelled.
func (c *call) refuse(p *param, reason string) {
	p.to = nowhere
	if c.refusal == nil && !p.isDefault() && (p.from == fromPath || !value.IsNil(p.value)) {
		c.refusal = fault.New(fault.Param, p.key, reason)
	}
}

// sent yields the params that go to a destination, by key.
func (c *call) sent(to destination) iter.Seq[*param] {
	return func(yield func(*param) bool) {
		for i := range c.params {
			if p := &c.params[i]; p.to == to && !yield(p) {
				return
			}
		}
	}
}

func (c *call) addQuery() *fault.Error {
	if c.set.Lists > ListIndexes {
		return fault.Option(fault.Param, "Lists", "use ListRepeat, ListComma, ListBrackets or ListIndexes")
	}
	return c.addPairs(query.OfURL(&c.url, query.Style(c.set.Lists)), toQuery)
}

// addPairs adds the params that go to the query or to a form. A param that writes no pair goes
// nowhere, such as a default whose names the URL has.
func (c *call) addPairs(pairs *query.Pairs, to destination) *fault.Error {
	for p := range c.sent(to) {
		wrote, err := pairs.Add(p.key, p.value, p.isDefault())
		switch {
		case err != nil:
			return err
		case wrote:
			continue
		case to == toQuery && !p.isDefault() && !c.rule.reads && !value.IsUndefined(p.value):
			return fault.New(fault.Param, p.key, `the list or map is empty, and without it the request asks for more: check it before the call, or leave it out if that is meant`)
		}
		p.to = nowhere
	}
	return nil
}

// addBody decides what the body is, checks that it fits the method and content-type, and adds
// a content-type if none is set. A default content-type is only for bodies.
func (c *call) addBody() *fault.Error {
	i := header.Index(c.headers, "content-type")
	if !c.hasBody {
		if i >= 0 && c.headers[i].Owner == ofDefaults {
			c.headers = slices.Delete(c.headers, i, i+1)
		}
		return nil
	}
	contentType, kind := body.None, body.JSON
	if i >= 0 {
		contentType = body.TypeOf(c.headers[i].Value)
	}
	var err *fault.Error
	if c.set.Data != nil {
		c.body = value.OfJSON(c.set.Data)
		kind = body.KindOf(c.body)
		err = c.addData(kind, contentType)
	} else {
		err = c.addMembers(contentType)
	}
	if name := kind.ContentType(); name != "" && i < 0 {
		c.headers = append(c.headers, header.Field{Name: header.NameOf("content-type"), Value: name})
	}
	return err
}

// addMembers makes the body from params: a form or a JSON object.
func (c *call) addMembers(contentType body.Type) *fault.Error {
	switch contentType {
	case body.FormType:
		form := url.Values{}
		c.body = form
		return c.addPairs(query.OfForm(&c.url, form, query.Style(c.set.Lists)), toBody)
	case body.OtherType:
		return fault.Option(fault.Body, "Params", "content-type is neither JSON nor a form, as which parameters are sent: pass any other body as Data")
	}
	for p := range c.sent(toBody) {
		if err := value.CheckParam(p.value); err != nil {
			return err.For(fault.Body, p.key)
		}
	}
	return nil
}

// addData makes the body from Data: as it is, or as a form.
func (c *call) addData(kind body.Kind, contentType body.Type) *fault.Error {
	switch err, ok := c.body.(*fault.Error); {
	case c.rule.noBody != "":
		return fault.Option(fault.Body, "Data", c.set.Method+" does not allow a body: "+c.rule.noBody)
	case c.owners.data == ofDefaults && kind == body.Reader && body.IsOnce(c.body):
		return fault.Option(fault.Body, "Data", "the first call would read it: pass a Reader with each call, or text or bytes as the default")
	case ok: // of JSON, or of a field of OptionsOf
		failed := ofData(err)
		failed.Kind = cmp.Or(err.Kind, failed.Kind)
		return failed
	case kind == body.JSON && contentType == body.FormType:
		return c.toForm()
	}
	i := header.Index(c.headers, "content-encoding")
	isEncoded := i >= 0 && !c.headers[i].Removes
	if reason := kind.Misfit(c.set.Data, contentType, isEncoded); reason != "" {
		return fault.Option(fault.Body, "Data", reason)
	}
	return nil
}

// ofData returns an error about the value of Data.
func ofData(err *fault.Error) *fault.Error {
	return &fault.Error{Kind: fault.Body, Option: "Data", Reason: err.Reason, Cause: err.Cause}
}

// toForm makes a form from Data.
func (c *call) toForm() *fault.Error {
	v, err := value.Tree(c.body)
	if len(v.Items) == 0 { // which a struct must not be by hiding all it has
		err = cmp.Or(err, value.Check(c.body))
	}
	switch {
	case err != nil:
		return ofData(err)
	case v.Kind != value.Map:
		reason := value.TypeName(reflect.TypeOf(c.body)) + " is not a form: pass a map with string keys, a struct with json or url tags, url.Values or text"
		return fault.Option(fault.Body, "Data", reason)
	}
	form := url.Values{}
	pairs := query.OfForm(&c.url, form, query.Style(c.set.Lists))
	for _, item := range v.Items {
		if _, err := pairs.Add(item.Key, item.Value, false); err != nil {
			return err
		}
	}
	c.body = form
	return nil
}

// checkHeaders checks the options of the media type, then the headers by name.
func (c *call) checkHeaders() *fault.Error {
	if format := c.set.MediaType.Format; format != "" && !header.IsToken(format) {
		return fault.Option(fault.Header, "MediaType.Format", notToken)
	}
	isInvalid := func(name string) bool { return !header.IsToken(header.PreviewName(name)) }
	if slices.ContainsFunc(c.set.MediaType.Previews, isInvalid) {
		return fault.Option(fault.Header, "MediaType.Previews", notToken)
	}
	return header.Check(c.headers)
}

// maxAccept bounds what a media type makes of an accept header: each preview repeats its vendor and
// the format, and so does each item the format.
const maxAccept = 1 << 20

// amendAccept applies the media type to accept, which previews make if there is none. One that is
// removed stays so.
func (c *call) amendAccept() *fault.Error {
	format, previews := c.set.MediaType.Format, c.set.MediaType.Previews
	if format == "" && len(previews) == 0 {
		return nil
	}
	accept, i := "", header.Index(c.headers, "accept")
	if i >= 0 {
		accept = c.headers[i].Value
	}
	previews = header.UniquePreviews(previews)
	names := len(previews) + strings.Count(accept, "-preview")
	if names*(len(accept)+len(format))+strings.Count(accept, ",")*len(format) > maxAccept {
		return fault.New(fault.Header, "accept", "with Format and Previews it would take more than 1 MiB")
	}
	accept, ok := header.AmendAccept(accept, format, previews)
	const reason = "no item of accept takes it, as application/vnd.github+json would: set accept, or leave it out"
	switch {
	case i >= 0 && c.headers[i].Removes:
	case !ok && c.owners.format != ofDefaults:
		return fault.Option(fault.Header, "MediaType.Format", reason)
	case !ok && c.owners.previews != ofDefaults:
		return fault.Option(fault.Header, "MediaType.Previews", reason)
	case i >= 0:
		c.headers[i].Value = accept
	case ok:
		c.headers = append(c.headers, header.Field{Name: header.NameOf("accept"), Value: accept})
	}
	return nil
}
