package kernel

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/stretchr/testify/require"
)

// fewPlaces are kernels that touch large views in a few places, which follow from squares: no closed form says which.
var fewPlaces = []workload{
	{name: "elements of three words", groups: [3]uint32{4, 1, 1}, views: []view{{n: 40000, stride: 12}, {n: 256, stride: 4}}, text: `kernel "k" threads 64 1 1
binding srv structured t0 space 0 count 1 stride 12 format 0 counterof 0 "from" "float3"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "float"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = imul %1 %1
  %3:i32 = loadbuf _ %2 _ b=0
  %4:i32 = loadbuf _ %2 _ b=0 off=8
  %5:i32 = iadd %3 %4
  storebuf _ %1 _ %5 b=1
}`},
	{name: "elements in branches", groups: [3]uint32{20, 1, 1}, views: []view{{n: 40000, stride: 8}}, text: `kernel "k" threads 5 3 1
binding uav structured u0 space 0 count 1 stride 8 format 0 counterof 0 "to" "uint2"
body {
  %1:i32 = sys GroupIndex
  %2:i32 = sys GroupID.x
  %3:i32 = const 15
  %4:i32 = imul %2 %3
  %5:i32 = iadd %4 %1
  %6:i32 = imul %5 %5
  %7:i32 = const 2
  %8:i32 = and %5 %7
  %9:bool = ieq %8 %7
  if %9 {
    %10:i32 = atomicbuf _ %6 _ %5 _ add b=0
    storebuf _ %6 _ %10 b=0 off=4
  } else {
    %11:i32 = imul %6 %3
    storebuf _ %11 _ %5 b=0
  }
  %12:i32 = imul %6 %7
  %13:i32 = loadbuf _ %12 _ b=0
}`},
	{name: "texels", groups: [3]uint32{4, 1, 1}, views: []view{{n: 500, stride: 4, pixels: true}}, text: `kernel "k" threads 64 1 1
binding uav tex2d u0 space 0 count 1 stride 4 format 0 counterof 0 "picture" "float"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = imul %1 %1
  %3:i32 = imul %2 %1
  %4:i32 = const 511
  %5:i32 = and %2 %4
  %6:i32 = and %3 %4
  storetex _ %5 %6 _ _ %1 b=0
}`},
	{name: "words of constants", groups: [3]uint32{1, 1, 1}, views: []view{{n: 4000, stride: 16}, {n: 64, stride: 4}}, text: `kernel "k" threads 64 1 1
binding cbv constants b0 space 0 count 1 stride 0 format 0 counterof 0 "c" "C"
binding uav structured u0 space 0 count 1 stride 4 format 0 counterof 0 "to" "float"
body {
  %1:i32 = sys DispatchThreadID.x
  %2:i32 = imul %1 %1
  %3:i32 = const 4
  %4:i32 = imul %2 %3
  %5:i32 = loadconst _ %4 b=0 off=508
  %6:i32 = imul %4 %3
  %7:i32 = loadconst _ %6 b=0
  %8:i32 = iadd %5 %7
  storebuf _ %1 _ %8 b=1
}`},
}

// TestFewPlacesOfLargeViews: marks that are found by their blocks are those that the interpreter sees, in the first run and in a second one
// elsewhere.
func TestFewPlacesOfLargeViews(t *testing.T) {
	for _, w := range fewPlaces {
		t.Run(w.name, func(t *testing.T) {
			seen := newTrackRig(t, &w, Options{Interpreter: true})
			marked := newTrackRig(t, &w, Options{Workers: 2})
			for _, groups := range [][3]uint32{w.groups, {1, 1, 1}, {w.groups[0], 2, 1}, w.groups} {
				seen.dispatch.Groups, marked.dispatch.Groups = groups, groups
				want := seen.run(t, true)
				require.Greater(t, rangesOf(want.Accesses), 8)
				require.Equal(t, apart(want.Accesses), apart(marked.run(t, true).Accesses))
				if c, ok := marked.runner.executor.(*compiler); ok {
					maps := marked.dispatch.Memory[c.maps.at:][c.maps.dirty:c.maps.bytes]
					require.Empty(t, bytes.Trim(maps, "\x00"), "all is cleared but the records, also what was outside of the views")
				}
			}
			if watches := marked.kernel.natural.watches; len(watches) > 0 { // where there is no compiler, the interpreter sees for itself
				require.NotNil(t, watches[0].blocks, "of two rows of groups, or what cannot be noted")
				require.Equal(t, strings.HasPrefix(w.name, "elements"), watches[0].notes != nil)
			}
		})
	}
}

