package value

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// constantsOf are the numbers of a constant buffer of a layout, with the names that shaders use, as far as root constants reach.
func constantsOf(name string, t *syntax.Type) []gpu.ShaderConstant {
	return appendConstants(nil, name, t, 0)
}

func appendConstants(out []gpu.ShaderConstant, name string, t *syntax.Type, at int) []gpu.ShaderConstant {
	const end = 4 * gpu.MaxRootSignatureDWORDs
	switch t.Kind {
	case syntax.Array:
		for i := range t.Len {
			next := at + i*syntax.ArrayStride(t, syntax.Constant)
			if next >= end {
				break
			}
			out = appendConstants(out, fmt.Sprintf("%s[%d]", name, i), t.Elem, next)
		}
	case syntax.Struct:
		for i, f := range t.Fields {
			if next := at + syntax.FieldOffset(t, i, syntax.Constant); next < end {
				out = appendConstants(out, name+"."+f.Name, f.Type, next)
			}
		}
	default:
		if t.Scalar == syntax.Bool {
			return out
		}
		for i, off := range syntax.Offsets(t, syntax.Constant) {
			if at+off < end {
				out = append(out, gpu.ShaderConstant{Name: name + component(t, i), Offset: uint32(at + off), Numeric: NumericOf(t.Scalar)})
			}
		}
	}
	return out
}

// component is what shaders write after a vector or a matrix for one of its components; nothing for a scalar.
func component(t *syntax.Type, i int) string {
	switch {
	case t.IsMatrix():
		return fmt.Sprintf("[%d][%d]", i/t.Cols, i%t.Cols)
	case t.Cols > 1:
		return "." + "xyzw"[i:i+1]
	}
	return ""
}

// NumericOf is how the fixed parts of the pipeline see components of a type: bools are 0 and 1.
func NumericOf(s syntax.Scalar) gpu.NumericType {
	switch s {
	case syntax.Int:
		return gpu.NumericSint
	case syntax.Uint, syntax.Bool:
		return gpu.NumericUint
	}
	return gpu.NumericFloat
}
