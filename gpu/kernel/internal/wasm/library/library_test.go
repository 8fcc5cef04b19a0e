package library

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// TestFunctionsAreWrittenOnce: a function is in the module when it is first asked for, and what it calls too.
func TestFunctionsAreWrittenOnce(t *testing.T) {
	m := &enc.Module{Imports: []enc.Import{{}}, Funcs: []*enc.Func{{Name: "run"}}}
	l := New(m)
	first := l.EdgeLoad(4, false)
	require.EqualValues(t, 2, first, "behind the import and the kernel")
	require.Equal(t, first, l.EdgeLoad(4, false))
	require.NotEqual(t, first, l.EdgeLoad(2, false))
	require.NotEqual(t, l.EdgeLoad(2, true), l.EdgeLoad(2, false), "the sign is extended")
	before := len(m.Funcs)
	l.Lanewise(ir.OpDivS, 2)
	require.Len(t, m.Funcs, before+2, "the lanes call the division")
	require.EqualValues(t, len(m.Imports)+len(m.Funcs)-1, l.Divide(ir.OpDivS))
	require.NotEqual(t, l.Gather(4, false, 0), l.Gather(4, false, 4), "offsets are part of the code")
}
