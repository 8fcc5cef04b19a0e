package golden_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
)

// Tests of scripts that use a value of the program.
func ExampleRun() {
	dir, err := os.MkdirTemp("", "golden")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	for name, text := range map[string]string{
		"double.lua":    `print(double(21))`,
		"double.golden": "42\n",
		"half.lua":      "-- args: 5\nprint(double(...) / 4)",
		"half.golden":   "2\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			fmt.Println(err)
			return
		}
	}
	scripts, err := golden.Find([]string{dir})
	if err != nil {
		fmt.Println(err)
		return
	}
	o := golden.Options{Accept: "go test -update .", Prepare: func(h *host.Host) { h.Expose("double", func(x float64) float64 { return 2 * x }) }}
	results := golden.Run(context.Background(), scripts, o, func(r golden.Result) {
		fmt.Println(filepath.Base(r.Script), r.Status)
	})
	fmt.Println(golden.Summary(results))
	// Output:
	// double.lua pass
	// half.lua FAIL
	// 1 passed, 1 failed
}
