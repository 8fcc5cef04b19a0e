package check

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// fork is a choice between two expressions whose blocks are filled in any order and in several steps.
type fork struct {
	l      *lowerer
	cond   V
	site   gpu.Site
	vars   []*variable
	blocks [2]*ir.Block
	after  [2][][]V // locals at the end of each block so far
}

func (l *lowerer) fork(cond V) *fork {
	vars := l.live
	now := snapshot(vars)
	return &fork{l: l, cond: cond, site: l.b.Site, vars: vars, blocks: [2]*ir.Block{{}, {}}, after: [2][][]V{now, now}}
}

func (f *fork) fill(i int, g func()) {
	before := snapshot(f.vars)
	restore(f.vars, f.after[i])
	f.l.inBlock(f.blocks[i], g)
	f.after[i] = snapshot(f.vars)
	restore(f.vars, before)
}

func (f *fork) then(g func()) { f.fill(0, g) }
func (f *fork) els(g func())  { f.fill(1, g) }

// join ends the fork: the values are a where the condition is true and b elsewhere. Blocks that only calculate are both
// executed, the others become an If.
func (f *fork) join(a, b []V) []V {
	l := f.l
	l.b.Site = f.site
	restore(f.vars, f.after[1])
	if f.pure() {
		for _, block := range f.blocks {
			cur := l.b.Block()
			cur.Instrs = append(cur.Instrs, block.Instrs...)
		}
		for i, x := range f.vars {
			if x.c != nil && f.after[0][i] != nil {
				x.c = l.selectAll(f.cond, f.after[0][i], x.c)
			}
		}
		return l.selectAll(f.cond, a, b)
	}
	in := &ir.Instr{Op: ir.OpIf, Args: []V{f.cond}, Blocks: f.blocks[:]}
	l.merge(in, f.vars, f.after[0])
	f.blocks[0].Yield, f.blocks[1].Yield = append(f.blocks[0].Yield, a...), append(f.blocks[1].Yield, b...)
	out := make([]V, len(a))
	for i, v := range a {
		out[i] = l.b.K.NewValue(l.b.K.Type(v))
	}
	in.Results = append(in.Results, out...)
	l.b.Emit(in)
	return out
}

// pure says whether both blocks do nothing but calculate.
func (f *fork) pure() bool {
	for _, block := range f.blocks {
		for _, in := range block.Instrs {
			if c := in.Op.Class(); c != ir.Pure && c != ir.System {
				return false
			}
		}
	}
	return true
}

func (l *lowerer) selectAll(cond V, a, b []V) []V {
	out := make([]V, len(a))
	for i := range a {
		out[i] = l.b.Select(cond, a[i], b[i])
	}
	return out
}

// choose is a where cond is true, else b. A condition known now leaves only one of them.
func (l *lowerer) choose(cond V, a, b func() V) V {
	if bits, ok := l.b.Known(cond); ok {
		if bits != 0 {
			return a()
		}
		return b()
	}
	f := l.fork(cond)
	var va, vb V
	f.then(func() { va = a() })
	f.els(func() { vb = b() })
	return f.join([]V{va}, []V{vb})[0]
}
