package engine_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/lifetime"
)

// streaming are contexts of a DIRECT and a COPY queue.
var streaming = []desc.ImmediateContextDesc{{Name: "main"}, {Name: "upload", Type: gpu.ListCopy}}

// TestTwoQueues: a copy queue uploads a texture while the main queue reads another; fences order them. Release waits for both.
func TestTwoQueues(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{ImmediateContexts: streaming})
	up := w.GetImmediateContext(1)
	f, err := w.CreateFence(desc.FenceDesc{Name: "uploaded"})
	w.ok(err)
	back := w.buffer("back", 16, desc.UsageStaging, desc.CPURead)
	for frame := range uint64(5) {
		b, err := w.CreateBuffer(desc.BufferDesc{Name: fmt.Sprint("streamed ", frame), Size: 16, ImmediateContextMask: 3})
		w.ok(err)
		w.ok(up.UpdateBuffer(b, 0, bytesOf(float32(frame), 1, 2, 3), 0))
		w.ok(up.EnqueueSignal(f, frame+1))
		w.ok(up.Flush())
		w.ok(w.imm.DeviceWaitForFence(f, frame+1))
		w.ok(w.imm.CopyBuffer(b, 0, 0, back, 0, 16, 0))
		w.release(b)
		w.ok(w.imm.WaitForIdle())
		m, err := w.imm.MapBuffer(back, desc.MapRead, 0)
		w.ok(err)
		data, err := m.ReadBytes(0, 16)
		w.ok(err)
		require.Equal(t, bytesOf(float32(frame), 1, 2, 3), data)
		w.ok(w.imm.UnmapBuffer(back))
		w.ok(up.FinishFrame())
		w.ok(w.imm.FinishFrame())
	}
	w.release(f, back)
	w.end()
}

// TestTextureOnTheCopyQueue: the copy queue leaves textures in COMMON, from where the main queue takes them.
func TestTextureOnTheCopyQueue(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{ImmediateContexts: streaming})
	up := w.GetImmediateContext(1)
	f, err := w.CreateFence(desc.FenceDesc{Name: "uploaded"})
	w.ok(err)
	tex, err := w.CreateTexture(desc.TextureDesc{Name: "tex", Width: 4, Height: 1, Format: gpu.FormatR32Float, BindFlags: desc.BindShaderResource, ImmediateContextMask: 3, MipLevels: 1})
	w.ok(err)
	out := w.floats("out")
	p, err := w.CreateComputePipelineState(desc.ComputePipelineStateDesc{Name: "read", CS: shader(t, "output[DispatchThreadID.x] = picture[int2(DispatchThreadID.x, 0)]", "picture Texture2D t0 float", "output RWStructuredBuffer u0 float"),
		ResourceLayout: desc.ResourceLayout{DefaultVariableType: desc.VariableDynamic}})
	w.ok(err)
	srb, err := p.CreateShaderResourceBinding("srb")
	w.ok(err)
	w.ok(w.set(srb, "picture", tex, 0))
	w.ok(w.set(srb, "output", out, 0))
	w.ok(up.UpdateTexture(tex, 0, nil, desc.SubresourceData{Data: bytesOf(5, 6, 7, 8)}, 0))
	w.ok(up.EnqueueSignal(f, 1))
	w.ok(up.Flush())
	w.ok(w.imm.DeviceWaitForFence(f, 1))
	w.ok(dispatch(w.imm, p, srb))
	require.Equal(t, bytesOf(5, 6, 7, 8), w.content(out))
	w.ok(w.imm.FinishFrame())
	w.ok(up.FinishFrame())
	w.release(f, tex, out, srb, p)
	w.end()
}

