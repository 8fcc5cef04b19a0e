package gpu

// AccessKind is what executed work did to bytes.
type AccessKind uint8

// The kinds of accesses.
const (
	// AccessRead reads.
	AccessRead AccessKind = iota
	// AccessWrite writes, or reads and writes with more than one instruction.
	AccessWrite
	// AccessAtomic reads and writes in one indivisible step. Atomic accesses of one Class commute: any order of them leaves the same bytes.
	AccessAtomic
)

// String returns "reads", "writes" or "updates".
func (k AccessKind) String() string {
	return enumName([]string{"reads", "writes", "updates"}, int(k))
}

// Access is a range of bytes of a resource, or pieces at equal distances, that one executed command touched. Executors report the bytes that were
// touched and no others; where they know only a bound, Exact is false and the range claims nothing.
type Access struct {
	Resource   ID
	Begin, End uint64 // bytes from the start of the resource; slots of a descriptor heap
	// Stride and Size, unless 0, cut the range into pieces of Size bytes, Stride apart: the first begins at Begin, the last ends
	// at End. Size < Stride.
	Stride, Size uint64
	Kind         AccessKind
	Exact        bool
	// Keeps says of a write that what it leaves depends on what was there: blending, logic operations.
	Keeps bool
	// Class tells atomic operations apart that do not commute with each other, for example adding and taking the minimum. Of a write of
	// WriteBufferImmediate it is the mode.
	Class uint8
	// As is the one state that the access needs, which is how messages name it: COPY_SOURCE, RENDER_TARGET, VERTEX_AND_CONSTANT_BUFFER and so on.
	As ResourceStates
	// Led says that data which the command reads from buffers or textures decide which bytes these are. Where the data race with something, other
	// bytes may be touched in another run.
	Led bool
	// Slot is what the shader calls the resource, or for example "vertex buffer 0"; "" where there is nothing to add to As.
	Slot string
	// Part is the command of an ExecuteIndirect that did it, from 0.
	Part uint32
	// Within are the bytes that are touched of [Begin, End), from Begin, where that is not all of it and a stride does not say it: many ranges of a
	// buffer in one access, which Apart makes accesses of.
	Within Ranges
}

// Feed are bytes that a command reads: those of a resource that it accesses as Slot, of Access.
type Feed struct {
	Resource ID
	Slot     string
	Earlier  bool // a command before it has read them for it
}

// Origin says which recorded command an access or an incident comes from.
type Origin struct {
	Queue, List ID
	Index       uint32 // of the command in the list
	Op          Op
	By          Op // of Command
	RecordSite  Site
	SubmitSite  Site
	BundleSite  Site   // the ExecuteBundle of a list, where List is the bundle that recorded the command; 0: no bundle did
	BundleList  ID     // the list of that ExecuteBundle
	BundleIndex uint32 // and its index there
	// Region has the texts of the BeginEvents that are open where the command stands, the outermost first: "frame > shadows". "" where there is none.
	Region string
}

// IncidentSite implements incident.Incident.
func (o *Origin) IncidentSite() Site { return o.RecordSite }

// Submitted is the command of a submitted list that it is: itself, or the ExecuteBundle of its bundle.
func (o *Origin) Submitted() (list ID, index uint32) {
	if o.BundleSite != 0 {
		return o.BundleList, o.BundleIndex
	}
	return o.List, o.Index
}

// Executed is one command that has been executed, with everything that it touched.
type Executed struct {
	Origin
	// Submission is the number of the ExecuteCommandLists on its queue, from 1, and Number the place of the command in it, from
	// 0, counted through all its lists.
	Submission uint64
	Number     uint32
	// Pipeline is the one that is bound, 0 if none.
	Pipeline ID
	// Barriers are those of a ResourceBarrier.
	Barriers []Barrier
	// Accesses in any order, of which some may say Within. Both are valid during the call only.
	Accesses []Access
	// Feeds are the bytes that decide which resource is accessed as a slot, or whether one is: arguments of ExecuteIndirect, a predicate, data from
	// which a program takes the number of a descriptor; "": as any slot. It may be called during the call only; nil: no bytes decide anything.
	Feeds func(slot string) []Feed
	// Same is not 0 where all commands of the device with this number have the same Accesses.
	Same uint64
}
