package fix

import (
	"fmt"

	"example.com/endpoint"
)

// Text that is formatted is not fixed: a caller may pass several segments.
func (c *Client) Formatted(owner, repo string) {
	c.api.Build("GET /repos/" + owner + "/" + repo)             // want `write \{owner\}`
	c.api.Build(fmt.Sprintf("GET /repos/%s/%s/x", owner, repo)) // want `write \{owner\}` `write \{repo\}`
	c.api.Build("GET /search?q=" + owner + "&page=1")           // want `write \{owner\}`
	c.api.Build("GET /v1/" + repo)                              // may be a route
}

const keptRoute = "PSOT /users"

// What stands outside of a call is not changed, since another call may use it too.
func (c *Client) Kept(owner string) {
	c.api.Build(keptRoute) // want `write "POST"`
	p := endpoint.Path{"owner": owner}
	p["rpeo"] = owner // want `write "repo"`
	c.api.Build("GET /repos/{owner}/{repo}", p)
}

// A key or route that another call reads, and a name that is as near as another, are not
// changed.
func (c *Client) Shared(owner string) {
	p := endpoint.Path{"ower": owner} // want `write "owner"`
	c.api.Build("GET /x/{owner}", p)
	c.api.Build("GET /y/{ower}", p)
	c.api.Build("GET /x/{owner}/{opner}", endpoint.Path{"oxner": owner}) // want `write "owner" or "opner"`
	c.api.Build("PUST /x")                                               // want `write "POST" or "PUT"`
	route := "PSOT /x"
	c.api.Build(route) // want `write "POST"`
}
