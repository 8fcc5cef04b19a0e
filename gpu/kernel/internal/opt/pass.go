package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// pass is one rewriting of a kernel in place. Each keeps every byte that the kernel writes; what may change is its cost, and that an access
// whose result nobody uses is no longer made (nor reported).
type pass struct {
	name string
	run  func(*ir.Kernel)
}

// passes are run in this order by Optimize. Folding comes before numbers are split, which wants constants, and before branches, because constant
// conditions come from it; branches before the rest, because straight code is what the others see through; unrolling when loops are as short as they
// get, with another round of folding for the counters that became numbers; dead code last, and seams (seam.go) when it is known what is between them.
var passes = []pass{
	{"fold constants", passFoldConstants},
	{"split numbers", passSplitNumbers},
	{"simplify branches", passSimplifyBranches},
	{"simplify loops", passSimplifyLoops},
	{"eliminate common", passEliminateCommon},
	{"drop tests of multiples", passDropAligned},
	{"hoist invariants", passHoistInvariants},
	{"fold constants", passFoldConstants},
	{"convert branches", passConvertBranches},
	{"unroll loops", passUnrollLoops},
	{"fold constants", passFoldConstants},
	{"simplify branches", passSimplifyBranches},
	{"eliminate common", passEliminateCommon},
	{"remove dead", passRemoveDead},
	{"drop seams", passDropSeams},
	{"weigh loops", passWeighLoops},
}

// Optimize runs all passes. k must be verified, and stays so.
func Optimize(k *ir.Kernel) {
	for _, p := range passes {
		p.run(k)
	}
}

// rewriter replaces values while a pass walks over a kernel in order of dominance.
type rewriter struct {
	k    *ir.Kernel
	to   []ir.Value  // by Value: what stands for it now, 0 for itself
	defs []*ir.Instr // by Value: its instruction; nil for parameters
}

func newRewriter(k *ir.Kernel) *rewriter {
	r := &rewriter{k: k, to: make([]ir.Value, k.NumValues()), defs: make([]*ir.Instr, k.NumValues())}
	k.Body.Walk(func(in *ir.Instr) { r.define(in) })
	return r
}

// newValue adds a value to the kernel.
func (r *rewriter) newValue(t ir.Type) ir.Value {
	v := r.k.NewValue(t)
	r.to, r.defs = append(r.to, 0), append(r.defs, nil)
	return v
}

func (r *rewriter) define(in *ir.Instr) {
	for _, v := range in.Results {
		r.defs[v] = in
	}
}

// replace makes all later uses of v mean by.
func (r *rewriter) replace(v, by ir.Value) { r.to[v] = r.now(by) }

// now is the value that stands for v.
func (r *rewriter) now(v ir.Value) ir.Value {
	for r.to[v] != 0 {
		v = r.to[v]
	}
	return v
}

func (r *rewriter) rename(vs []ir.Value) {
	for i, v := range vs {
		vs[i] = r.now(v)
	}
}

// constant is the number that v is, if it is one.
func (r *rewriter) constant(v ir.Value) (uint32, bool) {
	if in := r.defs[v]; in != nil && in.Op == ir.OpConst {
		return in.Imm, true
	}
	return 0, false
}

// walk visits every block, operands renamed before edit sees an instruction. edit appends to out what is in the
// instruction's place; blocks of an instruction were visited before it. What is renamed after its use in a loop (carried values)
// is renamed by renameAll.
func (r *rewriter) walk(b *ir.Block, edit func(out []*ir.Instr, in *ir.Instr) []*ir.Instr) {
	out := make([]*ir.Instr, 0, len(b.Instrs))
	for _, in := range b.Instrs {
		r.rename(in.Args)
		for _, nested := range in.Blocks {
			r.walk(nested, edit)
		}
		out = edit(out, in)
	}
	b.Instrs = out
	r.rename(b.Yield)
}

// renameAll applies replacements everywhere.
func (r *rewriter) renameAll(b *ir.Block) {
	b.Walk(func(in *ir.Instr) {
		r.rename(in.Args)
		for _, nested := range in.Blocks {
			r.rename(nested.Yield)
		}
	})
}
