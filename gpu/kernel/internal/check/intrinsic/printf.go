package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/intrinsic/internal/format"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// printf passes every component of its arguments; a vector takes as many verbs as it has components.
func printf(l *expander, c *intrinsicUse) []value.Value {
	f := c.args[0]
	if f.Kind != value.Text {
		l.FailOn(diag.WrongArgumentType, f, "argument 1 of printf must be a format in quotes, but this is %s", f.Describe()).
			HelpText(`for example printf("x = %g", x)`)
		return bad(c.site)
	}
	var args []value.V
	var scalars []syntax.Scalar
	for _, a := range c.args[1:] {
		v := l.AsData(a)
		if v.Kind != value.Data {
			if v.Kind != value.Invalid {
				l.NotData(v, floatType, &value.Target{What: "printf"})
			}
			return bad(c.site)
		}
		args, scalars = append(args, v.C...), append(scalars, v.T.Scalars()...)
	}
	verbs, ok := l.parseFormat(f)
	if !ok {
		return bad(c.site)
	}
	if len(verbs) != len(args) {
		l.FailOn(diag.BadPrintfFormat, f, "the format takes %d components, but gets %d", len(verbs), len(args)).
			Because("A vector takes one conversion for each component.").
			HelpFix(f.Site, diag.Fix{Text: format.Fit(f.Str, scalars)}, "give each component one conversion")
		return bad(c.site)
	}
	if i := format.FloatPlace(verbs, scalars); i >= 0 {
		l.FailOn(diag.BadPrintfFormat, f, "%%%c in place %d of the format is for integers, but it gets a float", verbs[i], i+1).
			Because("The fraction would be lost silently.").
			HelpFix(f.Site, diag.Fix{Text: format.Floats(f.Str, scalars)}, "write %g, or int(…) around the value")
		return bad(c.site)
	}
	for i, verb := range verbs {
		args[i] = l.printfArgument(verb, args[i], scalars[i])
	}
	l.B.K.Formats = append(l.B.K.Formats, f.Str)
	number := uint32(len(l.B.K.Formats) - 1)
	l.Guarded(func() { l.B.Append(&ir.Instr{Op: ir.OpPrintf, Imm: number, Args: args}, ir.Invalid) })
	return nil
}

// printfArgument converts a component to what its verb shows: %f and %g a float, the others an integer.
func (l *expander) printfArgument(verb byte, v value.V, s syntax.Scalar) value.V {
	switch verb {
	case 'f', 'g', 'e':
		return l.CastScalar(v, s, syntax.Float)
	case 'u', 'x', 'X':
		return l.CastScalar(v, s, syntax.Uint)
	}
	return l.CastScalar(v, s, syntax.Int)
}

// parseFormat lists the verbs of a printf format.
func (l *expander) parseFormat(f value.Value) ([]byte, bool) {
	verbs, known := format.Verbs(f.Str)
	if known {
		return verbs, true
	}
	l.FailOn(diag.BadPrintfFormat, f, "the format %q has a conversion that printf does not know", f.Str).
		HelpText("conversions are %d %i %u %x %X %f %g %e, after the percent sign flags, a width and a precision of up to two digits, and %% for a percent sign")
	return nil, false
}
