package sonarqube

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := New("https://sonar.example.com/", "squ_1")
	if err != nil {
		call(nil, err)
		return
	}
	resolved := false
	call(c.Issues(ctx, SearchOptions{Components: []string{"web", "api"}, Severities: []string{"MAJOR", "BLOCKER"}, Resolved: &resolved, PageSize: 100}))
	or(c.Issues(ctx, SearchOptions{}))
	call(c.Transition(ctx, "AVibidgv", "wontfix"))
	call(c.Assign(ctx, "AVibidgv", "ada"))
	call(c.SetTags(ctx, "AVibidgv", "security", "cwe"))
	call(c.Measures(ctx, "web", "coverage", "ncloc"))
	call(c.Gate(ctx, "web", "main", ""))
	or(c.Gate(ctx, "web", "", "5461"))
	call(nil, c.CreateProject(ctx, "web", "Web shop", true))
	call(nil, c.DeleteProject(ctx, "web"))
	call(c.GenerateToken(ctx, "ci", "web"))
	call(c.SourceRequest("web:src/main.go"))
}
