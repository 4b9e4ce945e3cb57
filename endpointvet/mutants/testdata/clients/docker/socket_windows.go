package docker

import "example.com/endpoint"

const socketHost = "localhost:2375"

// platform names the pipe that the transport opens.
func platform() endpoint.Headers {
	return endpoint.Headers{"x-pipe": "docker_engine"}
}
