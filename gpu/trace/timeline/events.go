package timeline

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/gpu/trace/internal/signals"
)

// commandEvent takes the beginning or the end of a command. What takes no time has no box.
func (t *Timeline) commandEvent(e trace.Event) {
	l := t.doer(e)
	if l.engine == "" {
		l.engine, _, _ = strings.Cut(e.Engine, " ")
	}
	if e.Kind == trace.CommandStart {
		if e.Time > l.free && l.free >= l.batch.Time && l.batch.Kind != "" {
			t.add(l, &l.bars, box{begin: l.free, end: e.Time, class: classReady, label: e.Engine + " is taken", site: l.batch.Site})
		}
		l.command, l.runs = e, true
		return
	}
	began := l.command
	l.runs, l.free = false, e.Time
	switch e.Op {
	case gpu.OpBeginEvent:
		l.open = append(l.open, e)
		return
	case gpu.OpEndEvent:
		t.endRegion(l, e.Time)
		return
	case gpu.OpSetMarker:
		l.presents = t.thinned(append(l.presents, mark{at: e.Time, label: e.Text, site: e.Site}))
		return
	}
	if e.Time == began.Time {
		return
	}
	b := box{begin: began.Time, end: e.Time, class: classOf(e.Op), label: labelOf(e), site: e.Site, submit: l.batch.Site, list: e.List, op: e.Op,
		index: e.Index, done: e.Done}
	t.settle(l, &b)
	t.add(l, &l.bars, b)
	t.listed(l, e, began.Time)
}

// listed makes the band of a list longer, or begins one.
func (t *Timeline) listed(l *lane, e trace.Event, began uint64) {
	if e.List == "" {
		return
	}
	if n := len(l.lists); n > 0 {
		if last := &l.lists[n-1]; last.list == e.List && last.begin >= l.batch.Time && last.count == 1 {
			last.end = e.Time
			last.longest = last.end - last.begin
			return
		}
	}
	t.add(l, &l.lists, box{begin: began, end: e.Time, class: classList, label: e.List, list: e.List, site: l.batch.Site})
}

// classOf is how a command is drawn.
func classOf(op gpu.Op) class {
	switch op {
	case gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced:
		return classDraw
	case gpu.OpDispatch, gpu.OpExecuteIndirect:
		return classDispatch
	case gpu.OpCopyBufferRegion, gpu.OpCopyResource, gpu.OpCopyTextureRegion:
		return classCopy
	case gpu.OpResourceBarrier:
		return classBarrier
	}
	return classFill
}

// labelOf is what is in the box of a command: its pipeline, or what it writes, or its name.
func labelOf(e trace.Event) string {
	if e.Done == nil {
		return e.Op.String()
	}
	if e.Done.Pipeline != "" {
		return e.Done.Pipeline
	}
	written := ""
	for _, a := range e.Done.Accesses {
		if a.Kind != gpu.AccessRead {
			if written != "" {
				return e.Op.String()
			}
			written = a.Resource
		}
	}
	if name := e.Op.String(); written != "" {
		for _, verb := range []string{"Copy", "Clear", "Resolve"} {
			if strings.HasPrefix(name, verb) {
				return strings.ToLower(verb) + " " + written
			}
		}
	}
	return e.Op.String()
}

// endRegion ends the innermost region.
func (t *Timeline) endRegion(l *lane, at uint64) {
	n := len(l.open)
	if n == 0 {
		return
	}
	e := l.open[n-1]
	l.open = l.open[:n-1]
	if at > e.Time {
		t.add(l, &l.regions, box{begin: e.Time, end: at, class: classRegion, depth: min(n-1, mostDepth), label: e.Text, list: e.List, site: e.Site})
	}
}

// batchEvent takes the beginning and the end of a submission.
func (t *Timeline) batchEvent(e trace.Event) {
	l := t.doer(e)
	if e.Kind != trace.BatchStart {
		for len(l.open) > 0 {
			t.endRegion(l, e.Time)
		}
		l.batch, l.runs = trace.Event{}, false
		return
	}
	t.begins(e.Time)
	l.batch, l.free = e, e.Time
	if call, ok := l.submitted[e.Submission]; ok {
		delete(l.submitted, e.Submission)
		t.arrow(arrow{from: moment{call.lane, call.at}, to: moment{l.number, e.Time}, kind: arrowSubmits})
	}
}

// submits takes a call of ExecuteCommandLists.
func (t *Timeline) submits(e trace.Event) {
	t.begins(e.Time)
	caller, l := t.thread(e), t.queue(e)
	call := mark{at: e.Time, label: fmt.Sprintf("ExecuteCommandLists: %s to %s", e.List, e.Queue), site: e.Site, lane: caller.number}
	caller.submits = t.thinned(append(caller.submits, call))
	if l.name != helpers {
		l.submitted[e.Submission] = call
	}
}