// TestWorkDecidesAboutBlocks: a dispatch that may touch all of a view reads the whole map.
func TestWorkDecidesAboutBlocks(t *testing.T) {
	w := fewPlaces[0]
	rig := newTrackRig(t, &w, Options{Workers: 1})
	v, d := rig.kernel.natural, rig.runner.current
	d.Memory, d.Records, d.Groups, d.Count = rig.dispatch.Memory, rig.dispatch.Table, [3]uint32{2, 2, 1}, 4
	known := v.closedForms(&d, 0)
	size := uint64(40000*3 + 256*3) // of the map and of the records
	small, _ := v.watcher(&d, known.Open, size/mapsPerItem-8)
	large, _ := v.watcher(&d, known.Open, size/mapsPerItem+8)
	require.Equal(t, touch.SmallBlocks, small.Blocks)
	require.Equal(t, touch.NoBlocks, large.Blocks)
	require.False(t, large.Again())
	d.Groups = w.groups
	notes, _ := v.watcher(&d, known.Open, size/mapsPerItem-8)
	require.Same(t, v.watches[0].notes, notes, "one row of groups")
	again, _ := v.watcher(&d, known.Open, size/mapsPerItem+8)
	require.Same(t, large, again)
	drawn, _ := v.watcher(&d, known.Open, 0)
	require.NotSame(t, notes, drawn, "nobody knows how many work items a draw has")
}

// TestBlocksOfLargeMaps: there are few of them.
func TestBlocksOfLargeMaps(t *testing.T) {
	w := fewPlaces[0]
	for _, test := range []struct {
		elements uint32
		blocks   touch.Blocks
	}{{40000, touch.SmallBlocks}, {largeMaps, touch.LargeBlocks}} {
		rig := newTrackRig(t, &w, Options{Workers: 1})
		v, d := rig.kernel.natural, rig.runner.current
		d.Memory, d.Records, d.Groups, d.Count = rig.dispatch.Memory, rig.dispatch.Table, [3]uint32{2, 2, 1}, 4
		r := ir.LoadRecord(d.Memory[d.Records:])
		r.Count = test.elements
		r.Put(d.Memory[d.Records:])
		watch, _ := v.watcher(&d, v.closedForms(&d, 0).Open, 1)
		require.Equal(t, test.blocks, watch.Blocks)
	}
}

