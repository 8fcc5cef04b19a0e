package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// newResource is a resource that is about to be made.
type newResource struct {
	call    *gpu.CreateCall
	desc    gpu.ResourceDesc // normalized
	asked   *gpu.ResourceDesc
	heap    gpu.HeapType
	initial gpu.ResourceStates
	clear   *gpu.ClearValue
}

func (v *Validator) committedRules(c *gpu.CreateCall, d *gpu.CommittedResourceDesc) {
	v.resourceRules(&newResource{c, d.Normalized(), &d.ResourceDesc, d.HeapType, d.InitialState, d.OptimizedClearValue})
}

func (v *Validator) placedRules(c *gpu.CreateCall, d *gpu.PlacedResourceDesc) {
	if d.Heap == nil || v.unusable(d.Heap.ID(), c) {
		return
	}
	n := &newResource{c, d.Normalized(), &d.ResourceDesc, d.Heap.HeapDesc().HeapType, d.InitialState, d.OptimizedClearValue}
	if v.resourceRules(n) {
		v.placementRules(n, d)
	}
}

// resourceRules applies the rules of all resources. Later rules rely on earlier ones, so the first broken one ends it.
func (v *Validator) resourceRules(n *newResource) bool {
	before := len(v.out)
	switch {
	case n.desc.Dimension == gpu.DimensionBuffer:
		v.bufferRules(n)
	default:
		v.textureRules(n)
	}
	if len(v.out) == before {
		v.flagRules(n)
		v.initialStateRules(n)
		v.clearValueRules(n)
	}
	return !v.refused()
}

// bufferRules: a buffer is a row of bytes.
func (v *Validator) bufferRules(n *newResource) {
	d := n.asked
	for _, f := range [...]struct {
		bad  bool
		name string
		got  any
		want string
	}{
		{d.Width == 0, "Width", d.Width, "at least 1 byte"},
		{d.Width > gpu.MaxVRAMBytes, "Width", d.Width, fmt.Sprintf("at most %d bytes", gpu.MaxVRAMBytes)},
		{d.Height > 1, "Height", d.Height, "1"},
		{d.DepthOrArraySize > 1, "DepthOrArraySize", d.DepthOrArraySize, "1"},
		{d.MipLevels > 1, "MipLevels", d.MipLevels, "1"},
		{d.Format != gpu.FormatUnknown, "Format", d.Format, "UNKNOWN: views give bytes a format"},
		{d.SampleDesc.Count > 1 || d.SampleDesc.Quality != 0, "SampleDesc.Count", d.SampleDesc.Count, "1"},
		{d.Alignment != 0 && d.Alignment != gpu.ResourcePlacementAlignment, "Alignment", d.Alignment, "0 or 65536 bytes"},
	} {
		if f.bad {
			v.sayBufferDesc(n, f.name, f.got, f.want)
		}
	}
}

// textureRules: dimension, format, samples, then size.
func (v *Validator) textureRules(n *newResource) {
	d := &n.desc
	info := d.Format.Info()
	switch {
	case d.Dimension < gpu.DimensionTexture1D || d.Dimension > gpu.DimensionTexture3D:
		v.sayTextureDesc(n, "Dimension is UNKNOWN", "Dimension is BUFFER, TEXTURE1D, TEXTURE2D or TEXTURE3D")
	case d.Format == gpu.FormatUnknown || info.Components == 0:
		v.sayTextureFormat(n, "it has no Format", `Format = "R8G8B8A8_UNORM"`)
	case info.Components == 3:
		v.sayTextureFormat(n, "format "+d.Format.String()+" is for buffers only", `Format = "R32G32B32A32`+d.Format.String()[len("R32G32B32"):]+`"`)
	case d.SampleDesc.Count > 1 || d.SampleDesc.Quality != 0:
		v.saySamples(n)
	case d.Layout == gpu.LayoutRowMajor:
		v.sayTextureDesc(n, "Layout is ROW_MAJOR", "a texture has Layout UNKNOWN; copy through a placed footprint to get rows")
	default:
		v.textureSizeRules(n)
	}
}

// textureSizeRules: the limits of d3d12.h.
func (v *Validator) textureSizeRules(n *newResource) {
	d := &n.desc
	width, height, depth := uint64(gpu.MaxTexture2D), uint32(gpu.MaxTexture2D), uint32(gpu.MaxArraySlices)
	switch d.Dimension {
	case gpu.DimensionTexture1D:
		width, height = gpu.MaxTexture1D, 1
	case gpu.DimensionTexture3D:
		width, height, depth = gpu.MaxTexture3D, gpu.MaxTexture3D, gpu.MaxTexture3D
	}
	full := d.FullMipCount()
	switch {
	case n.asked.Width == 0 || d.Width > width:
		v.sayTextureSize(n, "Width", d.Width, width)
	case d.Height > height:
		v.sayTextureSize(n, "Height", uint64(d.Height), uint64(height))
	case d.DepthOrArraySize > depth:
		v.sayTextureSize(n, "DepthOrArraySize", uint64(d.DepthOrArraySize), uint64(depth))
	case d.MipLevels > full:
		v.sayTextureSize(n, "MipLevels", uint64(d.MipLevels), uint64(full))
	case d.Subresources() > gpu.MaxSubresources:
		v.sayTextureSize(n, "MipLevels times DepthOrArraySize", uint64(d.Subresources()), gpu.MaxSubresources)
	case d.SizeInBytes() > gpu.MaxVRAMBytes:
		v.sayTextureSize(n, "the size in bytes", d.SizeInBytes(), gpu.MaxVRAMBytes)
	}
}

