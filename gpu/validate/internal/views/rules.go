package views

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// all is the spelling of "all that follow" in counts; 0 means the same.
const all = 0xffffffff

// Check applies the rules of SRVs and UAVs: flags of the resource first, then dimension, format and range.
func Check(in World, c *gpu.DescriptorCall) {
	r, d := find(in, c.Resource), c.View
	if r.desc == nil {
		if c.Resource == 0 && (d == nil || d.ViewDimension == gpu.ViewUnknown) {
			NoDimension(in, c)
		}
		return
	}
	if c.Type == gpu.DescriptorUAV && r.desc.Flags&gpu.AllowUnorderedAccess == 0 {
		in.NotUnordered(r.id)
		return
	}
	if c.Type == gpu.DescriptorSRV && r.desc.Flags&gpu.DenyShaderResource != 0 {
		sayDenied(in, c)
		return
	}
	if d == nil {
		d = &gpu.ViewDesc{}
	}
	if want, ok := viewFits(r, d.ViewDimension, c.Type); !ok {
		sayViewDimension(in, c, r, want)
		return
	}
	if r.buffer() {
		bufferViewRules(in, c, r, d)
		counterRules(in, c, d)
		return
	}
	textureViewRules(in, c, r, d)
}

// viewFits says whether a view dimension can show a resource, and which dimensions can.
func viewFits(r resource, d gpu.ViewDimension, t gpu.DescriptorType) (want string, ok bool) {
	switch r.desc.Dimension {
	case gpu.DimensionBuffer:
		return "BUFFER", d == gpu.ViewUnknown || d == gpu.ViewBuffer
	case gpu.DimensionTexture1D:
		return "TEXTURE1D or TEXTURE1DARRAY", d == gpu.ViewUnknown || d == gpu.ViewTexture1D || d == gpu.ViewTexture1DArray
	case gpu.DimensionTexture3D:
		return "TEXTURE3D", d == gpu.ViewUnknown || d == gpu.ViewTexture3D
	}
	if t == gpu.DescriptorSRV && d == gpu.ViewTextureCube {
		return "TEXTURE2D or TEXTURE2DARRAY, because a cube has six square slices", r.desc.ArraySize() >= 6 && r.desc.Width == uint64(r.desc.Height)
	}
	return "TEXTURE2D or TEXTURE2DARRAY", d == gpu.ViewUnknown || d == gpu.ViewTexture2D || d == gpu.ViewTexture2DArray
}

// bufferViewRules: exactly one of structured, raw and typed, and elements inside of the buffer.
func bufferViewRules(in World, c *gpu.DescriptorCall, r resource, d *gpu.ViewDesc) {
	raw := d.Flags&gpu.ViewRaw != 0
	stride, typed := uint64(d.StructureByteStride), d.Format != gpu.FormatUnknown
	switch {
	case raw && stride != 0, raw && typed && d.Format != gpu.FormatR32Typeless, !raw && stride != 0 && typed:
		sayBufferViewKind(in, c, "it is more than one of structured, raw and typed")
		return
	case !raw && stride == 0 && !typed:
		sayBufferViewKind(in, c, "it is neither structured nor raw nor typed")
		return
	case stride > gpu.MaxStructureStride || stride%4 != 0:
		sayBufferViewKind(in, c, "StructureByteStride is "+words.Number(stride)+", not a multiple of 4 up to 2048 bytes")
		return
	case !raw && typed && (!d.Format.Element() || c.Type == gpu.DescriptorUAV && !d.Format.Texture()):
		sayBufferViewKind(in, c, "format "+d.Format.String()+" is not for typed views")
		return
	}
	element := stride
	if raw {
		element = 4
	} else if typed {
		element = uint64(d.Format.Bytes())
	}
	if raw && d.FirstElement*4%gpu.RawViewAlignment != 0 {
		sayViewRange(in, c, "FirstElement is "+words.Number(d.FirstElement)+", which is no multiple of 16 bytes", "raw views start at multiples of 4 elements")
		return
	}
	have := r.desc.Width / element
	count := uint64(d.NumElements)
	if count == 0 || count == all {
		count = have - min(d.FirstElement, have)
	}
	if d.FirstElement >= have || words.End(d.FirstElement, count) > have {
		sayViewElements(in, c, r, d.FirstElement, count, element)
	} else if count > gpu.MaxBufferElements {
		sayViewRange(in, c, "it has "+words.Number(count)+" elements", "a view has at most 134217728")
	}
}

