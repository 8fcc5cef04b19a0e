package exec

import (
	"context"

	"github.com/gpuscript/gpuscript/gpu"
)

// Binding is one slot of a program, or an array of slots, for which a dispatch provides records.
type Binding struct {
	gpu.ShaderSlot
	// Typed says that elements go through the view's format (typed buffers, textures), so the program is specialised for it.
	Typed bool
	// CounterOf is 1 + the index of the binding whose hidden counter this is; 0 for all others.
	CounterOf int32
}

// Kernels runs programs. Package kernel implements it; exec needs no more of a kernel than this.
type Kernels interface {
	// Bindings lists the slots of a program in the order of its records. An array takes Count records in a row.
	Bindings(program gpu.Shader) []Binding
	// Run executes all groups of a dispatch and returns when they are done. It fails only with the error of ctx or for
	// reasons outside the program (the back end cannot be set up).
	Run(ctx context.Context, program gpu.Shader, d *Dispatch) (Result, error)
}

// Dispatch is one run of a program. It is valid during Run only.
type Dispatch struct {
	Groups [3]uint32
	// Memory is all of VRAM. Records stand in it, from Table on: RecordBytes for each record, in the order of the bindings.
	Memory  []byte
	Table   uint32
	Records uint32
	// Formats holds, for each binding that is typed, the format of the views bound to it; UNKNOWN when all are null.
	Formats []gpu.Format
	// Budget is the number of instructions after which the program counts as hung; 0 is unlimited.
	Budget uint64
	// Report asks for out-of-bounds accesses.
	Report bool
	// Track asks for the exact byte ranges accessed.
	Track bool
}

// Result is what a run has to say. Reports, Prints and Accesses do not depend on how the run was split over cores.
type Result struct {
	WorkItems    uint64
	Instructions uint64
	BytesRead    uint64
	BytesWritten uint64
	// Hung says that the budget ran out, at HungSite. The machine then poisons what the program may have written.
	Hung      bool
	HungSite  gpu.Site
	HungGroup [3]uint32 // the work group that used it up
	Reports   []Report  // the first ones, by work item
	// OutOfBounds counts all accesses of which Reports are the first.
	OutOfBounds uint64
	Prints      []Print  // the first ones, by work item
	Printed     uint64   // all of them
	Accesses    []Access // when tracked; by record and offset
}

// Report is an access outside a view: a load gave 0, a store was dropped.
type Report struct {
	Site    gpu.Site
	Binding int32     // index of the binding; -1: group-shared or local memory
	Element uint32    // register within the binding
	Item    [3]uint32 // DispatchThreadID
	Index   uint64    // what was asked for: an element, a byte of memory, or the texel coordinate that is outside
	Size    uint64    // elements, bytes, or texels along that coordinate, that there are
	Write   bool
	Repeats uint64 // further accesses at the same site
}

// Print is one line that a work item printed.
type Print struct {
	Site gpu.Site
	Item [3]uint32 // DispatchThreadID
	Text string
}

// Access is a range of VRAM that a program touched through a record.
type Access struct {
	Record     uint32
	Begin, End uint64
	Write      bool
	// Exact says that every byte of the range was touched; else the range covers what may have been touched.
	Exact bool
}
