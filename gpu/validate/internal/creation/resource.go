package creation

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// newResource is a resource that is about to be made.
type newResource struct {
	call    *gpu.CreateCall
	desc    gpu.ResourceDesc // normalized
	asked   *gpu.ResourceDesc
	heap    gpu.HeapType
	initial gpu.ResourceStates
	clear   *gpu.ClearValue
	trials  []trial
}

func (x *checker) committedRules(c *gpu.CreateCall, d *gpu.CommittedResourceDesc) {
	n := &newResource{c, d.Normalized(), &d.ResourceDesc, d.HeapType, d.InitialState, d.OptimizedClearValue, nil}
	if denied := n.denied(); x.resourceRules(n) && d.HeapFlags&denied != 0 {
		x.sayOwnHeapDenied(n, d.HeapFlags, denied)
	}
}

func (x *checker) placedRules(c *gpu.CreateCall, d *gpu.PlacedResourceDesc) {
	if d.Heap == nil {
		return
	}
	n := &newResource{c, d.Normalized(), &d.ResourceDesc, d.Heap.HeapDesc().HeapType, d.InitialState, d.OptimizedClearValue, nil}
	if x.resourceRules(n) {
		x.placementRules(n, d)
	}
}

// resourceRules applies the rules of all resources, and leaves edits out that the rules refuse.
func (x *checker) resourceRules(n *newResource) bool {
	x.eachRule(n)
	for _, d := range x.out {
		x.tryHelp(n, d)
	}
	return !x.refused()
}

// eachRule applies the rules. Later ones rely on earlier ones, so the first broken one ends it.
func (x *checker) eachRule(n *newResource) {
	before := len(x.out)
	switch {
	case n.desc.Dimension == gpu.DimensionBuffer:
		x.bufferRules(n)
	default:
		x.textureRules(n)
	}
	if len(x.out) == before {
		x.flagRules(n)
		x.initialStateRules(n)
		x.clearValueRules(n)
	}
}

// bufferRules: a buffer is a row of bytes.
func (x *checker) bufferRules(n *newResource) {
	d := n.asked
	if d.Width == 0 {
		x.sayBufferDesc(n, "Width", d.Width, "at least 1 byte")
	}
	if d.Width > gpu.MaxVRAMBytes {
		x.sayBufferDesc(n, "Width", d.Width, fmt.Sprintf("at most %d bytes", gpu.MaxVRAMBytes))
	}
	complete := d.Height != 0 && d.DepthOrArraySize != 0 && d.SampleDesc.Count != 0 // or else a program in Go has left MipLevels out, too
	for _, f := range [...]struct {
		bad  bool
		name string
		got  any
		want string
	}{
		{d.Height > 1, "Height", d.Height, "1"},
		{d.DepthOrArraySize > 1, "DepthOrArraySize", d.DepthOrArraySize, "1"},
		{d.MipLevels > 1 || d.MipLevels == 0 && complete, "MipLevels", d.MipLevels, "1"},
		{d.Format != gpu.FormatUnknown, "Format", d.Format, "UNKNOWN: views give bytes a format"},
		{d.SampleDesc.Count > 1, "SampleDesc.Count", d.SampleDesc.Count, "1"},
		{d.SampleDesc.Count <= 1 && d.SampleDesc.Quality != 0, "SampleDesc.Quality", d.SampleDesc.Quality, "0"},
		{d.Alignment != 0 && d.Alignment != gpu.ResourcePlacementAlignment, "Alignment", d.Alignment, "0 or 65536 bytes"},
	} {
		if f.bad {
			x.sayBufferDesc(n, f.name, f.got, f.want)
		}
	}
}

