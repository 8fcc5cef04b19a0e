package regions

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// choice is one region that only some items run.
const choice = `kernel "k" threads 64 1 1 @1
shared "s" offset 0 bytes 256 align 4 @1
body {
  %1:i32 = sys SYS @1
  %2:i32 = const NUMBER
  %3:i32 = sys GroupID.x @1
  %4:i32 = iadd %1 %3 @1
  %5:i32 = not %3 @1
  %6:bool = COND @1
  if %6 { @1
    %7:i32 = not %4 @1
    storeshared %5 _ %7 @1
  } else {
  }
}
`

func TestBelow(t *testing.T) {
	for _, c := range []struct {
		sys, cond, number string
		want              Bound
	}{
		{"GroupIndex", "ltu %1 %2", "8", Bound{Number: 8}},
		{"GroupThreadID.x", "lts %1 %2", "8", Bound{Number: 8}},
		{"GroupIndex", "ieq %1 %2", "0", Bound{Number: 1}},
		{"GroupIndex", "ieq %1 %2", "1", Bound{}},
		{"GroupIndex", "ltu %1 %2", "0", Bound{}},
		{"GroupIndex", "lts %1 %2", "-1", Bound{}},
		{"GroupIndex", "ltu %1 %3", "0", Bound{Value: 3}},
		{"GroupIndex", "lts %1 %3", "0", Bound{Value: 3, Signed: true}},
		{"GroupIndex", "ltu %2 %1", "8", Bound{}},
		{"GroupThreadID.y", "ltu %1 %2", "8", Bound{}},
	} {
		k, err := ir.Parse(strings.NewReplacer("SYS", c.sys, "COND", c.cond, "NUMBER", c.number).Replace(choice))
		require.NoError(t, err)
		require.NoError(t, ir.Verify(k))
		defs := make([]*ir.Instr, k.NumValues())
		k.Body.Walk(func(in *ir.Instr) {
			if r := in.Result(); r != 0 {
				defs[r] = in
			}
		})
		none, all := func(ir.Value) bool { return false }, func(ir.Value) bool { return true }
		require.Equal(t, c.want, Below(k.Body.Instrs, k, defs, none), "%s %s %s", c.sys, c.cond, c.number)
		require.Equal(t, Bound{}, Below(k.Body.Instrs, k, defs, all), "another region wants what is computed before")
		var left []string
		for _, in := range Chosen(k.Body.Instrs) {
			left = append(left, in.Op.String())
		}
		require.Equal(t, []string{"sys", "sys", "iadd", "not", "not", "storeshared"}, left, "all but the constant and the condition")
	}
}

func TestEnd(t *testing.T) {
	k := ir.NewBuilder("k").Kernel
	k.NumThreads = [3]uint32{10, 1, 1}
	for _, c := range []struct {
		bound Bound
		want  End
		most  uint32 // waves
	}{
		{Bound{}, End{}, 3},
		{Bound{Number: 1}, End{Waves: 1, Lanes: 1}, 1},
		{Bound{Number: 3}, End{Waves: 1, Lanes: 3}, 1},
		{Bound{Number: 4}, End{Waves: 1, Whole: true}, 1},
		{Bound{Number: 5}, End{Waves: 2}, 2},
		{Bound{Number: 11}, End{Waves: 3}, 3},
		{Bound{Value: 7, Signed: true}, End{Below: 7, Signed: true}, 3},
	} {
		got := c.bound.End(k)
		require.Equal(t, c.want, got)
		require.Equal(t, c.most, got.Of(k))
		require.Equal(t, c.bound != Bound{}, got.Known())
	}
}
