package ir

import "github.com/gpuscript/gpuscript/gpu"

// Dispatch is one run of a kernel over a range of its groups. The kernel must be verified, and every Binding.Stride of a
// buffer or texture must be set. Executors may read the table of records once, at the start: it must not change, and no record may cover it.
type Dispatch struct {
	Memory  []byte    // little-endian linear memory, at most 4 GiB
	Records uint32    // byte address of Kernel.Records() records, in the order of the bindings; each was fitted to its binding
	Groups  [3]uint32 // groups of the whole dispatch, each 1 to gpu.MaxDispatchGroups
	First   uint64    // linear index of the first group to run
	Count   uint64    // groups to run from First
	Budget  uint64    // instructions (Cost) that one group may take; 0 is no limit
	Reports int       // most out-of-bounds reports to keep; 0 is: do not look
	Prints  int       // most printf records to keep
	Stage   StageIO   // of a vertex or pixel program
	Bound   uint64    // not 0: the number of its records, which others with it have as well
	Rough   bool      // what is seen of accesses may be notes: nobody needs it in order
}

// Result is what a run tells. It does not depend on which executor ran it.
type Result struct {
	Instructions uint64        // sum of the costs of all blocks that waves entered
	Reports      []Report      // the first Dispatch.Reports ones, ordered by group, work item and sequence
	OutOfBounds  uint64        // all of them, when Reports > 0
	Prints       []PrintRecord // the first Dispatch.Prints ones, ordered by group, work item and sequence
	Printed      uint64        // all of them
	Fault        *Fault        // nil: every group ran to its end
}

// Report is one access outside its resource, or (OpAligned) at an address in the middle of a word.
type Report struct {
	Site    gpu.Site
	Op      Op    // which access
	Binding int32 // -1: shared or local memory
	Slot    uint32
	Group   uint64    // linear group
	Item    uint32    // GroupIndex
	Index   [4]uint32 // buffer: element, byte in the element; texture: x, y, z, mip; shared and local memory: address, constant offset, index from ElementLimit on; else, and of OpAligned: byte address
	Limit   uint32    // buffer: elements; texture: width of the mip (0: no such mip); shared and local memory: bytes of the array; else: bytes
	Bounds  [2]uint32 // texture: height and depth of the mip
}

// PrintRecord is one printf by one work item.
type PrintRecord struct {
	Group  uint64
	Item   uint32
	Format uint32   // index into Kernel.Formats
	Args   []uint32 // bits; a NaN is 0xffffffff
	Site   gpu.Site
}

// FaultKind is why a run ended early.
type FaultKind uint8

// The faults.
const (
	Hang     FaultKind = 1 + iota // a group used up its instruction budget
	Canceled                      // the context ended
)

// Fault ends a run. What the kernel's writable views hold afterwards is undefined: the owner must poison them, because how many of the
// other groups ran is nobody's business.
type Fault struct {
	Kind  FaultKind
	Site  gpu.Site // of the loop that was running
	Group uint64   // linear
}

// GroupID is the three-dimensional index of a linear group.
func (d *Dispatch) GroupID(linear uint64) [3]uint32 {
	x, y := uint64(d.Groups[0]), uint64(d.Groups[1])
	return [3]uint32{uint32(linear % x), uint32(linear / x % y), uint32(linear / (x * y))}
}