// textureRules: dimension, format, samples, then size.
func (x *checker) textureRules(n *newResource) {
	d := &n.desc
	info := d.Format.Info()
	four := strings.Replace(d.Format.String(), "R32G32B32", "R32G32B32A32", 1)
	switch {
	case d.Dimension < gpu.DimensionTexture1D || d.Dimension > gpu.DimensionTexture3D:
		x.sayTextureDesc(n, "Dimension is UNKNOWN", "Dimension is BUFFER, TEXTURE1D, TEXTURE2D or TEXTURE3D", diag.Fix{})
	case d.Format == gpu.FormatUnknown || info.Components == 0:
		x.sayTextureFormat(n, "it has no Format", `Format = "R8G8B8A8_UNORM"`, n.put("Format", gpu.FormatR8G8B8A8Unorm))
	case info.Components == 3 && info.Layout == gpu.TexelPlain:
		x.sayTextureFormat(n, "format "+d.Format.String()+" is for buffers only", `Format = "`+four+`"`, n.put("Format", four))
	case info.Layout == gpu.TexelDepth24 || info.Layout == gpu.TexelStencil || d.Format == gpu.FormatR32FloatX8X24Typeless:
		x.sayTextureFormat(n, "format "+d.Format.String()+" is for views of one plane only", `Format = "`+info.Family.String()+`"`,
			n.put("Format", info.Family))
	case d.Format.Compressed() && d.Dimension == gpu.DimensionTexture1D:
		x.sayTextureFormat(n, fmt.Sprintf("blocks of format %s have 4 x 4 texels, but a TEXTURE1D has one row", d.Format),
			"use Dimension TEXTURE2D or TEXTURE3D for formats of blocks", diag.Fix{})
	case d.Format.Compressed() && (d.Width%4 != 0 || d.Height%4 != 0):
		x.sayTextureFormat(n, fmt.Sprintf("blocks of format %s have 4 x 4 texels, but it has %d x %d", d.Format, d.Width, d.Height),
			fmt.Sprintf("Width = %d, Height = %d", (d.Width+3)/4*4, (d.Height+3)/4*4), n.blocks())
	case d.Dimension == gpu.DimensionTexture3D && d.Flags&gpu.AllowDepthStencil != 0:
		x.sayTextureDesc(n, "Dimension is TEXTURE3D, but ALLOW_DEPTH_STENCIL is set", "depth buffers are 1D or 2D textures, also as arrays",
			n.put("Dimension", gpu.DimensionTexture2D))
	case !x.formatFlags(n):
	case !x.sampleRules(n):
	case d.Layout == gpu.LayoutRowMajor:
		x.sayTextureDesc(n, "Layout is ROW_MAJOR", "a texture has Layout UNKNOWN; copy through a placed footprint to get rows", n.drop("Layout"))
	case !n.aligned():
		x.sayTextureDesc(n, fmt.Sprintf("Alignment is %d bytes", d.Alignment),
			"leave Alignment out; 65536 fits every texture, 4194304 those with several samples, 4096 those of at most 65536 bytes that nothing draws to", n.drop("Alignment"))
	default:
		x.textureSizeRules(n)
	}
}

// aligned says whether a texture can have the alignment that is asked for.
func (n *newResource) aligned() bool {
	d := &n.desc
	switch d.Alignment {
	case 0, gpu.ResourcePlacementAlignment:
		return true
	case gpu.MSAAResourceAlignment:
		return d.SampleDesc.Count > 1
	case gpu.SmallResourceAlignment:
		top := *d
		top.MipLevels, top.DepthOrArraySize = 1, 1
		return d.SampleDesc.Count == 1 && d.Flags&(gpu.AllowRenderTarget|gpu.AllowDepthStencil) == 0 &&
			top.SizeInBytes() <= gpu.ResourcePlacementAlignment
	}
	return false
}

// blocks is the edit that rounds the size to whole blocks, where one edge is wrong.
func (n *newResource) blocks() (fix diag.Fix) {
	switch d := &n.desc; {
	case d.Width%4 != 0 && d.Height%4 == 0:
		fix = diag.Multiple(n.call.Method, "Width", d.Width, 4)
	case d.Width%4 == 0 && d.Height%4 != 0:
		fix = diag.Multiple(n.call.Method, "Height", uint64(d.Height), 4)
	}
	return fix
}

// formatFlags: flags that a format allows.
func (x *checker) formatFlags(n *newResource) bool {
	f, flags := n.desc.Format, n.desc.Flags
	stencil := f == gpu.FormatR24G8Typeless || f == gpu.FormatR32G8X24Typeless
	switch {
	case flags&gpu.AllowDepthStencil != 0 && !f.Info().Depth && !stencil && f != gpu.FormatR32Typeless && f != gpu.FormatR16Typeless:
		x.sayTextureFormat(n, "ALLOW_DEPTH_STENCIL is set, but format "+f.String()+" holds no depth",
			`Format = "D32_FLOAT", or "R32_TYPELESS" to read it in shaders`, n.put("Format", gpu.FormatD32Float))
	case flags&(gpu.AllowRenderTarget|gpu.AllowUnorderedAccess) != 0 && (f.Info().Depth || stencil || f.Compressed()):
		x.sayTextureFormat(n, flags.String()+" is set, and format "+f.String()+" cannot be written so", `Format = "R8G8B8A8_UNORM"`,
			n.put("Format", gpu.FormatR8G8B8A8Unorm))
	case flags&gpu.AllowUnorderedAccess != 0 && f.Info().Numeric != gpu.NumericTypeless && !f.Storable():
		instead, also := gpu.FormatR8G8B8A8Unorm, ""
		if f.Info().SRGB {
			instead, also = f.Linear(), ", which a shader resource view may show as "+f.String()
		}
		x.sayTextureFormat(n, "ALLOW_UNORDERED_ACCESS is set, but shaders cannot write format "+f.String(),
			fmt.Sprintf("Format = %q%s", instead, also), n.put("Format", instead))
	case flags&gpu.AllowRenderTarget != 0 && f.Info().Numeric != gpu.NumericTypeless && !f.Renderable():
		x.sayTextureFormat(n, "ALLOW_RENDER_TARGET is set, but draws cannot write format "+f.String(), `Format = "R8G8B8A8_UNORM"`,
			n.put("Format", gpu.FormatR8G8B8A8Unorm))
	default:
		return true
	}
	return false
}

