package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// matchIntrinsics are the wave operations of shader model 6.5, over groups of lanes that a program chooses. Sorted by name.
func matchIntrinsics() []intrinsicInfo {
	row := func(name string, n int, lower func(*expander, *intrinsicUse) []value.Value, doc string) intrinsicInfo {
		return intrinsicInfo{name: name, class: special, low: n, high: n, lower: lower, doc: name + doc}
	}
	return []intrinsicInfo{
		row("WaveMatch", 1, waveMatch, "(x): uint4 whose bit n is set where lane n is active and its x has the same bits as here, in all components"),
		row("WaveMultiPrefixBitAnd", 2, waveMulti(multiAnd),
			"(x, mask): bits that all of the active lanes before this one have whose bit is set in the uint4, as WaveMatch gives it; all ones for none"),
		row("WaveMultiPrefixBitOr", 2, waveMulti(multiOr), "(x, mask): bits that some of these lanes have"),
		row("WaveMultiPrefixBitXor", 2, waveMulti(multiXor), "(x, mask): bits that an odd number of these lanes have"),
		row("WaveMultiPrefixCountBits", 2, waveMultiCount, "(b, mask): number of these lanes where b is true"),
		row("WaveMultiPrefixProduct", 2, waveMulti(multiProduct), "(x, mask): product over these lanes, in lane order; 1 for none"),
		row("WaveMultiPrefixSum", 2, waveMulti(multiSum), "(x, mask): sum over these lanes, in lane order; 0 for none"),
	}
}

// waveMatch asks for the value of each lane in turn. What lanes that are not active give does not count.
func waveMatch(l *expander, c *intrinsicUse) []value.Value {
	v, ok := l.waveNumber(c)
	if !ok {
		return bad(c.site)
	}
	b, mask := l.B, l.B.I(0)
	active := l.waveOp(ir.OpWaveBallot, ir.I32, b.Bool(true))
	bits := make([]value.V, len(v.C))
	for i, x := range v.C {
		bits[i] = l.ToBits(x, v.T.Scalar)
	}
	for lane := range uint32(ir.WaveSize) {
		same := b.Bool(true)
		for _, x := range bits {
			same = b.BAnd(same, b.IEq(x, l.waveOp(ir.OpWaveAt, ir.I32, x, b.U(lane))))
		}
		mask = b.Or(mask, b.Shl(b.BToI(same), b.U(lane)))
	}
	return c.one(syntax.Vector(syntax.Uint, 4), b.And(mask, active), b.I(0), b.I(0), b.I(0))
}

// before are the active lanes of a mask before this one, as bits. All lanes of a wave are in its first word.
func (l *expander) before(c *intrinsicUse) value.V {
	b := l.B
	mask := l.argument(c, 1, syntax.Vector(syntax.Uint, 4))[0]
	ahead := b.ISub(b.Shl(b.I(1), b.Sys(ir.LaneIndex)), b.I(1))
	return b.And(b.And(mask, ahead), l.waveOp(ir.OpWaveBallot, ir.I32, b.Bool(true)))
}

func waveMultiCount(l *expander, c *intrinsicUse) []value.Value {
	counted := l.ballot(c)
	return c.one(uintType, l.B.PopCount(l.B.And(counted, l.before(c))))
}

// multi is what WaveMultiPrefix does: none is what it gives without a lane, on numbers of int32 and of float; numbers of floats only where join has
// them.
type multi struct {
	none      int32
	floats    bool
	join      func(b *builder, sum, x value.V) value.V
	joinFloat func(b *builder, sum, x value.V) value.V
}

var (
	multiAnd     = multi{none: -1, join: (*builder).And}
	multiOr      = multi{join: (*builder).Or}
	multiXor     = multi{join: (*builder).Xor}
	multiProduct = multi{none: 1, floats: true, join: (*builder).IMul, joinFloat: (*builder).FMul}
	multiSum     = multi{floats: true, join: (*builder).IAdd, joinFloat: (*builder).FAdd}
)

func waveMulti(m multi) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		v, ok := l.waveNumber(c)
		if !ok {
			return bad(c.site)
		}
		s := v.T.Scalar
		if s == syntax.Bool || s.IsFloat() && !m.floats {
			l.FailOn(diag.WrongArgumentType, v, "argument 1 of %s cannot be %s", c.name, v.T).
				HelpFix(v.Site, diag.Around(v.T.With(syntax.Uint).String()+"(%1)"), "write uint(…) around it")
			return bad(c.site)
		}
		lanes := l.before(c)
		out := make([]value.V, len(v.C))
		for i, x := range v.C {
			out[i] = l.multiPrefix(&m, x, s.IsFloat(), lanes)
		}
		return c.one(v.T, out...)
	}
}

// multiPrefix joins the values of some lanes, of which the last one is never before another.
func (l *expander) multiPrefix(m *multi, x value.V, float bool, lanes value.V) value.V {
	b := l.B
	sum, join := b.I(m.none), m.join
	if float {
		sum, join = b.F(float32(m.none)), m.joinFloat
	}
	for lane := range uint32(ir.WaveSize - 1) {
		from := l.waveOp(ir.OpWaveAt, b.K.Type(x), x, b.U(lane))
		counts := b.INe(b.And(lanes, b.U(1<<lane)), b.I(0))
		sum = b.Select(counts, join(b, sum, from), sum)
	}
	return sum
}
