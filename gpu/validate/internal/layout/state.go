package layout

import "github.com/gpuscript/gpuscript/gpu"

// StateOf is the state that a view of a class needs in a stage.
func StateOf(class gpu.DescriptorType, s gpu.ShaderStage) gpu.ResourceStates {
	switch class {
	case gpu.DescriptorSRV:
		if s == gpu.StagePixel {
			return gpu.StatePixelShaderResource
		}
		return gpu.StateNonPixelShaderResource
	case gpu.DescriptorUAV:
		return gpu.StateUnorderedAccess
	}
	return gpu.StateVertexAndConstantBuffer
}
