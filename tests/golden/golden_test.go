// Package golden holds small scripts, one idea each, named area_idea.lua, and what they do. Their test is that of
// `gpuscript test`; `go test ./tests/golden -update` accepts what they do, after somebody has read it.
package golden

import (
	"context"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host/golden"
)

var update = flag.Bool("update", false, "accept what the scripts do")

// TestScripts runs the scripts of this folder and the examples for users.
func TestScripts(t *testing.T) {
	scripts, err := golden.Find([]string{".", "../../scripts"})
	require.NoError(t, err)
	for _, r := range golden.Run(context.Background(), scripts, golden.Options{Update: *update, Out: "../../out/golden"}, nil) {
		t.Run(r.Script, func(t *testing.T) {
			if r.Status == golden.Failed {
				t.Error(r.Text())
			}
		})
	}
}
