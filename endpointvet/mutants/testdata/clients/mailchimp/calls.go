package mailchimp

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := New("abc-us6")
	call(nil, err)
	call(c.Lists(10, 20, "lists.id", "lists.name"))
	call(c.Subscribe("57", Member{Email: "Ada@b.test", IfNew: "subscribed", Tags: []string{"x"}}))
	call(c.Unsubscribe("57", "ada@b.test"))
	call(c.Forget("57", "ada@b.test"))
	call(c.CreateCampaign("57", Settings{"Hi", "Ada", "a@b.test"}))
	call(c.SetContent("42", "<p>"))
	call(c.Send("42"))
}
