package touch_test

import (
	"context"
	"slices"
	"strings"
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
	// Places from -3 on, some of them twice, and one that is none: x * 0.7 - 3, times 1 or 0 / 0.
	places = "%40:f32 = stof %1\n%41:f32 = const 0.7\n%42:f32 = const 3\n%43:f32 = const 1\n%44:f32 = const 0\n%45:f32 = fmul %40 %41\n%46:f32 = fsub %45 %42\n" +
		"%47:f32 = fsub %40 %42\n%48:f32 = fdiv %47 %47\n%49:f32 = fmul %46 %48\n%50:f32 = ffloor %49\n%51:f32 = fadd %50 %44\n%52:f32 = fadd %50 %43\n" +
		"%70:f32 = fadd %49 %44\n%71:f32 = fadd %49 %43\n%53:f32 = fmul %41 %46\n%54:f32 = ffloor %53\n%55:f32 = fadd %54 %44\n%56:f32 = fadd %54 %43\n%57:i32 = const 0\n"
	wrapped = "%57:i32 = const 0\n%20:i32 = minu %9 %7\n%61:i32 = iadd %20 %2\n%62:bool = ieq %61 %5\n%21:i32 = select %62 %57 %61\n" +
		"%22:i32 = minu %10 %8\n%64:i32 = iadd %22 %2\n%65:bool = ieq %64 %6\n%23:i32 = select %65 %57 %64"
	clampedX = "%60:i32 = ftos %51\n%61:i32 = mins %60 %7\n%20:i32 = maxs %61 %57\n%62:i32 = ftos %52\n%63:i32 = mins %62 %7\n%21:i32 = maxs %63 %57\n"
	clampedY = "%64:i32 = ftos %55\n%65:i32 = mins %64 %8\n%22:i32 = maxs %65 %57\n%66:i32 = ftos %56\n%67:i32 = mins %66 %8\n%23:i32 = maxs %67 %57"
	four     = "%30:i32 = loadtex _ %20 %22 _ _ b=0\n%31:i32 = loadtex _ %21 %22 _ _ b=0\n%32:i32 = loadtex _ %20 %23 _ _ b=0\n%33:i32 = loadtex _ %21 %23 _ _ b=0"
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
		{"clamped", places + clampedX + clampedY, four, 1},
		{"clamped, parts between", places + strings.ReplaceAll(clampedX, "%51", "%49") + clampedY, four, 4},
		{"clamped, no floor", places + strings.ReplaceAll(strings.ReplaceAll(clampedX, "%51", "%70"), "%52", "%71") + clampedY, four, 4},
		{"clamped to the other size", places + strings.ReplaceAll(clampedX, "%7", "%8") + clampedY, four, 4},
		{"clamped, both the same", places + strings.ReplaceAll(clampedX, "%52", "%51") + clampedY, four, 4},
		{"wrapped", wrapped, four, 1},
		{"wrapped at the other size", strings.Replace(wrapped, "ieq %61 %5", "ieq %61 %6", 1), four, 4},
		{"wrapped to 1", strings.Replace(wrapped, "select %62 %57", "select %62 %2", 1), four, 4},
		{"clamped and repeated", places + clampedX + "%22:i32 = and %8 %10\n%12:i32 = iadd %2 %22\n%23:i32 = and %8 %12", four, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := cellKernel(t, c.lines, c.loads)
			open := accessesOf(k, func() bool { return true })
			for _, blocks := range []touch.Blocks{touch.NoBlocks, touch.SmallBlocks, touch.LargeBlocks} {
				w, marks := touch.New(k, open, blocks), 0
				w.Kernel.Body.Walk(func(in *ir.Instr) {
					if in.Mark && in.Op == ir.OpStoreTex {
						marks++
					}
				})
				if blocks != touch.NoBlocks {
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
	for _, blocks := range []touch.Blocks{touch.NoBlocks, touch.SmallBlocks, touch.LargeBlocks} {
		marked := *plain
		marked.Memory = slices.Clone(memory)
		agreeWith(t, touch.New(k, open, blocks), &marked, plain.Memory, want, set.Spans())
	}
}
