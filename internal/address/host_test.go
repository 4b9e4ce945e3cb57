package address

import (
	"strings"
	"testing"
)

func TestIsHost(t *testing.T) {
	for _, tt := range []struct {
		hosts string
		want  bool
	}{
		{"h h.test h.test. h-1_x.test:8080 127.0.0.1:80 [::1] [::1]:80 H.TEST h:", true},
		{"a,b ] .. * h:x :80 h:123456 [::1 ::1 [::1]x [::1%25eth0] u@h h/x h?x h#x .h h..x . é [1.2.3.4] h:80:80", false},
	} {
		for host := range strings.FieldsSeq(tt.hosts) {
			if got := IsHost(host); got != tt.want {
				t.Errorf("IsHost(%q) is %t", host, got)
			}
		}
	}
	if IsHost("") || IsHost("a b") {
		t.Error(`IsHost accepts "" or "a b"`)
	}
}
