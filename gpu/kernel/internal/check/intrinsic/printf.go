package intrinsic

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// printf passes every component of its arguments; a vector takes as many verbs as it has components.
func printf(l *expander, c *intrinsicUse) []value.Value {
	format := c.args[0]
	if format.Kind != value.Text {
		l.FailOn(diag.WrongArgumentType, format, "argument 1 of printf must be a format in quotes, but this is %s", format.Describe()).
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
	verbs, ok := l.parseFormat(format)
	if !ok {
		return bad(c.site)
	}
	if len(verbs) != len(args) {
		l.FailOn(diag.BadPrintfFormat, format, "the format takes %d components, but gets %d", len(verbs), len(args)).
			Because("A vector takes one conversion for each component.").
			HelpFix(format.Site, diag.Fix{Text: fitFormat(format.Str, scalars)}, "give each component one conversion")
		return bad(c.site)
	}
	if i := floatPlace(verbs, scalars); i >= 0 {
		l.FailOn(diag.BadPrintfFormat, format, "%%%c in place %d of the format is for integers, but it gets a float", verbs[i], i+1).
			Because("The fraction would be lost silently.").
			HelpFix(format.Site, diag.Fix{Text: floatFormat(format.Str, scalars)}, "write %g, or int(…) around the value")
		return bad(c.site)
	}
	for i, verb := range verbs {
		args[i] = l.printfArgument(verb, args[i], scalars[i])
	}
	l.B.K.Formats = append(l.B.K.Formats, format.Str)
	number := uint32(len(l.B.K.Formats) - 1)
	l.Guarded(func() { l.B.Append(&ir.Instr{Op: ir.OpPrintf, Imm: number, Args: args}, ir.Invalid) })
	return nil
}

// fitFormat is a format with one place for each component, as a script writes it: places that are too many are taken out, others are added.
func fitFormat(format string, scalars []syntax.Scalar) string {
	places := 0
	out := formatPlace.ReplaceAllStringFunc(format, func(place string) string {
		if place == "%%" {
			return place
		}
		if places++; places > len(scalars) {
			return ""
		}
		return place
	})
	out = strings.TrimRight(out, " ")
	for ; places < len(scalars); places++ {
		if scalars[places].IsFloat() {
			out += " %g"
		} else {
			out += " %d"
		}
	}
	return strconv.Quote(out)
}

// floatPlace is the first place for whole numbers that gets a float, or -1.
func floatPlace(verbs []byte, scalars []syntax.Scalar) int {
	for i, verb := range verbs {
		if scalars[i].IsFloat() && strings.IndexByte("diuxX", verb) >= 0 {
			return i
		}
	}
	return -1
}

// floatFormat is a format whose places for whole numbers that get a float are %g, as a script writes it.
func floatFormat(format string, scalars []syntax.Scalar) string {
	i := -1
	return strconv.Quote(formatPlace.ReplaceAllStringFunc(format, func(place string) string {
		if place == "%%" {
			return place
		}
		if i++; !scalars[i].IsFloat() || strings.IndexByte("fge", place[len(place)-1]) >= 0 {
			return place
		}
		return place[:len(place)-1] + "g"
	}))
}

// formatPlace is a place of a printf format, or a percent sign. Widths are bounded as those of Lua's string.format are.
var formatPlace = regexp.MustCompile(`%[-+ #0]*\d{0,2}(\.\d{0,2})?[diuxXfge]|%%`)

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
func (l *expander) parseFormat(format value.Value) ([]byte, bool) {
	var verbs []byte
	rest := formatPlace.ReplaceAllStringFunc(format.Str, func(place string) string {
		if place != "%%" {
			verbs = append(verbs, place[len(place)-1])
		}
		return ""
	})
	if !strings.Contains(rest, "%") {
		return verbs, true
	}
	l.FailOn(diag.BadPrintfFormat, format, "the format %q has a conversion that printf does not know", format.Str).
		HelpText("conversions are %d %i %u %x %X %f %g %e, after the percent sign flags, a width and a precision of up to two digits, and %% for a percent sign")
	return nil, false
}
