package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// waveIntrinsics is sorted by name. A wave is ir.WaveSize consecutive work items of a group.
func waveIntrinsics() []intrinsicInfo {
	row := func(name string, n int, lower func(*expander, *intrinsicUse) []value.Value, doc string) intrinsicInfo {
		return intrinsicInfo{name: name, class: special, low: n, high: n, lower: lower, doc: name + doc}
	}
	return []intrinsicInfo{
		row("WaveActiveAllEqual", 1, waveAllEqual, "(x): true where x is the same in all active lanes, component by component"),
		row("WaveActiveAllTrue", 1, waveBool(ir.OpWaveAll), "(b): true where b is true in all active lanes"),
		row("WaveActiveAnyTrue", 1, waveBool(ir.OpWaveAny), "(b): true where b is true in some active lane"),
		row("WaveActiveBallot", 1, waveBallot, "(b): uint4 whose bit n is set where b is true in lane n"),
		row("WaveActiveBitAnd", 1, waveFold(0, ir.OpWaveAnd, ir.OpWaveAnd), "(x): bits that all active lanes have"),
		row("WaveActiveBitOr", 1, waveFold(0, ir.OpWaveOr, ir.OpWaveOr), "(x): bits that some active lane has"),
		row("WaveActiveBitXor", 1, waveFold(0, ir.OpWaveXor, ir.OpWaveXor), "(x): bits that an odd number of active lanes have"),
		row("WaveActiveCountBits", 1, waveCount, "(b): number of active lanes where b is true"),
		row("WaveActiveMax", 1, waveFold(ir.OpWaveMaxF, ir.OpWaveMaxS, ir.OpWaveMaxU), "(x): largest value of the active lanes"),
		row("WaveActiveMin", 1, waveFold(ir.OpWaveMinF, ir.OpWaveMinS, ir.OpWaveMinU), "(x): smallest value of the active lanes"),
		row("WaveActiveProduct", 1, waveFold(ir.OpWaveMulF, ir.OpWaveMulI, ir.OpWaveMulI), "(x): product over the active lanes, in lane order"),
		row("WaveActiveSum", 1, waveFold(ir.OpWaveSumF, ir.OpWaveSumI, ir.OpWaveSumI), "(x): sum over the active lanes, in lane order"),
		row("WaveGetLaneCount", 0, waveLaneCount, "(): lanes of a wave: 4"),
		row("WaveGetLaneIndex", 0, waveLaneIndex, "(): this lane, GroupIndex modulo WaveGetLaneCount"),
		row("WaveIsFirstLane", 0, waveIsFirst, "(): true in the first active lane"),
		row("WavePrefixCountBits", 1, wavePrefixCount, "(b): number of active lanes before this one where b is true"),
		row("WavePrefixProduct", 1, waveFold(ir.OpWavePrefixMulF, ir.OpWavePrefixMulI, ir.OpWavePrefixMulI),
			"(x): product over the active lanes before this one"),
		row("WavePrefixSum", 1, waveFold(ir.OpWavePrefixSumF, ir.OpWavePrefixSumI, ir.OpWavePrefixSumI),
			"(x): sum over the active lanes before this one"),
		row("WaveReadLaneAt", 2, waveReadAt, "(x, lane): x of that lane"),
		row("WaveReadLaneFirst", 1, waveReadFirst, "(x): x of the first active lane"),
	}
}

// waveOp appends an operation over the lanes of the wave; helper lanes of a stage take no part.
func (l *expander) waveOp(op ir.Op, t ir.Type, args ...value.V) value.V {
	return l.GuardedValue(t, func() value.V { return l.B.Append(&ir.Instr{Op: op, Args: args}, t) })
}

// waveNumber is the argument of a wave operation as data.
func (l *expander) waveNumber(c *intrinsicUse) (value.Value, bool) {
	v := l.AsData(c.args[0])
	if !l.checkArgument(c.name, 0, v, false) {
		return v, false
	}
	return v, true
}

