//go:build vetrun

package outside

import "example.com/endpoint"

func init() {
	tagged = "GET /x"
	taggedID = "1"
	taggedTable = map[string]string{"list": "GET /x"}
	taggedFields = client{endpoint.New()}
}
