package desc

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
)

// Fault is what contradicts itself in a description, and what to do about it. The zero value is none.
type Fault struct{ Why, Help string }

// Is says whether there is one.
func (f Fault) Is() bool { return f.Why != "" }

// of is a fault of a part of a description, which its own words do not name.
func (f Fault) of(part string) Fault {
	f.Why = part + " " + f.Why
	return f
}

// Repair is what makes a description that contradicts itself right: the value of one field.
type Repair struct {
	Field string // "": only the application knows what it means
	Value any    // nil: the field is left out
	Text  string // in words
}

// put is the Repair that gives a field a value.
func put(field string, value any, text string) Repair { return Repair{field, value, text} }

// leave is the Repair that leaves a field out.
func leave(field, text string) Repair { return Repair{Field: field, Text: text} }

// bound is the Repair that leaves some bind flags.
func bound(f BindFlags, text string) Repair {
	if f == 0 {
		return leave("BindFlags", text)
	}
	return put("BindFlags", f, text)
}

// access is the Repair that gives a STAGING resource its CPU access.
func access(writes bool) Repair {
	const text = "give it CPUAccessFlags READ, if the GPU fills it, or WRITE, if the CPU does"
	if writes {
		return put("CPUAccessFlags", CPUWrite, text)
	}
	return put("CPUAccessFlags", CPURead, text)
}

const notImmutable = "give it Data, or make it DEFAULT, which commands write"

// Fault says what contradicts itself in a description, "" if nothing does.
func (d BufferDesc) Fault() string {
	why, _ := d.Contradiction()
	return why
}

// Contradiction is what contradicts itself in a description, "" if nothing does, and what repairs it.
func (d BufferDesc) Contradiction() (why string, r Repair) {
	switch {
	case d.Size == 0 && len(d.Data) > 0:
		return "Size is 0 bytes", put("Size", len(d.Data), "give it the size of its Data")
	case d.Size == 0:
		return "Size is 0 bytes", Repair{Text: "give it one byte at least"}
	case d.BindFlags&(BindRenderTarget|BindDepthStencil) != 0:
		return "a buffer cannot be a render target or a depth buffer",
			bound(d.BindFlags&^(BindRenderTarget|BindDepthStencil), "leave the flags of textures out")
	case (d.Mode == ModeStructured || d.Mode == ModeFormatted) && d.ElementByteStride == 0:
		return "Mode " + d.Mode.String() + " needs ElementByteStride", Repair{Text: "give it the bytes of one element"}
	case d.seen(ModeStructured) && (d.ElementByteStride%4 != 0 || d.ElementByteStride > gpu.MaxStructureStride):
		return fmt.Sprintf("ElementByteStride is %d, but an element of Mode STRUCTURED has a multiple of 4 bytes, at most %d",
				d.ElementByteStride, gpu.MaxStructureStride),
			Repair{Text: "give it the bytes of one element, filled up to a multiple of 4"}
	case d.seen(ModeStructured) && d.Size < uint64(d.ElementByteStride):
		return fmt.Sprintf("Size is %d, but one element has %d bytes", d.Size, d.ElementByteStride), Repair{Text: "give it the bytes of all elements"}
	case uint64(len(d.Data)) > d.Size:
		return "Data is longer than Size", put("Size", len(d.Data), "give it the size of its Data")
	}
	if why, r = d.usageFault(); why != "" {
		return why, r
	}
	if why, r = d.stagingContradiction(); why != "" {
		return why, r
	}
	if d.seen(ModeUndefined) {
		return "Mode is UNDEFINED, but shaders see a buffer that is bound with SHADER_RESOURCE or UNORDERED_ACCESS as an array",
			Repair{Text: "give it Mode STRUCTURED or FORMATTED with ElementByteStride, or Mode RAW"}
	}
	return "", r
}

// seen says whether shaders see the buffer in a mode.
func (d BufferDesc) seen(mode BufferMode) bool {
	return d.Mode == mode && d.BindFlags&(BindShaderResource|BindUnorderedAccess) != 0
}