// TestRecordersOnThreads: simulated CPU threads record on deferred contexts, and two of them flush the same queue.
func TestRecordersOnThreads(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 2})
	outs := []*engine.Buffer{w.buffer("out 1", 16, desc.UsageDefault, 0), w.buffer("out 2", 16, desc.UsageDefault, 0)}
	for frame := range 3 {
		lists := make([]*engine.CommandList, 2)
		var threads []*device.Thread
		for i := range 2 {
			th, err := w.adapter.Go(fmt.Sprint("recorder ", i), 0, func() (err error) {
				c := w.GetDeferredContext(i)
				if err := c.Begin(w.imm); err != nil {
					return err
				}
				for k := range 10 {
					if err := c.UpdateBuffer(outs[i], 0, bytesOf(float32(frame), float32(i), float32(k)), 0); err != nil {
						return err
					}
				}
				lists[i], err = c.FinishCommandList()
				return err
			})
			w.ok(err)
			threads = append(threads, th)
		}
		for _, th := range threads {
			w.ok(th.Join())
		}
		w.ok(w.imm.ExecuteCommandLists(lists))
		for i := range 2 {
			w.ok(w.GetDeferredContext(i).FinishFrame())
		}
		w.ok(w.imm.FinishFrame())
	}
	require.Equal(t, bytesOf(2, 0, 9, 0), w.content(outs[0]))
	require.Equal(t, bytesOf(2, 1, 9, 0), w.content(outs[1]))
	w.release(outs[0], outs[1])
	w.end()
}

// TestThreadsCreateWhileOthersFlush: first contents are uploaded by another thread in the middle of flushes of the queue.
func TestThreadsCreateWhileOthersFlush(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	made := make([]*engine.Buffer, 20)
	th, err := w.adapter.Go("loader", 0, func() (err error) {
		for i := range made {
			if made[i], err = w.CreateBuffer(desc.BufferDesc{Name: fmt.Sprint("b", i), Size: 4, Data: []byte{byte(i), 0, 0, 0}}); err != nil {
				return err
			}
		}
		return nil
	})
	w.ok(err)
	to := w.buffer("to", 4, desc.UsageDefault, 0)
	for i := range 40 {
		w.ok(w.imm.UpdateBuffer(to, 0, []byte{byte(i)}, 0))
		w.ok(w.imm.Flush())
		w.ok(w.imm.FinishFrame())
	}
	w.ok(th.Join())
	for i, b := range made {
		require.Equal(t, []byte{byte(i), 0, 0, 0}, w.content(b))
		w.release(b)
	}
	w.release(to)
	w.end()
}

// TestMemoryStaysFlat: ten thousand frames that create, use and release objects need what the first ones needed (L11).
func TestMemoryStaysFlat(t *testing.T) {
	for _, n := range []desc.Numbering{desc.NumberingModern, desc.NumberingSeed} {
		t.Run(n.String(), func(t *testing.T) {
			frames := 10_000
			if testing.Short() {
				frames = 200
			}
			w := newWorld(t, desc.DeviceDesc{Numbering: n, DynamicHeapPageSize: 4096})
			to := w.buffer("to", 256, desc.UsageDefault, 0)
			data := make([]byte, 256)
			sizes := func() []int {
				return []int{w.GetCommandAllocatorStats(gpu.ListDirect).Created, w.GetDynamicHeapStats().Pages, w.GetLiveObjectCount()}
			}
			peak := []int{0, 0, 0}
			for frame := range frames {
				b := w.floats("frame", 1, 2)
				w.ok(w.imm.UpdateBuffer(to, 0, data, 0))
				w.ok(w.imm.CopyBuffer(b, 0, 0, to, 0, 16, 0))
				w.release(b)
				w.ok(w.imm.Flush())
				w.ok(w.imm.FinishFrame())
				w.ok(w.adapter.Work(50_000, 0)) // the frame's own work: the GPU keeps up
				if frame < 100 {
					for i, v := range sizes() {
						peak[i] = max(peak[i], v)
					}
				} else if frame%1000 == 0 {
					for i, v := range sizes() {
						require.LessOrEqual(t, v, peak[i], "frame %d", frame)
					}
				}
			}
			w.release(to)
			w.end()
		})
	}
}

// TestSteps is the order of what a submission and the end of a frame do (L12).
func TestSteps(t *testing.T) {
	var steps []string
	w := newWorld(t, desc.DeviceDesc{OnLifetime: func(e lifetime.Event) {
		steps = append(steps, fmt.Sprintf("%s %s %d/%d x%d", e.Kind, e.What, e.Number, e.Value, e.Count))
	}})
	b := w.floats("b")
	to := w.buffer("to", 16, desc.UsageDefault, 0)
	steps = nil
	w.ok(w.imm.UpdateBuffer(to, 0, []byte{1}, 0))
	w.release(to)
	w.ok(w.imm.Flush())
	w.ok(w.imm.FinishFrame())
	require.Equal(t, []string{
		"release objects 0/0 x1",           // the number of the next list
		"submit  0/1 x1",                   // number, signal, and the stale object goes with the value
		"discard DIRECT allocators 0/1 x1", // the allocator with the same value
		"purge  0/0 x0",                    // each flush purges its queue
		"release ranges 1/0 x1",            // the page of the frame, after all its submissions
		"submit  1/2 x1",                   // an empty list ends the frame
	}, steps)
	w.release(b)
	w.end()
}

