package emit

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// span is a range of ints that a value lies in, both ends included; the zero span is not known.
type span struct {
	lo, hi int64
	known  bool
}

// anyInt is the span of any int.
var anyInt = span{math.MinInt32, math.MaxInt32, true}

// Span is a range of ints that v surely lies in. It knows numbers of work items, counters, and what is computed from them.
func (b *Builder) Span(v V) (lo, hi int64) {
	s := b.spanOf(v)
	return s.lo, s.hi
}

// Within tells the builder that v lies in a range of ints wherever it is used from now on.
func (b *Builder) Within(v V, lo, hi int64) { b.keepSpan(v, span{lo, hi, true}) }

func (b *Builder) spanOf(v V) span {
	if bits, ok := b.Known(v); ok {
		return span{int64(int32(bits)), int64(int32(bits)), true}
	}
	if int(v) < len(b.spans) && b.spans[v].known {
		return b.spans[v]
	}
	return anyInt
}

func (b *Builder) keepSpan(v V, s span) {
	if s.lo <= anyInt.lo && s.hi >= anyInt.hi {
		return
	}
	for len(b.spans) <= int(v) {
		b.spans = append(b.spans, span{})
	}
	b.spans[v] = s
}

// systemSpan is the range of a system value.
func (b *Builder) systemSpan(s ir.SysVal) span {
	n := b.K.NumThreads
	switch {
	case s >= ir.GroupThreadIDX && s <= ir.GroupThreadIDZ:
		return span{0, int64(n[s-ir.GroupThreadIDX]) - 1, true}
	case s == ir.GroupIndex:
		return span{0, int64(n[0])*int64(n[1])*int64(n[2]) - 1, true}
	}
	return anyInt
}

// resultSpan is the range of an operation on ints; any int where the operation may wrap around.
func (b *Builder) resultSpan(op ir.Op, args []V) span {
	if op == ir.OpSelect {
		x, y := b.spanOf(args[1]), b.spanOf(args[2])
		return span{min(x.lo, y.lo), max(x.hi, y.hi), true}
	}
	if len(args) != 2 {
		return anyInt
	}
	x, y := b.spanOf(args[0]), b.spanOf(args[1])
	out := anyInt
	switch op {
	case ir.OpIAdd:
		out = span{x.lo + y.lo, x.hi + y.hi, true}
	case ir.OpISub:
		out = span{x.lo - y.hi, x.hi - y.lo, true}
	case ir.OpIMul:
		p := [...]int64{x.lo * y.lo, x.lo * y.hi, x.hi * y.lo, x.hi * y.hi}
		out = span{min(p[0], p[1], p[2], p[3]), max(p[0], p[1], p[2], p[3]), true}
	case ir.OpMinS:
		out = span{min(x.lo, y.lo), min(x.hi, y.hi), true}
	case ir.OpMaxS:
		out = span{max(x.lo, y.lo), max(x.hi, y.hi), true}
	case ir.OpAnd:
		out = andSpan(x, y)
	default:
		out = quotientSpan(op, x, y)
	}
	if out.lo < anyInt.lo || out.hi > anyInt.hi {
		return anyInt
	}
	return out
}

// andSpan: a number without a sign limits what is left of the other one.
func andSpan(x, y span) span {
	switch {
	case x.lo >= 0 && y.lo >= 0:
		return span{0, min(x.hi, y.hi), true}
	case x.lo >= 0:
		return span{0, x.hi, true}
	case y.lo >= 0:
		return span{0, y.hi, true}
	}
	return anyInt
}

// quotientSpan is the range of a division, a remainder or a shift by a positive constant, and of the smaller of two as uint.
func quotientSpan(op ir.Op, x, y span) span {
	by := y.lo
	if y.lo != y.hi || by <= 0 {
		return anyInt
	}
	switch op {
	case ir.OpMinU:
		return span{0, by, true}
	case ir.OpRemU:
		return span{0, by - 1, true}
	case ir.OpRemS:
		if x.lo >= 0 {
			return span{0, by - 1, true}
		}
		return span{1 - by, by - 1, true}
	case ir.OpDivS:
		return span{x.lo / by, x.hi / by, true}
	case ir.OpDivU:
		if x.lo >= 0 {
			return span{x.lo / by, x.hi / by, true}
		}
		return span{0, math.MaxUint32 / by, true}
	case ir.OpShrS:
		return span{x.lo >> (by & 31), x.hi >> (by & 31), true}
	case ir.OpShrU:
		if by &= 31; by > 0 {
			return span{0, math.MaxUint32 >> by, true}
		}
	case ir.OpShl:
		if by < 31 {
			return span{x.lo << by, x.hi << by, true}
		}
	}
	return anyInt
}
