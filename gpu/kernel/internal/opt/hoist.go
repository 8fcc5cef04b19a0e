package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// passHoistInvariants moves out of loops what is the same in every iteration: pure operations from everywhere in the loop, and loads that nothing can
// change from the top of the condition block, which runs at least once. Loads in the body stay, because the body may never run and a load reports.
func passHoistInvariants(k *ir.Kernel) { hoistBlock(k, k.Body) }

func hoistBlock(k *ir.Kernel, b *ir.Block) {
	out := make([]*ir.Instr, 0, len(b.Instrs))
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			hoistBlock(k, nested)
		}
		if in.Op == ir.OpLoop {
			h := &hoister{k: k, inside: map[ir.Value]bool{}}
			h.collect(in)
			for i, nested := range in.Blocks {
				h.block(nested, i == 0)
			}
			out = append(out, h.out...)
		}
		out = append(out, in)
	}
	b.Instrs = out
}

type hoister struct {
	k      *ir.Kernel
	inside map[ir.Value]bool // defined in the loop, and still there
	out    []*ir.Instr       // moved before the loop
}

func (h *hoister) collect(loop *ir.Instr) {
	mark := func(in *ir.Instr) {
		for _, b := range in.Blocks {
			for _, p := range b.Params {
				h.inside[p] = true
			}
		}
	}
	mark(loop)
	for _, b := range loop.Blocks {
		b.Walk(func(in *ir.Instr) {
			mark(in)
			for _, r := range in.Results {
				h.inside[r] = true
			}
		})
	}
}

func (h *hoister) block(b *ir.Block, loads bool) {
	stay := make([]*ir.Instr, 0, len(b.Instrs))
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			h.block(nested, false)
		}
		if !h.movable(in, loads) {
			stay = append(stay, in)
			continue
		}
		h.inside[in.Result()] = false
		h.out = append(h.out, in)
	}
	b.Instrs = stay
}

func (h *hoister) movable(in *ir.Instr, loads bool) bool {
	if !isFixed(h.k, in) || in.Op.Class() == ir.Load && !loads {
		return false
	}
	for _, a := range in.Args {
		if h.inside[a] {
			return false
		}
	}
	return true
}
