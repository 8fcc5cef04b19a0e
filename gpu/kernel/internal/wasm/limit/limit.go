// Package limit emits the checks of the running group's cost against the host's limit, and what happens when it is exceeded.
//
// The host is rarely called, but because a call preserves no registers, the runtime stores a loop's carried values in every iteration if a call is on
// the loop's path. So loops are left before the call:
//
//	again: loop            the host raised the limit
//	  over: block
//	    turn: loop         nothing is called here
//	      …
//	      br over, when the cost is over the limit
//	      br turn
//	    end
//	  end
//	  ask the host
//	  br again
//	end
//
// It must not know what loops do.
package limit

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
)

// Writer writes into one function.
type Writer struct {
	asm.Func
	Block       asm.Local // address of the worker block
	Cost, Total asm.Local // of the group, and of the groups of the call before it: i64
	Event       uint64    // number of the imported function that calls the host
	Fault       uint32    // what the host is told when the function ends early, such as block.FaultHere
}

// compare pushes how the cost of the group is to its limit.
func (w Writer) compare(op enc.Op) {
	w.Get(w.Cost)
	w.Get(w.Block)
	w.Mem(enc.I64Load, block.FieldLimit)
	w.Op(op)
}

// Check asks the host when the group passed its limit. site is what runs, for a fault.
func (w Writer) Check(site gpu.Site) {
	w.compare(enc.I64GtU)
	w.When(func() { w.Ask(site) })
}

// Ask calls the host, and ends the function when the limit was not raised.
func (w Writer) Ask(site gpu.Site) {
	w.Get(w.Block, w.Cost)
	w.Mem(enc.I64Store, block.FieldCost)
	w.word(block.FieldEvent+block.EventKind, block.EventLimit)
	w.Get(w.Block)
	w.Mem(enc.I32Load, block.FieldWorker)
	w.Index(enc.Call, w.Event)
	w.compare(enc.I64GtU)
	w.When(func() {
		w.word(block.FieldFault, w.Fault)
		w.word(block.FieldFaultSite, uint32(site))
		w.Get(w.Block, w.Total)
		w.Mem(enc.I64Store, block.FieldBefore)
		w.Get(w.Block, w.Total, w.Cost)
		w.Op(enc.I64Add)
		w.Mem(enc.I64Store, block.FieldCost)
		w.Op(enc.Return)
	})
}

func (w Writer) word(at, v uint32) {
	w.Get(w.Block)
	w.I32(v)
	w.Mem(enc.I32Store, at)
}

// Loop writes a loop that ends where turn leaves it; turn says what is to be done before the group's cost is checked, and is given how many
// blocks a branch out of the loop leaves.
func (w Writer) Loop(site gpu.Site, turn func(out uint64)) {
	w.Open(enc.Block, 0)
	w.Open(enc.Loop, 0)
	w.Open(enc.Block, 0)
	w.Open(enc.Loop, 0)
	turn(3)
	w.compare(enc.I64GtU)
	w.Index(enc.BrIf, 1)
	w.Index(enc.Br, 0)
	w.End()
	w.End()
	w.Ask(site)
	w.Index(enc.Br, 0)
	w.End()
	w.End()
}

// maxUnchecked is what a loop may cost the waves of a group, in instructions, so that the limit need not be checked before the group ends: about a
// millisecond.
const maxUnchecked = 1 << 21

// IsShort tells whether a loop that costs a group so much at most needs no check of the limit in its iterations: if the group is found to be over its
// limit when it ends, it runs again.
func (w Writer) IsShort(cost uint64) bool { return w.Fault == block.FaultAgain && cost <= maxUnchecked }

// Unchecked writes such a loop.
func (w Writer) Unchecked(turn func(out uint64)) {
	w.Open(enc.Block, 0)
	w.Open(enc.Loop, 0)
	turn(1)
	w.Index(enc.Br, 0)
	w.End()
	w.End()
}
