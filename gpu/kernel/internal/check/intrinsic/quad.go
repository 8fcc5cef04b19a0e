package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// The lanes of a quad, and where each of them reads to move a value:
//
//	0 1     across x: 1 0     across y: 2 3     diagonally: 3 2
//	2 3               3 2               0 1                 1 0
const (
	acrossX    = 1 | 0<<2 | 3<<4 | 2<<6
	acrossY    = 2 | 3<<2 | 0<<4 | 1<<6
	diagonally = 3 | 2<<2 | 1<<4 | 0<<6

	leftOfRow   = 0 | 0<<2 | 2<<4 | 2<<6
	rightOfRow  = 1 | 1<<2 | 3<<4 | 3<<6
	topOfColumn = 0 | 1<<2 | 0<<4 | 1<<6
	lowOfColumn = 2 | 3<<2 | 2<<4 | 3<<6
)

// everywhere is one lane for all.
func everywhere(lane uint32) uint32 { return lane * 0b01010101 }

// slope is a derivative: the difference between two lanes.
type slope struct{ from, to uint32 }

var (
	coarseX = slope{everywhere(0), everywhere(1)}
	coarseY = slope{everywhere(0), everywhere(2)}
	fineX   = slope{leftOfRow, rightOfRow}
	fineY   = slope{topOfColumn, lowOfColumn}
)

// quadIntrinsics is sorted by name. Work items read their neighbours in the quad, helpers included; a lane that did not come here gives the reader
// its own value, so that a derivative between them is 0.
func quadIntrinsics() []intrinsicInfo {
	row := func(name string, n int, lower func(*expander, *intrinsicUse) []value.Value, doc string) intrinsicInfo {
		return intrinsicInfo{name: name, class: special, low: n, high: n, lower: lower, doc: name + doc}
	}
	return []intrinsicInfo{
		row("EvaluateAttributeAtSample", 2, evaluateAt(value.AtSample), "(input, sample): the input of the pixel shader at the place of a sample"),
		row("EvaluateAttributeCentroid", 1, evaluateAt(value.AtCentroid),
			"(input): the input at the centroid: the centre of a pixel that is covered as a whole, else its first covered sample"),
		row("EvaluateAttributeSnapped", 2, evaluateAt(value.AtStep),
			"(input, xy): the input xy sixteenths of a pixel away from the centre, from -8 to 7"),
		row("GetRenderTargetSampleCount", 0, targetSampleCount, "(): samples of a pixel of the targets"),
		row("GetRenderTargetSamplePosition", 1, targetSamplePosition, "(sample): where a sample of the targets is, in pixels from the centre"),
		row("IsHelperLane", 0, isHelper, "(): true in a pixel shader where the work item is not a pixel of the primitive, or has discarded its pixel; false in other shaders"),
		row("QuadAll", 1, quadVote(false), "(b): true where b is true in all pixels of the quad"),
		row("QuadAny", 1, quadVote(true), "(b): true where b is true in some pixel of the quad"),
		row("QuadReadAcrossDiagonal", 1, quadMove(diagonally), "(x): x of the pixel at the other corner of the quad"),
		row("QuadReadAcrossX", 1, quadMove(acrossX), "(x): x of the other pixel of the row"),
		row("QuadReadAcrossY", 1, quadMove(acrossY), "(x): x of the other pixel of the column"),
		row("QuadReadLaneAt", 2, quadReadAt, "(x, lane): x of the quad's pixel 0 (top left), 1 (top right), 2 or 3; the lane is constant"),
		row("clip", 1, clip, "(x): discards the pixel where a component of x is below 0"),
		row("ddx", 1, derivative(coarseX), "(x): change of x to the right, the same for the quad: ddx_coarse"),
		row("ddx_coarse", 1, derivative(coarseX), "(x): change of x to the right in the upper row"),
		row("ddx_fine", 1, derivative(fineX), "(x): change of x to the right in the pixel's row"),
		row("ddy", 1, derivative(coarseY), "(x): change of x downward, the same for the quad: ddy_coarse"),
		row("ddy_coarse", 1, derivative(coarseY), "(x): change of x downward in the left column"),
		row("ddy_fine", 1, derivative(fineY), "(x): change of x downward in the pixel's column"),
		row("discard", 0, discard, "(): the pixel is not written; what follows runs on for its neighbours' derivatives, without effect on resources"),
		row("fwidth", 1, ofEach(width), "(x): abs(ddx(x)) + abs(ddy(x))"),
	}
}

