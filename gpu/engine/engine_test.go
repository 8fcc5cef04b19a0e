package engine_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/validate"
)

// world is a validated machine with a render device. Every mistake that the engine makes below is an error of a test.
type world struct {
	*engine.RenderDevice
	t       testing.TB
	adapter *device.Adapter
	told    []*diag.Diagnostic
	imm     *engine.DeviceContext
}

func newWorld(t testing.TB, of desc.DeviceDesc) *world {
	t.Helper()
	return newWorldWith(t, of, device.ErrorsStop)
}

func newWorldWith(t testing.TB, of desc.DeviceDesc, errors device.ErrorMode) *world {
	t.Helper()
	w := &world{t: t}
	v := validate.New(validate.Options{})
	a, err := device.NewAdapter(device.Options{Layers: []device.Layer{v}, OnDiagnostic: w.tell, Errors: errors})
	require.NoError(t, err)
	v.SetResourceAt(a.ResourceAt)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	d, err := engine.CreateDeviceAndContexts(a, of, 1)
	require.NoError(t, err)
	w.adapter, w.RenderDevice, w.imm = a, d, d.GetImmediateContext(0)
	return w
}

func (w *world) tell(d *diag.Diagnostic) {
	if d.Severity != diag.SeverityAdvice {
		w.told = append(w.told, d)
	}
}

// end releases the device, which must have nothing left.
func (w *world) end() {
	w.t.Helper()
	require.NoError(w.t, w.Release())
	for _, err := range w.adapter.Finish() {
		require.NoError(w.t, err)
	}
	require.Empty(w.t, w.told)
}

func (w *world) ok(err error) {
	w.t.Helper()
	require.NoError(w.t, err)
}

// refused is the diagnostic of an error.
func refused(t testing.TB, err error, code diag.Code) *diag.Diagnostic {
	t.Helper()
	var e *diag.Error
	require.True(t, errors.As(err, &e), "%v", err)
	require.Equal(t, code, e.Diagnostics[0].Code, e.Diagnostics[0].Title)
	require.NotEmpty(t, e.Diagnostics[0].Rule)
	return e.Diagnostics[0]
}

func (w *world) buffer(name string, size uint64, u desc.Usage, cpu desc.CPUAccess) *engine.Buffer {
	w.t.Helper()
	b, err := w.CreateBuffer(desc.BufferDesc{Name: name, Size: size, Usage: u, CPUAccessFlags: cpu})
	w.ok(err)
	return b
}

// content copies a buffer to the CPU and returns its bytes.
func (w *world) content(b *engine.Buffer) []byte {
	w.t.Helper()
	back := w.buffer("back", b.Desc().Size, desc.UsageStaging, desc.CPURead)
	w.ok(w.imm.CopyBuffer(b, 0, 0, back, 0, b.Desc().Size, 0))
	w.ok(w.imm.WaitForIdle())
	m, err := w.imm.MapBuffer(back, desc.MapRead, 0)
	w.ok(err)
	data, err := m.ReadBytes(0, b.Desc().Size)
	w.ok(err)
	w.ok(w.imm.UnmapBuffer(back))
	w.ok(back.Release())
	return data
}

func TestUpdateAndCopy(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	first, err := w.CreateBuffer(desc.BufferDesc{Name: "first", Size: 8, Usage: desc.UsageDefault, Data: []byte{1, 2, 3, 4}})
	w.ok(err)
	second := w.buffer("second", 8, desc.UsageDefault, 0)
	w.ok(w.imm.UpdateBuffer(first, 4, []byte{5, 6, 7, 8}, 0))
	w.ok(w.imm.CopyBuffer(first, 0, 0, second, 0, 8, 0))
	w.ok(w.imm.UpdateBuffer(first, 0, []byte{9}, 0))
	w.ok(w.imm.CopyBuffer(first, 0, 0, second, 7, 1, 0))
	require.Equal(t, []byte{1, 2, 3, 4, 5, 6, 7, 9}, w.content(second))
	w.ok(first.Release())
	w.ok(second.Release())
	w.end()
}

// TestFirstFigure is target 03 up to the draw: a buffer is released after the command that uses it.
func TestFirstFigure(t *testing.T) {
	for _, n := range []desc.Numbering{desc.NumberingModern, desc.NumberingSeed} {
		w := newWorld(t, desc.DeviceDesc{Numbering: n, Gpu: gpu.DeviceDesc{Paused: true}})
		vb, err := w.CreateBuffer(desc.BufferDesc{Name: "vb", Size: 4, Usage: desc.UsageImmutable, Data: []byte{1, 2, 3, 4}})
		w.ok(err)
		to := w.buffer("to", 4, desc.UsageDefault, 0)
		w.ok(w.imm.CopyBuffer(vb, 0, 0, to, 0, 4, 0))
		state := func() []int {
			completed, err := w.imm.GetCompletedCommandListCount()
			w.ok(err)
			s := w.GetReleaseQueueStats()
			return []int{int(w.imm.GetNextCommandListNumber()), int(completed), s.Stale, s.Pending, w.GetLiveObjectCount()}
		}
		// The upload buffer of the first contents waits, too. The allocator of its list is pending: its submission is known.
		stages := func(modern, seed []int) []int {
			if n == desc.NumberingSeed {
				return seed
			}
			return modern
		}
		require.Equal(t, stages([]int{0, 0, 1, 1, 2}, []int{0, 0, 0, 1, 2}), state(), "recorded in list N")
		w.ok(vb.Release())
		require.Equal(t, stages([]int{0, 0, 2, 1, 2}, []int{0, 0, 0, 2, 2}), state(), "released by the application")
		w.ok(w.imm.Flush())
		require.Equal(t, stages([]int{1, 0, 0, 4, 2}, []int{1, 0, 0, 2, 2}), state(), "submitted, signal N+1")
		w.ok(w.PurgeReleaseQueues())
		require.Equal(t, 2, w.GetLiveObjectCount(), "the GPU has not run")
		_, err = w.StepGpu(gpu.StepDesc{Until: gpu.StepIdle})
		w.ok(err)
		require.Equal(t, 2, state()[4], "completed, not purged")
		w.ok(w.PurgeReleaseQueues())
		require.Equal(t, []int{1, 1, 0, 0, 1}, state(), "destroyed now")
		d := refused(t, w.imm.CopyBuffer(vb, 0, 0, to, 0, 4, 0), diag.EngineUseAfterRelease)
		require.Equal(t, `CopyBuffer uses Buffer "vb", which was released`, d.Title)
		w.ok(to.Release())
		w.Native().Resume()
		w.end()
	}
}