// sampleRules: 1, 2, 4 or 8 samples, in 2D textures of one mip that draws write.
func (x *checker) sampleRules(n *newResource) bool {
	d := &n.desc
	count := d.SampleDesc.Count
	switch {
	case count > 8 || count&(count-1) != 0 || d.SampleDesc.Quality != 0:
		x.saySamples(n)
	case count == 1:
		return true
	case d.Dimension != gpu.DimensionTexture2D:
		x.saySampled(n, "it is no 2D texture", `Dimension = "TEXTURE2D"`, n.put("Dimension", gpu.DimensionTexture2D))
	case n.asked.MipLevels != 1 && d.MipLevels != 1:
		x.saySampled(n, fmt.Sprintf("it has %d mips", d.MipLevels), "MipLevels = 1", n.put("MipLevels", 1))
	case d.Format.Compressed():
		x.saySampled(n, "its format is "+d.Format.String(), "block-compressed textures have one sample", n.drop("SampleDesc"))
	case d.Flags&(gpu.AllowRenderTarget|gpu.AllowDepthStencil) == 0:
		x.saySampled(n, "nothing can draw to it", `Flags = "ALLOW_RENDER_TARGET"`, n.with(gpu.AllowRenderTarget))
	case d.Flags&(gpu.AllowUnorderedAccess|gpu.AllowSimultaneousAccess) != 0:
		x.saySampled(n, "it has "+d.Flags.String(), "leave ALLOW_UNORDERED_ACCESS and ALLOW_SIMULTANEOUS_ACCESS out",
			n.without(gpu.AllowUnorderedAccess|gpu.AllowSimultaneousAccess))
	default:
		return true
	}
	return false
}

// textureSizeRules: the limits of d3d12.h.
func (x *checker) textureSizeRules(n *newResource) {
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
		x.sayTextureSize(n, "Width", d.Width, width)
	case d.Height > height:
		x.sayTextureSize(n, "Height", uint64(d.Height), uint64(height))
	case d.DepthOrArraySize > depth:
		x.sayTextureSize(n, "DepthOrArraySize", uint64(d.DepthOrArraySize), uint64(depth))
	case d.MipLevels > full:
		x.sayTextureSize(n, "MipLevels", uint64(d.MipLevels), uint64(full))
	case d.Subresources() > gpu.MaxSubresources:
		x.sayTextureSize(n, "MipLevels times DepthOrArraySize", uint64(d.Subresources()), gpu.MaxSubresources)
	case d.SizeInBytes() > gpu.MaxVRAMBytes:
		x.sayTextureSize(n, "the size in bytes", d.SizeInBytes(), gpu.MaxVRAMBytes)
	}
}

const allResourceFlags = gpu.AllowRenderTarget | gpu.AllowDepthStencil | gpu.AllowUnorderedAccess | gpu.DenyShaderResource |
	gpu.AllowCrossAdapter | gpu.AllowSimultaneousAccess

