package trace

import (
	"cmp"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Event writes one event. After an error of the writer nothing is written any more.
func (j *JSON) Event(e Event) {
	if j.err != nil {
		return
	}
	j.last = max(j.last, e.Time)
	switch e.Kind {
	case CommandStart, CommandEnd, Preempted:
		j.command(e)
	case BatchStart, BatchRetired, BatchDropped, Submits:
		j.batch(e)
	case Signal, QueueWaits, QueueGoesOn, ThreadBlocks, ThreadWakes:
		j.order(e)
	case ThreadStart, ThreadEnd, Works, Touches:
		j.thread(e)
	case Presents, Shows:
		j.frame(e)
	case Memory:
		j.counter(e.Time, "video memory", "bytes", e.Value)
	case EventSet, EventReset:
		j.instant(j.doer(e), e, fmt.Sprintf("event %s: %s", e.Object, e.Kind))
	case BackgroundStart, BackgroundFinish:
		j.task(e)
	default:
		j.instant(nil, e, fmt.Sprintf("%s %s %s", e.Device, e.Kind, e.Text))
	}
}

// queue is the track of the queue of an event.
func (j *JSON) queue(e Event) *track {
	id := uint64(e.QueueID)
	if e.Helper() {
		id = 0 // they come and go, one after the other
	}
	return j.track(processOf(e.Device), trackQueue+e.Queue, id)
}

// cpuThread is the track of the CPU thread of an event.
func (j *JSON) cpuThread(e Event) *track {
	return j.track(processCPU, e.Thread, uint64(e.ThreadID))
}

// engine is the track of the engine of an event.
func (j *JSON) engine(e Event) *track { return j.track(processOf(e.Device), trackEngine+e.Engine, 0) }

// doer is the track of the queue or thread that did it, nil of neither.
func (j *JSON) doer(e Event) *track {
	switch {
	case e.Queue != "":
		return j.queue(e)
	case e.Thread != "":
		return j.cpuThread(e)
	}
	return nil
}

// command writes commands on their queue, and who had an engine for how long.
func (j *JSON) command(e Event) {
	q := j.queue(e)
	if e.Kind == Preempted {
		j.instant(q, e, "preempted")
		return
	}
	if e.Kind == CommandStart {
		q.command = e.Time
		j.occupy(e)
		return
	}
	j.engine(e).end, q.end = e.Time, e.Time
	switch e.Op {
	case gpu.OpBeginEvent:
		j.begin(q, e.Text, "region", q.command, e.Site)
	case gpu.OpEndEvent:
		j.finish(q, max(len(q.open)-1, 1), e.Time) // a batch is around the regions
	case gpu.OpSetMarker:
		j.instant(q, e, e.Text)
	default:
		if e.Time > q.command {
			j.slice(q, e.Op.String(), "command", q.command, e.Time, e.Site, known(e))
		}
	}
}

// occupy shows which list of which queue has the engine of a command that starts.
func (j *JSON) occupy(e Event) {
	t := j.engine(e)
	owner := e.Queue
	if e.List != "" {
		owner += ": " + e.List
	}
	if len(t.open) > 0 && (t.open[0] != owner || t.end != e.Time) {
		j.finish(t, 0, t.end)
	}
	if len(t.open) == 0 {
		j.begin(t, owner, "engine", e.Time, 0)
		t.end = e.Time
	}
}

// known is what is known of a command.
func known(e Event) arguments {
	args := arguments{List: e.List, Command: e.Index + 1, Engine: e.Engine}
	if d := e.Done; d != nil {
		args.Pipeline, args.Size, args.Items, args.Instructions, args.Written = d.Pipeline, d.Size, d.Items, d.Instructions, d.Written
		for _, a := range d.Accesses {
			args.Accesses = append(args.Accesses, a.String())
		}
	}
	return args
}

// batch writes submissions and what became of them.
func (j *JSON) batch(e Event) {
	q := j.queue(e)
	switch e.Kind {
	case Submits:
		t := j.cpuThread(e)
		j.slice(t, "ExecuteCommandLists", "call", e.Time, e.Time, e.Site, arguments{Lists: e.List, Queue: e.Queue, Submission: e.Submission})
		q.from[e.Submission] = call{moment{e.Time, t}, e.List}
	case BatchStart:
		from, ok := q.from[e.Submission]
		j.begin(q, cmp.Or(from.lists, fmt.Sprintf("submission %d", e.Submission)), "batch", e.Time, e.Site)
		if ok {
			j.arrow("submission", from.moment, q, e.Time)
			delete(q.from, e.Submission)
		}
		q.end = e.Time
	case BatchRetired:
		j.finish(q, 0, e.Time)
		q.end = e.Time
	case BatchDropped:
		delete(q.from, e.Submission)
		j.instant(q, e, "dropped")
		j.finish(q, 0, e.Time)
	}
}

// thread writes the life of a CPU thread, and what it computes.
func (j *JSON) thread(e Event) {
	t := j.cpuThread(e)
	switch e.Kind {
	case Works:
		j.slice(t, "Work", "work", e.Time, e.Time+e.Value, e.Site, arguments{})
		t.end = e.Time + e.Value
	case Touches:
		j.instant(t, e, e.Done.String())
	default:
		j.instant(t, e, string(e.Kind))
	}
}

// frame writes presents and pictures on a screen, which stand until the next one.
func (j *JSON) frame(e Event) {
	if e.Kind == Presents {
		j.instant(j.queue(e), e, fmt.Sprintf("Present %d", e.Value))
		return
	}
	t := j.track(processOf(e.Device), "screen "+e.Object, 0)
	j.finish(t, 0, e.Time)
	j.begin(t, fmt.Sprintf("frame %d", e.Value), "frame", e.Time, e.Site)
}

// task writes tasks of background processing, on the track of their worker.
func (j *JSON) task(e Event) {
	t := j.cpuThread(e)
	j.finish(t, 0, e.Time)
	if e.Kind == BackgroundStart {
		j.begin(t, e.Text, "background", e.Time, e.Site)
	}
}
