package gpu

// Incident is something that went wrong while work ran, as data: no call is guilty at the moment it happens. The device
// hands it to its layers, which word it.
type Incident interface {
	// IncidentSite is the place in the script that started the work, 0 if there is none.
	IncidentSite() Site
}

// Waiter is one CPU thread or queue that waits in a Stall.
type Waiter struct {
	Name    string // "main thread", or the queue's or thread's name
	IsQueue bool
	ID      ID // of the queue
	Site    Site
	What    string // what it waits for, when that is no fence: `event "frame"`, `thread "recorder"`
	Fence   ID     // 0: no fence
	Value   uint64 // the value waited for
	Current uint64 // the fence's completed value
	// Blocker is the index in Stall.Waiters of the waiter whose progress would satisfy this one; -1: none.
	Blocker int
	// Largest is the largest value that anything still queued would signal, and LargestSite where; 0 if nothing would.
	Largest     uint64
	LargestSite Site
}

// Stall is a deadlock: every CPU thread waits and no work can run, or, at the end of the script (AtEnd), queues wait for
// values that nothing can signal any more.
type Stall struct {
	Waiters []Waiter // the first is the CPU thread that was found blocked, or a queue
	Cycle   []int    // indices into Waiters that wait for each other, in order; empty: a signal is missing
	Paused  bool     // the GPU is paused: StepGpu would go on
	AtEnd   bool
}

// IncidentSite implements Incident.
func (s *Stall) IncidentSite() Site {
	if len(s.Waiters) == 0 {
		return 0
	}
	return s.Waiters[0].Site
}

// Origin says which recorded command an incident comes from.
type Origin struct {
	Queue, List ID
	Index       uint32 // of the command in the list
	Op          Op
	RecordSite  Site
	SubmitSite  Site
}

// IncidentSite implements Incident.
func (o *Origin) IncidentSite() Site { return o.RecordSite }

// OutOfBounds is an access of a kernel outside its resource.
type OutOfBounds struct {
	Origin
	Kernel   string
	Site     Site // the access in the shader
	Slot     string
	Resource ID
	Write    bool
	Item     [3]uint32 // DispatchThreadID
	Index    [3]int64  // element index, or texel coordinates
	Extent   [3]uint32 // the allowed range: [0, Extent)
	Axes     int       // 1 for buffers, 1 to 3 for textures
	Count    uint64    // how many accesses at this place were outside, this one included
}

// Hang is a kernel that used its instruction budget up.
type Hang struct {
	Origin
	Kernel string
	Site   Site // the loop that did not end
	Group  [3]uint32
	Budget uint64 // instructions a work group
}

// PageFault is a command that needed an object which does not exist any more.
type PageFault struct {
	Origin
	Object ID
}

// OutOfMemory is a creation that found no room in VRAM.
type OutOfMemory struct {
	Site    Site
	Method  string
	Name    string
	Want    uint64 // bytes
	Free    uint64 // bytes, in all
	Largest uint64 // bytes, in one piece
	Limit   uint64 // bytes of VRAM
}

// IncidentSite implements Incident.
func (o *OutOfMemory) IncidentSite() Site { return o.Site }

// Removed is a call on a device that has been removed.
type Removed struct {
	Site   Site
	Method string
	Device string
	Reason RemovedReason
	// Cause is the place that removed it, 0 if it is not known.
	Cause Site
}

// IncidentSite implements Incident.
func (r *Removed) IncidentSite() Site { return r.Site }

// RemovedReason as the DXGI_ERROR_DEVICE_* results.
type RemovedReason uint32

// The reasons with their HRESULT values.
const (
	RemovedNot            RemovedReason = 0
	RemovedInvalidCall    RemovedReason = 0x887A0001
	RemovedDeviceRemoved  RemovedReason = 0x887A0005
	RemovedDeviceHung     RemovedReason = 0x887A0006
	RemovedDeviceReset    RemovedReason = 0x887A0007
	RemovedInternalDriver RemovedReason = 0x887A0020
)

// String returns the reason's name, "S_OK" while the device lives.
func (r RemovedReason) String() string {
	switch r {
	case RemovedNot:
		return "S_OK"
	case RemovedInvalidCall:
		return "INVALID_CALL"
	case RemovedDeviceRemoved:
		return "DEVICE_REMOVED"
	case RemovedDeviceHung:
		return "DEVICE_HUNG"
	case RemovedDeviceReset:
		return "DEVICE_RESET"
	case RemovedInternalDriver:
		return "DRIVER_INTERNAL_ERROR"
	}
	return "UNKNOWN"
}
