package touch_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/corpus"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
)

// cellKernel reads four texels in each work item whose number is below a limit. The lines define %20 (x), %21 (x'), %22 (y) and %23 (y').
func cellKernel(t *testing.T, lines, loads string) *ir.Kernel {
	return parse(t, `kernel "k" threads 64 1 1
binding srv tex2d t0 space 0 count 1 stride 4 format 0 counterof 0 "from" "uint"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "out" "uint"
body {
%1:i32 = sys DispatchThreadID.x
%2:i32 = const 1
%3:i32 = const 5
%4:i32 = const 37
%5:i32 = query _ _ width b=0
%6:i32 = query _ _ height b=0
%7:i32 = isub %5 %2
%8:i32 = isub %6 %2
%9:i32 = imul %1 %3
%10:i32 = shru %1 %2
`+lines+`
%24:bool = ltu %1 %4
if %24 {
`+loads+`
} else {
}
}`)
}

const (
	repeats = "%20:i32 = and %9 %7\n%11:i32 = iadd %20 %2\n%21:i32 = and %11 %7\n%22:i32 = and %8 %10\n%12:i32 = iadd %2 %22\n%23:i32 = and %8 %12"
	four    = "%30:i32 = loadtex _ %20 %22 _ _ b=0\n%31:i32 = loadtex _ %21 %22 _ _ b=0\n%32:i32 = loadtex _ %20 %23 _ _ b=0\n%33:i32 = loadtex _ %21 %23 _ _ b=0"
)

// The texels of a linear filter are one mark where it is sure which they are, and always the texels that are read.
func TestCells(t *testing.T) {
	for _, c := range []struct {
		name, lines, loads string
		marks              int
	}{
		{"repeats", repeats, four, 1},
		{"another order", repeats, "%33:i32 = loadtex _ %21 %23 _ _ b=0\n%31:i32 = loadtex _ %21 %22 _ _ b=0\n%32:i32 = loadtex _ %20 %23 _ _ b=0\n%30:i32 = loadtex _ %20 %22 _ _ b=0", 1},
		{"two bytes", repeats, "%30:i32 = loadtex _ %20 %22 _ _ b=0 w=2\n%31:i32 = loadtex _ %21 %22 _ _ b=0\n%32:i32 = loadtex _ %20 %23 _ _ b=0\n%33:i32 = loadtex _ %21 %23 _ _ b=0", 4},
		{"three texels", repeats, "%30:i32 = loadtex _ %20 %22 _ _ b=0\n%31:i32 = loadtex _ %21 %22 _ _ b=0\n%32:i32 = loadtex _ %20 %23 _ _ b=0", 3},
		{"a step of 5", "%20:i32 = and %9 %7\n%11:i32 = iadd %20 %3\n%21:i32 = and %11 %7\n%22:i32 = and %8 %10\n%12:i32 = iadd %2 %22\n%23:i32 = and %8 %12", four, 4},
		{"not from the first", "%20:i32 = and %9 %7\n%11:i32 = iadd %9 %2\n%21:i32 = and %11 %7\n%22:i32 = and %8 %10\n%12:i32 = iadd %2 %22\n%23:i32 = and %8 %12", four, 4},
		{"the other size", "%20:i32 = and %9 %8\n%11:i32 = iadd %20 %2\n%21:i32 = and %11 %8\n%22:i32 = and %8 %10\n%12:i32 = iadd %2 %22\n%23:i32 = and %8 %12", four, 4},
		{"not repeated", "%20:i32 = and %9 %7\n%21:i32 = iadd %20 %2\n%22:i32 = and %8 %10\n%12:i32 = iadd %2 %22\n%23:i32 = and %8 %12", four, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := cellKernel(t, c.lines, c.loads)
			open := accessesOf(k, func() bool { return true })
			for _, blocks := range []bool{false, true} {
				w, marks := touch.New(k, open, blocks), 0
				w.Kernel.Body.Walk(func(in *ir.Instr) {
					if in.Mark && in.Op == ir.OpStoreTex {
						marks++
					}
				})
				if blocks {
					marks -= min(c.marks, 4) // of blocks
				}
				require.Equal(t, c.marks, marks, "%s", ir.Print(w.Kernel))
			}
			for _, size := range [][2]uint32{{16, 8}, {13, 7}, {1, 1}, {16, 1}, {2, 8}, {0, 0}} {
				agreeAt(t, k, open, size)
			}
		})
	}
}

// agreeAt is agree for a texture of a size.
func agreeAt(t *testing.T, k *ir.Kernel, open []*ir.Instr, size [2]uint32) {
	plain := corpus.Dispatch(k, [3]uint32{1, 1, 1}, 0)
	r := ir.LoadRecord(plain.Memory[plain.Records:])
	r.Width, r.Height, r.Levels = size[0], size[1], 1
	if size[0] == 0 {
		r = ir.Record{}
	}
	r.Put(plain.Memory[plain.Records:])
	memory := slices.Clone(plain.Memory)
	set := touch.NewSet(k, open)
	want := interp.Watch(context.Background(), k, plain, set.Add)
	for _, blocks := range []bool{false, true} {
		marked := *plain
		marked.Memory = slices.Clone(memory)
		agreeWith(t, touch.New(k, open, blocks), &marked, plain.Memory, want, set.Spans())
	}
}
