package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/creation"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/fences"
)

// checkCreate applies the rules of a new object: first to the objects that it stands on, then to its description.
func (v *Validator) checkCreate(c *gpu.CreateCall) {
	v.scope = c.Device
	switch d := c.Desc.(type) {
	case *gpu.CommandListDesc:
		if d.Allocator != nil {
			v.takeList(&c.CallHead, 0, d.Allocator.ID())
			v.checkBegin(d.Allocator.ID(), idOf(d.InitialState), d.Type, &c.CallHead)
		}
	case *gpu.CommandSignatureDesc:
		v.unusable(idOf(d.RootSignature), c)
	case *gpu.ComputePipelineStateDesc:
		v.unusable(idOf(d.RootSignature), c)
	case *gpu.GraphicsPipelineStateDesc:
		v.unusable(idOf(d.RootSignature), c)
	case *gpu.FenceDesc:
		if d.InitialValue > gpu.MaxFenceValue {
			fences.Value(v.fences(c), 0, d.InitialValue, c.Site)
		}
	case *gpu.SwapChainDesc:
		v.checkChain(c, d)
	case *gpu.PlacedResourceDesc:
		v.unusable(idOf(d.Heap), c)
	}
	if !v.refused() {
		v.out = append(v.out, creation.Check(names{v}, c, v.on())...)
	}
}
