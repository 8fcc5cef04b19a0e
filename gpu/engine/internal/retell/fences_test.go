package retell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// unordered is what the level below says of two queues, of which the first one signals a fence of a name.
func unordered(fence *device.Fence, by gpu.ID) *diag.Diagnostic {
	d := diag.New(diag.DataRace, "x").At(7, "reads a[0, 16)").Via(6, "CopyBufferRegion").Also(5, "writes a[0, 16)").Also(5, `fence "copy progress" = 1 is signalled when that is finished`).
		Because(`Direct queue "main" does not wait for fence "copy progress" first.`).HelpText(`call Wait with fence "copy progress" and 1 on direct queue "main" first`)
	d.Awaited = diag.Awaited{Fence: fence.ID(), Value: 1, By: by}
	return d
}

// A fence of the application that has the name of the engine's own is left as it is.
func TestFencesAreKnownByIdentity(t *testing.T) {
	a, err := device.NewAdapter(device.Options{})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	below, err := a.CreateDevice(gpu.DeviceDesc{}, 0)
	require.NoError(t, err)
	q, err := submit.Create(below, gpu.CommandQueueDesc{Name: "copy", Type: gpu.ListCopy}, 0)
	require.NoError(t, err)
	mine, err := below.CreateFence(0, 0, "copy progress")
	require.NoError(t, err)
	require.Equal(t, mine.Name(), q.Fence.Name())

	d := unordered(mine, q.Native.ID())
	Fences([]*submit.Queue{q}, &objects.Registry{}, d)
	require.Equal(t, unordered(mine, q.Native.ID()), d)

	d = unordered(q.Fence, q.Native.ID())
	Fences([]*submit.Queue{q}, &objects.Registry{}, d)
	require.Len(t, d.Labels, 2, "the signal of the engine is no place of the script")
	require.Equal(t, []string{`The first one is covered by value 1 of DeviceContext "copy": nothing makes the second one wait for it.`}, d.Why)
	require.Len(t, d.Help, 2)

	d = unordered(q.Fence, q.Native.ID()+1) // a queue of the device below, which knows no fence of the engine
	Fences([]*submit.Queue{q}, &objects.Registry{}, d)
	require.Len(t, d.Help, 1)
	require.Equal(t, `call WaitForIdle on DeviceContext "copy" before`, d.Help[0].Text)
}

// A wait for a fence of the engine gets the call of a context, and a value that the fence has stays an edit, unless the signal was enqueued.
func TestStall(t *testing.T) {
	stall := func() *diag.Diagnostic {
		d := diag.New(diag.MissingSignal, "x").At(7, "").HelpFix(7, diag.PutArgument("WaitCPU", 1, 1), "wait for 1").HelpText("call Signal")
		d.Awaited = diag.Awaited{Value: 3}
		return d
	}
	fence := words.Object{Title: `Fence "f"`}
	d := stall()
	Stall(d, Wait{Fence: fence, Alone: true})
	require.Equal(t, "Wait", d.Help[0].Fix.Method)
	require.Equal(t, "local %3 = %1:GetImmediateContext(1); %3:EnqueueSignal(%2, 3); %3:Flush()", d.Help[1].Draft.Replace)
	d = stall()
	Stall(d, Wait{Fence: fence})
	require.Len(t, d.Help, 2)
	require.Nil(t, d.Help[1].Draft, "one of several contexts is meant")
	d = stall()
	Stall(d, Wait{Fence: fence, Held: &words.Signal{Fence: fence.Title, Value: 3, Site: 2}, Context: words.Context{Title: "c"}})
	require.Len(t, d.Help, 1, "the value is enqueued")
	require.Equal(t, "%1:Flush()", d.Help[0].Draft.Replace)
}
