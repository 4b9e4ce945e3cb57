// Package types has structs of calls.
package types

// Scope is what most calls have.
type Scope struct {
	Owner string `path:"owner"`
	token string
}

// Delete deletes a repository.
type Delete struct {
	Scope
	Repo    string `path:"repo"`
	IfMatch string `header:"if-match,omitempty"`
}

// Token returns the token.
func (s Scope) Token() string { return s.token }
