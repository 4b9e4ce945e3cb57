// Command oracle asks the npm package @octokit/endpoint and this library the
// same random questions. Every difference between the answers must be one that
// the contract names: a class (see classes.go) predicts the error from the
// input, or rewrites the question or the original's answer by its own rule, and
// after all of them the two answers must be equal. What is left is printed, and
// the exit code is 1:
//
//	cd bench && go run ./oracle -n 20000 -seed 1
//
// It needs node, and npm once, to install what package-lock.json pins.
//
// Not asked, since both sides cannot be told the same: what has no flat JSON
// form (Query, Unset, readers), surrogates without their other half (no Go
// string holds one), parameters named like members of Object.prototype (the
// original takes them from there), and options of a wrong JSON type other than
// header values (the original takes what it gets).
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
)

func main() {
	log.SetFlags(0)
	n := flag.Int("n", 20000, "number of cases")
	seed := flag.Uint64("seed", 1, "of the random cases")
	only := flag.Int("case", -1, "ask this case alone and print both answers")
	dir := flag.String("dir", "oracle", "folder of oracle.mjs")
	flag.Parse()
	original, err := startOriginal(*dir)
	if err != nil {
		log.Fatal("oracle: ", err)
	}
	first, end := 0, *n
	if *only >= 0 {
		first, end = *only, *only+1
	}
	r, err := run(os.Stdout, original.ask, *seed, first, end, *only >= 0)
	if err = errors.Join(err, original.close()); err != nil {
		log.Fatal("oracle: ", err)
	}
	if r.unexplained > 0 {
		os.Exit(1)
	}
}

// run asks the cases from first to end.
func run(w io.Writer, ask Ask, seed uint64, first, end int, verbose bool) (report, error) {
	r := report{classes: map[string]int{}}
	for i := first; i < end; i++ {
		c := generate(seed, i)
		got, gotErr := askLibrary(c)
		v, err := classify(c, ask, got, gotErr)
		if err != nil {
			return r, fmt.Errorf("case %d: %w", i, err)
		}
		if r.add(v); verbose || !v.Explained {
			fmt.Fprintf(w, "case %d of seed %d: %s\n  original %s\n  expected %s\n  library  %s\n  classes  %q\n",
				i, seed, encode(c), v.Original, v.Expected, v.Got, v.Classes)
		}
	}
	return r, r.write(w)
}
