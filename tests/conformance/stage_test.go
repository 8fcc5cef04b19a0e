package conformance

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestPictureQueue: what depth textures with their planes, resolves, render passes, bundles and memory that resources share break on one queue is
// reported, and nothing else is.
func TestPictureQueue(t *testing.T) { compareErrands(t, randomStage) }

// TestPictureQueueCases are programs that random ones have found, made small, with twins.
func TestPictureQueueCases(t *testing.T) {
	on := func(d deed, resource int) act {
		size := uint64(texelBytes)
		if stageBytes[resource] != 0 {
			size = 64
		}
		return act{deed: d, x: part{resource, 0}, size: size}
	}
	planes := func(d deed, which int) act { return act{deed: d, x: part{stageDepth, 0}, planes: which} }
	walls := func(w ...wall) act { return act{deed: barriers, walls: w} }
	move := func(resource, subresource int, before, after gpu.ResourceStates) wall {
		return wall{resource: resource, subresource: subresource, before: before, after: after}
	}
	alias := func(from, to int) wall { return wall{alias: true, resource: from, next: to} }
	further := on(kernelWrites, stageP)
	further.offset = 64
	inside := func(inner ...act) act { return act{deed: bundle, inner: inner} }
	stencilRead := walls(move(stageDepth, 1, gpu.StateDepthWrite, gpu.StateDepthRead))
	tests := []struct {
		name  string
		calls [][][]act
		want  diag.Code
	}{
		{"a clear of depth while stencil is only read", [][][]act{{{stencilRead, planes(clearDepth, 1)}}}, 0},
		{"a clear of depth and stencil while stencil is only read", [][][]act{{{stencilRead, planes(clearDepth, 3)}}}, diag.WrongState},
		{"a clear of stencil while stencil is only read", [][][]act{{{stencilRead, planes(clearDepth, 2)}}}, diag.WrongState},
		{"a draw that only reads stencil", [][][]act{{{stencilRead, planes(drawDepth, 1)}}}, 0},
		{"a draw that writes stencil", [][][]act{{{stencilRead, planes(drawDepth, 3)}}}, diag.WrongState},

		{"a discard of memory that was drawn to", [][][]act{{{on(clearTarget, stageT), on(discard, stageU)}}}, diag.MissingAliasingBarrier},
		{"a discard behind an aliasing barrier", [][][]act{{{on(clearTarget, stageT), walls(alias(stageT, stageU)), on(discard, stageU)}}}, 0},
		{"a discard in the next call", [][][]act{{{on(clearTarget, stageT)}}, {{on(discard, stageU)}}}, 0},
		{"a discard of what was written as UNORDERED_ACCESS by somebody else", [][][]act{{{on(kernelWrites, stageBuffer), on(discard, stageT)}}}, 0},

		{"a UAV barrier gives no memory away", [][][]act{{{on(kernelWrites, stageP), walls(wall{uav: true, resource: -1}), on(kernelWrites, stageQ)}}}, diag.MissingAliasingBarrier},
		{"a UAV barrier of the resource gives no memory away", [][][]act{{{on(kernelWrites, stageP), walls(wall{uav: true, resource: stageP}), on(copyIn, stageQ)}}}, diag.MissingAliasingBarrier},
		{"a transition gives no memory away", [][][]act{{{on(kernelWrites, stageP), walls(move(stageP, 0, gpu.StateUnorderedAccess, gpu.StateCopySource)), on(copyIn, stageQ)}}}, diag.MissingAliasingBarrier},
		{"an aliasing barrier does", [][][]act{{{on(kernelWrites, stageP), walls(alias(stageP, stageQ)), on(kernelWrites, stageQ)}}}, 0},
		{"an aliasing barrier of anything does", [][][]act{{{on(kernelWrites, stageP), walls(alias(-1, -1)), on(kernelWrites, stageQ)}}}, 0},
		{"an aliasing barrier to another resource does not", [][][]act{{{on(clearTarget, stageT), walls(alias(-1, stageQ)), on(clearTarget, stageU)}}}, diag.MissingAliasingBarrier},
		{"an aliasing barrier from another resource does not", [][][]act{{{on(clearTarget, stageT), walls(alias(stageQ, stageU)), on(clearTarget, stageU)}}}, diag.MissingAliasingBarrier},
		{"aliasing barriers in turn do, by a third resource", [][][]act{{{on(clearTarget, stageT), walls(alias(stageT, stageP)), on(kernelWrites, stageP), walls(alias(stageP, stageU)), on(clearTarget, stageU)}}}, 0},
		{"aliasing barriers in the wrong turn do not", [][][]act{{{on(clearTarget, stageT), walls(alias(stageP, stageU)), on(kernelWrites, stageP), walls(alias(stageT, stageP)), on(clearTarget, stageU)}}}, diag.MissingAliasingBarrier},
		{"an aliasing barrier the other way round does not", [][][]act{{{on(kernelWrites, stageP), walls(alias(stageQ, stageP)), on(kernelWrites, stageQ)}}}, diag.MissingAliasingBarrier},
		{"an aliasing barrier to what comes next", [][][]act{{{on(clearTarget, stageT), walls(alias(-1, stageU)), on(clearTarget, stageU)}}}, 0},

		{"two dispatches of a bundle write the same bytes", [][][]act{{{inside(on(kernelWrites, stageP), on(kernelWrites, stageP))}}}, diag.MissingUAVBarrier},
		{"two dispatches of a bundle write other bytes", [][][]act{{{inside(on(kernelWrites, stageP), further)}}}, 0},
		{"two dispatches of a bundle add to the same bytes", [][][]act{{{inside(on(kernelAdds, stageP), on(kernelAdds, stageP))}}}, 0},
		{"two bundles write the same bytes", [][][]act{{{inside(on(kernelWrites, stageP)), inside(on(kernelWrites, stageP))}}}, diag.MissingUAVBarrier},
		{"two bundles with a UAV barrier between them", [][][]act{{{inside(on(kernelWrites, stageP)), walls(wall{uav: true, resource: stageP}), inside(on(kernelWrites, stageP))}}}, 0},

		{"a target whose memory was written in another call", [][][]act{{{on(clearTarget, stageT)}}, {{on(clearTarget, stageU)}}, {{on(drawVertices, stageT)}}}, diag.TargetNeverFilled},
		{"a target whose memory was written in another call, cleared", [][][]act{{{on(clearTarget, stageT)}}, {{on(clearTarget, stageU)}}, {{on(clearTarget, stageT), on(drawVertices, stageT)}}}, 0},
		{"a target whose memory was discarded in another call", [][][]act{{{on(clearTarget, stageT)}}, {{on(discard, stageU)}}, {{on(drawVertices, stageT)}}}, diag.TargetNeverFilled},
		{"a target whose memory nobody else has written", [][][]act{{{on(clearTarget, stageT)}}, {{on(clearTarget, stagePicture)}}, {{on(drawVertices, stageT)}}}, 0},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := errand{queue: gpu.ListDirect, stage: true, grounds: stageGrounds(gpu.StateRenderTarget, gpu.StateDepthWrite, gpu.StateRenderTarget, gpu.StateRenderTarget), calls: tt.calls}
			require.Equal(t, tt.want != 0, len(e.broken()) > 0)
			got, said := e.run(t)
			require.Equal(t, tt.want, got, said)
		})
	}
}
