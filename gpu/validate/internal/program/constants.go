package program

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/layout"
)

// Constant is a root constant as it was set.
type Constant struct {
	Bits   uint32
	Type   gpu.ConstantType
	Site   gpu.Site
	Op     gpu.Op
	Value  uint32 // its place among the values of the call, from 0
	Single bool   // the call sets one value, which is its argument
}

// ConstantRead is a root constant that a program reads.
type ConstantRead struct {
	Parameter, Index uint32 // of the constant in its parameter
	at               uint32 // among all constants of the root signature
	Shader           gpu.Shader
	Slot             *gpu.ShaderSlot
	Declared         *gpu.ShaderConstant
}

// constantsOf are the root constants that a shader reads as it declares them.
func constantsOf(d *gpu.RootSignatureDesc, s gpu.Shader) (out []ConstantRead) {
	slots := s.Slots()
	for i := range slots {
		slot := &slots[i]
		p := -1
		if len(slot.Constants) > 0 {
			p = layout.ParameterOf(d, s.ShaderStage(), slot)
		}
		if p < 0 || d.Parameters[p].Type != gpu.Root32BitConstants {
			continue
		}
		for k := range slot.Constants {
			c := &slot.Constants[k]
			if c.Offset/4 < d.Parameters[p].Num32BitValues {
				out = append(out, ConstantRead{uint32(p), c.Offset / 4, firstConstant(d, uint32(p)) + c.Offset/4, s, slot, c})
			}
		}
	}
	return out
}

// firstConstant is the place of the first constant of a parameter among all of a root signature.
func firstConstant(d *gpu.RootSignatureDesc, parameter uint32) (n uint32) {
	for i := range d.Parameters[:parameter] {
		if d.Parameters[i].Type == gpu.Root32BitConstants {
			n += d.Parameters[i].Num32BitValues
		}
	}
	return n
}

// PutConstants sets root constants, as a command does. fresh says that the parameter had no argument.
func (a *Arguments) PutConstants(c *gpu.Command, fresh bool) {
	if a.Signature == nil || int(c.Slot) >= len(a.Signature.Desc.Parameters) {
		return
	}
	first := firstConstant(a.Signature.Desc, c.Slot)
	if fresh {
		clear(a.Constants[min(first, gpu.MaxRootSignatureDWORDs):min(first+a.Signature.Desc.Parameters[c.Slot].Num32BitValues,
			gpu.MaxRootSignatureDWORDs)])
	}
	single := c.Op == gpu.OpSetComputeRoot32BitConstant || c.Op == gpu.OpSetGraphicsRoot32BitConstant
	for i, bits := range c.Words {
		if at := first + c.X + uint32(i); at < gpu.MaxRootSignatureDWORDs {
			a.Constants[at] = Constant{bits, typeOf(c, i), c.Site, c.Op, uint32(i), single}
		}
	}
}

// take takes over the constants of a parameter that a bundle has set. What it did not set stays as the list had it, if that has set the parameter.
func (a *Arguments) take(b *Arguments, parameter uint32) {
	if b.Signature == nil || b.Signature.Desc.Parameters[parameter].Type != gpu.Root32BitConstants {
		return
	}
	first := firstConstant(b.Signature.Desc, parameter)
	for at := first; at < min(first+b.Signature.Desc.Parameters[parameter].Num32BitValues, gpu.MaxRootSignatureDWORDs); at++ {
		if b.Constants[at].Site != 0 || a.Set>>parameter&1 == 0 {
			a.Constants[at] = b.Constants[at]
		}
	}
}

// Mistyped is the first constant of some parameters that a pipeline reads as whole numbers and that was set as a float, or the other way round. The
// bits of 0 are the same.
func (a *Arguments) Mistyped(p *Pipeline, parameters uint64) (*ConstantRead, *Constant) {
	for i := range p.Constants {
		r := &p.Constants[i]
		c := &a.Constants[r.at]
		if a.Set&parameters>>r.Parameter&1 == 0 || c.Bits == 0 || c.Type == gpu.ConstantAny {
			continue
		}
		if (c.Type == gpu.ConstantFloat) != (r.Declared.Numeric == gpu.NumericFloat) {
			return r, c
		}
	}
	return nil, nil
}

// typeOf is the type of a value of Set…Root32BitConstants, from 0.
func typeOf(c *gpu.Command, value int) gpu.ConstantType {
	switch bit := uint64(1) << value; {
	case value >= 64:
	case c.Size&bit != 0:
		return gpu.ConstantFloat
	case c.DstOffset&bit != 0:
		return gpu.ConstantInteger
	}
	return gpu.ConstantAny
}
