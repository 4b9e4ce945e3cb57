// Header fields: read from the layers of a call, sorted and looked up by name.

package header

import (
	"cmp"
	"slices"
	"strings"
)

// A Field is a header field of a layer.
type Field struct {
	*Name
	Value      string // trimmed; "" removes the header
	Layer      int32  // 0: the defaults; an int would make a Field larger than registers take
	hasControl bool   // the value has a control character
}

// Append appends the headers of a layer, by name in any case.
func Append(fields []Field, headers map[string]string, layer int32) []Field {
	for name, value := range headers {
		value = Trim(value)
		fields = append(fields, Field{NameOf(name), value, layer, HasControl(value)})
	}
	return fields
}

// Invalid returns what is wrong with a field (RFC 9110 sections 5.1 and 5.5), ""
// if nothing is.
func (f *Field) Invalid() string {
	switch {
	case !f.Valid:
		return "its name may contain only " + TokenChars
	case f.hasControl:
		return "the value has a control character, such as a line break: remove it"
	}
	return ""
}

// Latest sorts fields by name and returns the latest of each: of one layer that
// whose spelling is the last in byte order.
func Latest(fields []Field) []Field {
	slices.SortFunc(fields, Compare)
	return slices.CompactFunc(fields, func(a, b Field) bool { return a.Lower == b.Lower })
}

// Compare orders fields by name, those of one name as [Latest] prefers them.
func Compare(a, b Field) int {
	if n := strings.Compare(a.Lower, b.Lower); n != 0 {
		return n
	}
	return cmp.Or(int(b.Layer-a.Layer), strings.Compare(b.Written, a.Written))
}

// Index returns the index of a field by its name in lower case, -1 without one.
func Index(fields []Field, lower string) int {
	return slices.IndexFunc(fields, func(f Field) bool { return f.Lower == lower })
}
