// What an expansion gives.

package address

// A URL is an expanded template, to whose query pairs can be added.
//
//	"https://api.test/v1/x?y=1#z"
//
// has the Text "https://api.test/v1/x?y=1", whose path ends at 21, and the fragment "#z".
type URL struct {
	Text    []byte // without the fragment
	PathEnd int    // where the query begins, if there is one

	Leader string // the variable whose value is the address, "" without one

	buffer   [128]byte // for the text of most, so that it needs no allocation of its own
	fragment string
}

// Query returns the query that u has so far, without its "?".
func (u *URL) Query() []byte {
	return u.Text[min(u.PathEnd+len("?"), len(u.Text)):]
}

// String returns the whole URL.
func (u *URL) String() string {
	return string(append(u.Text, u.fragment...))
}
