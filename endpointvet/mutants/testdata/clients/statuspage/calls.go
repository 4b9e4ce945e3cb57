package statuspage

import (
	"context"
	"net/http"
)

func ptr[T any](v T) *T { return &v }

// Calls makes every call once.
func Calls(ctx context.Context, call, or func(result any, err error)) {
	c, err := NewClient("https://api.statuspage.io/v1", WithRequestEditorFn(func(ctx context.Context, req *http.Request) error {
		req.Header.Set("Authorization", "OAuth 89a229ce")
		return nil
	}))
	if err != nil {
		call(nil, err)
		return
	}
	const page = "kctbh9vrtdwd"
	var incident, update PostIncidentJSONRequestBody
	incident.Incident.Name = ptr("Slow queries")
	incident.Incident.Status = ptr("investigating")
	incident.Incident.Components = &map[string]string{"8kbf7d35c070": "degraded_performance"}
	incident.Incident.ComponentIds = &[]string{"8kbf7d35c070"}
	update.Incident.Status = ptr("resolved")
	var component ComponentJSONRequestBody
	component.Component.Status = ptr("operational")

	call(c.GetIncidents(ctx, page, &GetIncidentsParams{Q: ptr("database"), Limit: ptr(50)}))
	or(c.GetIncidents(ctx, page, nil))
	call(c.PostIncidents(ctx, page, incident))
	call(c.PatchIncident(ctx, page, "p31zjtct2jer", update))
	call(c.DeleteIncident(ctx, page, "p31zjtct2jer"))
	call(c.GetComponents(ctx, page, &GetComponentsParams{Page: ptr(1), PerPage: ptr(100)}))
	call(c.PatchComponent(ctx, page, "8kbf7d35c070", component))
}
