package kernel

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/taint"
)

// bindingsOf are the bindings of a kernel as the executor of commands sees them.
func bindingsOf(program *ir.Kernel) []exec.Binding {
	out := make([]exec.Binding, len(program.Bindings))
	for i := range out {
		b := &program.Bindings[i]
		out[i] = exec.Binding{CounterOf: b.CounterOf}
		out[i].ShaderSlot = gpu.ShaderSlot{Name: b.Name, Class: classes[b.Kind], Register: b.Register, Space: b.Space, Count: b.Count,
			View: views[b.Shape], Site: b.Site,
			Typed: b.Shape.IsTexture() || b.Shape == ir.Typed, Constants: b.Constants, Compares: b.Element == ir.Comparison}
		if b.Kind == ir.Sampler {
			out[i].View = gpu.ViewUnknown
		}
		if b.Shape == ir.Structured {
			out[i].Stride = b.Stride
		}
	}
	facts := taint.Of(program)
	for i := range out {
		out[i].Led = facts.Led(int32(i))
	}
	uses(program, out)
	for i := range out {
		if of := out[i].CounterOf; of != 0 {
			out[of-1].Counted = true
			for _, e := range out[i].Elements {
				out[of-1].Use(e)
			}
			out[of-1].Varying = out[of-1].Varying || out[i].Varying
		}
	}
	return out
}

// uses finds out what a kernel does with its bindings: what it stores into, what it only measures, which registers of arrays it names, and how it
// reads constants.
func uses(program *ir.Kernel, out []exec.Binding) {
	known := map[ir.Value]uint32{} // constants
	touched := make([]bool, len(out))
	var reads constantReads
	program.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpConst {
			known[in.Result()] = in.Imm
		}
		reads.follow(in)
		if !in.Op.UsesBinding() {
			return
		}
		b, class := &out[in.Binding], in.Op.Class()
		touched[in.Binding] = touched[in.Binding] || in.Op != ir.OpQuery
		b.Measured = !touched[in.Binding]
		b.Written = b.Written || in.Op <= ir.OpAtomicTex && (class == ir.Store || class == ir.Atomic)
		element, named := uint32(0), in.Args[0] == 0
		if !named {
			element, named = known[in.Args[0]]
		}
		if named {
			b.Use(element)
		} else {
			b.Varying = true
		}
	})
	for i := range out {
		out[i].Constants = reads.of(int32(i), out[i].Constants)
	}
}

// constantReads follows the words of constant buffers: whether a program takes them as float, or as bits.
type constantReads struct {
	words map[ir.Value]constantWord
	as    map[constantWord]reading
}

// constantWord is four bytes of a constant buffer.
type constantWord struct {
	binding int32
	offset  uint32
}

// reading is what a word is taken as.
type reading uint8

const (
	asFloat reading = 1 << iota
	asBits
)

// follow looks at one instruction.
func (r *constantReads) follow(in *ir.Instr) {
	if in.Op == ir.OpLoadConst && in.Args[0] == 0 && in.Args[1] == 0 {
		if r.words == nil {
			r.words, r.as = map[ir.Value]constantWord{}, map[constantWord]reading{}
		}
		r.words[in.Result()] = constantWord{in.Binding, in.Offset}
		return
	}
	for _, a := range in.Args {
		w, ok := r.words[a]
		switch {
		case !ok:
		case in.Op == ir.OpBitsToF:
			r.as[w] |= asFloat
		default:
			r.as[w] |= asBits
		}
	}
}

// of are the constants of a binding that the program reads as it declares them: float among others as float, whole numbers never as float.
func (r *constantReads) of(binding int32, declared []gpu.ShaderConstant) []gpu.ShaderConstant {
	var out []gpu.ShaderConstant
	for _, c := range declared {
		as := r.as[constantWord{binding, c.Offset}]
		if c.Numeric == gpu.NumericFloat && as&asFloat != 0 || c.Numeric != gpu.NumericFloat && as == asBits {
			out = append(out, c)
		}
	}
	return out
}

var classes = [...]gpu.DescriptorType{ir.CBV: gpu.DescriptorCBV, ir.SRV: gpu.DescriptorSRV, ir.UAV: gpu.DescriptorUAV,
	ir.Sampler: gpu.DescriptorSampler}

var views = [...]gpu.ViewDimension{
	ir.ShapeNone: gpu.ViewUnknown, ir.Constants: gpu.ViewUnknown,
	ir.Structured: gpu.ViewBuffer, ir.Raw: gpu.ViewBuffer, ir.Typed: gpu.ViewBuffer, ir.Counter: gpu.ViewBuffer,
	ir.Texture1D: gpu.ViewTexture1D, ir.Texture1DArray: gpu.ViewTexture1DArray, ir.Texture2D: gpu.ViewTexture2D,
	ir.Texture2DArray: gpu.ViewTexture2DArray,
	ir.Texture3D:      gpu.ViewTexture3D, ir.TextureCube: gpu.ViewTextureCube, ir.TextureCubeArray: gpu.ViewTextureCubeArray,
	ir.Texture2DMS: gpu.ViewTexture2DMS, ir.Texture2DMSArray: gpu.ViewTexture2DMSArray,
}
