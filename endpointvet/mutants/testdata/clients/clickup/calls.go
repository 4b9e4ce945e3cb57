package clickup

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c := NewClient(nil, "pk_4753994_EXP7MPOJ7XQM5UJDV2M45MPF0YHH5YHO")
	closed := true
	tasks, _, err := c.Tasks.List(ctx, "901100", &TaskListOptions{Statuses: []string{"to do", "in progress"}, Assignees: []int{183, 184}, IncludeClosed: &closed})
	call(tasks, err)
	tasks, _, err = c.Tasks.List(ctx, "901100", nil)
	or(tasks, err)
	task, _, err := c.Tasks.Get(ctx, "9hz")
	call(task, err)
	task, _, err = c.Tasks.Create(ctx, "901100", &TaskCreateRequest{Name: "Write tests", Assignees: []int{183}, Priority: 2})
	call(task, err)
	task, _, err = c.Tasks.Update(ctx, "9hz", &TaskUpdateRequest{Status: "done", Assignees: &AssigneeEdits{Rem: []int{183}}})
	call(task, err)
	call(c.Tasks.Delete(ctx, "9hz"))
	call(c.Tasks.Comment(ctx, "9hz", "Looks good", false))
	teams, _, err := c.Teams.List(ctx)
	call(teams, err)
	entries, _, err := c.Teams.TimeEntries(ctx, 512, &TimeEntryOptions{StartDate: 1760000000000, EndDate: 1765000000000})
	call(entries, err)
}
