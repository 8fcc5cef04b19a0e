package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// evaluateAt lowers the functions that give an input of a pixel shader at another place of the pixel.
func evaluateAt(kind value.PlaceKind) func(*expander, *intrinsicUse) []value.Value {
	return func(l *expander, c *intrinsicUse) []value.Value {
		if !l.inStage(c) {
			return bad(c.site)
		}
		at, ok := l.where(c, kind)
		input := l.Read(c.args[0])
		if !ok || input.Kind == value.Invalid {
			return bad(c.site)
		}
		out := make([]value.V, len(input.C))
		for i, v := range input.C {
			if out[i], ok = l.InputAt(v, at); !ok {
				break
			}
		}
		if input.Kind != value.Data || !ok {
			l.FailOn(diag.WrongArgumentType, c.args[0], "argument 1 of %s must be an input of the pixel shader, as v.uv", c.name).
				Because("It is interpolated once more, at another place of the pixel; a value that was calculated cannot be.").
				HelpText("evaluate the inputs first, and calculate with what they are there")
			return bad(c.site)
		}
		return c.one(input.T, out...)
	}
}

// where is the place that the arguments name.
func (l *expander) where(c *intrinsicUse, kind value.PlaceKind) (value.Where, bool) {
	at := value.Where{Kind: kind}
	switch kind {
	case value.AtSample:
		at.Args = []value.V{l.ScalarInt(c.args[1], "the number of the sample")}
	case value.AtStep:
		v := l.AsData(c.args[1])
		if v.Kind != value.Data || v.T.Kind != syntax.Numeric || v.T.IsMatrix() || v.T.Components() != 2 || !v.T.Scalar.IsInteger() {
			if v.Kind != value.Invalid {
				l.FailOn(diag.WrongArgumentType, c.args[1], "argument 2 of %s must be an int2 of sixteenths of a pixel, but this is %s",
					c.name, c.args[1].Describe())
			}
			return at, false
		}
		at.Args = v.C
	}
	return at, true
}

// inStage says whether the kernel is a pixel shader, and reports if not.
func (l *expander) inStage(c *intrinsicUse) bool {
	if !l.Quads {
		l.Fail(diag.WrongStage, c.site, "%s belongs to pixel shaders", c.name).Because("Only pixels are interpolated, and have samples.")
	}
	return l.Quads
}

func targetSampleCount(l *expander, c *intrinsicUse) []value.Value {
	if !l.inStage(c) {
		return bad(c.site)
	}
	n, _, _ := l.TargetSamples(l.B.I(0))
	return c.one(syntax.ScalarType(syntax.Uint), n)
}

func targetSamplePosition(l *expander, c *intrinsicUse) []value.Value {
	if !l.inStage(c) {
		return bad(c.site)
	}
	_, x, y := l.TargetSamples(l.ScalarInt(c.args[0], "the number of the sample"))
	return c.one(syntax.Vector(syntax.Float, 2), x, y)
}
