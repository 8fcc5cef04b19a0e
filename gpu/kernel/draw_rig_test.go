package kernel

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

// drawRig is a runner on memory of its own, for tests that draw.
type drawRig struct {
	t      testing.TB
	space  *mem.Space
	runner *Runner
}

func newDrawRig(t testing.TB) drawRig {
	space, err := mem.New(16 << 20)
	require.NoError(t, err)
	r := drawRig{t: t, space: space, runner: NewRunner(Options{Workers: 2})}
	require.NoError(t, r.runner.Attach(space))
	t.Cleanup(func() {
		require.NoError(t, r.runner.Close())
		require.NoError(t, space.Close())
	})
	return r
}

func (r *drawRig) alloc(n uint64) (at uint64, b []byte) {
	at, err := r.space.Alloc(n, 256)
	require.NoError(r.t, err)
	return at, r.space.Bytes()[at : at+n]
}
