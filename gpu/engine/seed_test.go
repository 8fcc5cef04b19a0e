package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/lifetime"
)

// TestSeedUploadRing: the ring of a context grows to the next power of two that is at least twice its size; when the frames of the
// older ring have passed it is gone, and the newest stays.
func TestSeedUploadRing(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{Numbering: desc.NumberingSeed, UploadRingSize: 1024})
	to := w.buffer("to", 1024, desc.UsageDefault, 0)
	data := make([]byte, 256)
	rings := func() []uint64 {
		s := w.imm.GetUploadStats().Current
		return []uint64{uint64(s.Pages), s.Allocated, s.Used}
	}
	for range 4 {
		w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
	}
	require.Equal(t, []uint64{1, 1024, 1024}, rings(), "the first ring is full")
	w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
	require.Equal(t, []uint64{2, 1024 + 2048, 1280}, rings())
	w.ok(w.imm.UpdateBuffer(to, 0, make([]byte, 1000), 0))
	require.Equal(t, []uint64{2, 1024 + 2048, 2280}, rings(), "only the newest takes requests")
	w.ok(w.imm.Flush())
	w.ok(w.imm.FinishFrame())
	require.EqualValues(t, 2, rings()[0], "the frame is paired with the next list, which is not submitted")
	w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
	w.ok(w.imm.WaitForIdle())
	w.ok(w.imm.FinishFrame())
	require.Equal(t, []uint64{1, 2048, 0}, rings())
	w.release(to)
	w.end()
}

// TestSeedRingGoesAround: frames that fit leave the ring as it is, whatever their number, and each reads what it wrote.
func TestSeedRingGoesAround(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{Numbering: desc.NumberingSeed, UploadRingSize: 4096})
	to := w.buffer("to", 4, desc.UsageDefault, 0)
	for i := range 100 {
		w.ok(w.imm.UpdateBuffer(to, 0, wordsOf(uint32(i)), 0))
		w.ok(w.imm.UpdateBuffer(to, 0, wordsOf(uint32(i)*3), 0))
		require.Equal(t, wordsOf(uint32(i)*3), w.content(to))
		w.ok(w.imm.FinishFrame())
		require.EqualValues(t, 1, w.imm.GetUploadStats().Current.Pages)
	}
	require.EqualValues(t, 4096, w.imm.GetUploadStats().Peak.Allocated)
	w.release(to)
	w.end()
}

// chunked is a device with two chunks of four dynamic descriptors, on a paused GPU, and a commit of two of them.
func chunked(t *testing.T, n desc.Numbering, deferred int) (w *world, commit func(c *engine.DeviceContext) error, stats func() [2]uint64, end func()) {
	w = newWorld(t, desc.DeviceDesc{Numbering: n, DeferredContexts: deferred, GPUDynamicDescriptors: [2]uint32{8, 8}, DynamicDescriptorChunkSize: [2]uint32{4, 4}, Gpu: gpu.DeviceDesc{Paused: true}})
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{Name: "two", CS: shader(t, "output[DispatchThreadID.x] = input[DispatchThreadID.x] + 1", "input Buffer t0 float", "output RWBuffer u0 float"),
		ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableDynamic}})
	w.ok(err)
	view := func(b *engine.Buffer, typ desc.ViewType) *engine.BufferView {
		v, err := b.CreateView(desc.ViewDesc{Name: b.Name(), Type: typ, ViewDesc: gpu.ViewDesc{Format: gpu.FormatR32Float}})
		w.ok(err)
		return v
	}
	make := func(name string) *engine.Buffer {
		b, err := w.CreateBuffer(desc.BufferDesc{Name: name, Size: 16, BindFlags: desc.BindShaderResource | desc.BindUnorderedAccess, Mode: desc.ModeFormatted, ElementByteStride: 4, Data: bytesOf(1, 2, 3, 4)})
		w.ok(err)
		return b
	}
	in, out := make("in"), make("out")
	read, write := view(in, desc.ViewShaderResource), view(out, desc.ViewUnorderedAccess)
	srb := w.bindings(p, map[string]any{"input": read, "output": write})
	commit = func(c *engine.DeviceContext) error { return dispatch(c, p, srb) }
	stats = func() [2]uint64 {
		d := w.GetGPUDescriptorHeapStats(gpu.HeapCBVSRVUAV).Dynamic
		return [2]uint64{d.Live, d.Stale}
	}
	end = func() {
		w.release(srb, read, write, in, out, p)
		w.Native().Resume()
		w.end()
	}
	return w, commit, stats, end
}

// run lets a paused GPU do everything.
func (w *world) run() error {
	_, err := w.StepGpu(gpu.StepDesc{Until: gpu.StepIdle})
	return err
}

