package validate

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// world is what the cases of the table work with.
type world struct {
	*script
	main, copyQ, alloc, open, a, b, up, tex, f *fake
}

func newWorld(t *testing.T, level Level) *world {
	s := newScript(t, level)
	w := &world{script: s, main: s.queue(gpu.ListDirect, "main"), copyQ: s.queue(gpu.ListCopy, "copy"), alloc: s.allocator(gpu.ListDirect, "alloc")}
	w.open = s.list(gpu.ListDirect, "draw", w.alloc)
	w.a, w.b = s.buffer("a", 1024, gpu.HeapDefault, 0), s.buffer("b", 1024, gpu.HeapDefault, 0)
	w.up, w.tex = s.buffer("up", 1024, gpu.HeapUpload, 0), s.texture("tex", gpu.FormatR8Unorm, 0)
	w.f = s.fence("F", 0)
	s.silent()
	return w
}

// TestRules runs every negative case, with the whole headline, and its positive twin.
func TestRules(t *testing.T) {
	common, dest, src := gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource
	tests := []struct {
		name      string
		bad, good func(w *world)
		want      string
	}{
		{"bundle queue", func(w *world) { w.queue(gpu.ListBundle, "q") }, func(w *world) { w.queue(gpu.ListCompute, "q") },
			`error[GS0302]: queue "q" cannot have type BUNDLE`},
		{"allocator type", func(w *world) { w.list(gpu.ListCopy, "l", w.alloc) }, func(w *world) { w.list(gpu.ListCopy, "l", w.allocator(gpu.ListCopy, "x")) },
			`error[GS0331]: allocator "alloc" has type DIRECT and cannot back a list of type COPY`},
		{"allocator in use", func(w *world) { w.list(gpu.ListDirect, "l", w.alloc) }, func(w *world) { w.close(w.open); w.list(gpu.ListDirect, "l", w.alloc) },
			`error[GS0332]: allocator "alloc" backs the open direct list "draw" already`},
		{"fence value", func(w *world) { w.fence("G", gpu.MaxFenceValue+1) }, func(w *world) { w.fence("G", gpu.MaxFenceValue) },
			`error[GS0305]: the value 9007199254740993 of a fence is larger than 2^53`},
		{"readback texture", func(w *world) {
			w.create("CreateCommittedResource", gpu.KindResource, "t", &gpu.CommittedResourceDesc{HeapType: gpu.HeapReadback, InitialState: dest,
				ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 4, Height: 4, Format: gpu.FormatR8Unorm}})
		}, func(w *world) { w.texture("t", gpu.FormatR8Unorm, 0) }, `error[GS0313]: texture "t" cannot stand in a heap of type READBACK: it is a texture`},
		{"texture width", func(w *world) { textureOf(w, 16385) }, func(w *world) { textureOf(w, 16384) },
			`error[GS0310]: texture "t" cannot be made: Width is 16385, and 1 to 16384 is allowed for TEXTURE2D`},
		{"three components", func(w *world) { w.texture("t", gpu.FormatR32G32B32Uint, 0) }, func(w *world) { w.texture("t", gpu.FormatR32G32B32A32Uint, 0) },
			`error[GS0309]: texture "t" cannot be made: format R32G32B32_UINT is for buffers only`},
		{"closed twice", func(w *world) { w.close(w.open); w.close(w.open) }, func(w *world) { w.close(w.open) }, `error[GS0333]: Close is called on direct list "draw", which is closed`},
		{"reset open", func(w *world) { w.reset(w.open, w.alloc) }, func(w *world) { w.close(w.open); w.reset(w.open, w.alloc) },
			`error[GS0334]: Reset is called on direct list "draw", which is still recording`},
		{"recycle open", func(w *world) { w.recycle(w.alloc) }, func(w *world) { w.close(w.open); w.recycle(w.alloc) },
			`error[GS0335]: allocator "alloc" is reset while direct list "draw" records on it`},
		{"submit open", func(w *world) { w.submit(w.main, w.open) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) }, `error[GS0342]: direct list "draw" is still recording`},
		{"submit type", func(w *world) { w.close(w.open); w.submit(w.copyQ, w.open) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) },
			`error[GS0341]: copy queue "copy" cannot execute direct list "draw"`},
		{"allocator was reset", func(w *world) { w.close(w.open); w.recycle(w.alloc); w.submit(w.main, w.open) }, func(w *world) { w.close(w.open); w.submit(w.main, w.open) },
			`error[GS0344]: the commands of direct list "draw" are gone: allocator "alloc" was reset after it was closed`},
		{"copy range", func(w *world) {
			w.record(w.open, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: w.b.id, Src: w.a.id, SrcOffset: 961, Size: 64})
		},
			func(w *world) {
				w.record(w.open, gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: w.b.id, Src: w.a.id, SrcOffset: 960, Size: 64})
			},
			`error[GS0366]: CopyBufferRegion needs a[961, 1025), and the buffer has 1024 bytes`},
		{"self copy", func(w *world) { w.copy(w.open, w.a, w.a) }, func(w *world) { w.copy(w.open, w.b, w.a) }, `error[GS0365]: CopyBufferRegion copies buffer "a" onto itself`},
		{"copy to upload", func(w *world) { w.copy(w.open, w.up, w.a) }, func(w *world) { w.copy(w.open, w.a, w.up) },
			`error[GS0403]: CopyBufferRegion uses buffer "up" as COPY_DEST, and in a heap of type UPLOAD it stays in GENERIC_READ`},
		{"barrier on upload", func(w *world) { w.barrier(w.open, transition(w.up, gpu.StateGenericRead, src)) }, func(w *world) { w.barrier(w.open, transition(w.a, common, src)) },
			`error[GS0380]: barrier 1 changes the state of buffer "up", which stands in a heap of type UPLOAD`},
		{"same states", func(w *world) { w.barrier(w.open, transition(w.a, dest, dest)) }, func(w *world) { w.barrier(w.open, transition(w.a, dest, src)) },
			`error[GS0377]: barrier 1 takes buffer "a" from COPY_DEST to the same state`},
		{"wrong before", func(w *world) {
			w.barrier(w.open, transition(w.tex, common, dest))
			w.barrier(w.open, transition(w.tex, common, src))
		},
			func(w *world) {
				w.barrier(w.open, transition(w.tex, common, dest))
				w.barrier(w.open, transition(w.tex, dest, src))
			},
			`error[GS0401]: a barrier takes texture "tex" from COMMON, and it is in COPY_DEST`},
		{"write then read", func(w *world) { c := w.buffer("c", 64, 0, 0); w.copy(w.open, w.b, w.a); w.copy(w.open, c, w.b) },
			func(w *world) {
				w.copy(w.open, w.b, w.a)
				w.barrier(w.open, transition(w.b, dest, src), transition(w.a, src, dest))
				w.copy(w.open, w.a, w.b)
			}, `error[GS0402]: CopyBufferRegion needs buffer "b" in COPY_SOURCE, and it is in COPY_DEST`},
		{"list in flight", func(w *world) {
			w.close(w.open)
			w.submit(w.main, w.open)
			w.signal(w.main, w.f, 1)
			w.submit(w.main, w.open)
		},
			func(w *world) {
				w.close(w.open)
				w.submit(w.main, w.open)
				w.signal(w.main, w.f, 1)
				w.cpu(gpu.FenceCPUWait, w.f, 1)
				w.submit(w.main, w.open)
			}, `error[GS0603]: direct list "draw" is submitted again while direct queue "main" may still execute it`},
		{"allocator in flight", func(w *world) { w.close(w.open); w.submit(w.main, w.open); w.recycle(w.alloc) },
			func(w *world) {
				w.close(w.open)
				w.submit(w.main, w.open)
				w.signal(w.main, w.f, 1)
				w.cpu(gpu.FencePoll, w.f, 1)
				w.recycle(w.alloc)
			}, `error[GS0602]: allocator "alloc" is reset while direct queue "main" may still execute direct list "draw"`},
		{"release in flight", func(w *world) { w.copy(w.open, w.b, w.a); w.close(w.open); w.submit(w.main, w.open); w.release(w.a) },
			func(w *world) {
				w.copy(w.open, w.b, w.a)
				w.close(w.open)
				w.submit(w.main, w.open)
				w.signal(w.main, w.f, 1)
				w.cpu(gpu.FenceCPUWait, w.f, 1)
				w.release(w.a)
			}, `error[GS0601]: buffer "a" is released while direct queue "main" may still need it`},
		{"submit released", func(w *world) { w.copy(w.open, w.b, w.a); w.close(w.open); w.release(w.a); w.submit(w.main, w.open) },
			func(w *world) { w.copy(w.open, w.b, w.a); w.close(w.open); w.submit(w.main, w.open) }, `error[GS0604]: direct list "draw" needs buffer "a", which was released`},
		{"use after release", func(w *world) { w.release(w.f); w.signal(w.main, w.f, 1) }, func(w *world) { w.signal(w.main, w.f, 1); w.release(w.f) },
			`error[GS0330]: Signal uses fence "F" after its Release`},
		{"released twice", func(w *world) { w.release(w.f); w.release(w.f) }, func(w *world) { w.release(w.f) }, `error[GS0330]: fence "F" is released twice`},
		{"idle wait", func(w *world) { w.wait(w.main, w.f, 0) }, func(w *world) { w.wait(w.main, w.f, 1) },
			`advice[GS0905]: direct queue "main" waits for fence "F" >= 0, which holds from the beginning and orders nothing`},
		{"two signalers", func(w *world) { w.signal(w.main, w.f, 1); w.signal(w.copyQ, w.f, 2); w.signal(w.main, w.f, 3) },
			func(w *world) { w.signal(w.main, w.f, 1); w.signal(w.main, w.f, 2) }, `advice[GS0906]: fence "F" is signalled by direct queue "main" and by copy queue "copy" in no certain order`},
		{"map default", func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: w.a.id}) }, func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: w.up.id}) },
			`error[GS0384]: buffer "a" cannot be mapped: it stands in a heap of type DEFAULT`},
		{"unmapped", func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Unmap"), Act: gpu.MapUnmap, Resource: w.up.id}) },
			func(w *world) { w.do(&gpu.MapCall{CallHead: w.head("Map"), Resource: w.up.id}) }, `error[GS0385]: Unmap on buffer "up", which is not mapped`},
		{"no pipeline", func(w *world) { w.record(w.open, gpu.Command{Op: gpu.OpDispatch, X: 1, Y: 1, Z: 1}) }, func(*world) {}, `error[GS0352]: Dispatch without a pipeline in direct list "draw"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, On)
			tt.bad(w)
			require.Equal(t, []string{tt.want}, w.said)
			w = newWorld(t, On)
			tt.good(w)
			w.silent()
		})
	}
}

func textureOf(w *world, width uint64) {
	w.create("CreateCommittedResource", gpu.KindResource, "t", &gpu.CommittedResourceDesc{
		ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: width, Height: 1, Format: gpu.FormatR8Unorm}})
}
