package timeline

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/gpu/trace/internal/signals"
)

// Timeline takes the events of one run. It belongs to one goroutine.
type Timeline struct {
	lanes  []*lane
	byName map[laneName]*lane
	fences map[trace.FenceKey]*signals.History[moment]
	arrows []arrow
	frames []mark // shown on a screen
	races  []race
	// touched are the last accesses of the CPU, by the place in the script.
	touched map[gpu.Site]access

	begun bool   // whether something began that the picture shows
	first uint64 // when
	last  uint64 // time of the last event
	own   uint64 // of the last one that is not about queues of helpers
	grain uint64 // nanoseconds that no picture tells apart
}

// New returns a timeline without events.
func New() *Timeline {
	return &Timeline{byName: map[laneName]*lane{}, fences: map[trace.FenceKey]*signals.History[moment]{}, touched: map[gpu.Site]access{}}
}

// laneKind is what a lane belongs to. Lanes are drawn in this order.
type laneKind uint8

const (
	laneThread laneKind = iota
	laneWorker
	laneQueue
	laneScreen
)

// laneName finds a lane.
type laneName struct {
	kind         laneKind
	device, name string
	id           uint64 // of the queue or the thread: several may have one name
}

// lane is a row of the picture.
type lane struct {
	laneName
	number int
	engine string // that its first command ran on, without the number
	// under are the times in which a thread runs, bars what is in the lane, lists and regions what stands above.
	under, bars, lists, regions []box
	signals, submits, presents  []mark

	command, wait trace.Event // that began what runs or waits
	runs, waits   bool
	since         uint64          // of a thread: since when it runs
	ended         bool            // of a thread
	free          uint64          // of a queue in a batch: when its last command ended
	batch         trace.Event     // that began the batch
	open          []trace.Event   // regions
	submitted     map[uint64]mark // by number: calls whose batch has not begun
	limit         int             // of boxes, before they are joined
}

// class says how a box is drawn.
type class uint8

const (
	classDraw class = iota
	classDispatch
	classCopy
	classFill    // clears, resolves, queries
	classBarrier // and what else takes no engine time worth naming
	classWork
	classTask
	classFrame
	classList
	classRegion
	classRuns
	classWait
	classReady // has work, but another queue has the engine
	classCount
)

// box is something with a beginning and an end.
type box struct {
	begin, end   uint64
	class        class
	depth        int    // of a region
	count        int    // of the boxes that it stands for
	label        string // of the longest of them
	longest      uint64
	tip          string // further lines of the tooltip
	op           gpu.Op // of a command, with its number in its list and what it did
	index        uint32
	done         *trace.Done
	site, submit gpu.Site
	list         string
}

// mark is something that happens at an instant.
type mark struct {
	at    uint64
	label string
	site  gpu.Site
	lane  int
}

// moment is a place in the picture.
type moment struct {
	lane int
	at   uint64
}

// arrow leads from one place to another.
type arrow struct {
	from, to moment
	label    string
	kind     arrowKind
}

// arrowKind is what an arrow means.
type arrowKind uint8

const (
	arrowWaited  arrowKind = iota // a signal ends a wait
	arrowPassed                   // a signal came before the wait
	arrowSubmits                  // from a call to its batch
	arrowKinds
)

// Event takes an event. It implements trace.Sink.
func (t *Timeline) Event(e trace.Event) {
	t.last = max(t.last, e.Time)
	if !e.Helper() && e.Kind != trace.ThreadBlocks && e.Kind != trace.ThreadWakes && e.Kind != trace.Memory {
		t.own = t.last
	}
	switch e.Kind {
	case trace.CommandStart, trace.CommandEnd:
		t.commandEvent(e)
	case trace.BatchStart, trace.BatchRetired, trace.BatchDropped:
		t.batchEvent(e)
	case trace.Submits:
		t.submits(e)
	case trace.Signal:
		t.signal(e)
	case trace.QueueWaits, trace.QueueGoesOn:
		t.queueWait(e)
	case trace.ThreadStart, trace.ThreadBlocks, trace.ThreadWakes, trace.ThreadEnd, trace.Works:
		t.threadEvent(e)
	case trace.Touches:
		t.touches(e)
	case trace.Presents, trace.Shows:
		t.frameEvent(e)
	case trace.BackgroundStart, trace.BackgroundFinish:
		t.taskEvent(e)
	}
}

// begins says that something is in the picture from a time on.
func (t *Timeline) begins(at uint64) {
	if !t.begun || at < t.first {
		t.begun, t.first = true, at
	}
}

// lane finds or makes a lane.
func (t *Timeline) lane(kind laneKind, device, name string, id uint64) *lane {
	key := laneName{kind, device, name, id}
	l := t.byName[key]
	if l == nil {
		l = &lane{laneName: key, number: len(t.lanes), limit: mostBoxes, submitted: map[uint64]mark{}}
		t.lanes = append(t.lanes, l)
		t.byName[key] = l
	}
	return l
}

// thread is the lane of the thread of an event.
func (t *Timeline) thread(e trace.Event) *lane {
	return t.lane(laneThread, "", e.Thread, uint64(e.ThreadID))
}

// helpers is the lane that the queues share which functions such as gpu.SavePNG make for a moment. What they do after all else is left out.
const helpers = "read back by gpu"

// queue is the lane of the queue of an event.
func (t *Timeline) queue(e trace.Event) *lane {
	if e.Helper() {
		return t.lane(laneQueue, e.Device, helpers, 0)
	}
	return t.lane(laneQueue, e.Device, e.Queue, uint64(e.QueueID))
}

// doer is the lane of the queue or thread of an event.
func (t *Timeline) doer(e trace.Event) *lane {
	if e.Queue != "" {
		return t.queue(e)
	}
	return t.thread(e)
}
