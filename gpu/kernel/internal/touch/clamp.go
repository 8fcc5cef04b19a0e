package touch

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// This file knows cells of textures whose coordinates are clamped, or wrapped by comparisons, see cell.go.

// wraps says whether v is minu(…, size - 1), and next is one more, or 0 at the size of a binding's first level.
func (t *instrumenter) wraps(v, next ir.Value, size ir.QueryField, binding int32) bool {
	low, pick := t.defs[v], t.defs[next]
	if low == nil || low.Op != ir.OpMinU || !t.isLast(low.Args[1], size, binding) || pick == nil || pick.Op != ir.OpSelect {
		return false
	}
	at, zero, sum := t.defs[pick.Args[0]], t.defs[pick.Args[1]], t.defs[pick.Args[2]]
	return zero != nil && zero.Op == ir.OpConst && zero.Imm == 0 && sum != nil && sum.Op == ir.OpIAdd && sum.Args[0] == v && t.isOne(sum.Args[1]) &&
		at != nil && at.Op == ir.OpIEq && at.Args[0] == pick.Args[2] && t.isSize(at.Args[1], size, binding)
}

// markWrapped marks the texels of cells [from, end) of a row of wrapped ones, and those that follow.
func (s *spreader) markWrapped(y, from, end uint32) {
	s.texel(y, from, end)
	next := end % s.cells.Width
	s.texel(y, next, next+1)
}

// clamps gives the float that v was before it became a texel, where it was a whole one, and next was one more; or 0.
func (t *instrumenter) clamps(v, next ir.Value, size ir.QueryField, binding int32) ir.Value {
	f, then := t.clamped(v, size, binding), t.clamped(next, size, binding)
	from, at := t.sum(f)
	to, behind := t.sum(then)
	if f == 0 || from != to || at != 0 || behind != 1 || !t.isWhole(from) {
		return 0
	}
	return f
}

// clamped gives f where v is maxs(mins(ftos(f), size - 1), 0), of the size of a binding's first level.
func (t *instrumenter) clamped(v ir.Value, size ir.QueryField, binding int32) ir.Value {
	high := t.limited(v, ir.OpMaxS)
	if high == nil || high.Op != ir.OpMinS || !t.isLast(high.Args[1], size, binding) {
		return 0
	}
	if whole := t.defs[high.Args[0]]; whole != nil && whole.Op == ir.OpFToS {
		return whole.Args[0]
	}
	return 0
}

// limited is what v limits by an operation with 0, or nil.
func (t *instrumenter) limited(v ir.Value, op ir.Op) *ir.Instr {
	in := t.defs[v]
	if in == nil || in.Op != op {
		return nil
	}
	if zero := t.defs[in.Args[1]]; zero == nil || zero.Op != ir.OpConst || zero.Imm != 0 {
		return nil
	}
	return t.defs[in.Args[0]]
}

// sum takes v apart into a value and the number that is added to it.
func (t *instrumenter) sum(v ir.Value) (ir.Value, float32) {
	if in := t.defs[v]; in != nil && in.Op == ir.OpFAdd {
		if n := t.defs[in.Args[1]]; n != nil && n.Op == ir.OpConst {
			return in.Args[0], math.Float32frombits(n.Imm)
		}
	}
	return v, 0
}

// isWhole says whether a float is a whole number, or NaN or infinite. Above 2^23 all are.
func (t *instrumenter) isWhole(v ir.Value) bool {
	from, n := t.sum(v)
	in := t.defs[from]
	return in != nil && in.Op == ir.OpFFloor && float64(n) == math.Trunc(float64(n))
}

// clampedCell makes x and y of the mark of a clamped cell its place: one more, where the float was not below 0.
func (t *instrumenter) clampedCell(out []*ir.Instr, m *mark, args []ir.Value) []*ir.Instr {
	for i, f := range m.floor {
		if f == 0 {
			return out
		}
		inside := &ir.Instr{Op: ir.OpFLe, Args: []ir.Value{t.zero(), f}, Results: []ir.Value{t.k.NewValue(ir.Bool)}, Mark: true}
		one := &ir.Instr{Op: ir.OpBToI, Args: []ir.Value{inside.Result()}, Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
		place := &ir.Instr{Op: ir.OpIAdd, Args: []ir.Value{args[1+i], one.Result()}, Results: []ir.Value{t.k.NewValue(ir.I32)}, Mark: true}
		out = append(out, inside, one, place)
		args[1+i] = place.Result()
	}
	return out
}

// clampedCellsOf is a texture with a texel for each clamped cell of the first level of r.
func clampedCellsOf(r *ir.Record) *ir.Record {
	of := *r
	if of.Levels = min(of.Levels, 1); of.Levels > 0 {
		of.Width, of.Height = of.Width+1, of.Height+1
	}
	return &of
}

// markClamped marks the texels of clamped cells [from, end) of a row.
func (s *spreader) markClamped(y, from, end uint32) {
	first, last := max(from, 1)-1, min(end-1, s.cells.Width-2)
	s.texel(max(y, 1)-1, first, last+1)
	s.texel(min(y, s.cells.Height-2), first, last+1)
}