// unchecked makes a world whose device has no rules, for counts and times.
func unchecked(t testing.TB) *world {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := engine.CreateDeviceAndContexts(a, desc.DeviceDesc{}, 0)
	require.NoError(t, err)
	return &world{t: t, adapter: a, RenderDevice: d, imm: d.GetImmediateContext(0)}
}

// BenchmarkFrame is a frame of a thousand dispatches that each map constants and set a dynamic variable, without validation.
func BenchmarkFrame(b *testing.B) {
	w := unchecked(b)
	in, err := w.CreateBuffer(desc.BufferDesc{Name: "in", Size: 16, Usage: desc.UsageDynamic, BindFlags: desc.BindShaderResource, Mode: desc.ModeStructured, ElementByteStride: 4})
	w.ok(err)
	p, outs := w.addOne(desc.VariableDynamic), []*engine.Buffer{w.floats("a"), w.floats("b")}
	srb := w.bindings(p, map[string]any{"input": in})
	v, err := srb.GetVariableByName(gpu.StageCompute, "output")
	w.ok(err)
	w.ok(w.imm.SetPipelineState(p))
	frame := func() error {
		if err := w.imm.SetPipelineState(p); err != nil {
			return err
		}
		for i := range 1000 {
			m, err := w.imm.MapBuffer(in, desc.MapWrite, desc.MapDiscard)
			if err != nil {
				return err
			}
			if err := m.WriteFloats(0, []float32{1}); err != nil {
				return err
			}
			if err := w.imm.UnmapBuffer(in); err != nil {
				return err
			}
			if err := v.Set(outs[i%2], 0); err != nil {
				return err
			}
			if err := w.imm.CommitShaderResources(srb, 0); err != nil {
				return err
			}
			if err := w.imm.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 1, ThreadGroupCountY: 1, ThreadGroupCountZ: 1}); err != nil {
				return err
			}
		}
		if err := w.imm.WaitForIdle(); err != nil {
			return err
		}
		return w.imm.FinishFrame()
	}
	b.ReportAllocs()
	for b.Loop() {
		w.ok(frame())
	}
}

// TestFailedRecordings: a recording in which a call was refused is lost, and the context goes on with another list.
func TestFailedRecordings(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{DeferredContexts: 1})
	a, b := w.floats("a", 1, 2, 3, 4), w.floats("b")
	p := w.addOne(desc.VariableMutable)
	srb := w.bindings(p, map[string]any{"input": a, "output": b})
	tooMany := func(c *engine.DeviceContext) {
		w.ok(c.SetPipelineState(p))
		w.ok(c.CommitShaderResources(srb, 0))
		refused(t, c.DispatchCompute(desc.DispatchComputeAttribs{ThreadGroupCountX: 70000, ThreadGroupCountY: 1, ThreadGroupCountZ: 1}), diag.TooManyGroups)
	}
	d := w.GetDeferredContext(0)
	for range 2 {
		tooMany(w.imm)
		refused(t, w.imm.Flush(), diag.ListFailed)
		w.ok(d.Begin(w.imm))
		tooMany(d)
		_, err := d.FinishCommandList()
		refused(t, err, diag.ListFailed)
	}
	w.ok(w.imm.CopyBuffer(a, 0, 0, b, 0, 16, 0))
	require.Equal(t, bytesOf(1, 2, 3, 4), w.content(b))
	w.ok(d.Begin(w.imm))
	w.ok(d.CopyBuffer(b, 0, 0, a, 0, 16, 0))
	l, err := d.FinishCommandList()
	w.ok(err)
	w.ok(w.imm.ExecuteCommandLists([]*engine.CommandList{l}))
	w.ok(d.FinishFrame())
	w.release(a, b, srb, p)
	w.end()
}
