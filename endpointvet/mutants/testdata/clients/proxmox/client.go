// Package proxmox drives a Proxmox VE cluster from the command line: each operation is
// a row of a table.
package proxmox

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"sort"

	"example.com/endpoint"
)

// An operation is a route, and what it needs next to the arguments of the user.
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

// Cluster is a cluster.
type Cluster struct {
	pve endpoint.Endpoint
}

// Dial returns the cluster of a host. The token is user@realm!name=uuid.
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

// Help returns a line for each operation.
func Help() []string {
	var lines []string
	for name, op := range operations {
		lines = append(lines, fmt.Sprintf("%-10s %s", name, op.help))
	}
	sort.Strings(lines)
	return lines
}

// Run runs an operation and returns its data.
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
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("proxmox: %s: %s", name, resp.Status)
	}
	var out struct{ Data any }
	err = json.NewDecoder(resp.Body).Decode(&out)
	return out.Data, err
}

// A VM is a virtual machine.
type VM struct {
	ID   int
	Node string
	run  func(ctx context.Context, name string, args endpoint.Params) (any, error)
}

// VM returns a virtual machine of a node.
func (c *Cluster) VM(node string, id int) *VM {
	return &VM{id, node, c.Run}
}

func (v *VM) op(ctx context.Context, name string, args endpoint.Params) (any, error) {
	all := endpoint.Params{"node": v.Node, "vmid": v.ID}
	for k, a := range args {
		all[k] = a
	}
	return v.run(ctx, name, all)
}

// Start starts the machine and returns the ID of the task.
func (v *VM) Start(ctx context.Context) (any, error) { return v.op(ctx, "start", nil) }

// Shutdown shuts the machine down.
func (v *VM) Shutdown(ctx context.Context) (any, error) { return v.op(ctx, "shutdown", nil) }

// Destroy destroys the machine and its jobs.
func (v *VM) Destroy(ctx context.Context) (any, error) { return v.op(ctx, "destroy", nil) }

// Config returns the configuration.
func (v *VM) Config(ctx context.Context) (any, error) { return v.op(ctx, "config", nil) }

// SetMemory sets the memory in MiB.
func (v *VM) SetMemory(ctx context.Context, mib int) (any, error) {
	return v.op(ctx, "set", endpoint.Params{"memory": mib, "delete": "balloon"})
}

// Clone makes a copy with another ID.
func (v *VM) Clone(ctx context.Context, id int, name string) (any, error) {
	return v.op(ctx, "clone", endpoint.Params{"newid": id, "name": name})
}

// Snapshot makes a snapshot, with the memory of the machine if it should be kept.
func (v *VM) Snapshot(ctx context.Context, name, description string, memory bool) (any, error) {
	args := endpoint.Params{"snapname": name, "description": description}
	if memory {
		args["vmstate"] = 1
	}
	return v.op(ctx, "snapshot", args)
}
