// Package check prints the errors of calls.
package check

import (
	"fmt"
	"path/filepath"
	"runtime"
)

// OK prints an error with the line of the call.
func OK(_ any, err error) {
	if err != nil {
		_, file, line, _ := runtime.Caller(1)
		fmt.Printf("%s:%d: %v\n", filepath.Base(file), line, err)
	}
}
