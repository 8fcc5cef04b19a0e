package value

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Fork is a choice between two expressions whose blocks are filled in any order and in several steps.
type Fork struct {
	l      *Context
	cond   V
	site   gpu.Site
	vars   []*Variable
	blocks [2]*ir.Block
	after  [2][][]V // locals at the end of each block so far
}

// Fork opens a choice by cond.
func (l *Context) Fork(cond V) *Fork {
	vars := l.Live
	now := snapshot(vars)
	return &Fork{l: l, cond: cond, site: l.B.Site, vars: vars, blocks: [2]*ir.Block{{}, {}}, after: [2][][]V{now, now}}
}

func (f *Fork) fill(i int, g func()) {
	before := snapshot(f.vars)
	restore(f.vars, f.after[i])
	f.l.inBlock(f.blocks[i], g)
	f.after[i] = snapshot(f.vars)
	restore(f.vars, before)
}

// Then adds to the block that runs where the condition is true.
func (f *Fork) Then(g func()) { f.fill(0, g) }

// Els adds to the other block.
func (f *Fork) Els(g func()) { f.fill(1, g) }

// pure says whether both blocks do nothing but calculate.
func (f *Fork) pure() bool {
	for _, block := range f.blocks {
		for _, in := range block.Instrs {
			if c := in.Op.Class(); c != ir.Pure && c != ir.System {
				return false
			}
		}
	}
	return true
}

// SelectAll is a where cond is true, else b, for each pair.
func (l *Context) SelectAll(cond V, a, b []V) []V {
	out := make([]V, len(a))
	for i := range a {
		out[i] = l.B.Select(cond, a[i], b[i])
	}
	return out
}

// Choose is a where cond is true, else b. A condition known now leaves only one of them.
func (l *Context) Choose(cond V, a, b func() V) V {
	if bits, ok := l.B.Known(cond); ok {
		if bits != 0 {
			return a()
		}
		return b()
	}
	f := l.Fork(cond)
	var va, vb V
	f.Then(func() { va = a() })
	f.Els(func() { vb = b() })
	return f.Join([]V{va}, []V{vb})[0]
}

// Decide is Choose for several values. The condition is the same for most work items, so it stays a branch even where both sides only calculate.
func (l *Context) Decide(cond V, a, b func() []V) []V {
	if bits, ok := l.B.Known(cond); ok {
		if bits != 0 {
			return a()
		}
		return b()
	}
	f := l.Fork(cond)
	var va, vb []V
	f.Then(func() { va = a() })
	f.Els(func() { vb = b() })
	return f.branch(va, vb)
}

// Join ends the fork: the values are a where the condition is true and b elsewhere. Blocks that only calculate are both
// executed, the others become an If.
func (f *Fork) Join(a, b []V) []V {
	l := f.l
	l.B.Site = f.site
	restore(f.vars, f.after[1])
	if f.pure() {
		for _, block := range f.blocks {
			cur := l.B.Block()
			cur.Instrs = append(cur.Instrs, block.Instrs...)
		}
		for i, x := range f.vars {
			if x.C != nil && f.after[0][i] != nil {
				x.C = l.SelectAll(f.cond, f.after[0][i], x.C)
			}
		}
		return l.SelectAll(f.cond, a, b)
	}
	return f.branch(a, b)
}

// branch ends the fork with an If.
func (f *Fork) branch(a, b []V) []V {
	l := f.l
	l.B.Site = f.site
	restore(f.vars, f.after[1])
	in := &ir.Instr{Op: ir.OpIf, Args: []V{f.cond}, Blocks: f.blocks[:]}
	l.merge(in, f.vars, f.after[0])
	f.blocks[0].Yield, f.blocks[1].Yield = append(f.blocks[0].Yield, a...), append(f.blocks[1].Yield, b...)
	out := make([]V, len(a))
	for i, v := range a {
		out[i] = l.B.K.NewValue(l.B.K.Type(v))
	}
	in.Results = append(in.Results, out...)
	l.B.Emit(in)
	return out
}
