package opt

import (
	"math"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

const loopOf = `
%1:i32 = sys GroupIndex
%2:i32 = const 0
%3:i32 = const 1
%4:i32 = const END
%5:i32 = loop %6:i32=%1 %7:i32=%2 {
  %8:bool = ltu %7 %4
  yield %8 %6
} do {
  %9:i32 = imul %6 %7
  %10:i32 = iadd %7 %3
  yield %9 %10
}
storebuf _ %1 _ %5 b=0`

func TestUnroll(t *testing.T) {
	for _, c := range []struct{ name, end, after string }{
		{"short loops are written out", "2", `
%1:i32 = sys GroupIndex
%2:i32 = const 0
%3:i32 = const 1
%4:i32 = const 2
%5:bool = ltu %2 %4
%6:i32 = imul %1 %2
%7:i32 = iadd %2 %3
%8:bool = ltu %7 %4
%9:i32 = imul %6 %7
%10:i32 = iadd %7 %3
%11:bool = ltu %10 %4
storebuf _ %1 _ %9 b=0`},
		{"long loops take several turns in one", "1011", `
%1:i32 = sys GroupIndex
%2:i32 = const 0
%3:i32 = const 1
%4:i32 = const 1011
%5:i32 = loop %6:i32=%1 %7:i32=%2 {
  %8:bool = ltu %7 %4
  yield %8 %6
} do {
  %9:i32 = imul %6 %7
  %10:i32 = iadd %7 %3
  %11:bool = ltu %10 %4
  %12:i32 = imul %9 %10
  %13:i32 = iadd %10 %3
  %14:bool = ltu %13 %4
  %15:i32 = imul %12 %13
  %16:i32 = iadd %13 %3
  yield %15 %16
}
storebuf _ %1 _ %5 b=0`},
		{"a prime number of turns stays", "1009", strings.ReplaceAll(loopOf, "END", "1009")},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := body(t, strings.ReplaceAll(loopOf, "END", c.end))
			passUnrollLoops(k)
			require.NoError(t, ir.Verify(k))
			require.Equal(t, strings.TrimSpace(c.after), bodyText(k))
		})
	}
}

const halvedOf = `
%1:i32 = sys GroupIndex
%2:i32 = const 0
%3:i32 = const FIRST
%4:i32 = const BY
loop %5:i32=%3 {
  %6:bool = COND
  yield %6
} do {
  storebuf _ %1 _ %5 b=0
  barrier
  %7:i32 = NEXT %5 %4
  yield %7
}`

// A counter that is not counted up is followed turn by turn, and a loop that the group waits in is written out whole or stays.
func TestUnrollFollowsCounters(t *testing.T) {
	for _, c := range []struct {
		name, first, cond, next, by string
		stores                      int // 1: the loop stays
		loops                       bool
	}{
		{"halved to nothing", "128", "lts %2 %5", "divs", "2", 8, false},
		{"shifted", "32", "ltu %2 %5", "shru", "1", 6, false},
		{"doubled", "1", "ltu %5 %3", "shl", "1", 0, false},
		{"as long as can be", "32", "ltu %2 %5", "isub", "1", 32, false},
		{"one turn more", "33", "ltu %2 %5", "isub", "1", 1, true},
		{"forever", "1", "ltu %2 %5", "imul", "1", 1, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := body(t, strings.NewReplacer("FIRST", c.first, "COND", c.cond, "NEXT", c.next, "BY", c.by).Replace(halvedOf))
			passUnrollLoops(k)
			require.NoError(t, ir.Verify(k))
			require.Equal(t, c.stores, strings.Count(bodyText(k), "storebuf"))
			require.Equal(t, c.stores, strings.Count(bodyText(k), "barrier\n"), "but for those of seams")
			require.Equal(t, c.loops, strings.Contains(bodyText(k), "loop"))
		})
	}
}

func TestCountTurns(t *testing.T) {
	const minus1 = math.MaxUint32
	for _, c := range []struct {
		op               ir.Op
		first, end, step uint32
		turns            uint64
		ok               bool
	}{
		{ir.OpLtS, 0, 4, 1, 4, true},
		{ir.OpLeS, 0, 4, 1, 5, true},
		{ir.OpLtU, 0, 5, 2, 3, true},
		{ir.OpLtS, 4, 4, 1, 0, true},
		{ir.OpLtS, minus1, 1, 1, 2, true},
		{ir.OpLtU, minus1, 1, 1, 0, true},
		{ir.OpLtU, 0, minus1, 1, minus1, false},
		{ir.OpLeS, 0, math.MaxInt32, 1, 1 << 31, false},
		{ir.OpLtS, 0, math.MaxInt32, 1, math.MaxInt32, true},
	} {
		n, ok := countTurns(c.op, c.first, c.end, c.step)
		require.Equal(t, c.ok, ok)
		require.Equal(t, c.turns, n)
	}
}
