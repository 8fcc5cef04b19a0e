package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func bufferIn(w *world, s gpu.ResourceStates) {
	committed(w, "n", gpu.CommittedResourceDesc{InitialState: s, ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionBuffer, Width: 4}})
}

var adviceCases = []ruleCase{
	{"empty dispatch", dispatched(0), dispatched(1), `advice[GS0901]: Dispatch(0, 1, 1) runs nothing`},
	{"no barriers", func(w *world) { w.barrier(w.open) }, func(w *world) { w.barrier(w.open, gpu.Barrier{Type: gpu.BarrierUAV}) }, `advice[GS0902]: ResourceBarrier without barriers does nothing`},
	{"duplicate transition", func(w *world) {
		w.barrier(w.open, transition(w.a, 0, gpu.StateCopyDest), transition(w.a, gpu.StateCopyDest, gpu.StateCopySource))
	}, func(w *world) {
		w.barrier(w.open, transition(w.a, 0, gpu.StateCopyDest), transition(w.b, 0, gpu.StateCopySource))
	}, `advice[GS0903]: barrier 1 and barrier 2 of one call take buffer "a" from COMMON through COPY_DEST to COPY_SOURCE`},
	{"buffer state", func(w *world) { bufferIn(w, gpu.StateCopyDest) }, func(w *world) { bufferIn(w, gpu.StateCommon) }, `advice[GS0904]: buffer "n" starts in COMMON, whatever InitialState says`},
	{"read upload", mapped(gpu.HeapUpload, gpu.MapRead, 0, 4), mapped(gpu.HeapReadback, gpu.MapRead, 0, 4), `advice[GS0907]: the CPU reads buffer "m", which is in UPLOAD memory`},
	{"read behind the read range", mappedFor(&gpu.MapRange{Begin: 4, End: 12}, 8, 13), mappedFor(&gpu.MapRange{Begin: 4, End: 12}, 4, 12),
		`advice[GS0924]: the CPU reads bytes [8, 13) of buffer "m", but the range given to Map is smaller`},
	{"read before the read range", mappedFor(&gpu.MapRange{Begin: 4, End: 12}, 3, 5), mappedFor(&gpu.MapRange{Begin: 4, End: 12}, 12, 12),
		`advice[GS0924]: the CPU reads bytes [3, 5) of buffer "m", but the range given to Map is smaller`},
	{"read with an empty read range", mappedFor(&gpu.MapRange{}, 0, 4), mappedFor(nil, 0, 64), `advice[GS0924]: the CPU reads bytes [0, 4) of buffer "m", but the range given to Map is smaller`},
	{"read two ranges with a gap", mappedTwice(8, 13), mappedTwice(8, 12), `advice[GS0924]: the CPU reads bytes [0, 16) of buffer "m", but the range given to Map is smaller`},
	{"empty submit", func(w *world) { w.submit(w.main) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) },
		`advice[GS0908]: ExecuteCommandLists on direct queue "main" without lists does nothing`},
	{"end event", func(w *world) { w.rec(gpu.Command{Op: gpu.OpEndEvent}) }, func(w *world) { w.rec(gpu.Command{Op: gpu.OpBeginEvent}); w.rec(gpu.Command{Op: gpu.OpEndEvent}) },
		`advice[GS0909]: EndEvent in direct list "draw" without BeginEvent`},
	{"open event", func(w *world) { w.rec(gpu.Command{Op: gpu.OpBeginEvent}); w.close(w.open) },
		func(w *world) {
			w.rec(gpu.Command{Op: gpu.OpBeginEvent})
			w.rec(gpu.Command{Op: gpu.OpEndEvent})
			w.close(w.open)
		}, `advice[GS0909]: BeginEvent in direct list "draw" without EndEvent`},
	{"useless split", func(w *world) {
		w.barrier(w.open, flagged(transition(w.a, 0, gpu.StateCopyDest), gpu.BarrierBeginOnly))
		w.close(w.open)
		w.submit(w.main, w.open)
	}, func(w *world) {
		w.barrier(w.open, flagged(transition(w.tex, 0, gpu.StateCopyDest), gpu.BarrierBeginOnly))
		w.close(w.open)
		w.submit(w.main, w.open)
	}, `advice[GS0910]: a split barrier of buffer "a" does not end in its submission`},
}

// mappedFor maps a READBACK buffer of 64 bytes for a read range, and reads some bytes.
func mappedFor(r *gpu.MapRange, begin, end uint64) func(*world) {
	return func(w *world) {
		b := w.buffer("m", 64, gpu.HeapReadback, 0)
		w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: b.id, Range: r})
		w.do(&gpu.MapCall{CallHead: w.head("Read"), Act: gpu.MapRead, Resource: b.id, Range: &gpu.MapRange{Begin: begin, End: end}})
	}
}

// mappedTwice maps a READBACK buffer for [0, first) and [next - 4, 16), and reads [0, 16).
func mappedTwice(first, next uint64) func(*world) {
	return func(w *world) {
		b := w.buffer("m", 64, gpu.HeapReadback, 0)
		for _, r := range []gpu.MapRange{{Begin: next - 4, End: 16}, {Begin: 0, End: first}} {
			w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: b.id, Range: &r})
		}
		w.do(&gpu.MapCall{CallHead: w.head("Read"), Act: gpu.MapRead, Resource: b.id, Range: &gpu.MapRange{Begin: 0, End: 16}})
	}
}

// TestDuplicateTransitions: what two transitions of one call should be is one, or none where they come back; what more there are of them is not told.
func TestDuplicateTransitions(t *testing.T) {
	const x, y, z = gpu.StateCopyDest, gpu.StateCopySource, gpu.StateUnorderedAccess
	for _, c := range []struct {
		states []gpu.ResourceStates
		help   string
	}{
		{[]gpu.ResourceStates{x, y, z}, `one barrier does: Before = "COPY_DEST", After = "UNORDERED_ACCESS"`},
		{[]gpu.ResourceStates{x, y, x}, "they come back to where they began: leave both out"},
		{[]gpu.ResourceStates{z, x, z}, "they come back to where they began: leave both out, or put one barrier of Type = \"UAV\" in their place if they are to order unordered accesses"},
		{[]gpu.ResourceStates{x, y, z, x}, "they come back to where they began: leave them out"},
		{[]gpu.ResourceStates{x, y, z, x, y, z}, `one barrier does: Before = "COPY_DEST", After = "UNORDERED_ACCESS"`},
	} {
		w := newWorld(t, On)
		r := w.buffer("r", 1024, gpu.HeapDefault, gpu.AllowUnorderedAccess)
		w.barrier(w.open, transition(r, gpu.StateCommon, c.states[0]))
		var list []gpu.Barrier
		for i, s := range c.states[1:] {
			list = append(list, transition(r, c.states[i], s))
		}
		w.barrier(w.open, list...)
		require.Len(t, w.last, 1)
		require.Equal(t, c.help, w.last[0].Help[0].Text)
		require.Equal(t, c.states[0] != c.states[len(c.states)-1], w.last[0].Help[0].Fix != nil)
	}
}