// TestDrawsRememberTheirWork: how much work a draw is shows when it has ended, so the next one goes by it. What it touched is the same with either
// map.
func TestDrawsRememberTheirWork(t *testing.T) {
	k := compiledShader(t, shader(t, syntax.PixelStage, "v", "return tex:Sample(smp, v.uv)", "uv float2"))
	const size, quads = 128, 16
	r := newStageRig(t)
	r.track = true
	r.outputs.Targets[0].Used = true
	r.textureOf(size, bilinear, 1)
	at := r.triangle(0, 0, 0, 1, 0, [3]float32{}, [3]float32{0, 0, 1}, [3]float32{0.03, 0, 0.9}, [3]float32{0, 0.01, 0.2})
	for i := range quads {
		r.quad(i, float32(2*i)+0.5, 0.5, at, 0xf, 0, 0)
	}
	want := r.run(k, 64*quads, 4*quads)
	require.NotEmpty(t, want.Accesses)
	p := r.open(r.runners[1], k, 64*quads).(*stageProgram)
	c, ok := p.session.(*compiledSession)
	if !ok {
		t.Skip("kernels are not compiled to machine code on this platform, and the interpreter keeps no marks")
	}
	require.NotEqual(t, touch.NoBlocks, c.watch.Blocks, "few pixels of a large texture")
	blocks := c.watch
	_, err := p.End()
	require.NoError(t, err)
	p.v.watches[0].drawn = false
	first := r.open(r.runners[1], k, 64*quads).(*stageProgram)
	require.Equal(t, touch.NoBlocks, first.session.(*compiledSession).watch.Blocks, "a first draw may be a large one")
	_, err = first.End()
	require.NoError(t, err)
	for _, test := range []struct {
		work   uint64
		blocks bool
	}{{size * size, false}, {0, true}, {2*size*size/mapsPerItem - 1024, true}} {
		p.v.worked(blocks, test.work)
		require.Equal(t, want, r.run(k, 64*quads, 4*quads), "after a draw of %d", test.work)
		p.v.worked(blocks, test.work) // the draw was another one
		next := r.open(r.runners[1], k, 64*quads).(*stageProgram)
		require.Equal(t, test.blocks, next.session.(*compiledSession).watch.Blocks != touch.NoBlocks, "after a draw of %d", test.work)
		_, err := next.End()
		require.NoError(t, err)
	}
}

// apart is accesses one by one.
func apart(list []exec.Access) (out []exec.Access) {
	for _, a := range list {
		begin, within := a.Begin, gpu.Ranges(a.Within)
		if a.Within == "" {
			out = append(out, a)
		}
		a.Within = ""
		for x := range within.All() {
			a.Begin, a.End, a.Stride, a.Size = begin+x.Begin, begin+x.End, x.Stride, x.Size
			out = append(out, a)
		}
	}
	return out
}

// TestNotesStayAsTheyAre where nobody asks how many bytes were touched: other notes may be the same ranges.
func TestNotesStayAsTheyAre(t *testing.T) {
	w := &fewPlaces[1]
	want := newTrackRig(t, w, Options{Interpreter: true}).run(t, true)
	rig := newTrackRig(t, w, Options{Workers: 2})
	rig.dispatch.Uncounted = true
	got := rig.run(t, true)
	require.Equal(t, apart(want.Accesses), apart(got.Accesses))
	if _, ok := rig.runner.executor.(*compiler); !ok {
		return
	}
	require.Zero(t, got.BytesRead+got.BytesWritten)
	require.NotEqual(t, want.Accesses, got.Accesses)
	require.Positive(t, want.BytesRead)
}

// TestNotesOfOtherRecords: notes that stay in place for dispatches with other records, here of views that begin further on and are smaller, are those
// that the interpreter sees.
func TestNotesOfOtherRecords(t *testing.T) {
	w := &fewPlaces[1]
	seen, noted := newTrackRig(t, w, Options{Interpreter: true}), newTrackRig(t, w, Options{Workers: 2})
	var begins []uint64
	for step := range uint32(6) {
		var results [2]exec.Result
		for i, rig := range []*trackRig{seen, noted} {
			r := rig.records[0]
			r.Base, r.Count, r.Size = r.Base+800*step, r.Count-5000*step, r.Size-5000*step*r.Stride
			r.Put(rig.dispatch.Memory[rig.dispatch.Table:])
			results[i] = rig.run(t, true)
		}
		require.Equal(t, apart(results[0].Accesses), apart(results[1].Accesses), "step %d", step)
		begins = append(begins, results[1].Accesses[0].Begin)
		if c, ok := noted.runner.executor.(*compiler); ok {
			require.Same(t, noted.kernel.natural.watches[0].notes, c.staged.watch)
		}
	}
	require.Len(t, slices.Compact(begins), 6, "each is elsewhere")
}

// rangesOf is how many ranges are touched.
func rangesOf(list []exec.Access) (n int) {
	for i := range list {
		n += max(gpu.Ranges(list[i].Within).Len(), 1)
	}
	return n
}
