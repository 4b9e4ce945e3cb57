package address

import (
	"net/url"
	"testing"

	"example.com/endpoint/internal/rfc6570"
)

func TestIsPlainPath(t *testing.T) {
	for c := range 256 {
		s := "/" + string([]byte{byte(c)})
		if !IsPlainPath(s) {
			continue
		}
		u, err := url.Parse("https://h" + s)
		if err != nil || u.Path != s || u.EscapedPath() != s {
			t.Errorf("%q is not plain", s)
		}
		if parts, err := rfc6570.Parse(s, 0, 0); err != nil || len(parts) != 1 || parts[0].Literal != s {
			t.Errorf("%q does not stand for itself in a template", s)
		}
	}
	if !IsPlainPath("/repos/o-k_1.2~x/a@b$&+,;=") || IsPlainPath("") {
		t.Error("IsPlainPath rejects plain bytes or accepts no text")
	}
}
