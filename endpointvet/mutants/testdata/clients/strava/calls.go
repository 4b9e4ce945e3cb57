package strava

import (
	"context"
	"strings"
)

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	call(Refresh(ctx, "5", "7b2946535949ae70f015d696d8ac602830ece412", "e5n567567"))
	c := New("a9b723")
	call(c.Athlete(ctx))
	call(nil, c.SetWeight(ctx, 71.5))
	var all []Activity
	var err error
	for a, e := range c.Activities(ctx, 1760000000, 1765000000) {
		all, err = append(all, a), e
	}
	call(all, err)
	call(c.Activity(ctx, 154504250, false))
	name, commute := "Morning ride", true
	call(c.UpdateActivity(ctx, 154504250, ActivityUpdate{Name: &name, Commute: &commute}))
	call(c.Streams(ctx, 154504250, "time", "heartrate"))
	call(c.ExploreSegments(ctx, [2]float64{37.821362, -122.505373}, [2]float64{37.842038, -122.465977}, "riding"))
	call(nil, c.Star(ctx, 229781, true))
	call(c.Upload(ctx, "Morning ride", "gpx", strings.NewReader("<gpx></gpx>")))
}
