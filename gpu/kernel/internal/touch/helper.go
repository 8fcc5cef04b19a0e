package touch

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// muteLoads are the loads of a pixel program whose values no other lane of the quad can see, and which therefore nobody sees where the lane is a
// helper: neither directly, by quad reads (derivatives), nor by deciding whether a lane comes to one. It is empty for other programs.
//
// What reaches a quad read is found backwards, and generously: all arguments of an instruction belong to all of its results, all stores to local
// memory to all loads from it, and the conditions around an instruction to the instruction.
func muteLoads(k *ir.Kernel) map[*ir.Instr]bool {
	mute := map[*ir.Instr]bool{}
	if k.Stage.Kind != ir.PixelStage {
		return mute
	}
	h := hearing{k: k, values: make([]bool, k.NumValues())}
	for h.changed = true; h.changed; {
		h.changed = false
		h.block(k.Body, nil)
	}
	k.Body.Walk(func(in *ir.Instr) {
		if in.Op.Class() == ir.Load && in.Op.UsesBinding() && !h.values[in.Result()] {
			mute[in] = true
		}
	})
	return mute
}

// hearing is what quad reads can see so far.
type hearing struct {
	k       *ir.Kernel
	values  []bool
	local   bool // what is in local memory
	changed bool
}

// around is the chain of instructions that a block is in.
type around struct {
	in    *ir.Instr
	outer *around
}

func (h *hearing) block(b *ir.Block, outer *around) {
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			h.block(nested, &around{in, outer})
		}
		if h.heard(in) {
			h.hear(in.Args)
			for _, nested := range in.Blocks {
				h.hear(nested.Yield)
			}
			h.decided(outer)
		}
	}
}

// heard says whether a quad read can see what an instruction does.
func (h *hearing) heard(in *ir.Instr) bool {
	heard := in.Op == ir.OpQuadRead || in.Op == ir.OpStoreLocal && h.local
	for _, v := range in.Results {
		heard = heard || h.values[v]
	}
	for _, b := range in.Blocks {
		for _, v := range b.Params {
			heard = heard || h.values[v]
		}
	}
	if heard && in.Op == ir.OpLoadLocal && !h.local {
		h.local, h.changed = true, true
	}
	return heard
}

// decided hears the conditions of the instructions around: of an If its argument, of a Loop what its blocks yield.
func (h *hearing) decided(at *around) {
	for ; at != nil; at = at.outer {
		h.hear(at.in.Args)
		if at.in.Op == ir.OpLoop {
			h.hear(at.in.Blocks[0].Yield)
			h.hear(at.in.Blocks[1].Yield)
		}
	}
}

func (h *hearing) hear(values []ir.Value) {
	for _, v := range values {
		if v != 0 && !h.values[v] {
			h.values[v], h.changed = true, true
		}
	}
}