// inPixels says whether the kernel is a pixel shader, and reports if not.
func (l *expander) inPixels(c *intrinsicUse) bool {
	if l.Quads {
		return true
	}
	l.Fail(diag.DerivativesInCompute, c.site, "%s is available in pixel shaders only", c.name).
		Because("Work items of other shaders are not pixels and have no neighbours.").
		HelpText("read the neighbouring element and subtract")
	return false
}

// quadRead moves a value between the lanes of the quad.
func (l *expander) quadRead(x value.V, lanes uint32) value.V {
	if _, ok := l.B.Known(x); ok {
		return x
	}
	return l.B.Append(&ir.Instr{Op: ir.OpQuadRead, Imm: lanes, Args: []value.V{x}}, l.B.K.Type(x))
}

func (l *expander) slopeOf(x value.V, s slope) value.V {
	return l.B.FSub(l.quadRead(x, s.to), l.quadRead(x, s.from))
}

// ofEach applies a function to each component of what a pixel shader gives it.
func ofEach(f func(*expander, value.V) value.V) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		if !l.inPixels(c) {
			return bad(c.site)
		}
		v, t := l.floats(c, c.args...)
		if v == nil {
			return bad(c.site)
		}
		out := make([]value.V, len(v[0]))
		for i, x := range v[0] {
			out[i] = f(l, x)
		}
		return c.one(t, out...)
	}
}

func derivative(s slope) func(*expander, *intrinsicUse) []value.Value {
	return ofEach(func(l *expander, x value.V) value.V { return l.slopeOf(x, s) })
}

func width(l *expander, x value.V) value.V {
	return l.B.FAdd(l.B.FAbs(l.slopeOf(x, coarseX)), l.B.FAbs(l.slopeOf(x, coarseY)))
}

func quadMove(lanes uint32) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value { return l.quadMoved(c, lanes) }
}

func (l *expander) quadMoved(c *intrinsicUse, lanes uint32) []value.Value {
	if !l.inPixels(c) {
		return bad(c.site)
	}
	v, ok := l.waveNumber(c)
	if !ok {
		return bad(c.site)
	}
	out := make([]value.V, len(v.C))
	for i, x := range v.C {
		out[i] = l.quadRead(x, lanes)
	}
	return c.one(v.T, out...)
}

// isHelper is what is left of a pixel: l.Alive is whether the primitive covers it, until it is discarded.
func isHelper(l *expander, c *intrinsicUse) []value.Value {
	if !l.Quads {
		return c.one(boolType, l.B.Bool(false))
	}
	return c.one(boolType, l.B.BNot(l.Alive.C[0]))
}

func quadReadAt(l *expander, c *intrinsicUse) []value.Value {
	lane := c.args[1]
	if lane.Kind != value.Constant || lane.IsFloat || lane.Number < 0 || lane.Number > 3 {
		l.FailOn(diag.WrongArgumentType, lane, "the lane of QuadReadLaneAt must be a constant from 0 to 3").
			Because("0 is the top left pixel of the quad, 1 the top right, 2 the bottom left and 3 the bottom right one.")
		return bad(c.site)
	}
	return l.quadMoved(c, everywhere(uint32(lane.Number)))
}

// quadVote asks all four pixels.
func quadVote(some bool) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		if !l.inPixels(c) {
			return bad(c.site)
		}
		join := l.B.BAnd
		if some {
			join = l.B.BOr
		}
		b := l.Condition(c.args[0], c.name)
		row := join(b, l.quadRead(b, acrossX))
		return c.one(boolType, join(row, l.quadRead(row, acrossY)))
	}
}

// discards says whether pixels can be discarded here, and reports if not.
func (l *expander) discards(c *intrinsicUse) bool {
	if !l.Quads {
		l.Fail(diag.WrongStage, c.site, "%s belongs to pixel shaders", c.name).HelpText("write return, or put what follows under a condition")
		return false
	}
	l.Discards = true
	return true
}

func discard(l *expander, c *intrinsicUse) []value.Value {
	if l.discards(c) {
		l.Alive.C = []value.V{l.B.Bool(false)}
	}
	return nil
}

func clip(l *expander, c *intrinsicUse) []value.Value {
	if !l.discards(c) {
		return nil
	}
	v := l.AsData(c.args[0])
	if !l.checkArgument(c.name, 0, v, true) {
		return nil
	}
	alive := l.Alive.C[0]
	for _, x := range l.ConvertTo(v, v.T.With(syntax.Float), nil) {
		alive = l.B.BAnd(alive, l.B.BNot(l.B.FLt(x, l.B.F(0))))
	}
	l.Alive.C = []value.V{alive}
	return nil
}
