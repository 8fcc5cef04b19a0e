package tuning

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/background"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

var kinds = [...]trace.Kind{background.TaskStarted: trace.BackgroundStart, background.TaskFinished: trace.BackgroundFinish,
	background.TaskCancelled: trace.BackgroundCancel, background.ModeChanged: trace.BackgroundMode, background.CommitFinished: trace.BackgroundCommit}

// EventOf is an event of background processing as one of the machine, on a device at a time in virtual nanoseconds.
func EventOf(e background.Event, device string, now uint64) trace.Event {
	out := trace.Event{Kind: kinds[e.Kind], Time: now, Device: device, Value: e.ID}
	switch e.Kind {
	case background.TaskStarted:
		out.Thread, out.Text = WorkerName(e.Worker), fmt.Sprintf("task %d, %v: %s", e.ID, e.Priority, e.Task)
	case background.TaskFinished:
		out.Thread, out.Text = WorkerName(e.Worker), fmt.Sprintf("task %d, %v", e.ID, e.Outcome)
	case background.TaskCancelled:
		out.Text = fmt.Sprintf("task %d: %s", e.ID, e.Task)
	case background.ModeChanged:
		out.Text = fmt.Sprintf("%v, %v", e.Mode, e.Action)
	case background.CommitFinished:
		out.Text = fmt.Sprintf("commit %d", e.ID)
	}
	return out
}

// WorkerName is the name of a worker, from 1.
func WorkerName(n int) string { return fmt.Sprintf("background %d", n) }