// TestSeedChunksGoWithTheList (H6, the article "Managing Descriptor Heaps"): chunks of an executed list are stale at once and free when the list has
// completed, in the middle of the frame; the modern form keeps them until the frame ends.
func TestSeedChunksGoWithTheList(t *testing.T) {
	for n, want := range map[desc.Numbering][][2]uint64{
		desc.NumberingSeed:   {{4, 0}, {4, 0}, {0, 4}, {4, 4}, {0, 8}},
		desc.NumberingModern: {{4, 0}, {4, 0}, {4, 0}, {8, 0}, {8, 0}},
	} {
		t.Run(n.String(), func(t *testing.T) {
			w, commit, stats, end := chunked(t, n, 0)
			var got [][2]uint64
			step := func(err error) { w.ok(err); got = append(got, stats()) }
			step(commit(w.imm))
			step(commit(w.imm)) // the rest of the chunk
			step(w.imm.Flush())
			step(commit(w.imm)) // the second chunk, modern: too, as the first is full
			step(w.imm.Flush())
			require.Equal(t, want, got)
			d := refused(t, func() error { commit(w.imm); commit(w.imm); return commit(w.imm) }(), diag.EngineExhausted)
			require.Equal(t, "raise GPUDynamicDescriptors[1] of the device (now 8), call FinishFrame more often, or make variables STATIC or MUTABLE", d.Help[0].Text)
			w.ok(w.imm.InvalidateState())
			w.ok(w.imm.Flush())
			w.ok(w.run())
			w.ok(w.PurgeReleaseQueues())
			if n == desc.NumberingSeed {
				require.Equal(t, [2]uint64{0, 0}, stats(), "free in the middle of the frame")
				w.ok(commit(w.imm))
				w.ok(w.imm.Flush())
			}
			w.ok(w.imm.FinishFrame())
			end()
		})
	}
}

// TestSeedChunksOfDeferredLists: each list has chunks of its own, so that executing one leaves those of the other alone.
func TestSeedChunksOfDeferredLists(t *testing.T) {
	w, commit, stats, end := chunked(t, desc.NumberingSeed, 1)
	c := w.GetDeferredContext(0)
	var lists []*engine.CommandList
	for range 2 {
		w.ok(c.Begin(w.imm))
		w.ok(commit(c))
		l, err := c.FinishCommandList()
		w.ok(err)
		lists = append(lists, l)
	}
	require.Equal(t, [2]uint64{8, 0}, stats())
	w.ok(w.imm.ExecuteCommandLists(lists[:1]))
	require.Equal(t, [2]uint64{4, 4}, stats())
	w.ok(w.run())
	w.ok(w.PurgeReleaseQueues())
	require.Equal(t, [2]uint64{4, 0}, stats())
	w.ok(w.imm.ExecuteCommandLists(lists[1:]))
	w.ok(w.run())
	w.ok(c.FinishFrame())
	w.ok(w.imm.FinishFrame())
	require.Equal(t, [2]uint64{0, 0}, stats())
	end()
}

// TestSeedSteps is the order of what a submission and the end of a frame do in the articles (L12): the fence counts lists, heaps are
// purged before objects, and no empty list ends the frame.
func TestSeedSteps(t *testing.T) {
	var steps []string
	w := newWorld(t, desc.DeviceDesc{Numbering: desc.NumberingSeed, OnLifetime: func(e lifetime.Event) {
		steps = append(steps, fmt.Sprintf("%s %s %d/%d x%d", e.Kind, e.What, e.Number, e.Value, e.Count))
	}})
	to := w.buffer("to", 16, desc.UsageDefault, 0)
	steps = nil
	w.ok(w.imm.UpdateBuffer(to, 0, []byte{1}, 0))
	w.release(to)
	w.ok(w.imm.Flush())
	w.ok(w.imm.FinishFrame())
	require.EqualValues(t, 1, w.imm.GetNextCommandListNumber())
	require.Equal(t, []string{
		"release objects 0/0 x1", // the number of the next list, and at once in the release queue
		"submit  0/1 x0",         // execute, increment, signal
		"purge  0/0 x0",
		"release ranges 1/0 x1", // the upload ring's frame, with the next list: later than needed, never earlier
		"purge  0/0 x0",         // no list was submitted
	}, steps)
	w.end()
}

// TestRoundsAllocateMappings: mapping, setting a dynamic variable, committing and dispatching costs no memory but the mappings that the application
// holds, which are made sixteen at once.
func TestRoundsAllocateMappings(t *testing.T) {
	w := unchecked(t)
	in, err := w.CreateBuffer(desc.BufferDesc{Name: "in", Size: 16, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 4})
	w.ok(err)
	p, outs := w.addOne(desc.VariableDynamic), []*engine.Buffer{w.floats("a"), w.floats("b")}
	srb := w.bindings(p, map[string]any{"input": in})
	v, err := srb.GetVariableByName(gpu.StageCompute, "output")
	w.ok(err)
	i, values := 0, []float32{1}
	round := func() {
		m, err := w.imm.MapBuffer(in, desc.MapWrite, desc.MapDiscard)
		w.ok(err)
		w.ok(m.WriteFloats(0, values))
		w.ok(w.imm.UnmapBuffer(in))
		i++
		w.ok(v.Set(outs[i%2], 0))
		w.ok(dispatch(w.imm, p, srb))
	}
	for range 2 { // the second recording finds the memory of the first one
		for range 300 {
			round()
		}
		w.ok(w.imm.WaitForIdle())
		w.ok(w.imm.FinishFrame())
	}
	require.Equal(t, 1.0, testing.AllocsPerRun(20, func() {
		for range 16 {
			round()
		}
	}))
	w.ok(w.imm.WaitForIdle())
}
