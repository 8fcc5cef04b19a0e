package arith

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// written is what the vector form of instruction n of a kernel asks its caller for, in order.
func written(t *testing.T, body string, n int, kept uint32) []string {
	k, err := ir.Parse("kernel \"k\" threads 4 1 1 @1\nbinding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 \"y\" \"float\" @1\nbody {\n" + body + "\n}\n")
	require.NoError(t, err)
	require.NoError(t, ir.Verify(k))
	var out []string
	w := Writer{Func: asm.New("f", nil, nil), Kernel: k, Shapes: shape.Find(k),
		PushVector: func(v ir.Value) { out = append(out, fmt.Sprint("%", v)) },
		PushAll:    func(bits uint32) { out = append(out, fmt.Sprintf("%#x", bits)) },
		IsScalar:   func(ir.Value) bool { return false },
		Keeps:      func(bits uint32) bool { return bits == kept }}
	w.Vector(k.Body.Instrs[n])
	return out
}

const two = 0x40000000

// The result takes the register of the first operand, so a constant that stays in a register comes second.
func TestKeptConstantsComeSecond(t *testing.T) {
	const text = `%1:i32 = sys GroupIndex @1
%2:f32 = utof %1 @1
%3:f32 = const 0x40000000
%4:f32 = OP %3 %2 @1
%5:i32 = bitcast.i32 %4 @1
storebuf _ %1 _ %5 b=0 @1`
	for _, c := range []struct {
		op   string
		kept uint32
		want []string
	}{
		{"fmul", two, []string{"%2", "%3"}},
		{"fmul", two + 1, []string{"%3", "%2"}},
		{"fsub", two, []string{"%3", "%2"}},
	} {
		require.Equal(t, c.want, written(t, strings.ReplaceAll(text, "OP", c.op), 3, c.kept), c.op)
	}
}
