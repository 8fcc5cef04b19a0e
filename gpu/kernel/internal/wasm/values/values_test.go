package values

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// kernel has a value that ascends from lane to lane, the group's number, and one that varies.
const kernel = `kernel "k" threads 4 1 1
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = sys GroupID.x
  %3:i32 = imul %1 %1
}
`

// written is the code that a generation writes, an instruction a line.
func written(f *File, write func()) []string {
	m := &enc.Module{Funcs: []*enc.Func{f.F}}
	f.F.Body = f.F.Body[:0]
	write()
	var out []string
	for line := range strings.Lines(m.Text()) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "(") && line != ")" {
			out = append(out, line)
		}
	}
	return out
}

func TestForms(t *testing.T) {
	k, err := ir.Parse(kernel)
	require.NoError(t, err)
	shapes := shape.Find(k)
	f := New(k, shapes)
	defs := make([]*ir.Instr, k.NumValues())
	f.Packet = packet.Find(k, 1, shapes, reach.Find(k, make([]bool, k.NumValues()), defs))
	f.Restart()
	f.Func = asm.New("f", nil, nil)
	require.Equal(t, []bool{true, true, false}, []bool{f.IsScalar(1), f.IsScalar(2), f.IsScalar(3)})
	require.Equal(t, []bool{false, true, false}, []bool{f.IsUniform(1), f.IsUniform(2), f.IsUniform(3)})

	// A scalar gets a vector once something has asked for it.
	f.Widen(1)
	require.Empty(t, f.F.Body)
	f.Vector(1)
	require.True(t, f.OnlyVector(1))
	widened := written(&f, func() { f.Widen(1) })
	require.Contains(t, strings.Join(widened, "\n"), "v128.const i32x4 0x00000000 0x00000001 0x00000002 0x00000003", "its lanes ascend by one")
	f.Scalar(1)
	require.False(t, f.OnlyVector(1))

	// Where code runs seldom, it is made of the scalar each time.
	f.Slowly(func() { require.Contains(t, strings.Join(written(&f, func() { f.Vector(2) }), "\n"), "i32x4.splat") })
	require.False(t, f.OnlyVector(2))
}