// usageFault says what is wrong with IMMUTABLE, DEFAULT and DYNAMIC buffers.
func (d BufferDesc) usageFault() (why string, r Repair) {
	several := d.ImmediateContextMask&(d.ImmediateContextMask-1) != 0
	switch {
	case d.Usage == UsageImmutable && len(d.Data) == 0:
		return "an IMMUTABLE buffer needs Data, since nothing can write it later", leave("Usage", notImmutable)
	case d.Usage == UsageImmutable && d.BindFlags&BindUnorderedAccess != 0:
		return "an IMMUTABLE buffer cannot be bound with UNORDERED_ACCESS, since nothing can write it later",
			leave("Usage", "make it DEFAULT, which shaders write, too")
	case (d.Usage == UsageImmutable || d.Usage == UsageDefault) && d.CPUAccessFlags != 0:
		return "Usage " + d.Usage.String() + " has no CPU access", leave("CPUAccessFlags", "leave CPUAccessFlags out, or make it STAGING")
	case d.Usage == UsageDynamic && len(d.Data) > 0:
		return "a DYNAMIC buffer has no first contents, since each frame begins without any",
			leave("Data", "leave Data out and write it with MapBuffer, or make it DEFAULT")
	case d.Usage == UsageDynamic && d.CPUAccessFlags != CPUWrite:
		return "a DYNAMIC buffer has the CPU access WRITE", leave("CPUAccessFlags", "leave CPUAccessFlags out")
	case d.Usage == UsageDynamic && d.Backed() && several:
		return "a DYNAMIC buffer with Mode FORMATTED or UNORDERED_ACCESS has a resource of its own and belongs to one context",
			put("ImmediateContextMask", d.ImmediateContextMask&-d.ImmediateContextMask, "give it the bit of one context")
	}
	return "", r
}

func (d BufferDesc) stagingContradiction() (why string, r Repair) {
	switch {
	case d.Usage != UsageStaging:
		return "", r
	case d.BindFlags != 0:
		return "a STAGING buffer is bound nowhere", leave("BindFlags", "leave BindFlags out, and copy between it and a buffer that is bound")
	case d.CPUAccessFlags != CPURead && d.CPUAccessFlags != CPUWrite:
		return "a STAGING buffer has one CPU access, READ or WRITE", access(len(d.Data) > 0)
	case d.CPUAccessFlags == CPURead && len(d.Data) > 0:
		return "a STAGING buffer for READ has no first contents", leave("Data", "leave Data out, since commands fill it")
	}
	return "", r
}

// writable are the ways in which shaders and draws write a texture.
const writable = BindRenderTarget | BindDepthStencil | BindUnorderedAccess

// ofBuffers are the ways in which only buffers are bound.
const ofBuffers = BindVertexBuffer | BindIndexBuffer | BindUniformBuffer | BindIndirectDrawArgs

// Fault says what contradicts itself in a description, "" if nothing does.
func (d TextureDesc) Fault() string {
	why, _ := d.Contradiction()
	return why
}

// Contradiction is what contradicts itself in a description, "" if nothing does, and what repairs it.
func (d TextureDesc) Contradiction() (why string, r Repair) {
	if why, r = d.shapeFault(); why != "" {
		return why, r
	}
	if why, r = d.cpuFault(); why != "" {
		return why, r
	}
	if why, r = d.stagedFault(); why != "" {
		return why, r
	}
	return d.mipsFault()
}

// stagedFault says which edge of a STAGING texture is too long. It is a buffer below, so nobody else asks for the limits of textures.
func (d TextureDesc) stagedFault() (why string, r Repair) {
	if d.Usage != UsageStaging {
		return "", r
	}
	n, edge, height, layers, last := d.Shape(), uint64(gpu.MaxTexture2D), uint64(gpu.MaxTexture2D), "ArraySize", uint64(gpu.MaxArraySlices)
	switch n.Dimension {
	case gpu.DimensionTexture1D:
		edge, height = gpu.MaxTexture1D, 1
	case gpu.DimensionTexture3D:
		edge, height, layers, last = gpu.MaxTexture3D, gpu.MaxTexture3D, "Depth", gpu.MaxTexture3D
	}
	for _, of := range [...]struct {
		field       string
		value, most uint64
	}{{"Width", n.Width, edge}, {"Height", uint64(n.Height), height}, {layers, uint64(n.DepthOrArraySize), last},
		{"MipLevels", uint64(n.MipLevels), uint64(n.FullMipCount())}} {
		if of.value > of.most {
			return fmt.Sprintf("%s is %d, but such a texture has %d at most", of.field, of.value, of.most),
				put(of.field, of.most, fmt.Sprintf("%s = %d", of.field, of.most))
		}
	}
	return "", r
}

