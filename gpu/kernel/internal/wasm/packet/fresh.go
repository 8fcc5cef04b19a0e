package packet

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// Fresh lists the parts of group-shared memory that must be zeros when a group begins: all arrays but those of which every item stores a word of its
// own, side by side up to the end, before the first barrier, when nobody has read any.
//
//	s[GroupIndex] = sum; barrier; … s[GroupIndex + 1] …        s holds what the items stored, whatever it held before
func (p *Places) Fresh() []ir.Array {
	all := []ir.Array{{Bytes: p.K.SharedBytes()}}
	var stores []*ir.Instr
	for _, in := range p.K.Body.Instrs {
		if in.HasBarrier() {
			break
		}
		if readsShared(in) {
			return all
		}
		if in.Op == ir.OpStoreShared {
			stores = append(stores, in)
		}
	}
	fresh := slices.DeleteFunc(slices.Clone(p.K.Shared), func(a ir.Array) bool {
		return slices.ContainsFunc(stores, func(in *ir.Instr) bool { return p.covers(in, &a) })
	})
	if len(fresh) == len(p.K.Shared) {
		return all
	}
	return fresh
}

// readsShared tells whether an instruction, or one inside it, reads shared memory or writes what it has read.
func readsShared(in *ir.Instr) bool {
	found := false
	(&ir.Block{Instrs: []*ir.Instr{in}}).Walk(func(in *ir.Instr) {
		found = found || in.Op == ir.OpLoadShared || in.Op == ir.OpAtomicShared
	})
	return found
}

// covers tells whether the items of a group overwrite an array with a store.
func (p *Places) covers(in *ir.Instr, a *ir.Array) bool {
	f := p.Forms.Of(in.Args[0])
	for _, t := range f.Terms {
		if t.Symbol < reach.Thread || t.Symbol >= reach.Counter {
			return false
		}
	}
	if in.Args[1] != 0 && p.Forms.Multiple(in.Args[0], in.Args[1]) == 0 {
		return false
	}
	return f.Const+int64(in.Offset) == int64(a.Offset) && in.Width == 4 && a.Bytes == 4*p.K.Threads() && p.ascends(f, 4)
}
