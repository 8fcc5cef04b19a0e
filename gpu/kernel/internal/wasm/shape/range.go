package shape

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// span is what is known of a float: its ends, and whether it may be NaN.
type span struct {
	low, high float64
	nan       bool
}

// deepest is how far back definitions are followed.
const deepest = 8

// Rounded gives what an OpFToS rounds to nearest, where the converted value is known to be no NaN and at most 2^22 away from 0: then adding 1.5*2^23
// leaves the integer in the low bits of the sum.
func (s *Shapes) Rounded(in *ir.Instr) (ir.Value, bool) {
	d := s.defs[in.Args[0]]
	if in.Op != ir.OpFToS || d == nil || d.Op != ir.OpFRound {
		return 0, false
	}
	const most = 1 << 22
	r := s.span(d.Args[0], 0)
	return d.Args[0], !r.nan && r.low >= -most && r.high <= most
}

// span follows limits and what is done with them by constants.
func (s *Shapes) span(v ir.Value, depth int) span {
	d := s.defs[v]
	switch {
	case d == nil || depth == deepest:
	case d.Op == ir.OpConst:
		x := float64(math.Float32frombits(d.Imm))
		return span{x, x, x != x}
	case len(d.Args) == 2 && s.Konst[d.Args[1]] != nil:
		a, c := s.span(d.Args[0], depth+1), s.span(d.Args[1], depth+1)
		if !c.nan {
			return limited(d.Op, a, c.low)
		}
	}
	return span{math.Inf(-1), math.Inf(1), true}
}

// limited is the span of an operation with a constant that is no NaN. A limit replaces NaN. Ends are rounded outwards by float32 at most to a
// neighbour, which the limits of Rounded have room for.
func limited(op ir.Op, a span, c float64) span {
	switch op {
	case ir.OpFMin:
		return span{math.Min(a.low, c), math.Min(a.high, c), false}
	case ir.OpFMax:
		return span{math.Max(a.low, c), math.Max(a.high, c), false}
	case ir.OpFMul:
		if x, y := a.low*c, a.high*c; !a.nan && !math.IsInf(x, 0) && !math.IsInf(y, 0) && x == x && y == y {
			return span{math.Min(x, y), math.Max(x, y), false}
		}
	}
	return span{math.Inf(-1), math.Inf(1), true}
}
