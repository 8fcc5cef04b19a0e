package shape

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// TestRounded: conversions of what two limits hold in a small range can be done by an addition.
func TestRounded(t *testing.T) {
	for _, c := range []struct {
		name, body string
		ok         bool
	}{
		{"clamped", "%4:f32 = fmax %2 %10\n%5:f32 = fmin %4 %11\n", true},
		{"clamped and scaled", "%3:f32 = fmax %2 %10\n%4:f32 = fmin %3 %11\n%5:f32 = fmul %4 %12\n", true},
		{"at the end", "%4:f32 = fmax %2 %10\n%5:f32 = fmin %4 %13\n", true},
		{"behind the end", "%4:f32 = fmax %2 %10\n%5:f32 = fmin %4 %14\n", false},
		{"no upper limit", "%5:f32 = fmax %2 %10\n", false},
		{"no lower limit", "%5:f32 = fmin %2 %11\n", false},
		{"an unknown limit", "%4:f32 = fmax %2 %10\n%5:f32 = fmin %4 %2\n", false},
		{"scaled only", "%5:f32 = fmul %2 %12\n", false},
	} {
		text := "kernel \"k\" threads 4 1 1\nbinding uav raw u0 space 0 count 1 stride 4 format 0 counterof 0 \"o\" \"\"\nbody {\n" +
			"%1:i32 = sys GroupIndex\n%2:f32 = bitcast.f32 %1\n%10:f32 = const 0\n%11:f32 = const 1\n%12:f32 = const 255\n%13:f32 = const 4194304\n" +
			"%14:f32 = const 4194305\n" + c.body + "%6:f32 = fround %5\n%7:i32 = ftos %6\nstorebuf _ %1 _ %7 b=0 @1\n}\n"
		k, err := ir.Parse(text)
		require.NoError(t, err, text)
		s := Find(k)
		var got bool
		k.Body.Walk(func(in *ir.Instr) {
			if in.Op == ir.OpFToS {
				_, got = s.Rounded(in)
			}
		})
		require.Equal(t, c.ok, got, c.name)
	}
}
