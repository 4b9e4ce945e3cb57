// Command flyio restarts machines.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"time"

	"example.com/endpoint"
)

type machines struct {
	endpoint.Endpoint
	app string
}

func newMachines(app, token string) machines {
	opts := endpoint.Options{BaseURL: "https://api.machines.dev/v1", Headers: endpoint.Headers{}, Path: endpoint.Path{}}
	opts.Headers.Set("Authorization", "Bearer "+token)
	opts.Headers.Set("Accept", "application/json")
	opts.Path["app_name"] = app
	return machines{endpoint.New(opts), app}
}

type machine struct {
	ID     string         `json:"id,omitempty"`
	Name   string         `json:"name,omitempty"`
	Region string         `json:"region,omitempty"`
	Config map[string]any `json:"config,omitempty"`
}

func (m machines) send(ctx context.Context, out any, route string, opts *endpoint.Options) error {
	req, err := m.HTTPRequest(ctx, route, opts)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return json.NewDecoder(resp.Body).Decode(out)
}

func (m machines) list(ctx context.Context, region string) (out []machine, err error) {
	opts := &endpoint.Options{}
	if region != "" {
		opts.Query = endpoint.Query{"region": region}
	}
	err = m.send(ctx, &out, "GET /apps/{app_name}/machines", opts)
	return out, err
}

func (m machines) create(ctx context.Context, new machine) (out machine, err error) {
	err = m.send(ctx, &out, "POST /apps/{app_name}/machines", &endpoint.Options{Data: new})
	return out, err
}

func (m machines) wait(ctx context.Context, id, state string, timeout time.Duration) error {
	var ok struct{ OK bool }
	return m.send(ctx, &ok, "GET /apps/{app_name}/machines/{machine_id}/wait", &endpoint.Options{
		Path:  endpoint.Path{"machine_id": id},
		Query: endpoint.Query{"state": state, "timeout": int(timeout.Seconds())},
	})
}

func (m machines) stop(ctx context.Context, id string) error {
	opts := endpoint.Options{Path: endpoint.Path{"machine_id": id}}
	opts.Params = endpoint.Params{"signal": "SIGINT", "timeout": "30s"}
	return m.send(ctx, new(any), "POST /apps/{app_name}/machines/{machine_id}/stop", &opts)
}

func (m machines) setMetadata(ctx context.Context, id, key, value string) error {
	return m.send(ctx, new(any), "POST /apps/{app_name}/machines/{machine_id}/metadata/{key}", &endpoint.Options{
		Path:   endpoint.Path{"machine_id": id, "key": key},
		Params: endpoint.Params{"value": value},
	})
}

func (m machines) destroy(ctx context.Context, id string, force bool) error {
	return m.send(ctx, new(any), "DELETE /apps/{app_name}/machines/{machine_id}", &endpoint.Options{
		Path:  endpoint.Path{"machine_id": id},
		Query: endpoint.Query{"force": force},
	})
}

func main() {
	app := flag.String("app", "", "name of the app")
	flag.Parse()
	m := newMachines(*app, os.Getenv("FLY_API_TOKEN"))
	ctx := context.Background()
	all, err := m.list(ctx, "")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	for _, one := range all {
		if err := m.stop(ctx, one.ID); err != nil {
			fmt.Fprintln(os.Stderr, err)
			continue
		}
		fmt.Println(one.ID, m.wait(ctx, one.ID, "stopped", time.Minute))
	}
}
