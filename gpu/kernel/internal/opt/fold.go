package opt

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// passFoldConstants computes operations on constants, and takes away operations that change nothing. Only rules that hold for every bit pattern are
// used: x+0 is not x for floats (−0), x*0 is not 0.
func passFoldConstants(k *ir.Kernel) {
	r := newRewriter(k)
	r.walk(k.Body, func(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
		if in.Op.Class() != ir.Pure || in.Op == ir.OpConst {
			r.smallIndex(in)
			return append(out, in)
		}
		same := r.rejoin(in)
		if same == 0 {
			same = r.identity(in)
		}
		if same != 0 {
			r.replace(in.Result(), same)
			return out
		}
		r.fold(in)
		return append(r.joinSums(out, in), in)
	})
	r.renameAll(k.Body)
}

// smallIndex takes away the index of an access to an array where it is known to be small: the address is right by itself.
func (r *rewriter) smallIndex(in *ir.Instr) {
	if !in.Op.IsArray() || in.Args[1] == 0 {
		return
	}
	if c, ok := r.constant(in.Args[1]); ok && c < ir.ElementLimit {
		in.Args[1] = 0
	}
}

// joinSums makes (x + a) + b out of constants x + (a + b), so that neighbouring places have one base.
func (r *rewriter) joinSums(out []*ir.Instr, in *ir.Instr) []*ir.Instr {
	if in.Op != ir.OpIAdd {
		return out
	}
	if _, ok := r.constant(in.Args[0]); ok {
		in.Args[0], in.Args[1] = in.Args[1], in.Args[0]
	}
	b, ok := r.constant(in.Args[1])
	inner := r.defs[in.Args[0]]
	if !ok || inner == nil || inner.Op != ir.OpIAdd {
		return out
	}
	x, a := inner.Args[0], inner.Args[1]
	sum, ok := r.constant(a)
	if !ok {
		if sum, ok = r.constant(x); !ok {
			return out
		}
		x = a
	}
	c := &ir.Instr{Op: ir.OpConst, Imm: sum + b, Results: []ir.Value{r.newValue(ir.I32)}, Site: in.Site}
	r.define(c)
	in.Args = []ir.Value{x, c.Result()}
	return append(out, c)
}

// fold turns in into a constant if its operands are constants.
func (r *rewriter) fold(in *ir.Instr) {
	var a [3]uint32
	for i, v := range in.Args {
		c, ok := r.constant(v)
		if !ok {
			if absorbed, ok := r.absorbed(in); ok {
				in.Op, in.Imm, in.Args = ir.OpConst, absorbed, nil
			}
			return
		}
		a[i] = c
	}
	c := ir.Eval(in.Op, a[0], a[1], a[2])
	if r.k.Type(in.Result()) == ir.F32 {
		c = ir.CanonicalNaN(c)
	}
	in.Op, in.Imm, in.Args = ir.OpConst, c, nil
}

// absorbed is the result of an operation that one constant operand decides.
func (r *rewriter) absorbed(in *ir.Instr) (uint32, bool) {
	for _, v := range in.Args {
		c, ok := r.constant(v)
		switch {
		case !ok:
		case c == 0 && (in.Op == ir.OpIMul || in.Op == ir.OpAnd || in.Op == ir.OpBAnd || in.Op == ir.OpMinU):
			return 0, true
		case c == 1 && in.Op == ir.OpBOr:
			return 1, true
		case c == math.MaxUint32 && (in.Op == ir.OpOr || in.Op == ir.OpMaxU):
			return c, true
		}
	}
	return 0, false
}

// identity is the operand that in gives back unchanged, or 0.
func (r *rewriter) identity(in *ir.Instr) ir.Value {
	switch in.Op {
	case ir.OpSelect:
		return r.selectIdentity(in)
	case ir.OpBNot, ir.OpNot, ir.OpFNeg:
		if def := r.defs[in.Args[0]]; def != nil && def.Op == in.Op {
			return def.Args[0]
		}
		return 0
	case ir.OpBitsToF: // of bitcast.i32: the payload of a NaN has no meaning
		if def := r.defs[in.Args[0]]; def != nil && def.Op == ir.OpFToBits {
			return def.Args[0]
		}
		return 0
	}
	if len(in.Args) != 2 {
		return 0
	}
	x, y := in.Args[0], in.Args[1]
	if x == y && (in.Op == ir.OpAnd || in.Op == ir.OpOr || in.Op == ir.OpBAnd || in.Op == ir.OpBOr || in.Op >= ir.OpMinS && in.Op <= ir.OpMaxU) {
		return x
	}
	if c, ok := r.constant(y); ok && neutralRight(in.Op, c) {
		return x
	}
	if c, ok := r.constant(x); ok && commutes(in.Op) && neutralRight(in.Op, c) {
		return y
	}
	return 0
}

func (r *rewriter) selectIdentity(in *ir.Instr) ir.Value {
	if in.Args[1] == in.Args[2] {
		return in.Args[1]
	}
	c, ok := r.constant(in.Args[0])
	switch {
	case ok && c != 0:
		return in.Args[1]
	case ok:
		return in.Args[2]
	}
	x, okX := r.constant(in.Args[1])
	y, okY := r.constant(in.Args[2])
	if r.k.Type(in.Result()) == ir.Bool && okX && okY && x == 1 && y == 0 {
		return in.Args[0]
	}
	return 0
}

// neutralRight tells whether x op c is x for every x.
func neutralRight(op ir.Op, c uint32) bool {
	switch op {
	case ir.OpIAdd, ir.OpISub, ir.OpOr, ir.OpXor, ir.OpBOr, ir.OpBXor, ir.OpMaxU:
		return c == 0
	case ir.OpShl, ir.OpShrS, ir.OpShrU:
		return c&31 == 0
	case ir.OpIMul, ir.OpDivS, ir.OpDivU, ir.OpBAnd:
		return c == 1
	case ir.OpAnd, ir.OpMinU:
		return c == math.MaxUint32
	case ir.OpFAdd:
		return c == 1<<31 // −0
	case ir.OpFSub:
		return c == 0
	case ir.OpFMul, ir.OpFDiv:
		return c == 0x3f800000
	}
	return false
}

func commutes(op ir.Op) bool {
	switch op {
	case ir.OpFAdd, ir.OpFMul, ir.OpIAdd, ir.OpIMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpBAnd, ir.OpBOr, ir.OpBXor, ir.OpMinU, ir.OpMaxU:
		return true
	}
	return false
}
