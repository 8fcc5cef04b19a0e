package sched

// RecordKind says what happened.
type RecordKind uint8

// Kinds of records, with the fields of Record they fill besides Kind and At.
const (
	CommandStarted  RecordKind = iota // GPU, Engine, Queue, Tag of the batch, Index of the command
	CommandFinished                   // the same
	Preempted                         // GPU, Engine, Queue that lost the engine inside a batch, Tag of the batch
	BatchStarted                      // GPU, Queue, Tag
	BatchRetired                      // GPU, Queue, Tag
	BatchDropped                      // GPU, Queue, Tag: the device was removed first
	OpStarted                         // GPU, Queue, Tag
	OpFinished                        // GPU, Queue, Tag
	Signalled                         // Fence, Value, Tag; Queue, or Thread for a CPU signal
	QueueWaits                        // GPU, Queue, Fence, Value, Tag
	QueueGoesOn                       // GPU, Queue, Fence, Value, Tag: its wait is satisfied
	ThreadStarted                     // Thread
	ThreadBlocked                     // Thread, Tag; Fence and Value where it waits for one fence
	ThreadWoken                       // Thread, Tag of the wait, Index, Status
	ThreadEnded                       // Thread
	EventSet                          // Event
	EventReset                        // Event, by ResetEvent
	DevicePaused                      // GPU
	DeviceResumed                     // GPU
	DeviceRemoved                     // GPU, Tag given to Remove or of the faulting batch
)

// Record is one thing that happened, for traces. Records of one queue, engine
// or thread come in the order of time; all records come in the order in which
// things really happened.
type Record struct {
	Kind   RecordKind
	Status Status
	At     Time
	GPU    *GPU
	Engine EngineID
	Queue  *Queue
	Thread *Thread
	Fence  *Fence
	Event  *Event
	Value  uint64
	Index  int
	Tag    Tag
}

// Observer is told everything that happens. It must not call the simulation
// except for queries, and must not block.
type Observer interface {
	Observe(r Record)
}
