package reading

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/role"
)

// target is what a draw to a texture uses.
func target(id gpu.ID) []role.Need {
	return []role.Need{{Resource: id, Want: gpu.StateRenderTarget}}
}

// TestLog: commands that read one table in the same way are one entry, and each entry keeps what its command writes.
func TestLog(t *testing.T) {
	var l Log
	table := Table{Slot: 1, Pipeline: 7, Index: 0}
	l.Add(table, target(3))
	table.Index = 1
	l.Add(table, target(3)) // the same draw again
	require.Len(t, l.Tables, 1)
	table.Index = 2
	l.Add(table, target(4)) // to another target
	require.Len(t, l.Tables, 2)
	require.Equal(t, target(3), l.Written(&l.Tables[0]))
	require.Equal(t, target(4), l.Written(&l.Tables[1]))
	table.Slot = 2
	l.Add(table, target(4)) // another table of the same draw
	require.Len(t, l.Tables, 3)
	require.Equal(t, target(4), l.Written(&l.Tables[2]))
	require.Len(t, l.written, 2, "what two tables share stands there once")
	require.Equal(t, []bool{true, true, false}, []bool{l.Begins(0), l.Begins(1), l.Begins(2)})
	table.Barriers, table.Index = 1, 3
	l.Add(table, nil) // after a barrier, and nothing written
	require.Len(t, l.Tables, 4)
	require.Empty(t, l.Written(&l.Tables[3]))
	for range 100 { // in turn
		table.Index++
		table.Slot = 2
		l.Add(table, target(5))
		table.Slot = 3
		l.Add(table, target(6))
	}
	require.Len(t, l.Tables, 6)
	require.Len(t, l.written, 4)
	l.Reset()
	require.Empty(t, l.Tables)
	require.Empty(t, l.written)
}
