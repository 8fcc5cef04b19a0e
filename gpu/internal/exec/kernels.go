package exec

import (
	"context"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Binding is one slot of a program, or an array of slots, for which a dispatch provides records. Of typed slots the program is specialised for the
// format of the view.
type Binding struct {
	gpu.ShaderSlot
	// CounterOf is 1 + the index of the binding whose hidden counter this is; 0 for all others.
	CounterOf int32
	// Led is what gpu.Access says of accesses through it.
	Led bool
}

// Kernels runs programs. Package kernel implements it; exec needs no more of a kernel than this.
type Kernels interface {
	// Bindings lists the slots of a program in the order of its records. An array takes Count records in a row.
	Bindings(program gpu.Shader) []Binding
	// Run executes all groups of a dispatch and returns when they are done. What it has to say goes into r, which is zero before. It fails only
	// with the error of ctx or for reasons outside the program (the back end cannot be set up), and r stays zero then.
	Run(ctx context.Context, program gpu.Shader, d *Dispatch, r *Result) error
}

// Dispatch is one run of a program. It is valid during Run only.
type Dispatch struct {
	Groups [3]uint32
	// Memory is all of VRAM. Records are in it, from Table on: RecordBytes for each record, in the order of the bindings.
	Memory  []byte
	Table   uint32
	Records uint32
	// Fitted says that an earlier dispatch of the program had these very records: what Run made of them is there still.
	Fitted bool
	// Bound is not 0 where the records are at the same place, and are the same, for all dispatches with this number. What the records show is there
	// as long as one of them comes.
	Bound uint64
	// Formats holds, for each binding that is typed, the format of the views bound to it; UNKNOWN when all are null.
	Formats []gpu.Format
	// Mappings holds where the components of each of them come from.
	Mappings []gpu.ComponentMapping
	// Clamped says of each of them whether the view leaves mip levels out (ResourceMinLODClamp).
	Clamped []bool
	// Budget is the number of instructions after which the program counts as hung; 0 is unlimited.
	Budget uint64
	// Report asks for out-of-bounds accesses.
	Report bool
	// Rehearse asks for Result.Races, with Report.
	Rehearse bool
	// Track asks for Result.Accesses, the exact bytes accessed.
	Track bool
	// Uncounted says that nobody wants Result.BytesRead and BytesWritten, so that accesses need not be put in order.
	Uncounted bool
	// Tuning is that of the pipeline: what the runner of programs keeps next to it.
	Tuning any
}

// MaxAccesses bounds Result.Accesses for one record, kind and operation. Ranges with the smallest gaps are joined where there are more.
const MaxAccesses = 4096

// Result is what a run has to say. Reports, Prints and Accesses do not depend on how the run was split over cores.
type Result struct {
	WorkItems    uint64
	Instructions uint64
	BytesRead    uint64 // 0, as those written, where Dispatch.Uncounted
	BytesWritten uint64
	// Hung says that the budget ran out, at HungSite. The machine then poisons what the program may have written.
	Hung      bool
	HungSite  gpu.Site
	HungGroup [3]uint32 // the work group that used it up
	Reports   []Report  // the first ones, by work item
	// Races are looked for in the first groups of a dispatch that asks for them; there is one at most, without its origin and the names of its kernel
	// and its view.
	Races []incident.GroupRace
	// OutOfBounds counts all accesses of which Reports are the first.
	OutOfBounds uint64
	Prints      []Print // the first ones, by work item
	Printed     uint64  // all of them
	// Accesses are the bytes of VRAM that the program touched, when Dispatch.Track is set. Together, the entries of one record and kind (and
	// operation, of atomics) are exactly the bytes that work items touched through that record and in that way:
	//
	//	what counts   loads and samples, constants, stores, atomics, and those on hidden counters (which have records of their own). Bytes of a
	//	              texture are where its texels lie in VRAM by gpu.ResourceDesc.Footprints, so that they compare with those of copies
	//	samplers      of arrays whose number the program works out: bytes of their records, once or more often for each that was used
	//	what does not accesses outside of the view, queries of sizes, other samplers, the table of records
	//	atomics       are AccessAtomic alone, neither read nor write, though an operation does both (Reads and Writes are true). A compare
	//	              exchange that does not exchange counts
	//	order         by Record, Kind, Atomic and Begin. Entries without a stride are disjoint and do not touch; pieces of entries with
	//	              a stride may lie between other entries, but no byte is in two entries of one record, kind and operation, but for
	//	              those that are not Exact
	//	Within        of an entry are many ranges of a buffer, which would be entries of their own else, in their order
	//	two records   that cover the same bytes (an SRV and a UAV, two UAVs) have entries each
	//	Exact false   only where a record has more than MaxAccesses separate ranges, where there is no VRAM left to record them in, and
	//	              in programs that hang: the entries then cover what may have been touched
	//
	// It depends on the dispatch and the bytes that it reads, not on cores or on the executor. The slice is valid until the next run of a dispatch.
	// Where Same is 0, who asked for it may change it.
	Accesses []Access
	// Same is not 0 where all results with this number have the same Accesses, through the same records.
	Same uint64
}

// Report is an access outside a view: a load gave 0, a store was dropped. Or it is one at an address in the middle of a word, whose last bits were
// ignored.
type Report struct {
	Stage    gpu.ShaderStage
	Site     gpu.Site
	Binding  int32     // index of the binding; -1: group-shared or local memory
	Element  uint32    // register within the binding
	Item     [3]uint32 // DispatchThreadID
	Array    string    // the name of the group-shared or local array
	Declared gpu.Site  // where that array was declared
	Index    uint64    // what was asked for: an element, or the texel coordinate that is outside
	Size     uint64    // elements, or texels along that coordinate, that there are
	Write    bool
	// Unaligned says that Index is the address of a raw buffer and no multiple of 4. Size and Write say nothing then.
	Unaligned bool
	// Texel and Extent are the coordinates that were asked for, and how many texels (and slices) there are along each, of textures with several; Axes
	// is how many, 0 for everything else.
	Texel, Extent [3]uint32
	Axes          uint8
	Level         incident.Level // whether Index is a mip level
	Repeats       uint64         // further accesses at the same site
}

// IsUnaligned says whether a program accessed a binding at an address in the middle of a word.
func (o *Outcome) IsUnaligned(stage gpu.ShaderStage, binding int32) bool {
	return slices.ContainsFunc(o.Reports, func(r Report) bool { return r.Unaligned && r.Stage == stage && r.Binding == binding })
}

// Print is one line that a work item printed.
type Print struct {
	Site gpu.Site
	Item [3]uint32 // DispatchThreadID
	Text string
}
