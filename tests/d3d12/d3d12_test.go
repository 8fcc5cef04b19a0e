// Package d3d12 holds what programs of Direct3D 12 rely on, a script a subject: situations that its conformance tests know, with numbers that follow
// from the API and that drivers give. Each script compares what it gets with what it derived, and fails if they differ. Both executors of kernels run
// each. `go test ./tests/d3d12 -update` accepts what the scripts print, which is how many checks they made.
package d3d12

import (
	"context"
	"flag"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
)

var update = flag.Bool("update", false, "accept what the scripts do")

// TestFacts runs the scripts of this folder.
func TestFacts(t *testing.T) {
	scripts, err := golden.Find([]string{"."})
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, r := range golden.Run(context.Background(), scripts, golden.Options{Update: *update, Out: "../../out/d3d12"}, nil) {
		t.Run(r.Script, func(t *testing.T) {
			if r.Status == golden.Failed {
				t.Error(r.Text())
			}
		})
	}
}

// TestFactsInterpreted runs them without machine code.
func TestFactsInterpreted(t *testing.T) {
	scripts, err := golden.Find([]string{"."})
	require.NoError(t, err)
	for _, script := range scripts {
		t.Run(script, func(t *testing.T) {
			var printed strings.Builder
			h := host.New(host.Options{Dir: ".", Stdout: &printed, Out: t.TempDir(), Interpreter: true})
			defer func() { require.NoError(t, h.Close()) }()
			require.NoError(t, h.RunFile(context.Background(), script), "%s", &printed)
		})
	}
}
