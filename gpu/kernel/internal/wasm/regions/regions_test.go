package regions

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// carried is a loop with a barrier: its carried value is used before the barrier, its successor computed before or after it.
const carried = `kernel "k" threads 64 1 1 @1
shared "s" offset 0 bytes 256 align 4 @1
body {
  %1:i32 = sys GroupIndex @1
  %2:i32 = const 0
  %3:i32 = const 1
  %4:i32 = loop %5:i32=%1 %6:i32=%2 { @1
    %7:bool = ltu %6 %3 @1
    yield %7 %5
  } do {
    %8:i32 = iadd %5 %1 @1
    barrier @1
    storeshared %2 _ LATER @1
    %9:i32 = iadd %6 %3 @1
    yield YIELD %9
  }
  storeshared %2 _ %4 @1
}
`

func parse(t *testing.T, later, yield string) *ir.Kernel {
	k, err := ir.Parse(strings.NewReplacer("LATER", later, "YIELD", yield).Replace(carried))
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	return k
}

func TestCrossing(t *testing.T) {
	k := parse(t, "%8", "%8")
	got := Crossing(k, (*ir.Instr).HasBarrier)
	require.True(t, got[1], "defined before the loop, used in it")
	require.True(t, got[5], "carried")
	require.True(t, got[8], "used behind the barrier")
	require.True(t, got[9], "yielded")
	none := Crossing(k, func(*ir.Instr) bool { return false })
	for v, c := range none {
		require.False(t, c, "%%%d: there is one region", v)
	}
}

func TestFree(t *testing.T) {
	k := parse(t, "%8", "%8")
	loop := k.Body.Instrs[3]
	require.Equal(t, []ir.Value{1, 2, 3}, Free([]*ir.Instr{loop}))
	require.Equal(t, []ir.Value{5, 1}, Free(loop.Blocks[1].Instrs[:1]))
}

func TestSlots(t *testing.T) {
	wanted := func(v ir.Value) bool { return v == 1 || v == 4 || v == 5 || v == 8 }
	same := func(a, b ir.Value) bool { return true }
	for _, c := range []struct {
		name         string
		later, yield string
		next         bool // %8 shares the place of %5
	}{
		{"the successor takes the place", "%8", "%8", true},
		{"the old value is still read behind the barrier", "%5", "%8", false},
		{"the value stays", "%8", "%5", false},
	} {
		k := parse(t, c.later, c.yield)
		slots, count := Slots(k, (*ir.Instr).HasBarrier, wanted, same)
		require.Equal(t, slots[5], slots[4], "%s: the result is the carried value", c.name)
		require.Equal(t, c.next, slots[8] == slots[5], c.name)
		want := uint32(3)
		if c.next {
			want = 2
		}
		require.Equal(t, want, count, c.name)
		require.EqualValues(t, -1, slots[9], "not wanted")
		slots, _ = Slots(k, (*ir.Instr).HasBarrier, wanted, func(a, b ir.Value) bool { return false })
		require.NotEqual(t, slots[5], slots[4], "of different forms")
	}
}
