package kernel

import (
	"context"
	"runtime"
	"testing"

	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/stretchr/testify/require"
)

func TestAheadWorksInOrderAndEnds(t *testing.T) {
	var a ahead
	var done []int
	begun, goOn := make(chan struct{}), make(chan struct{})
	a.add(func() {
		close(begun)
		<-goOn
		done = append(done, 1)
	})
	a.add(func() { done = append(done, 2) })
	<-begun
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		a.close()
	}()
	for { // until close has dropped the queue
		a.mu.Lock()
		closed := a.closed
		a.mu.Unlock()
		if closed {
			break
		}
		runtime.Gosched()
	}
	close(goOn)
	<-ended
	require.Equal(t, []int{1}, done, "what had begun was waited for, the rest dropped")
	a.add(func() { done = append(done, 3) })
	a.ended.Wait()
	require.Equal(t, []int{1}, done)

	var b ahead
	for i := range 3 {
		b.add(func() { done = append(done, 10+i) })
	}
	b.ended.Wait()
	b.add(func() { done = append(done, 13) })
	b.ended.Wait()
	require.Equal(t, []int{1, 10, 11, 12, 13}, done)
}

// TestPreparedKernelsGiveTheSame: with and without preparation, while dispatches run, and with a close in between.
func TestPreparedKernelsGiveTheSame(t *testing.T) {
	for i := range workloads[:3] {
		plain, prepared := newTrackRig(t, &workloads[i], Options{Workers: 2}), newTrackRig(t, &workloads[i], Options{Workers: 2})
		for _, report := range []bool{false, true} {
			prepared.runner.Prepare(prepared.kernel, report)
		}
		want := plain.run(t, false)
		for j := range workloads {
			if other := &workloads[j]; other.text != "" {
				prepared.runner.Prepare(compileText(t, other.text), true)
			}
		}
		require.Equal(t, want, prepared.run(t, false))
		require.Len(t, prepared.runner.executor.(*compiler).codes, 1)
	}
}

func TestCloseEndsPreparation(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 3 {
		space, err := mem.New(1 << 20)
		require.NoError(t, err)
		r := NewRunner(Options{Workers: 1})
		require.NoError(t, r.Attach(space))
		for range 4 {
			r.Prepare(compileText(t, gatherText), false)
			r.Prepare(compileText(t, histogramText), true)
		}
		require.NoError(t, r.Close())
		require.NoError(t, space.Close())
	}
	for runtime.NumGoroutine() > before { // Close waits for the work; the goroutine is gone a moment later
		runtime.Gosched()
	}
}

// TestInterpretersPrepareNothing: there is no code to make.
func TestInterpretersPrepareNothing(t *testing.T) {
	rig := newTrackRig(t, &workloads[0], Options{Interpreter: true})
	rig.runner.Prepare(rig.kernel, true)
	var r exec.Result
	require.NoError(t, rig.runner.Run(context.Background(), rig.kernel, &rig.dispatch, &r))
	require.EqualValues(t, 65536, r.WorkItems)
}
