package opt

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// specialPasses are those of Specialize. They leave every access where it is: no load goes, is joined with another one or moves out of a loop, so
// that what a kernel touches and reports stays the same.
var specialPasses = []pass{
	{"fold constants", passFoldConstants},
	{"simplify branches", passSimplifyBranches},
	{"simplify loops", passSimplifyLoops},
	{"eliminate common", passEliminatePure},
	{"fold constants", passFoldConstants},
	{"drop tests of multiples", passDropAligned},
	{"convert branches", passConvertBranches},
	{"unroll loops", passUnrollLoops},
	{"fold constants", passFoldConstants},
	{"simplify branches", passSimplifyBranches},
	{"eliminate common", passEliminatePure},
	{"remove dead", passRemovePure},
	{"drop seams", passDropSeams},
	{"weigh loops", passWeighLoops},
}

// Specialize gives a copy of an optimised kernel in which the results of some loads are known. It writes the same bytes and makes the same accesses
// in the same order. The loads themselves stay, too.
func Specialize(k *ir.Kernel, known func(load *ir.Instr) (bits uint32, ok bool)) *ir.Kernel {
	s := k.Clone()
	nameOrigins(s)
	r := newRewriter(s)
	r.walk(s.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		out = append(out, in)
		bits, ok := known(in)
		if !ok {
			return out
		}
		c := &ir.Instr{Op: ir.OpConst, Imm: bits, Results: []ir.Value{r.newValue(s.Type(in.Result()))}, Site: in.Site}
		r.define(c)
		r.replace(in.Result(), c.Result())
		return append(out, c)
	})
	r.renameAll(s.Body)
	for _, p := range specialPasses {
		p.run(s)
	}
	return s
}

// nameOrigins numbers the accesses of a kernel that are not numbered yet.
func nameOrigins(k *ir.Kernel) {
	n := uint32(0)
	k.Body.Walk(func(in *ir.Instr) {
		n++
		switch in.Op.Class() {
		case ir.Load, ir.Store, ir.Atomic:
			if in.Origin == 0 {
				in.Origin = n
			}
		}
	})
}

// passEliminatePure is passEliminateCommon that leaves loads alone.
func passEliminatePure(k *ir.Kernel) { eliminateCommon(k, false) }

// passRemovePure is passRemoveDead that leaves loads alone.
func passRemovePure(k *ir.Kernel) { removeDead(k, true) }
