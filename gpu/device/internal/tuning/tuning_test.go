package tuning

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/kernel"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// stopped is a clock on which nothing ever ends.
type stopped struct{}

func (stopped) Now() uint64               { return 0 }
func (stopped) After(int, uint64, func()) {}
func (stopped) Wait(finished func() bool) { _ = finished() }

// TestSupport: what there is with and without a driver.
func TestSupport(t *testing.T) {
	kernels := kernel.NewRunner(kernel.Options{})
	on := New(Options{Clock: stopped{}, Kernels: kernels})
	require.True(t, on.Supported())
	p := on.NewPipeline("p")
	require.NotNil(t, p.Kernel)
	require.EqualValues(t, 16, on.Measure().Interval)
	p.Destroy()
	on.End()

	off := New(Options{Support: background.SupportOff, Clock: stopped{}, Kernels: kernels})
	require.False(t, off.Supported())
	none := off.NewPipeline("p")
	require.Nil(t, none)
	none.Destroy()
	require.Zero(t, off.Measure())
	off.Retired(off.Measure(), nil)
	require.Equal(t, BackgroundProcessingStats{}, off.Report())
	off.SetMode(background.AllowIntrusiveMeasurements, background.KeepAll, nil)
	require.Equal(t, background.AllowIntrusiveMeasurements, off.Report().Mode)
	off.End()
}

// TestEventOf: the words of each kind.
func TestEventOf(t *testing.T) {
	for _, tt := range []struct {
		e    background.Event
		want trace.Event
	}{
		{background.Event{Kind: background.TaskStarted, ID: 3, Task: "p: c = 0x1", Worker: 2, Priority: background.Normal},
			trace.Event{Kind: trace.BackgroundStart, Value: 3, Thread: "background 2", Text: "task 3, normal: p: c = 0x1"}},
		{background.Event{Kind: background.TaskFinished, ID: 3, Task: "p: c = 0x1", Worker: 1, Outcome: background.NoGain},
			trace.Event{Kind: trace.BackgroundFinish, Value: 3, Thread: "background 1", Text: "task 3, no gain"}},
		{background.Event{Kind: background.TaskCancelled, ID: 4, Task: "p"}, trace.Event{Kind: trace.BackgroundCancel, Value: 4, Text: "task 4: p"}},
		{background.Event{Kind: background.ModeChanged, Mode: background.DisableBackgroundWork, Action: background.CommitResults},
			trace.Event{Kind: trace.BackgroundMode, Text: "DISABLE_BACKGROUND_WORK, COMMIT_RESULTS"}},
		{background.Event{Kind: background.CommitFinished, ID: 5}, trace.Event{Kind: trace.BackgroundCommit, Value: 5, Text: "commit 5"}},
	} {
		tt.want.Device, tt.want.Time = "d", 7
		require.Equal(t, tt.want, EventOf(tt.e, "d", 7))
	}
}

// TestSamplesAllocateNothing: code is in a sample as the pointer that it is.
func TestSamplesAllocateNothing(t *testing.T) {
	c, samples := new(kernel.Code), make([]Sample, 0, 1)
	require.Zero(t, testing.AllocsPerRun(100, func() { samples = append(samples[:0], Sample{Code: code{c}}) }))
}

func TestAddStats(t *testing.T) {
	one := BackgroundProcessingStats{Mode: background.AllowIntrusiveMeasurements, Queued: 1, Completed: 2, Cancelled: 3, Failed: 4, MostAtOnce: 5, Commits: 6, Samples: 7,
		VariantsInstalled: 8, VariantsWithdrawn: 9, PipelinesTuned: 10, ProgramRuns: 11, VariantRuns: 12}
	sum := BackgroundProcessingStats{}
	sum.Add(one)
	sum.Add(one)
	require.Equal(t, BackgroundProcessingStats{Queued: 2, Completed: 4, Cancelled: 6, Failed: 8, Commits: 12, Samples: 14,
		VariantsInstalled: 16, VariantsWithdrawn: 18, PipelinesTuned: 20, ProgramRuns: 22, VariantRuns: 24}, sum)
}
