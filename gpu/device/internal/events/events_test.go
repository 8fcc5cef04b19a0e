package events

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

func TestOf(t *testing.T) {
	e, ok := Of(sched.Record{Kind: sched.CommandStarted, At: 7, Engine: sched.EngineID{Kind: sched.Copy}, Tag: 3})
	require.True(t, ok)
	require.Equal(t, trace.Event{Kind: trace.CommandStart, Time: 7, Engine: "COPY", Site: 3}, e)
	e, _ = Of(sched.Record{Kind: sched.Signalled, Value: 5})
	require.Equal(t, trace.Event{Kind: trace.Signal, Value: 5}, e, "no engine")
	_, ok = Of(sched.Record{Kind: sched.OpStarted})
	require.False(t, ok)
}

// TestAdd: commands of a bundle add up; what only sets state is not worth telling.
func TestAdd(t *testing.T) {
	pipeline := func() string { return "p" }
	names := map[gpu.ID]string{1: "a"}
	name := func(id gpu.ID) string { return names[id] }
	add := func(d *trace.Done, c gpu.Command, o exec.Outcome, accesses ...gpu.Access) *trace.Done {
		return Add(d, &c, &o, pipeline, accesses, name)
	}
	require.Nil(t, add(nil, gpu.Command{Op: gpu.OpSetPipelineState}, exec.Outcome{}))
	require.Nil(t, add(nil, gpu.Command{Op: gpu.OpDispatch, X: 1}, exec.Outcome{Skipped: true}), "predication left it out")
	d := add(nil, gpu.Command{Op: gpu.OpDispatch, X: 2, Y: 3, Z: 4}, exec.Outcome{Result: exec.Result{WorkItems: 64, Instructions: 100}},
		gpu.Access{Resource: 1, Begin: 8, End: 16, Kind: gpu.AccessWrite}, gpu.Access{Resource: 2, End: 4})
	require.Equal(t, &trace.Done{Pipeline: "p", Size: "2 x 3 x 4 groups", Items: 64, Instructions: 100, Accesses: []trace.Access{{Resource: "a", Kind: gpu.AccessWrite, Begin: 8, End: 16}}}, d)
	require.Same(t, d, add(d, gpu.Command{Op: gpu.OpSetMarker}, exec.Outcome{}))
	draw := exec.Outcome{Result: exec.Result{WorkItems: 9, BytesWritten: 256}}
	draw.Drawn.IAPrimitives = 2
	d = add(d, gpu.Command{Op: gpu.OpDrawInstanced, X: 6, Y: 1}, draw)
	require.Equal(t, []uint64{66, 100, 256}, []uint64{d.Items, d.Instructions, d.Written}, "of draws the primitives")
	require.Equal(t, "2 x 3 x 4 groups", d.Size, "of the first")
	require.Equal(t, &trace.Done{Written: 16}, add(nil, gpu.Command{Op: gpu.OpCopyResource}, exec.Outcome{Result: exec.Result{BytesWritten: 16}}))
	require.NotNil(t, add(nil, gpu.Command{Op: gpu.OpCopyResource}, exec.Outcome{}), "a copy of nothing is a copy")
}

func TestMapped(t *testing.T) {
	require.Equal(t, "writes b[4, 8)", Mapped(gpu.MapWrite, "b", 4, 8).String())
	require.Equal(t, "reads b[4, 8)", Mapped(gpu.MapRead, "b", 4, 8).String())
}
