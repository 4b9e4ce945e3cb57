package mapbox

import (
	"context"
	"image"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	m := New("pk.1")
	p, q := Point{13.4, 52.5}, Point{2.35, 48.85}
	call(m.Forward(ctx, "Alexanderplatz", &GeocodeOptions{Country: []string{"de", "at"}, Limit: 3, Proximity: &p}))
	call(m.Reverse(ctx, p))
	call(m.Directions(ctx, "driving", []Point{p, q}, true))
	call(m.Matrix(ctx, "walking", p, q))
	call(m.Static(ctx, "streets-v12", p, 9, image.Pt(300, 200), true))
	call(m.Tokens(ctx, "ada", 10))
	call(m.DeleteTileset(ctx, "ada.tiles"))
}
