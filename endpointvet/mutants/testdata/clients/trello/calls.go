package trello

import "context"

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	b := New("key", "t0ken")
	call(Get(ctx, b, Board, "b1"))
	call(Get(ctx, b, List, "l1"))
	call(Get(ctx, b, Card, "c1"))
	call(Public(Board, "AbC"))
	call(Public(Card, "AbC"))
	call(Public(List, "AbC"))
	call(Archive(List, "l1"))
	call(Archive(Card, "c1"))
	call(Rename(Board, "b1", "Demo"))
	call(Rename(Card, "c1", "Demo"))
	call(AddCard(ctx, b, "l1", "Write tests", []string{"x", "y"}))
	call(Comment(ctx, b, "c1", "Done"))
	call(Delete(ctx, b, "c1"))
}
