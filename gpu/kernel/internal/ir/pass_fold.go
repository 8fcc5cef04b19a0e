package ir

import "math"

// passFoldConstants computes operations on constants, and takes away operations that change nothing. Only rules that hold for every bit pattern are used:
// x+0 is not x for floats (−0), x*0 is not 0.
func passFoldConstants(k *Kernel) {
	r := newRewriter(k)
	r.walk(k.Body, func(out []*Instr, in *Instr) []*Instr {
		if in.Op.Class() != Pure || in.Op == OpConst {
			return append(out, in)
		}
		if same := r.identity(in); same != 0 {
			r.replace(in.Result(), same)
			return out
		}
		r.fold(in)
		return append(out, in)
	})
	r.renameAll(k.Body)
}

// fold turns in into a constant if its operands are constants.
func (r *rewriter) fold(in *Instr) {
	var a [3]uint32
	for i, v := range in.Args {
		c, ok := r.constant(v)
		if !ok {
			if absorbed, ok := r.absorbed(in); ok {
				in.Op, in.Imm, in.Args = OpConst, absorbed, nil
			}
			return
		}
		a[i] = c
	}
	c := Eval(in.Op, a[0], a[1], a[2])
	if r.k.Type(in.Result()) == F32 {
		c = CanonicalNaN(c)
	}
	in.Op, in.Imm, in.Args = OpConst, c, nil
}

// absorbed is the result of an operation that one constant operand decides.
func (r *rewriter) absorbed(in *Instr) (uint32, bool) {
	for _, v := range in.Args {
		c, ok := r.constant(v)
		switch {
		case !ok:
		case c == 0 && (in.Op == OpIMul || in.Op == OpAnd || in.Op == OpBAnd || in.Op == OpMinU):
			return 0, true
		case c == 1 && in.Op == OpBOr:
			return 1, true
		case c == math.MaxUint32 && (in.Op == OpOr || in.Op == OpMaxU):
			return c, true
		}
	}
	return 0, false
}

// identity is the operand that in gives back unchanged, or 0.
func (r *rewriter) identity(in *Instr) Value {
	switch in.Op {
	case OpSelect:
		return r.selectIdentity(in)
	case OpBNot, OpNot, OpFNeg:
		if def := r.defs[in.Args[0]]; def != nil && def.Op == in.Op {
			return def.Args[0]
		}
		return 0
	case OpBitsToF: // of bitcast.i32: the payload of a NaN has no meaning
		if def := r.defs[in.Args[0]]; def != nil && def.Op == OpFToBits {
			return def.Args[0]
		}
		return 0
	}
	if len(in.Args) != 2 {
		return 0
	}
	x, y := in.Args[0], in.Args[1]
	if x == y && (in.Op == OpAnd || in.Op == OpOr || in.Op == OpBAnd || in.Op == OpBOr || in.Op >= OpMinS && in.Op <= OpMaxU) {
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

func (r *rewriter) selectIdentity(in *Instr) Value {
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
	if r.k.Type(in.Result()) == Bool && okX && okY && x == 1 && y == 0 {
		return in.Args[0]
	}
	return 0
}

// neutralRight tells whether x op c is x for every x.
func neutralRight(op Op, c uint32) bool {
	switch op {
	case OpIAdd, OpISub, OpOr, OpXor, OpBOr, OpBXor, OpMaxU:
		return c == 0
	case OpShl, OpShrS, OpShrU:
		return c&31 == 0
	case OpIMul, OpDivS, OpDivU, OpBAnd:
		return c == 1
	case OpAnd, OpMinU:
		return c == math.MaxUint32
	case OpFAdd:
		return c == 1<<31 // −0
	case OpFSub:
		return c == 0
	case OpFMul, OpFDiv:
		return c == 0x3f800000
	}
	return false
}

func commutes(op Op) bool {
	switch op {
	case OpFAdd, OpFMul, OpIAdd, OpIMul, OpAnd, OpOr, OpXor, OpBAnd, OpBOr, OpBXor, OpMinU, OpMaxU:
		return true
	}
	return false
}
