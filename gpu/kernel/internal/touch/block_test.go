package touch_test

import (
	"context"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/interp"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
	"github.com/stretchr/testify/require"
)

// levels puts a texture with all its levels at an address, level after level. It returns its record and its size.
func levels(base, width, height, count uint32) (r ir.Record, size uint32) {
	r = ir.Record{Base: base, Size: 1, Stride: 4, Width: width, Height: height, Depth: 1, Levels: count}
	for m := range count {
		w, h, _ := r.Extent(m)
		r.Mips[m] = ir.Mip{Offset: size, RowPitch: 4 * w, SlicePitch: 4 * w * h}
		size += 4 * w * h
	}
	return r, size
}

// TestBlocksOfLevels: in no level of a texture, whatever its sides, is a block lost.
func TestBlocksOfLevels(t *testing.T) {
	k := parse(t, `kernel "k" threads 64 1 1
binding srv tex2d t0 space 0 count 1 stride 4 format 0 counterof 0 "from" "float"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = const 2654435761
  %3:i32 = imul %1 %2
  %4:i32 = const 23
  %5:i32 = shru %3 %4
  %6:i32 = const 7
  %7:i32 = shru %3 %6
  %8:i32 = const 127
  %9:i32 = and %7 %8
  %10:i32 = and %1 %6
  %11:i32 = loadtex _ %5 %9 _ %10 b=0
}`)
	open := accessesOf(k, func() bool { return true })
	for _, side := range [][2]uint32{{512, 128}, {511, 127}, {300, 70}, {257, 65}, {65, 9}, {1, 128}, {512, 1}} {
		const records, base = 1024, 2048
		r, size := levels(base, side[0], side[1], 8)
		d := &ir.Dispatch{Memory: make([]byte, base+size), Records: records, Groups: [3]uint32{32, 1, 1}, Count: 32, Budget: 1 << 40}
		r.Put(d.Memory[records:])
		set := touch.NewSet(k, open)
		want := interp.Watch(context.Background(), k, d, set.Add)
		require.Len(t, set.Spans(), 1)
		agreeWith(t, touch.New(k, open, touch.SmallBlocks), d, d.Memory, want, set.Spans())
	}
}
