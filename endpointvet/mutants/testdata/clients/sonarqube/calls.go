package sonarqube

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := New("https://sonar.example.com/", "squ_1")
	if err != nil {
		call(nil, err)
		return
	}
	call(c.SourceRequest("web:src/main.go"))
}
