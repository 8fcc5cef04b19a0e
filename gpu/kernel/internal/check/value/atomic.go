package value

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// TakesAtomics says whether v is one number of 32 bits in memory that work items share: an element or field of a buffer or of groupshared
// memory, or a texel of one such number.
func (l *Context) TakesAtomics(v Value) bool {
	if v.Kind != Located || !v.T.IsScalar() || v.T.Scalar == syntax.Bool {
		return false
	}
	switch p := v.Place; p.space {
	case inVariable, inLocal:
		return false
	case inTexel:
		info := gpu.Format(l.B.K.Bindings[p.res.Binding].Format).Info()
		return info.Components == 1 && info.Bits == 32 && p.comps == nil
	}
	return true
}

// Atomic updates the number at a place that TakesAtomics, and gives the bits before. compare is 0 except for AtomicCompareExchange.
func (l *Context) Atomic(op ir.AtomicOp, p *Place, v, compare V) V {
	in := &ir.Instr{Imm: uint32(op), Width: 4, Binding: -1}
	off := p.off
	if p.offs != nil {
		off += p.offs[0]
	}
	in.Offset = uint32(off)
	switch p.space {
	case inBuffer:
		in.Op, in.Binding, in.Args = ir.OpAtomicBuf, p.res.Binding, []V{p.res.Slot, p.index, p.dyn, v, compare}
	case inShared:
		in.Op, in.Args = ir.OpAtomicShared, []V{l.address(p), p.count, v, compare}
	case inTexel:
		in.Binding = p.res.Binding
		in.Op, in.Args = ir.OpAtomicTex, append(texelArgs(p.res, p.coord), v, compare)
		if !p.res.Decl.Kind.IsTexture() {
			in.Op, in.Args = ir.OpAtomicBuf, []V{p.res.Slot, p.coord[0], 0, v, compare}
		}
	default:
		panic("BUG: atomic on memory of one work item")
	}
	return l.GuardedValue(ir.I32, func() V { return l.B.Append(in, ir.I32) })
}
