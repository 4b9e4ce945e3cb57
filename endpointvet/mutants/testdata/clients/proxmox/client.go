// Package proxmox drives a Proxmox VE cluster from the command line: each operation is
// a row of a table.
package proxmox

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"

	"example.com/endpoint"
)

type operation struct {
	route string
	help  string
	fixed endpoint.Params
}

var operations = map[string]operation{
	"nodes":    {"GET /nodes", "list the nodes", nil},
	"vms":      {"GET /cluster/resources", "list all virtual machines", endpoint.Params{"type": "vm"}},
	"config":   {"GET /nodes/{node}/qemu/{vmid}/config", "show the configuration", nil},
	"set":      {"PUT /nodes/{node}/qemu/{vmid}/config", "change the configuration", nil},
	"start":    {"POST /nodes/{node}/qemu/{vmid}/status/start", "start", nil},
	"shutdown": {"POST /nodes/{node}/qemu/{vmid}/status/shutdown", "shut down", endpoint.Params{"timeout": 60, "forceStop": 1}},
	"clone":    {"POST /nodes/{node}/qemu/{vmid}/clone", "clone", endpoint.Params{"full": 1}},
	"snapshot": {"POST /nodes/{node}/qemu/{vmid}/snapshot", "make a snapshot", nil},
	"destroy":  {"DELETE /nodes/{node}/qemu/{vmid}{?purge}", "destroy", endpoint.Params{"purge": 1}},
	"task":     {"GET /nodes/{node}/tasks/{upid}/status", "show the status of a task", nil},
}

type Cluster struct {
	pve endpoint.Endpoint
}

func Dial(host, token string) *Cluster {
	return &Cluster{endpoint.New(
		endpoint.Options{
			BaseURL: "https://{host}:8006/api2/json",
			Path:    endpoint.Path{"host": host},
		},
		endpoint.Headers{
			"accept":        "application/json",
			"authorization": "PVEAPIToken=" + token,
			"content-type":  "application/x-www-form-urlencoded",
		},
	)}
}

func (c *Cluster) Run(ctx context.Context, name string, args endpoint.Params) (any, error) {
	op, ok := operations[name]
	if !ok {
		return nil, fmt.Errorf("proxmox: no operation %q", name)
	}
	req, err := c.pve.HTTPRequest(ctx, op.route, op.fixed, args)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	var out struct{ Data any }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Data, err
}
