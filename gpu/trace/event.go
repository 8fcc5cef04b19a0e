package trace

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Kind says what happened, in one or two words.
type Kind string

// The kinds of events.
const (
	CommandStart Kind = "start"        // an engine begins a command, or continues with it after a preemption
	CommandEnd   Kind = "end"          // an engine has finished a command
	BatchStart   Kind = "batch"        // a queue begins a call of ExecuteCommandLists
	BatchRetired Kind = "retired"      // all commands of a batch have finished
	BatchDropped Kind = "dropped"      // a batch never ran, because the device was removed
	Preempted    Kind = "preempted"    // a queue lost its engine to one of higher priority
	Signal       Kind = "signal"       // a queue or a thread set a fence
	QueueWaits   Kind = "waits"        // a queue stands until a fence reaches a value
	QueueGoesOn  Kind = "goes on"      // the value is reached
	ThreadStart  Kind = "thread start" // a CPU thread begins
	ThreadBlocks Kind = "blocks"       // a CPU thread stands
	ThreadWakes  Kind = "wakes"        // a CPU thread continues
	ThreadEnd    Kind = "thread end"   // a CPU thread has ended
	EventSet     Kind = "set"          // an event object was set
	EventReset   Kind = "reset"        // an event object was reset
	Paused       Kind = "paused"       // the clock of a GPU stands
	Resumed      Kind = "resumed"      // the clock of a GPU continues
	Removed      Kind = "removed"      // a device is lost
	Submits      Kind = "submits"      // a CPU thread calls ExecuteCommandLists
	Works        Kind = "works"        // a CPU thread computes for Value nanoseconds
	Touches      Kind = "touches"      // a CPU thread reads or writes mapped memory; Done says which bytes
	Presents     Kind = "presents"     // a queue comes to a Present; Value is the number of the frame
	Shows        Kind = "shows"        // a frame appears on the screen
	Memory       Kind = "memory"       // objects have Value bytes of video memory from now on

	BackgroundStart  Kind = "bg start"  // a task of background processing begins
	BackgroundFinish Kind = "bg finish" // it has ended
	BackgroundCancel Kind = "bg cancel" // a task will never run
	BackgroundMode   Kind = "bg mode"   // the application has set the mode
	BackgroundCommit Kind = "bg commit" // all tasks of a commit have ended
)

// Event is one thing that happened. Empty fields do not concern its kind.
type Event struct {
	Kind   Kind
	Time   uint64 // virtual nanoseconds since the start of the machine
	Device string // name of the device
	Engine string // "3D", "COMPUTE", "COPY" while a command has it, with a number from the second one on
	Queue  string // name of the queue
	Thread string // name of the CPU thread, or of the worker of a task
	// QueueID and ThreadID tell queues, and threads, of one name apart. The number of a thread is that of its creation, from 0.
	QueueID  gpu.ID
	ThreadID int
	Fence    string   // name of the fence
	ID       gpu.ID   // of the fence, or of the swap chain that it belongs to; with its name it tells fences apart. 0 if it is not known
	Object   string   // name of the event object
	Value    uint64   // of the fence; the number of a task, a commit or a frame; else what the kind says
	Op       gpu.Op   // the command of CommandStart and CommandEnd
	List     string   // name of its command list, "" if it is not known; the lists of Submits, joined by commas
	Index    uint32   // of the command in its list, from 0
	Text     string   // of a marker or region; what is known of a task, a mode or a commit
	Site     gpu.Site // where the script asked for it, 0 if it did not

	// Submission counts the calls of ExecuteCommandLists and Present on the queue, from 1: that of Submits, of the events of a batch and of its
	// commands.
	Submission uint64
	// Done is what the command of CommandEnd did, and the access of Touches; nil for a command that only sets state.
	Done *Done
}

// helperPrefix begins the names of the queues and fences that functions such as gpu.SavePNG make for a moment.
const helperPrefix = "gpu."

// Helper says whether an event is about a queue or a fence that a function such as gpu.SavePNG makes for a moment.
func (e *Event) Helper() bool {
	return strings.HasPrefix(e.Queue, helperPrefix) || e.Queue == "" && strings.HasPrefix(e.Fence, helperPrefix)
}

// FenceKey tells the fences of a machine apart, also those of one name.
type FenceKey struct {
	ID   gpu.ID
	Name string
}

// FenceKey is the key of the fence of an event.
func (e *Event) FenceKey() FenceKey { return FenceKey{e.ID, e.Fence} }

// Sink takes events, in the order in which they happened, on one goroutine.
type Sink interface {
	Event(e Event)
}

// Done is what something did that touched memory.
type Done struct {
	Pipeline string // name of the pipeline of a dispatch or a draw
	Size     string // what was asked for, in words: "32 x 32 x 1 groups"
	Items    uint64 // work items of a dispatch, primitives of a draw
	// Instructions are those that its shaders executed, Written the bytes that copies, clears and targets took.
	Instructions, Written uint64
	// Accesses are the first ranges of resources that it touched, one for each resource and kind. They are known while rules of synchronisation
	// are checked.
	Accesses []Access
}

// MostAccesses is how many ranges Done has at most.
const MostAccesses = 16

// Access is the range of bytes [Begin, End) of a resource that holds all that a command touched in one way.
type Access struct {
	Resource   string
	Kind       gpu.AccessKind
	Begin, End uint64 // bytes from the start of the resource
}

// String is all that is known, in words; "" of nil.
func (d *Done) String() string {
	if d == nil {
		return ""
	}
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if d.Pipeline != "" {
		add("pipeline %q", d.Pipeline)
	}
	if d.Size != "" {
		add("%s", d.Size)
	}
	for _, n := range []struct {
		count uint64
		what  string
	}{{d.Items, "items"}, {d.Instructions, "instructions"}, {d.Written, "bytes written"}} {
		if n.count != 0 {
			add("%d %s", n.count, n.what)
		}
	}
	for _, a := range d.Accesses {
		add("%v", a)
	}
	return strings.Join(parts, ", ")
}

// Add adds an access, to the range of the same resource and kind if there is one. Beyond MostAccesses ranges it is left out.
func (d *Done) Add(a Access) {
	for i := range d.Accesses {
		if x := &d.Accesses[i]; x.Resource == a.Resource && x.Kind == a.Kind {
			x.Begin, x.End = min(x.Begin, a.Begin), max(x.End, a.End)
			return
		}
	}
	if len(d.Accesses) < MostAccesses {
		d.Accesses = append(d.Accesses, a)
	}
}

// String is the access in words, "reads verts[0, 4096)".
func (a Access) String() string {
	return fmt.Sprintf("%v %s[%d, %d)", a.Kind, a.Resource, a.Begin, a.End)
}
