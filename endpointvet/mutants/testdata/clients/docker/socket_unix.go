//go:build !windows

package docker

import "example.com/endpoint"

const socketHost = "docker"

func platform() endpoint.Headers { return nil }
