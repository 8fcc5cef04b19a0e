package bounds

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// This file knows the coordinates that address modes make. Each is inside its texture whatever it was made from, as long as there is a texture:
//
//	v & (size-1)                        repeated; right for every size of at least 1
//	minu(v, size-1)                     repeated
//	next == size ? 0 : next             repeated; next is one more than a coordinate that is inside
//	maxs(mins(v, size-1), 0)            clamped

// axes are the sizes of a texture that coordinates x, y and z must be below.
var axes = [...]struct {
	field ir.QueryField
	word  uint32
}{{ir.QueryWidth, ir.WordWidth}, {ir.QueryHeight, ir.WordHeight}, {ir.QueryDepth, ir.WordDepth}}

// withinChecks are the checks of a load of texels whose coordinates are inside by how they were made: that there is a first level.
func (c *checker) withinChecks(in *ir.Instr) ([]Check, bool) {
	if in.Op != ir.OpLoadTex || !isFixedSlot(c.in.Kernel, c.in.Shapes, in) || !IsMip0(c.in.Shapes, in.Args[4]) ||
		in.Offset+uint32(in.Width) > c.in.Kernel.Bindings[in.Binding].Stride {
		return nil, false
	}
	var list []Check
	for i, axis := range axes {
		v := in.Args[1+i]
		if v != 0 && !(&sized{c, in, axis.field}).holds(v) {
			return nil, false
		}
		list = append(list, Check{Form: reach.Form{Known: true}, Count: c.word(in, axis.word)})
	}
	return list, true
}

// sized is a size of the texture of an access.
type sized struct {
	*checker
	access *ir.Instr
	field  ir.QueryField
}

// def is what defines a value; an instruction without an operation where that is not known.
func (s *sized) def(v ir.Value) *ir.Instr {
	if v == 0 || s.in.Defs[v] == nil {
		return &ir.Instr{}
	}
	return s.in.Defs[v]
}

func (s *sized) isConst(v ir.Value, bits uint32) bool {
	k := s.in.Shapes.Konst[v]
	return v != 0 && k != nil && k.Imm == bits
}

// isSize tells whether v is the size itself, of the first level.
func (s *sized) isSize(v ir.Value) bool {
	in := s.def(v)
	return in.Op == ir.OpQuery && ir.QueryField(in.Imm) == s.field && in.Binding == s.access.Binding && isFixedSlot(s.in.Kernel, s.in.Shapes, in) &&
		s.word(in, 0) == s.word(s.access, 0) && IsMip0(s.in.Shapes, in.Args[1])
}

// isLast tells whether v is the size less one.
func (s *sized) isLast(v ir.Value) bool {
	in := s.def(v)
	return in.Op == ir.OpISub && s.isSize(in.Args[0]) && s.isConst(in.Args[1], 1)
}

// either tells whether f holds for the two operands of an instruction in some order.
func (s *sized) either(in *ir.Instr, f func(a, b ir.Value) bool) bool {
	return f(in.Args[0], in.Args[1]) || f(in.Args[1], in.Args[0])
}

// holds tells whether v, as an unsigned number, is below the size unless that is 0.
func (s *sized) holds(v ir.Value) bool {
	in := s.def(v)
	switch in.Op {
	case ir.OpConst:
		return in.Imm == 0
	case ir.OpAnd, ir.OpMinU:
		return s.isLast(in.Args[0]) || s.isLast(in.Args[1])
	case ir.OpMaxS:
		return s.either(in, func(a, zero ir.Value) bool { return s.isConst(zero, 0) && s.isBelow(a) })
	case ir.OpSelect:
		cond, next := s.def(in.Args[0]), in.Args[2]
		return cond.Op == ir.OpIEq && s.isConst(in.Args[1], 0) && s.isNext(next) &&
			s.either(cond, func(a, b ir.Value) bool { return a == next && s.isSize(b) })
	}
	return false
}

// isBelow tells whether v is at most the size less one, as signed numbers.
func (s *sized) isBelow(v ir.Value) bool {
	in := s.def(v)
	return in.Op == ir.OpMinS && (s.isLast(in.Args[0]) || s.isLast(in.Args[1]))
}

// isNext tells whether v is one more than a number that is below the size.
func (s *sized) isNext(v ir.Value) bool {
	in := s.def(v)
	return in.Op == ir.OpIAdd && s.either(in, func(a, one ir.Value) bool { return s.isConst(one, 1) && s.holds(a) })
}
