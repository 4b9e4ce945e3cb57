package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"example.com/endpoint/bench/sides"
)

// counter is the package of the program that runs the sides.
const counter = "example.com/endpoint/bench/speed/count"

// A program is the path of a built counter.
type program string

// build builds the counter in dir.
func build(dir string) (program, error) {
	path := filepath.Join(dir, "current")
	_, err := output("go", "build", "-o", path, counter)
	return program(path), err
}

// buildWith builds the counter in dir with another library. A go.mod in dir
// replaces that of this module.
func buildWith(library, dir string) (program, error) {
	library, err := filepath.Abs(library)
	if err != nil {
		return "", err
	}
	module, err := output("go", "list", "-m", "-f", "{{.Dir}}")
	if err != nil {
		return "", err
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		if err := copyFile(filepath.Join(dir, name), filepath.Join(strings.TrimSpace(module), name)); err != nil {
			return "", err
		}
	}
	modfile := filepath.Join(dir, "go.mod")
	if _, err := output("go", "mod", "edit", "-replace=example.com/endpoint="+library, modfile); err != nil {
		return "", err
	}
	path := filepath.Join(dir, "old")
	_, err = output("go", "build", "-modfile="+modfile, "-mod=mod", "-o", path, counter)
	return program(path), err
}

func copyFile(dst, src string) error {
	text, err := os.ReadFile(src)
	if err != nil {
		return err
	}
	return os.WriteFile(dst, text, 0o600)
}

// costs are those of one call.
type costs struct {
	instructions  int // 0 without valgrind
	allocs, bytes int
}

// count returns the costs of a side in the run with the median of instructions.
// Runs differ, since each process hashes the keys of maps in another way.
func (p program) count(c sides.Case, side string, runs int) (costs, error) {
	valgrind, err := exec.LookPath("valgrind")
	if err != nil {
		return p.once(c, side)
	}
	var counted []costs
	for tries := 0; len(counted) < runs; tries++ {
		if tries == 3*runs {
			return costs{}, fmt.Errorf("%s by %s: callgrind counts nothing", c.Name, side)
		}
		one, err := p.once(c, side, valgrind, "--tool=callgrind", "--toggle-collect=main.measured", "--callgrind-out-file=/dev/null")
		if err != nil {
			return costs{}, err
		}
		// Where the stack moves, callgrind does not see that measured is called.
		if one.instructions > 0 {
			counted = append(counted, one)
		}
	}
	slices.SortFunc(counted, func(a, b costs) int { return a.instructions - b.instructions })
	return counted[runs/2], nil
}

var collected = regexp.MustCompile(`Collected : (\d+)`)

// once runs the program, by way of another one if there is a prefix.
func (p program) once(c sides.Case, side string, prefix ...string) (costs, error) {
	args := append(prefix, string(p), c.Name, side)
	cmd := exec.Command(args[0], args[1:]...)
	// Without collections and other threads each run does the same, and
	// callgrind 3.19 does not stand the signals of asynchronous preemption.
	cmd.Env = append(os.Environ(), "GOGC=off", "GOMAXPROCS=1", "GODEBUG=asyncpreemptoff=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return costs{}, fmt.Errorf("%s by %s: %w\n%s", c.Name, side, err, stderr.Bytes())
	}
	var one costs
	if _, err := fmt.Sscan(stdout.String(), &one.allocs, &one.bytes); err != nil {
		return costs{}, err
	}
	if found := collected.FindSubmatch(stderr.Bytes()); found != nil {
		total, err := strconv.Atoi(string(found[1]))
		if err != nil {
			return costs{}, err
		}
		one.instructions = total / c.Calls
	}
	return one, nil
}

// output returns what a command prints.
func output(name string, args ...string) (string, error) {
	out, err := exec.Command(name, args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}
