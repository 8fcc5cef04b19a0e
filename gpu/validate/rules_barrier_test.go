package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
)

func flagged(b gpu.Barrier, f gpu.BarrierFlags) gpu.Barrier {
	b.Flags = f
	return b
}

// hidden takes a depth buffer with a flag to a state for shaders.
func hidden(flag gpu.ResourceFlags) func(*world) {
	return func(w *world) {
		d := w.create("CreateCommittedResource", gpu.KindResource, "depth", &gpu.CommittedResourceDesc{InitialState: gpu.StateDepthWrite,
			ResourceDesc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: 8, Height: 8, Format: gpu.FormatD32Float, Flags: gpu.AllowDepthStencil | flag}})
		w.barrier(w.open, transition(d, gpu.StateDepthWrite, gpu.StatePixelShaderResource))
	}
}

var barrierCases = []ruleCase{
	{"no resource", func(w *world) { w.barrier(w.open, gpu.Barrier{After: gpu.StateCopyDest}) }, func(w *world) { w.barrier(w.open, gpu.Barrier{Type: gpu.BarrierUAV}) },
		`error[GS0376]: barrier 1 is a transition without Resource`},
	{"combination", func(w *world) { w.barrier(w.open, transition(w.a, 0, gpu.StateCopyDest|gpu.StateCopySource)) },
		func(w *world) { w.barrier(w.open, transition(w.a, 0, gpu.StateIndexBuffer|gpu.StateCopySource)) }, `error[GS0378]: After = COPY_DEST|COPY_SOURCE of barrier 1 cannot be combined`},
	{"flag", func(w *world) { w.barrier(w.open, transition(w.a, 0, gpu.StateUnorderedAccess)) },
		func(w *world) {
			w.barrier(w.open, transition(w.buffer("u", 64, 0, gpu.AllowUnorderedAccess), 0, gpu.StateUnorderedAccess))
		}, `error[GS0379]: barrier 1 takes buffer "a" from COMMON to UNORDERED_ACCESS, which needs ALLOW_UNORDERED_ACCESS`},
	{"state that a flag denies", hidden(gpu.DenyShaderResource), hidden(0),
		`error[GS0379]: barrier 1 takes texture "depth" from DEPTH_WRITE to PIXEL_SHADER_RESOURCE, but it has DENY_SHADER_RESOURCE`},
	{"a source of resolves with one sample", func(w *world) { w.barrier(w.open, transition(w.tex, gpu.StateCommon, gpu.StateResolveSource)) },
		func(w *world) { w.barrier(w.open, transition(w.tex, gpu.StateCommon, gpu.StateResolveDest)) },
		`error[GS0345]: barrier 1 takes texture "tex" from COMMON to RESOLVE_SOURCE, but it has 1 sample`},
	{"state of list", func(w *world) {
		w.barrier(w.list(gpu.ListCompute, "c", w.allocator(gpu.ListCompute, "x")), transition(w.a, 0, gpu.StatePixelShaderResource))
	}, func(w *world) {
		w.barrier(w.list(gpu.ListCompute, "c", w.allocator(gpu.ListCompute, "x")), transition(w.a, 0, gpu.StateNonPixelShaderResource))
	}, `error[GS0381]: barrier 1 cannot take buffer "a" from COMMON to PIXEL_SHADER_RESOURCE: lists of type COMPUTE have no state PIXEL_SHADER_RESOURCE`},
	{"two states of shaders on a copy list", func(w *world) {
		w.barrier(w.list(gpu.ListCopy, "c", w.allocator(gpu.ListCopy, "x")), transition(w.tex, gpu.StatePixelShaderResource, gpu.StateNonPixelShaderResource))
	}, func(w *world) {
		w.barrier(w.open, transition(w.tex, gpu.StatePixelShaderResource, gpu.StateNonPixelShaderResource))
	}, `error[GS0381]: barrier 1 cannot take texture "tex" from PIXEL_SHADER_RESOURCE to NON_PIXEL_SHADER_RESOURCE: lists of type COPY have neither the state PIXEL_SHADER_RESOURCE nor NON_PIXEL_SHADER_RESOURCE`},
	{"both halves", func(w *world) {
		w.barrier(w.open, flagged(transition(w.a, 0, gpu.StateCopyDest), gpu.BarrierBeginOnly|gpu.BarrierEndOnly))
	}, func(w *world) { w.barrier(w.open, transition(w.a, 0, gpu.StateCopyDest)) }, `error[GS0382]: barrier 1 has flags BEGIN_ONLY|END_ONLY`},
	{"both halves of a UAV barrier", func(w *world) {
		w.barrier(w.open, flagged(gpu.Barrier{Type: gpu.BarrierUAV}, gpu.BarrierBeginOnly|gpu.BarrierEndOnly))
	}, func(w *world) {
		w.barrier(w.open, flagged(gpu.Barrier{Type: gpu.BarrierUAV}, gpu.BarrierBeginOnly))
	}, `error[GS0382]: barrier 1 has flags BEGIN_ONLY|END_ONLY`},
	{"aliasing", func(w *world) {
		w.barrier(w.open, gpu.Barrier{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{0, w.a.id}})
	}, func(w *world) { w.barrier(w.open, gpu.Barrier{Type: gpu.BarrierAliasing}) }, `error[GS0383]: an aliasing barrier names buffer "a", which has memory of its own`},
	{"use between the halves", func(w *world) {
		w.barrier(w.open, flagged(transition(w.a, gpu.StateCopySource, gpu.StateCopyDest), gpu.BarrierBeginOnly))
		w.copy(w.open, w.b, w.a)
	}, func(w *world) {
		w.barrier(w.open, flagged(transition(w.a, gpu.StateCopySource, gpu.StateCopyDest), gpu.BarrierBeginOnly))
		w.barrier(w.open, flagged(transition(w.a, gpu.StateCopySource, gpu.StateCopyDest), gpu.BarrierEndOnly))
		w.copy(w.open, w.a, w.b)
	}, `error[GS0404]: CopyBufferRegion uses buffer "a" as COPY_SOURCE between the halves of a split barrier`},
	{"halves differ", func(w *world) {
		w.barrier(w.open, flagged(transition(w.a, gpu.StateCopySource, gpu.StateCopyDest), gpu.BarrierBeginOnly))
		w.barrier(w.open, flagged(transition(w.a, gpu.StateCopySource, gpu.StateIndexBuffer), gpu.BarrierEndOnly))
	}, func(w *world) {
		w.barrier(w.open, flagged(transition(w.a, gpu.StateCopySource, gpu.StateCopyDest), gpu.BarrierEndOnly))
	}, `error[GS0405]: a split barrier ends for buffer "a" from COPY_SOURCE to INDEX_BUFFER, but none like it has begun`},
	{"copy to upload", func(w *world) { w.copy(w.open, w.up, w.a) }, func(w *world) { w.copy(w.open, w.a, w.up) },
		`error[GS0403]: CopyBufferRegion uses buffer "up" as COPY_DEST, but in a heap of type UPLOAD it stays in GENERIC_READ`},
	{"barrier on upload", func(w *world) { w.barrier(w.open, transition(w.up, gpu.StateGenericRead, gpu.StateCopySource)) }, func(w *world) { w.barrier(w.open, transition(w.a, gpu.StateCommon, gpu.StateCopySource)) },
		`error[GS0380]: barrier 1 changes the state of buffer "up", which is in a heap of type UPLOAD`},
	{"same states", func(w *world) { w.barrier(w.open, transition(w.a, gpu.StateCopyDest, gpu.StateCopyDest)) }, func(w *world) { w.barrier(w.open, transition(w.a, gpu.StateCopyDest, gpu.StateCopySource)) },
		`error[GS0377]: barrier 1 takes buffer "a" from COPY_DEST to the same state`},
	{"wrong before", func(w *world) {
		w.barrier(w.open, transition(w.tex, gpu.StateCommon, gpu.StateCopyDest))
		w.barrier(w.open, transition(w.tex, gpu.StateCommon, gpu.StateCopySource))
	},
		func(w *world) {
			w.barrier(w.open, transition(w.tex, gpu.StateCommon, gpu.StateCopyDest))
			w.barrier(w.open, transition(w.tex, gpu.StateCopyDest, gpu.StateCopySource))
		},
		`error[GS0401]: a barrier takes texture "tex" from COMMON, but it is in COPY_DEST`},
	{"write then read", func(w *world) { c := w.buffer("c", 64, 0, 0); w.copy(w.open, w.b, w.a); w.copy(w.open, c, w.b) },
		func(w *world) {
			w.copy(w.open, w.b, w.a)
			w.barrier(w.open, transition(w.b, gpu.StateCopyDest, gpu.StateCopySource), transition(w.a, gpu.StateCopySource, gpu.StateCopyDest))
			w.copy(w.open, w.a, w.b)
		}, `error[GS0402]: CopyBufferRegion needs buffer "b" in COPY_SOURCE, but it is in COPY_DEST`},
}