// signal takes a signal.
func (t *Timeline) signal(e trace.Event) {
	if e.Queue == "" && e.Thread == "" {
		return // what a removed device sets
	}
	l := t.doer(e)
	l.signals = t.thinned(append(l.signals, mark{at: e.Time, label: fmt.Sprintf("%s = %d", e.Fence, e.Value), site: e.Site}))
	h := t.fences[e.FenceKey()]
	if h == nil {
		h = &signals.History[moment]{}
		t.fences[e.FenceKey()] = h
	}
	h.Set(e.Value, moment{l.number, e.Time})
}

// queueWait takes a wait of a queue.
func (t *Timeline) queueWait(e trace.Event) {
	l := t.doer(e)
	if e.Kind == trace.QueueWaits {
		l.wait, l.waits = e, true
		return
	}
	waited := l.waits
	t.endWait(l, e.Time)
	t.ordered(l, e, e.Time, waited)
}

// ordered draws an arrow from the signal that ended a wait for the fence and the value of an event.
func (t *Timeline) ordered(l *lane, wait trace.Event, at uint64, waited bool) {
	if h := t.fences[wait.FenceKey()]; h != nil {
		if from, ok := h.Reached(wait.Value); ok && from.at <= at && from.lane != l.number {
			kind := arrowPassed
			if waited {
				kind = arrowWaited
			}
			t.arrow(arrow{from: from, to: moment{l.number, at}, label: fmt.Sprintf("%s >= %d", wait.Fence, wait.Value), kind: kind})
		}
	}
}

// endWait ends the wait that is open.
func (t *Timeline) endWait(l *lane, at uint64) {
	if !l.waits {
		return
	}
	l.waits = false
	if e := l.wait; at > e.Time {
		t.add(l, &l.bars, box{begin: e.Time, end: at, class: classWait, label: waitsFor(e), site: e.Site})
	}
}

// waitsFor is what a wait is for.
func waitsFor(e trace.Event) string {
	if e.Fence != "" {
		return fmt.Sprintf("waits %s >= %d", e.Fence, e.Value)
	}
	if e.Object != "" {
		return "waits for " + e.Object
	}
	return "waits"
}

// threadEvent takes what a CPU thread does.
func (t *Timeline) threadEvent(e trace.Event) {
	l := t.thread(e)
	switch e.Kind {
	case trace.ThreadStart:
		l.since = e.Time
	case trace.ThreadBlocks:
		t.ran(l, e.Time)
		l.wait, l.waits = e, true
	case trace.ThreadWakes:
		wait := l.wait
		if wait.Site != 0 && !wait.Helper() { // the end of a script waits without a place
			t.own = e.Time
		}
		t.endWait(l, e.Time)
		t.ordered(l, wait, e.Time, true)
		l.since = e.Time
	case trace.ThreadEnd:
		t.ran(l, e.Time)
		l.ended = true
	case trace.Works:
		t.begins(e.Time)
		t.last = max(t.last, e.Time+e.Value)
		t.add(l, &l.bars, box{begin: e.Time, end: e.Time + e.Value, class: classWork, label: "Work", site: e.Site})
	}
}

// ran ends a stretch in which a thread runs.
func (t *Timeline) ran(l *lane, at uint64) {
	if at > l.since {
		t.add(l, &l.under, box{begin: l.since, end: at, class: classRuns, label: "runs"})
	}
}

// frameEvent takes a Present and a picture on a screen.
func (t *Timeline) frameEvent(e trace.Event) {
	if e.Kind == trace.Presents {
		l := t.doer(e)
		l.presents = t.thinned(append(l.presents, mark{at: e.Time, label: fmt.Sprintf("Present %d", e.Value), site: e.Site}))
		return
	}
	l := t.lane(laneScreen, e.Device, e.Object, 0)
	if l.runs {
		t.add(l, &l.bars, box{begin: l.since, end: e.Time, class: classFrame, label: l.command.Text, site: l.command.Site})
	}
	e.Text = fmt.Sprintf("frame %d", e.Value)
	l.command, l.runs, l.since = e, true, e.Time
	t.frames = t.thinned(append(t.frames, mark{at: e.Time, label: e.Text, site: e.Site}))
}

// taskEvent takes a task of background processing.
func (t *Timeline) taskEvent(e trace.Event) {
	l := t.lane(laneWorker, e.Device, e.Thread, 0)
	if e.Kind == trace.BackgroundStart {
		l.command, l.runs, l.since = e, true, e.Time
		return
	}
	if l.runs && e.Time > l.since {
		t.add(l, &l.bars, box{begin: l.since, end: e.Time, class: classTask, label: cmp.Or(l.command.Text, "task"), tip: e.Text})
	}
	l.runs = false
}