const allResourceFlags = gpu.AllowRenderTarget | gpu.AllowDepthStencil | gpu.AllowUnorderedAccess | gpu.DenyShaderResource |
	gpu.AllowCrossAdapter | gpu.AllowSimultaneousAccess

// flagRules: flags that exclude each other, and what heaps of the CPU may hold.
func (v *Validator) flagRules(n *newResource) {
	f, buffer := n.desc.Flags, n.desc.Dimension == gpu.DimensionBuffer
	has := func(x gpu.ResourceFlags) bool { return f&x != 0 }
	switch {
	case f&^allResourceFlags != 0:
		v.sayResourceFlags(n, "an unknown flag is set")
	case has(gpu.AllowCrossAdapter):
		v.sayResourceFlags(n, "ALLOW_CROSS_ADAPTER needs a second adapter, and there is one")
	case has(gpu.AllowDepthStencil) && has(gpu.AllowRenderTarget|gpu.AllowUnorderedAccess|gpu.AllowSimultaneousAccess):
		v.sayResourceFlags(n, "ALLOW_DEPTH_STENCIL excludes ALLOW_RENDER_TARGET, ALLOW_UNORDERED_ACCESS and ALLOW_SIMULTANEOUS_ACCESS")
	case has(gpu.DenyShaderResource) && !has(gpu.AllowDepthStencil):
		v.sayResourceFlags(n, "DENY_SHADER_RESOURCE needs ALLOW_DEPTH_STENCIL")
	case buffer && has(gpu.AllowRenderTarget|gpu.AllowDepthStencil):
		v.sayResourceFlags(n, "a buffer is no render target and no depth buffer")
	case buffer && has(gpu.AllowSimultaneousAccess):
		v.sayResourceFlags(n, "a buffer allows simultaneous access anyway; ALLOW_SIMULTANEOUS_ACCESS is for textures")
	}
	switch {
	case n.heap == gpu.HeapDefault:
	case !buffer:
		v.sayCPUHeap(n, "a texture", "create the texture in a DEFAULT heap and copy it through a buffer")
	case has(gpu.AllowUnorderedAccess):
		v.sayCPUHeap(n, "a buffer with ALLOW_UNORDERED_ACCESS", "let the GPU write to a DEFAULT buffer and copy it to a READBACK buffer")
	}
}

// initialStateRules: the heap's fixed state, or a legal state that the flags allow.
func (v *Validator) initialStateRules(n *newResource) {
	s, buffer := n.initial, n.desc.Dimension == gpu.DimensionBuffer
	switch {
	case n.heap == gpu.HeapUpload && s != gpu.StateGenericRead:
		v.sayInitialStateOfHeap(n, gpu.StateGenericRead)
	case n.heap == gpu.HeapReadback && s != gpu.StateCopyDest:
		v.sayInitialStateOfHeap(n, gpu.StateCopyDest)
	case n.heap != gpu.HeapDefault:
	case !s.Legal() || s&^knownStates != 0:
		v.sayInitialStateIllegal(n, "it mixes a write state with other states")
	case buffer && s != gpu.StateCommon && v.on():
		v.adviseBufferState(n)
	case stateNeeds(s)&^n.desc.Flags != 0:
		v.sayInitialStateIllegal(n, "it needs "+stateNeeds(s).String())
	case !buffer && s.Has(gpu.StateNonPixelShaderResource) && n.desc.Flags&gpu.DenyShaderResource != 0:
		v.sayInitialStateIllegal(n, "DENY_SHADER_RESOURCE is set")
	}
}

// clearValueRules: an optimized clear value belongs to a render target or a depth buffer.
func (v *Validator) clearValueRules(n *newResource) {
	if n.clear != nil && n.desc.Flags&(gpu.AllowRenderTarget|gpu.AllowDepthStencil) == 0 {
		v.sayClearValue(n)
	}
}

// placementRules: the offset, the end, and what the heap allows.
func (v *Validator) placementRules(n *newResource, d *gpu.PlacedResourceDesc) {
	h, size := d.Heap.HeapDesc(), n.desc.SizeInBytes()
	end := addClamp(d.HeapOffset, size)
	denied := gpu.HeapDenyNonRTDS
	switch {
	case n.desc.Dimension == gpu.DimensionBuffer:
		denied = gpu.HeapDenyBuffers
	case n.desc.Flags&(gpu.AllowRenderTarget|gpu.AllowDepthStencil) != 0:
		denied = gpu.HeapDenyRTDSTextures
	}
	switch {
	case d.HeapOffset%gpu.ResourcePlacementAlignment != 0:
		v.sayPlacementOffset(n, d)
	case end > h.SizeInBytes:
		v.sayPlacementEnd(n, d, end)
	case h.Flags&denied != 0:
		v.sayPlacementDenied(n, d, denied)
	}
}
