// Struct types: their fields, by the tags of encoding/json and go-querystring.

package value

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unicode"
)

// fields are those of a struct type.
type fields struct {
	first   []*field // of each name
	tagged  bool     // an exported field, its own or an embedded one, has a json or url tag
	invalid *Error   // what is wrong with one
}

// A field is a field of a struct, its own or one of an embedded struct.
//
//	type Issues struct {
//		State string `json:"state,omitempty"` // name "state", index [0], path "Issues.State"
//		Page                                  // no name, embedded Page
//	}
//
//	type Page struct {
//		Size int `url:"size"` // name "size", index [1 0], path "Issues.Page.Size"
//	}
type field struct {
	name      string // of the parameter; "" if the field is not one
	index     []int
	path      string       // in Go names
	embedded  reflect.Type // the struct whose fields take the place of this one
	omitEmpty bool
	omitZero  bool
	hasIsZero bool   // its type or a pointer to it has IsZero
	comma     bool   // joins a list
	byPointer bool   // only a pointer to it has MarshalJSON or MarshalText
	reason    string // why it is rejected
	rival     *field // the next one of its name at its depth; only one of them may be sent
}

// maxEmbedded is how many embedded structs a struct may have in all. Those within
// one that is embedded many times count each time.
const maxEmbedded = 1000

// readFields reads the fields of t as Go promotes them, but by the names of their
// tags: level by level, so that a field hides those of its name further down. What
// has none may have something to lose, as a Reader, a big.Int or an Endpoint.
func readFields(t reflect.Type, lost *Error) *fields {
	s := new(fields)
	last := map[string]*field{} // of each name
	depth := map[reflect.Type]int{t: 0}
	queue := []*field{{path: cmp.Or(t.Name(), "struct"), embedded: t}}
	for i := 0; i < len(queue) && i <= maxEmbedded; i++ {
		outer := queue[i]
		for j := range outer.embedded.NumField() {
			sf := outer.embedded.Field(j)
			f := readField(sf)
			f.index = append(slices.Clip(outer.index), j)
			f.path = outer.path + "." + sf.Name
			s.tagged = s.tagged || sf.IsExported() && (sf.Tag.Get("json") != "" || sf.Tag.Get("url") != "")
			// A type that is embedded less deep too hides all its fields here.
			if d, ok := depth[f.embedded]; f.embedded != nil && (!ok || d == len(f.index)) {
				depth[f.embedded] = len(f.index)
				queue = append(queue, f)
			}
			switch other := last[f.name]; {
			case f.name == "" && f.reason == "": // it is not a parameter
				continue
			case other == nil:
				s.first = append(s.first, f)
			case len(other.index) < len(f.index): // it is hidden
				continue
			default:
				other.rival = f
			}
			last[f.name] = f
			if f.reason != "" && s.invalid == nil {
				s.invalid = &Error{f.path, f.reason}
			}
		}
	}
	if len(queue) > maxEmbedded+1 {
		s.invalid = &Error{whole, fmt.Sprintf("%s has more than %d embedded structs: pass a map", queue[0].path, maxEmbedded)}
	}
	if len(s.first) == 0 && lost != nil {
		s.invalid = &Error{whole, lost.Reason}
	}
	return s
}

// embeddedIn returns the struct that a field embeds, or embeds a pointer to, nil
// for any other field.
func embeddedIn(sf reflect.StructField) reflect.Type {
	if t := pointedTo(sf.Type); sf.Anonymous && t.Kind() == reflect.Struct {
		return t
	}
	return nil
}

// readField reads the tags of a field.
func readField(sf reflect.StructField) *field {
	inner := embeddedIn(sf)
	unnamed := sf.Name // what it is called without a name in a tag
	if inner != nil {
		unnamed = ""
	}
	jsonTag, urlTag := sf.Tag.Get("json"), sf.Tag.Get("url")
	jsonName, jsonOptions, _ := strings.Cut(jsonTag, ",")
	urlName, urlOptions, _ := strings.Cut(urlTag, ",")
	f := &field{
		name:      cmp.Or(jsonName, urlName, unnamed),
		byPointer: !encodesItself(sf.Type) && encodesItself(reflect.PointerTo(sf.Type)),
		hasIsZero: has[zeroer](sf.Type),
	}
	if f.name == "" {
		f.embedded = inner
	}
	both := jsonTag != "" && urlTag != ""
	switch {
	case !sf.IsExported() && unnamed != "":
		return new(field)
	case both && (jsonTag == "-") != (urlTag == "-"):
		f.reason = "one of its tags leaves it out, but ParamsOf does not know whether it fills a query or a body: leave it out of both, or set the parameter yourself"
	case cmp.Or(jsonTag, urlTag) == "-":
		return new(field)
	case both && cmp.Or(jsonName, unnamed) != cmp.Or(urlName, unnamed):
		f.reason = fmt.Sprintf("its json tag %q and its url tag %q differ in name: use the same name in both", jsonTag, urlTag)
	case strings.ContainsFunc(jsonName, isNotInJSON):
		f.reason = fmt.Sprintf("encoding/json does not use the name in its json tag %q: use letters, digits and punctuation without quotes and backslashes", jsonTag)
	case !sf.IsExported() && f.name != "":
		f.reason = fmt.Sprintf("its tag has a name, but %s is not exported: export the type or remove the name", sf.Type)
	case has[queryEncoder](sf.Type):
		f.reason = fmt.Sprintf("EncodeValues of %s is not called here: set the parameter yourself", sf.Type)
	case sf.Tag.Get("layout")+sf.Tag.Get("del") != "":
		f.reason = "its layout or del tag is not supported here: remove it and set the parameter yourself"
	default:
		f.readOptions(jsonOptions+","+urlOptions, jsonTag == "")
	}
	return f
}

// isNotInJSON reports whether encoding/json does not accept a character in a name.
// Until Go 1.26 it uses the name of the field instead, and Go 1.27 cuts the name
// at some of these.
func isNotInJSON(c rune) bool {
	return !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune("!#$%&()*+-./:;<=>?@[]^_{|}~ ", c)
}

// encodesItself reports whether values of t have JSON or text of their own.
func encodesItself(t reflect.Type) bool {
	return marshalsJSON(t) || implements[encoding.TextMarshaler](t)
}

// readOptions reads what follows the name in the tags.
func (f *field) readOptions(options string, hasComma bool) {
	for option := range strings.SplitSeq(options, ",") {
		switch {
		case option == "", option == "inline" && f.embedded != nil:
		case option == "omitempty":
			f.omitEmpty = true
		case option == "omitzero":
			f.omitZero = true
		case option == "comma" && hasComma:
			f.comma = true
		case f.reason == "":
			f.reason = fmt.Sprintf("the option %q of its tag is not supported here: remove it and set the parameter yourself", option)
		}
	}
}