// counterRules: a counter needs a structured UAV, 4096-byte alignment, and 4 bytes in a buffer with unordered access.
func counterRules(in World, c *gpu.DescriptorCall, d *gpu.ViewDesc) {
	k := find(in, c.Counter)
	switch {
	case k.desc == nil && d.CounterOffsetInBytes == 0:
	case k.desc == nil:
		sayCounter(in, c, "CounterOffsetInBytes is set without a counter resource")
	case !k.buffer() || d.StructureByteStride == 0:
		sayCounter(in, c, "only structured buffer views have a counter, and it stands in a buffer")
	case k.desc.Flags&gpu.AllowUnorderedAccess == 0:
		in.NotUnordered(k.id)
	case d.CounterOffsetInBytes%gpu.UAVCounterAlignment != 0:
		sayCounter(in, c, "CounterOffsetInBytes is "+words.Number(d.CounterOffsetInBytes)+", not a multiple of 4096")
	case words.End(d.CounterOffsetInBytes, 4) > k.desc.Width:
		sayCounter(in, c, "CounterOffsetInBytes is "+words.Number(d.CounterOffsetInBytes)+", and "+in.Ref(c.Counter)+" has "+words.Number(k.desc.Width)+" bytes")
	}
}

// textureViewRules: a format of the same family; mips, slices and depth inside of the texture; nothing of buffers.
func textureViewRules(in World, c *gpu.DescriptorCall, r resource, d *gpu.ViewDesc) {
	t := r.desc
	first, mips := d.MipSlice, uint32(1)
	if c.Type == gpu.DescriptorSRV {
		first, mips = d.MostDetailedMip, d.MipLevels
	}
	switch {
	case d.Format != gpu.FormatUnknown && !t.Format.Castable(d.Format):
		sayViewFormat(in, c, r)
	case !graphics.Readable(t.Format, d.Format):
		sayUnreadable(in, c, r, d.Format)
	case d.StructureByteStride != 0 || d.Flags != 0 || d.FirstElement != 0 || d.NumElements != 0 || d.CounterOffsetInBytes != 0 || c.Counter != 0:
		sayViewRange(in, c, "it has fields of buffer views", "a texture view has mips and slices, not elements")
	case outside(first, mips, t.MipLevels):
		sayViewPart(in, c, r, "mips", first, mips, t.MipLevels)
	case t.Dimension == gpu.DimensionTexture3D && c.Type != gpu.DescriptorSRV && outside(d.FirstWSlice, d.WSize, max(t.DepthOrArraySize>>first, 1)):
		sayViewPart(in, c, r, "depth slices", d.FirstWSlice, d.WSize, max(t.DepthOrArraySize>>first, 1))
	case t.Dimension != gpu.DimensionTexture3D && outside(d.FirstArraySlice, d.ArraySize, t.ArraySize()):
		sayViewPart(in, c, r, "array slices", d.FirstArraySlice, d.ArraySize, t.ArraySize())
	case d.ViewDimension == gpu.ViewTextureCube && d.FirstArraySlice+6 > t.ArraySize():
		sayViewPart(in, c, r, "array slices", d.FirstArraySlice, 6, t.ArraySize())
	}
}

// outside says whether [first, first+count) leaves [0, total). A count of 0 or -1 is all that follow.
func outside(first, count, total uint32) bool {
	if count == all {
		count = 0
	}
	return first >= total || uint64(first)+uint64(count) > uint64(total)
}

// Sampler applies the rules of a sampler.
func Sampler(in interface {
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
}, c *gpu.DescriptorCall) {
	if s := c.Sampler; s != nil && (s.MaxAnisotropy > 16 || s.MinLOD > s.MaxLOD) {
		in.Say(diag.BadSampler, c.Site, "the sampler cannot be made with MaxAnisotropy %d, MinLOD %v and MaxLOD %v", s.MaxAnisotropy, s.MinLOD, s.MaxLOD).
			HelpText("MaxAnisotropy is 1 to 16, and MinLOD is not above MaxLOD")
	}
}
