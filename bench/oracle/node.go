package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
)

// An Original is the npm package in a node of its own.
type Original struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startOriginal starts oracle.mjs in dir, and installs there what
// package-lock.json pins if that is missing.
func startOriginal(dir string) (*Original, error) {
	if _, err := os.Stat(filepath.Join(dir, "oracle.mjs")); err != nil {
		return nil, fmt.Errorf("%w: run this in bench/, or name the folder with -dir", err)
	}
	if _, err := os.Stat(filepath.Join(dir, "node_modules", "@octokit", "endpoint")); err != nil {
		npm := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
		npm.Dir = dir
		if out, err := npm.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("npm ci: %w\n%s", err, out)
		}
	}
	o := &Original{cmd: exec.Command("node", "oracle.mjs")}
	o.cmd.Dir, o.cmd.Stderr = dir, os.Stderr
	out, err := o.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	o.out = bufio.NewReader(out)
	if o.in, err = o.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	return o, o.cmd.Start()
}

// ask asks one question and waits for the answer.
func (o *Original) ask(c Case) (Answer, error) {
	var a Answer
	if _, err := io.WriteString(o.in, encode(c)+"\n"); err != nil {
		return a, err
	}
	line, err := o.out.ReadBytes('\n')
	if err != nil {
		return a, err
	}
	return a, json.Unmarshal(line, &a)
}

func (o *Original) close() error { return errors.Join(o.in.Close(), o.cmd.Wait()) }
