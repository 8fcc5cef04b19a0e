package konst

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// generate uses 7 three times, 8 twice, 9 once and zero often.
func generate(t *Table, room int) (body []enc.Instr, kept map[uint32]bool) {
	kept = make(map[uint32]bool)
	f := asm.New("f", nil, nil)
	t.Begin(f, room)
	for _, v := range []uint32{9, 8, 7, 0, 7, 0, 8, 7, 0, 0} {
		t.Push(f, v, v, v, v)
	}
	for _, v := range []uint32{7, 8, 9} {
		kept[v] = t.Keeps(v)
	}
	t.End()
	t.Push(f, 7, 7, 7, 7)
	return f.F.Body, kept
}

func count(body []enc.Instr, op enc.Op) (n int) {
	for _, in := range body {
		if in.Op == op {
			n++
		}
	}
	return n
}

func TestMostUsedConstantsAreKept(t *testing.T) {
	for _, c := range []struct{ room, kept, consts int }{
		{-1, 0, 11}, {0, 0, 11},
		{1, 1, 9},  // 7 once instead of three times
		{2, 2, 8},  // and 8 once instead of twice
		{13, 2, 8}, // 9 and zero are not worth it
	} {
		var table Table
		body, kept := generate(&table, c.room)
		require.Zero(t, count(body, enc.LocalSet), "the first generation counts")
		require.Equal(t, map[uint32]bool{7: false, 8: false, 9: false}, kept)
		table.Restart()
		body, kept = generate(&table, c.room)
		require.Equal(t, map[uint32]bool{7: c.kept > 0, 8: c.kept > 1, 9: false}, kept, "room for %d", c.room)
		require.Equal(t, c.kept, count(body, enc.LocalSet), "room for %d", c.room)
		require.Equal(t, c.consts, count(body, enc.V128Const), "room for %d", c.room)
		require.Equal(t, enc.V128Const, body[len(body)-1].Op, "between regions nothing is kept")
	}
}