// flagRules: flags that exclude each other, and what heaps of the CPU may hold.
func (x *checker) flagRules(n *newResource) {
	f, buffer := n.desc.Flags, n.desc.Dimension == gpu.DimensionBuffer
	has := func(x gpu.ResourceFlags) bool { return f&x != 0 }
	switch {
	case f&^allResourceFlags != 0:
		x.sayResourceFlags(n, "an unknown flag is set", 0)
	case has(gpu.AllowCrossAdapter):
		x.sayResourceFlags(n, "ALLOW_CROSS_ADAPTER needs a second adapter, but there is only one", gpu.AllowCrossAdapter)
	case has(gpu.AllowDepthStencil) && has(gpu.AllowRenderTarget|gpu.AllowUnorderedAccess|gpu.AllowSimultaneousAccess):
		x.sayResourceFlags(n, "ALLOW_DEPTH_STENCIL excludes ALLOW_RENDER_TARGET, ALLOW_UNORDERED_ACCESS and ALLOW_SIMULTANEOUS_ACCESS",
			gpu.AllowRenderTarget|gpu.AllowUnorderedAccess|gpu.AllowSimultaneousAccess)
	case has(gpu.DenyShaderResource) && !has(gpu.AllowDepthStencil):
		x.sayResourceFlags(n, "DENY_SHADER_RESOURCE needs ALLOW_DEPTH_STENCIL", gpu.DenyShaderResource)
	case buffer && has(gpu.AllowRenderTarget|gpu.AllowDepthStencil):
		x.sayResourceFlags(n, "a buffer cannot be a render target or a depth buffer", gpu.AllowRenderTarget|gpu.AllowDepthStencil)
	case buffer && has(gpu.AllowSimultaneousAccess):
		x.sayResourceFlags(n, "a buffer allows simultaneous access anyway; ALLOW_SIMULTANEOUS_ACCESS is for textures", gpu.AllowSimultaneousAccess)
	}
	switch {
	case n.heap == gpu.HeapDefault:
	case !buffer:
		x.sayCPUHeap(n, "a texture", "create the texture in a DEFAULT heap and copy it through a buffer", n.put("HeapType", gpu.HeapDefault))
	case has(gpu.AllowUnorderedAccess):
		x.sayCPUHeap(n, "a buffer with ALLOW_UNORDERED_ACCESS",
			"leave the flag out; let the GPU write to a DEFAULT buffer and copy it to a READBACK buffer", n.without(gpu.AllowUnorderedAccess))
	}
}

// initialStateRules: the heap's fixed state, or a legal state that the flags allow.
func (x *checker) initialStateRules(n *newResource) {
	s, buffer := n.initial, n.desc.Dimension == gpu.DimensionBuffer
	switch only, one := n.heap.InitialState(); {
	case one && s != only:
		x.sayInitialStateOfHeap(n, only)
	case n.heap != gpu.HeapDefault:
	case !s.Legal() || s&^substate.KnownStates != 0:
		x.sayInitialStateIllegal(n, "it mixes a write state with other states")
	case buffer && s != gpu.StateCommon && x.advise:
		x.adviseBufferState(n)
	case substate.Needs(s)&^n.desc.Flags != 0:
		x.sayInitialStateNeeds(n, substate.Needs(s)&^n.desc.Flags)
	case !buffer && s&(gpu.StateNonPixelShaderResource|gpu.StatePixelShaderResource) != 0 && n.desc.Flags&gpu.DenyShaderResource != 0:
		x.sayInitialStateIllegal(n, "DENY_SHADER_RESOURCE is set")
	}
}

// placement is what an offset in a heap must be a multiple of.
func (n *newResource) placement() uint64 {
	switch {
	case n.desc.Alignment != 0:
		return n.desc.Alignment
	case n.desc.SampleDesc.Count > 1:
		return gpu.MSAAResourceAlignment
	}
	return gpu.ResourcePlacementAlignment
}

// wholePages is how many bytes a heap really has: its size may end within a page.
func wholePages(h *gpu.HeapDesc) uint64 {
	page := max(h.Alignment, gpu.ResourcePlacementAlignment)
	return (h.SizeInBytes + page - 1) / page * page
}

// denied is the flag of a heap that must not have the resource in it.
func (n *newResource) denied() gpu.HeapFlags {
	switch {
	case n.desc.Dimension == gpu.DimensionBuffer:
		return gpu.HeapDenyBuffers
	case n.desc.Flags&(gpu.AllowRenderTarget|gpu.AllowDepthStencil) != 0:
		return gpu.HeapDenyRTDSTextures
	}
	return gpu.HeapDenyNonRTDS
}

// placementRules: the offset, the alignment of the heap, the end, and what the heap allows.
func (x *checker) placementRules(n *newResource, d *gpu.PlacedResourceDesc) {
	h, size := d.Heap.HeapDesc(), n.desc.SizeInBytes()
	end, denied := words.End(d.HeapOffset, size), n.denied()
	switch {
	case d.HeapOffset%n.placement() != 0:
		x.sayPlacementOffset(n, d, n.placement())
	case n.placement() > max(h.Alignment, gpu.ResourcePlacementAlignment):
		x.sayPlacementAlignment(n, d, n.placement())
	case end > h.SizeInBytes:
		x.sayPlacementEnd(n, d, end)
	case n.desc.Dimension != gpu.DimensionBuffer && d.HeapOffset+n.desc.AllocationInfo().SizeInBytes > wholePages(h):
		x.sayPlacementEnd(n, d, d.HeapOffset+n.desc.AllocationInfo().SizeInBytes)
	case h.Flags&denied != 0:
		x.sayPlacementDenied(n, d, denied)
	}
}
