package emit

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// fold computes a pure operation on constants and uses the identities that lowering produces in bulk: x+0, x*1, true and x.
// Identities of floats are left alone where a NaN or the sign of a zero would tell the difference.
func (b *Builder) fold(op ir.Op, t ir.Type, args []V) (V, bool) {
	var bits [3]uint32
	constant := true
	for i, a := range args {
		k, ok := b.Known(a)
		bits[i], constant = k, constant && ok
	}
	if constant {
		return b.Const(t, ir.Eval(op, bits[0], bits[1], bits[2])), true
	}
	switch op {
	case ir.OpSelect:
		return b.foldSelect(args)
	case ir.OpBNot:
		return b.foldNot(args[0])
	}
	if len(args) != 2 {
		return 0, false
	}
	if v, ok := b.foldRight(op, args[0], args[1]); ok {
		return v, true
	}
	if commutes(op) {
		return b.foldRight(op, args[1], args[0])
	}
	return 0, false
}

func (b *Builder) foldSelect(args []V) (V, bool) {
	if k, ok := b.Known(args[0]); ok {
		if k != 0 {
			return args[1], true
		}
		return args[2], true
	}
	switch {
	case b.IsBool(args[1], true) && b.IsBool(args[2], false):
		return args[0], true
	case b.IsBool(args[1], false) && b.IsBool(args[2], true):
		return b.BNot(args[0]), true
	}
	return 0, false
}

// foldNot undoes a negation made by the last instruction of the block.
func (b *Builder) foldNot(a V) (V, bool) {
	n := len(b.block.Instrs)
	if n == 0 {
		return 0, false
	}
	last := b.block.Instrs[n-1]
	if last.Op == ir.OpBNot && last.Results[0] == a {
		return last.Args[0], true
	}
	return 0, false
}

func commutes(op ir.Op) bool {
	switch op {
	case ir.OpIAdd, ir.OpIMul, ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpBAnd, ir.OpBOr, ir.OpBXor, ir.OpFMul:
		return true
	}
	return false
}

// foldRight folds a op c where c is the neutral or the absorbing constant of op.
func (b *Builder) foldRight(op ir.Op, a, c V) (V, bool) {
	k, ok := b.Known(c)
	if !ok {
		return 0, false
	}
	neutral, absorbing := false, false
	switch op {
	case ir.OpIAdd, ir.OpISub, ir.OpXor, ir.OpShl, ir.OpShrS, ir.OpShrU, ir.OpBXor:
		neutral = k == 0
	case ir.OpOr, ir.OpBOr:
		neutral, absorbing = k == 0, op == ir.OpBOr && k != 0
	case ir.OpIMul:
		neutral, absorbing = k == 1, k == 0
	case ir.OpAnd:
		neutral, absorbing = k == math.MaxUint32, k == 0
	case ir.OpBAnd:
		neutral, absorbing = k != 0, k == 0
	case ir.OpDivS, ir.OpDivU:
		neutral = k == 1
	case ir.OpFMul, ir.OpFDiv:
		neutral = k == math.Float32bits(1)
	}
	if neutral {
		return a, true
	}
	return c, absorbing
}
