package tables

import (
	"fmt"
	"math"
	"strconv"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
)

// shaderType is how shaders write a numeric type.
var shaderType = map[gpu.NumericType]string{gpu.NumericFloat: "float", gpu.NumericUint: "uint", gpu.NumericSint: "int"}

// Mistyped advises on a root constant that was set as another type than the shader of a command reads.
func Mistyped(w World, c *gpu.Command, r *program.ConstantRead, v *program.Constant) {
	want := shaderType[r.Declared.Numeric]
	d := w.Say(diag.RootConstantType, c.Site, "root constant %d of parameter %d is %s, but shader %q reads it as %s %s", r.Index, r.Parameter,
		setAs(v), r.Shader.ShaderName(), want, r.Declared.Name).
		WithResource(w.Ref(c.List)).Also(v.Site, "it is set here, as "+setAs(v))
	d.Labels[0].Text = "recorded on " + w.Ref(c.List)
	if r.Slot.Site != 0 {
		d.Also(r.Slot.Site, fmt.Sprintf("%q is declared here, with %s %s", r.Slot.Name, want, r.Declared.Name))
	}
	if v.Type == gpu.ConstantFloat {
		d.Because("Numbers in root constants are floats: as %s, the bits of %s are %s.", want, setAs(v), readAs(v.Bits, r.Declared.Numeric))
		as := map[gpu.NumericType]string{gpu.NumericUint: "gpu.AsUint", gpu.NumericSint: "gpu.AsInt"}[r.Declared.Numeric]
		d.HelpFix(v.Site, wrap(v, as+"(%1)"), "write %s(…) around the value", as)
		return
	}
	d.Because("The bits are taken as they are: as float, those of %s are %s.", setAs(v), readAs(v.Bits, gpu.NumericFloat)).
		HelpText("write the number alone, without gpu.AsUint or gpu.AsInt: numbers in root constants are floats")
}

// wrap is the edit that puts a text around the value in the call that set it.
func wrap(v *program.Constant, text string) diag.Fix {
	fix := diag.Fix{Method: v.Op.String(), Argument: 2, Action: diag.FixWrap, Text: text}
	if v.Single {
		return fix
	}
	fix.Path = fmt.Sprintf("[%d]", v.Value+1)
	return fix
}

// setAs is a constant as the script set it.
func setAs(v *program.Constant) string {
	if v.Type == gpu.ConstantFloat {
		return "the float " + readAs(v.Bits, gpu.NumericFloat)
	}
	return "the whole number " + readAs(v.Bits, gpu.NumericSint)
}

// readAs shows bits as a shader that reads them as a type has them.
func readAs(bits uint32, n gpu.NumericType) string {
	switch n {
	case gpu.NumericUint:
		return strconv.FormatUint(uint64(bits), 10)
	case gpu.NumericSint:
		return strconv.FormatInt(int64(int32(bits)), 10)
	}
	return strconv.FormatFloat(float64(math.Float32frombits(bits)), 'g', -1, 32)
}