// shapeFault says what is wrong with the form of a texture and how it is bound.
func (d TextureDesc) shapeFault() (why string, r Repair) {
	array, hasArray := map[TextureType]TextureType{Tex1D: Tex1DArray, Tex2D: Tex2DArray}[d.Type]
	switch {
	case d.Width == 0:
		return "Width is 0 texels", Repair{Text: "give it one texel at least"}
	case d.BindFlags&ofBuffers != 0:
		return "a texture is bound with SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS only",
			bound(d.BindFlags&^ofBuffers, "leave the flags of buffers out")
	case d.Usage == UsageImmutable && len(d.Data) == 0:
		return "an IMMUTABLE texture needs Data, since nothing can write it later", leave("Usage", notImmutable)
	case d.Usage == UsageImmutable && d.BindFlags&writable != 0:
		return "an IMMUTABLE texture is bound with SHADER_RESOURCE only, since nothing can write it later",
			leave("Usage", "make it DEFAULT, which draws and shaders write, too")
	case d.Type == TexCube && d.ArraySize%6 != 0:
		return "a cube has six slices", put("ArraySize", (d.ArraySize+5)/6*6, "give it six slices for each cube")
	case d.Type == TexCube && d.Width != d.Height:
		return fmt.Sprintf("a face of a cube is a square, not %d x %d texels", d.Width, d.Height), put("Height", d.Width, "give it one size")
	case d.Type != Tex3D && d.Depth > 1:
		return "Depth is for TEX_3D; arrays have ArraySize", leave("Depth", "leave Depth out, or make it TEX_3D")
	case hasArray && d.ArraySize > 1:
		return "ArraySize is for arrays and cubes", put("Type", array, "make it an array")
	case d.Type == Tex3D && d.ArraySize > 1:
		return "ArraySize is for arrays and cubes", leave("ArraySize", "leave ArraySize out")
	case d.SampleCount > 1 && len(d.Data) > 0:
		return "a multisampled texture has no first contents", leave("Data", "leave Data out, and draw to it")
	}
	return "", r
}

// cpuFault says what is wrong with the usage and the CPU access of a texture.
func (d TextureDesc) cpuFault() (why string, r Repair) {
	mapped := d.Usage == UsageDynamic || d.Usage == UsageStaging
	switch {
	case !mapped && d.CPUAccessFlags != 0:
		return "Usage " + d.Usage.String() + " has no CPU access", leave("CPUAccessFlags", "leave CPUAccessFlags out, or make it STAGING")
	case mapped && d.SampleCount > 1:
		return "a multisampled texture has the usage DEFAULT, since the CPU does not see samples", leave("SampleCount", "leave SampleCount out")
	case d.Usage == UsageDynamic && d.CPUAccessFlags != CPUWrite:
		return "a DYNAMIC texture has the CPU access WRITE", leave("CPUAccessFlags", "leave CPUAccessFlags out")
	case d.Usage == UsageDynamic && d.BindFlags&writable != 0:
		return "a DYNAMIC texture is bound with SHADER_RESOURCE only, since the CPU writes it",
			bound(d.BindFlags&^writable, "leave the other flags out")
	case d.Usage == UsageStaging && d.BindFlags != 0:
		return "a STAGING texture is bound nowhere", leave("BindFlags", "leave BindFlags out, and copy between it and a texture that is bound")
	case d.Usage == UsageStaging && d.CPUAccessFlags != CPURead && d.CPUAccessFlags != CPUWrite:
		return "a STAGING texture has one CPU access, READ or WRITE", access(len(d.Data) > 0)
	case mapped && len(d.Data) > 0:
		return "a " + d.Usage.String() + " texture has no first contents; map it to write them", leave("Data", "leave Data out and map it")
	}
	return "", r
}

// filters says whether samplers can mix texels of a format.
func filters(f gpu.Format) bool {
	n := f.Info().Numeric
	return n == gpu.NumericUnorm || n == gpu.NumericSnorm || n == gpu.NumericFloat
}

// mipsFault says why GenerateMips could not work on a texture that asks for it. Diligent refuses the same textures, those with depth among them.
func (d TextureDesc) mipsFault() (why string, r Repair) {
	without := leave("MiscFlags", "leave GENERATE_MIPS out, and fill the levels with copies, draws or dispatches")
	switch {
	case d.MiscFlags&MiscGenerateMips == 0:
		return "", r
	case d.Usage != UsageDefault:
		return "GENERATE_MIPS needs Usage DEFAULT and the bind flag SHADER_RESOURCE", without
	case d.BindFlags&BindShaderResource == 0:
		return "GENERATE_MIPS needs Usage DEFAULT and the bind flag SHADER_RESOURCE",
			bound(d.BindFlags|BindShaderResource, "bind it with SHADER_RESOURCE, too")
	case d.Type == Tex3D:
		return "GENERATE_MIPS is for 2D textures, their arrays and cubes, of one sample, and this is TEX_3D", without
	case d.Type != Tex2D && d.Type != Tex2DArray && d.Type != TexCube || d.SampleCount > 1:
		return "GENERATE_MIPS is for 2D textures, their arrays and cubes, of one sample", without
	case !d.Format.Renderable() || !filters(d.Format):
		return "GENERATE_MIPS needs a format that can be drawn to and filtered, which " + d.Format.String() + " cannot", without
	}
	return "", r
}