func waveFold(float, signed, unsigned ir.Op) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		v, ok := l.waveNumber(c)
		if !ok {
			return bad(c.site)
		}
		op := unsigned
		switch s := v.T.Scalar; {
		case s == syntax.Bool || s.IsFloat() && float == 0:
			l.FailOn(diag.WrongArgumentType, v, "argument 1 of %s cannot be %s", c.name, v.T).
				HelpFix(v.Site, diag.Around(v.T.With(syntax.Uint).String()+"(%1)"), "write uint(…) around it")
			return bad(c.site)
		case s.IsFloat():
			op = float
		case s == syntax.Int:
			op = signed
		}
		out := make([]value.V, len(v.C))
		for i, x := range v.C {
			out[i] = l.waveOp(op, l.B.K.Type(x), x)
		}
		return c.one(v.T, out...)
	}
}

var boolType = syntax.ScalarType(syntax.Bool)
var uintType = syntax.ScalarType(syntax.Uint)

func waveBool(op ir.Op) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		b := l.Condition(c.args[0], c.name)
		return c.one(boolType, l.waveOp(op, ir.Bool, b))
	}
}

// waveAllEqual compares with the first active lane. NaN is unlike itself.
func waveAllEqual(l *expander, c *intrinsicUse) []value.Value {
	v, ok := l.waveNumber(c)
	if !ok {
		return bad(c.site)
	}
	same := l.Compare("==", v, value.NewData(c.site, v.T, l.waveFirst(v)...), c.site)
	out := make([]value.V, len(same.C))
	for i, x := range same.C {
		out[i] = l.waveOp(ir.OpWaveAll, ir.Bool, x)
	}
	return c.one(v.T.With(syntax.Bool), out...)
}

func (l *expander) ballot(c *intrinsicUse) value.V {
	b := l.Condition(c.args[0], c.name)
	return l.waveOp(ir.OpWaveBallot, ir.I32, b)
}

func waveBallot(l *expander, c *intrinsicUse) []value.Value {
	zero := l.B.I(0)
	return c.one(syntax.Vector(syntax.Uint, 4), l.ballot(c), zero, zero, zero)
}

func waveCount(l *expander, c *intrinsicUse) []value.Value {
	return c.one(uintType, l.B.PopCount(l.ballot(c)))
}

func wavePrefixCount(l *expander, c *intrinsicUse) []value.Value {
	b := l.B
	before := b.ISub(b.Shl(b.I(1), b.Sys(ir.LaneIndex)), b.I(1))
	return c.one(uintType, b.PopCount(b.And(l.ballot(c), before)))
}

func waveLaneCount(l *expander, c *intrinsicUse) []value.Value {
	return []value.Value{value.NewConstant(c.site, ir.WaveSize, false)}
}

func waveLaneIndex(l *expander, c *intrinsicUse) []value.Value {
	return c.one(uintType, l.B.Sys(ir.LaneIndex))
}

func waveIsFirst(l *expander, c *intrinsicUse) []value.Value {
	return c.one(boolType, l.waveOp(ir.OpWaveIsFirst, ir.Bool))
}

func waveReadFirst(l *expander, c *intrinsicUse) []value.Value {
	v, ok := l.waveNumber(c)
	if !ok {
		return bad(c.site)
	}
	return c.one(v.T, l.waveFirst(v)...)
}

// waveFirst are the components of a value in the first active lane.
func (l *expander) waveFirst(v value.Value) []value.V {
	first := make([]value.V, len(v.C))
	for i, x := range v.C {
		first[i] = l.waveOp(ir.OpWaveFirst, l.B.K.Type(x), x)
	}
	return first
}

func waveReadAt(l *expander, c *intrinsicUse) []value.Value {
	v, ok := l.waveNumber(c)
	if !ok {
		return bad(c.site)
	}
	lane := l.ScalarInt(c.args[1], "the lane")
	if bits, known := l.B.Known(lane); known && bits >= ir.WaveSize {
		d := l.FailOn(diag.ConstantOutOfRange, c.args[1],
			"lane %d of WaveReadLaneAt is outside of the wave: its lanes are 0 to %d", int32(bits), ir.WaveSize-1).
			Because("What a lane outside of the wave would give is not defined.")
		value.HelpIndex(d, c.args[1], int(int32(bits)), 0, ir.WaveSize-1).
			WithRule("the lane of WaveReadLaneAt is less than WaveGetLaneCount() (HLSL)")
		return bad(c.site)
	}
	out := make([]value.V, len(v.C))
	for i, x := range v.C {
		out[i] = l.waveOp(ir.OpWaveAt, l.B.K.Type(x), x, lane)
	}
	return c.one(v.T, out...)
}
