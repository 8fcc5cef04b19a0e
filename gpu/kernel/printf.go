package kernel

import (
	"fmt"
	"math"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// formatPrint gives the text of one printf, by the rules of Lua's string.format (C's printf): flags, width and precision; d i u x X o c for integers, f F e E g G
// for floats, s for a value in its natural form, %%. A verb of the other kind converts its argument: toward zero to an integer, exactly to a float.
// A verb without an argument is kept as it is.
func formatPrint(format string, types []ir.Type, args []uint32) string {
	var out strings.Builder
	next := 0
	for {
		text, rest, found := strings.Cut(format, "%")
		out.WriteString(text)
		if !found {
			return out.String()
		}
		n := 0
		for n < len(rest) && strings.IndexByte("-+ #0123456789.", rest[n]) >= 0 {
			n++
		}
		switch {
		case n == len(rest):
			out.WriteString("%" + rest)
			return out.String()
		case rest[n] == '%':
			out.WriteByte('%')
		case next >= len(args) || strings.IndexByte("diuxXocfFeEgGs", rest[n]) < 0:
			out.WriteString("%" + rest[:n+1])
		default:
			out.WriteString(formatVerb("%"+rest[:n], rest[n], types[next], args[next]))
			next++
		}
		format = rest[n+1:]
	}
}

// formatVerb formats one argument; spec is the percent sign with flags, width and precision.
func formatVerb(spec string, verb byte, t ir.Type, bits uint32) string {
	switch verb {
	case 's':
		return fmt.Sprintf(spec+"s", natural(t, bits))
	case 'd', 'i':
		return fmt.Sprintf(spec+"d", signedOf(t, bits))
	case 'u':
		return fmt.Sprintf(spec+"d", uint32(signedOf(t, bits)))
	case 'x', 'X', 'o', 'c':
		return fmt.Sprintf(spec+string(verb), uint32(signedOf(t, bits)))
	}
	f := floatOf(t, bits)
	if math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Sprintf(onlyWidth(spec)+"s", notFinite(f))
	}
	if (verb == 'g' || verb == 'G') && !strings.Contains(spec, ".") {
		spec += ".6"
	}
	return fmt.Sprintf(spec+string(verb), f)
}

// onlyWidth is spec without flags but the minus, and without precision.
func onlyWidth(spec string) string {
	spec, _, _ = strings.Cut(spec, ".")
	minus := strings.Contains(spec, "-")
	spec = strings.TrimLeft(spec[1:], "-+ #0")
	if minus {
		return "%-" + spec
	}
	return "%" + spec
}

func notFinite(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case f < 0:
		return "-inf"
	}
	return "inf"
}

// natural is a value as Lua's tostring shows it.
func natural(t ir.Type, bits uint32) string {
	switch {
	case t == ir.Bool && bits != 0:
		return "true"
	case t == ir.Bool:
		return "false"
	case t == ir.F32:
		return formatVerb("%.7", 'g', t, bits)
	}
	return fmt.Sprint(int32(bits))
}

func signedOf(t ir.Type, bits uint32) int64 {
	if t != ir.F32 {
		return int64(int32(bits))
	}
	return int64(int32(ir.Eval(ir.OpFToS, bits, 0, 0)))
}

func floatOf(t ir.Type, bits uint32) float64 {
	if t == ir.F32 {
		return float64(math.Float32frombits(bits))
	}
	return float64(int32(bits))
}
