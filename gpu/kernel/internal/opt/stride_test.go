package opt

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

const rowsOf = `kernel "k" threads 64 1 1 @1
binding srv structured t0 space 0 count 1 stride 4 format 0 counterof 0 "x" "float" @1
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "y" "float" @1
body {
  %1:i32 = sys GroupIndex @1
  %2:i32 = const 0 @1
  %3:i32 = const 1 @1
  %4:i32 = const 400 @1
  %5:i32 = const ROW @1
  %6:i32 = loop %7:i32=%2 %8:i32=%2 { @1
    %9:bool = lts %8 %4 @1
    yield %9 %7
  } do {
    %10:i32 = OP @1
    %11:i32 = iadd %10 %1 @1
    %12:i32 = loadbuf _ %11 _ b=0 @1
    %13:i32 = iadd %7 %12 @1
    %14:i32 = iadd %8 %3 @1
    yield %13 %14
  }
  storebuf _ %1 _ %6 b=1 @1
}
`

// Loops that stride keep their turns, so that one row is read after the other, unless the rows of the group lie one after the other.
func TestStridingLoopsStay(t *testing.T) {
	for _, c := range []struct {
		op, row string
		loads   int
	}{
		{"imul %8 %5", "65", 1},
		{"imul %5 %8", "65", 1},
		{"shl %8 %5", "7", 1},
		{"imul %8 %5", "64", 8},  // the items that the group has
		{"imul %8 %5", "63", 8},  // 252 bytes
		{"imul %8 %5", "-64", 1}, // down
		{"xor %8 %5", "64", 8},   // nobody knows
		{"iadd %8 %5", "64", 8},
		{"imul %1 %5", "64", 8}, // the same in every turn
	} {
		k, err := ir.Parse(strings.NewReplacer("OP", c.op, "ROW", c.row).Replace(rowsOf))
		require.NoError(t, err)
		require.NoError(t, ir.Verify(k))
		passUnrollLoops(k)
		require.Equal(t, c.loads, strings.Count(ir.Print(k), "loadbuf"), "%s of %s", c.op, c.row)
	}
}
