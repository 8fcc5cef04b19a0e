package trace

import "github.com/gpuscript/gpuscript/gpu"

// Kind says what happened, in one or two words.
type Kind string

// The kinds of events.
const (
	CommandStart Kind = "start"        // an engine begins a command, or goes on with it after a preemption
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
	ThreadWakes  Kind = "wakes"        // a CPU thread goes on
	ThreadEnd    Kind = "thread end"   // a CPU thread has ended
	EventSet     Kind = "set"          // an event object was set
	EventReset   Kind = "reset"        // an event object was reset
	Paused       Kind = "paused"       // the clock of a GPU stands
	Resumed      Kind = "resumed"      // the clock of a GPU goes on
	Removed      Kind = "removed"      // a device is lost

	BackgroundStart  Kind = "bg start"  // a task of background processing begins
	BackgroundFinish Kind = "bg finish" // it has ended
	BackgroundCancel Kind = "bg cancel" // a task will never run
	BackgroundMode   Kind = "bg mode"   // the application has set the mode
	BackgroundCommit Kind = "bg commit" // all tasks of a commit have ended
)

// Event is one thing that happened. Empty fields do not concern its kind.
type Event struct {
	Kind   Kind
	Time   uint64   // virtual nanoseconds since the start of the machine
	Device string   // name of the device
	Engine string   // "3D", "COMPUTE", "COPY" while a command has it, with a number from the second one on
	Queue  string   // name of the queue
	Thread string   // name of the CPU thread, or of the worker of a task
	Fence  string   // name of the fence
	Object string   // name of the event object
	Value  uint64   // of the fence; the number of a task or a commit
	Op     gpu.Op   // the command of CommandStart and CommandEnd
	List   string   // name of its command list, "" if it is not known
	Index  uint32   // of the command in its list, from 0
	Text   string   // of a marker or region; what is known of a task, a mode or a commit
	Site   gpu.Site // where the script asked for it, 0 if it did not
}
