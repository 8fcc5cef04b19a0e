package device

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// follower is a layer that writes down what work touches.
type follower struct {
	names map[gpu.ID]string
	lines []string
	found []*diag.Diagnostic
	deaf  bool
}

func (f *follower) Check(gpu.Call) []*diag.Diagnostic { return nil }
func (f *follower) Record(gpu.Call)                   {}
func (f *follower) Follows() bool                     { return !f.deaf }

func (f *follower) Executed(w *gpu.Executed) {
	for _, a := range w.Accesses {
		line := fmt.Sprintf("%d.%d %s %s %s[%d, %d)", w.Submission, w.Number, w.Op, a.Kind, f.names[a.Resource], a.Begin, a.End)
		if a.Stride != 0 {
			line += fmt.Sprintf(" %d of %d", a.Size, a.Stride)
		}
		f.lines = append(f.lines, fmt.Sprintf("%s %s %v", line, a.As, a.Exact))
	}
	for _, b := range w.Barriers {
		f.lines = append(f.lines, fmt.Sprintf("%d.%d barrier %s to %s", w.Submission, w.Number, f.names[b.Resource], b.After))
	}
}

func (f *follower) Retired(_ gpu.ID, submission uint64, completed bool) {
	f.lines = append(f.lines, fmt.Sprintf("%d retired %v", submission, completed))
}

func (f *follower) Findings(incident.Ending) []*diag.Diagnostic {
	found := f.found
	f.found = nil
	return found
}

// TestExecutedWorkTellsWhatItTouched: every command but dispatches, which have their tests in package kernel. Rows of 16 texels
// of 4 bytes take 256 bytes.
func TestExecutedWorkTellsWhatItTouched(t *testing.T) {
	f := &follower{}
	_, d := machine(t, Options{Layers: []Layer{f}})
	a, b := buffer(t, d, "a", gpu.HeapDefault, 4096), buffer(t, d, "b", gpu.HeapDefault, 4096)
	texture := func(name string) *Resource {
		return must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Name: name,
			Dimension: gpu.DimensionTexture2D, Width: 16, Height: 8, MipLevels: 1, Format: gpu.FormatR32Float}}))
	}
	from, to := texture("from"), texture("to")
	target := must[*Resource](t)(d.CreateCommittedResource(gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Name: "target", Dimension: gpu.DimensionTexture2D,
		Width: 16, Height: 8, MipLevels: 2, Format: gpu.FormatR32Float, Flags: gpu.AllowRenderTarget}}))
	heap := must[*QueryHeap](t)(d.CreateQueryHeap(gpu.QueryHeapDesc{Type: gpu.QueryHeapTimestamp, Count: 8}))
	f.names = map[gpu.ID]string{a.id: "a", b.id: "b", from.id: "from", to.id: "to", heap.id: "queries", target.id: "target"}
	list := record(t, d, gpu.ListDirect, func(l *CommandList) error {
		print := gpu.TextureCopyLocation{Resource: b, Offset: 512, Format: gpu.FormatR32Float, Width: 16, Height: 8, Depth: 1, RowPitch: 256}
		for _, err := range []error{
			l.CopyBufferRegion(b, 8, a, 16, 100),
			l.CopyResource(to, from),
			l.ResourceBarrier([]gpu.BarrierDesc{{Resource: to, Before: gpu.StateCopyDest, After: gpu.StateCopySource}}),
			l.CopyTextureRegion(gpu.TextureCopyLocation{Resource: to}, 2, 3, 0, gpu.TextureCopyLocation{Resource: from}, &gpu.Box{Left: 1, Right: 4, Top: 1, Bottom: 3, Back: 1}),
			l.CopyTextureRegion(print, 0, 0, 0, gpu.TextureCopyLocation{Resource: from}, nil),
			l.WriteBufferImmediate([]gpu.WriteBufferImmediateParameter{{Dest: a.GetGPUVirtualAddress() + 12, Value: 7}}),
			l.EndQuery(heap, gpu.QueryTimestamp, 3),
			l.ResolveQueryData(heap, gpu.QueryTimestamp, 2, 2, a, 64),
			l.DiscardResource(target, nil),
			l.DiscardResource(target, &gpu.DiscardRegion{FirstSubresource: 1}),
			l.DiscardResource(target, &gpu.DiscardRegion{NumSubresources: 1, Rects: []gpu.Rect{{Left: 1, Top: 2, Right: 3, Bottom: 4}}}),
		} {
			require.NoError(t, err)
		}
		return nil
	})
	q, fence := queue(t, d, gpu.ListDirect), must[*Fence](t)(d.CreateFence(0, 0, "f"))
	require.NoError(t, q.ExecuteCommandLists([]gpu.CommandList{list}))
	require.NoError(t, q.Signal(fence, 1))
	require.NoError(t, fence.WaitCPU(1))
	require.Equal(t, []string{
		"1.0 CopyBufferRegion reads a[16, 116) COPY_SOURCE true",
		"1.0 CopyBufferRegion writes b[8, 108) COPY_DEST true",
		"1.1 CopyResource reads from[0, 1856) COPY_SOURCE true",
		"1.1 CopyResource writes to[0, 1856) COPY_DEST true",
		"1.2 barrier to to COPY_SOURCE",
		"1.3 CopyTextureRegion reads from[260, 528) 12 of 256 COPY_SOURCE true",
		"1.3 CopyTextureRegion writes to[776, 1044) 12 of 256 COPY_DEST true",
		"1.4 CopyTextureRegion reads from[0, 1856) COPY_SOURCE true",
		"1.4 CopyTextureRegion writes b[512, 2368) 64 of 256 COPY_DEST true",
		"1.5 WriteBufferImmediate writes a[12, 16) COPY_DEST true",
		"1.6 EndQuery writes queries[24, 32) COPY_DEST true",
		"1.7 ResolveQueryData reads queries[16, 32) COPY_SOURCE true",
		"1.7 ResolveQueryData writes a[64, 80) COPY_DEST true",
		"1.8 DiscardResource writes target[0, 2848) RENDER_TARGET true",
		"1.9 DiscardResource writes target[2048, 2848) RENDER_TARGET true",
		"1.10 DiscardResource writes target[516, 780) 8 of 256 RENDER_TARGET true",
		"1 retired true",
	}, f.lines)
}

// TestFindingsAreErrorsOfTheCall: an error stops the call after which it was found, a warning is reported.
func TestFindingsAreErrorsOfTheCall(t *testing.T) {
	f := &follower{}
	var reported []*diag.Diagnostic
	a, d := machine(t, Options{Layers: []Layer{f, &follower{deaf: true}}, OnDiagnostic: func(d *diag.Diagnostic) { reported = append(reported, d) }})
	fence := must[*Fence](t)(d.CreateFence(0, 0, "f"))
	f.found = []*diag.Diagnostic{diag.New(diag.DataRace, "x"), diag.New(diag.UnorderedAtomics, "y").WithSeverity(diag.SeverityWarning)}
	require.ErrorContains(t, fence.Signal(1), "x")
	require.Len(t, reported, 1)
	require.NoError(t, fence.WaitCPU(1), "the signal was done all the same, and the finding is told once")
	f.found = []*diag.Diagnostic{diag.New(diag.DataRace, "z")}
	require.Len(t, a.Finish(), 1)
	require.Empty(t, a.Finish())
}
