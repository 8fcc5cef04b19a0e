// Package samples holds well-known GPU programs, ported to gpuscript as a user would port them: one technique a script, which
// checks its own results where the processor can compute them too. Their test is that of `gpuscript test`;
// `go test ./tests/samples -update` accepts what they do, after somebody has read it.
package samples

import (
	"context"
	"flag"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host/golden"
)

var update = flag.Bool("update", false, "accept what the scripts do")

// TestSamples runs the scripts of this folder.
func TestSamples(t *testing.T) {
	scripts, err := golden.Find([]string{"."})
	require.NoError(t, err)
	require.NotEmpty(t, scripts)
	for _, r := range golden.Run(context.Background(), scripts, golden.Options{Update: *update, Out: "../../out/samples"}, nil) {
		t.Run(r.Script, func(t *testing.T) {
			if r.Status == golden.Failed {
				t.Error(r.Text())
			}
		})
	}
}
