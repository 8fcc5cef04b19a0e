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
	for name, target := range map[string]struct {
		example, prints string
		lines           int
	}{
		"01_multi_engine_frame.lua":         {"multi_engine_frame.lua", "copy\t102\trender\t202\tcompute\t301", 2},
		"02_pipelined_compute_graphics.lua": {"pipelined_compute.lua", "frame 12  compute done", 12},
		"03_release_queue.lua":              {"release_queue.lua", "purged: destroyed now              next list 1  completed 1  stale 0  pending 0  live 1\nfalse\t", 7},
		"06_background_processing.lua":      {"background_processing.lua", "steady\ttrue\ntasks\t4\tran\t4\tcancelled\t0\tvariants\t4", 3},
		"04_deferred_contexts.lua":          {"deferred_contexts.lua", "frame 4  lists 8  dynamic descriptors peak", 4},
		"05_dml_operator.lua":               {"dml_operator.lua", "4 5 10 11 16 17 0 0\n", 1},
	} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(name)
			require.NoError(t, err)
			t.Run("runs", func(t *testing.T) {
				var out bytes.Buffer
				h := host.New(host.Options{Dir: ".", Out: t.TempDir(), Stdout: &out, DeveloperMode: true})
				defer h.Close()
				require.NoError(t, h.RunFile(context.Background(), name))
				require.Equal(t, target.lines, strings.Count(out.String(), "\n"), out.String())
				require.Contains(t, out.String(), target.prints)
			})
			t.Run("is the example", func(t *testing.T) {
				script, err := os.ReadFile(filepath.Join("../../scripts", target.example))
				require.NoError(t, err)
				code := withoutHead(string(text))
				if end := strings.LastIndex(code, "\nend\n"); end > 0 && name[0:2] == "02" {
					code = code[:end] // the example goes on
				}
				require.Contains(t, string(script), code, "%s has the code of %s", target.example, name)
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

// withoutHead leaves out the comment at the top, which says in the words of the design what the example says in those of its readers.
func withoutHead(script string) string {
	for strings.HasPrefix(script, "--") {
		_, script, _ = strings.Cut(script, "\n")
	}
	return script
}
