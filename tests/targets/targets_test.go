// Package targets runs the scripts that fixed the vocabulary of the API, as they stand. Those of parts that are not built
// yet are not here.
package targets

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
)

// original is where the scripts come from; a checkout alone does not have it.
const original = "../../../shared/targets"

func TestTargets(t *testing.T) {
	for name, example := range map[string]string{
		"02_pipelined_compute_graphics.lua": "pipelined_compute.lua",
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			t.Run("runs", func(t *testing.T) {
				var out bytes.Buffer
				h := host.New(host.Options{Dir: ".", Stdout: &out})
				defer h.Close()
				require.NoError(t, h.RunFile(context.Background(), name))
				require.Equal(t, 12, strings.Count(out.String(), "\n"), out.String())
				require.Contains(t, out.String(), "frame 12  compute done")
			})
			t.Run("is the example", func(t *testing.T) {
				script, err := os.ReadFile(filepath.Join("../../scripts", example))
				require.NoError(t, err)
				code := string(text[:bytes.LastIndex(text, []byte("\nend\n"))])
				require.True(t, strings.HasPrefix(string(script), code), "%s begins with the code of %s", example, name)
			})
			t.Run("is the original", func(t *testing.T) {
				want, err := os.ReadFile(filepath.Join(original, name))
				if os.IsNotExist(err) {
					t.Skip("the originals do not lie beside this checkout")
				}
				require.NoError(t, err)
				require.Equal(t, string(want), string(text))
			})
		})
	}
}
