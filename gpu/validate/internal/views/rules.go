package views

import (
	"fmt"

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
	if !d.Shader4ComponentMapping.IsDefault() && (c.Type != gpu.DescriptorSRV || d.Flags&gpu.ViewRaw != 0 || d.StructureByteStride != 0) {
		sayViewRange(in, c, "it has a Shader4ComponentMapping", "only what a shader reads through a format can be put into another order",
			drop(c, "Shader4ComponentMapping"))
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
	cube := d == gpu.ViewTextureCube || d == gpu.ViewTextureCubeArray
	switch {
	case r.desc.SampleDesc.Count > 1:
		return "TEXTURE2DMS or TEXTURE2DMSARRAY", d == gpu.ViewUnknown || d == gpu.ViewTexture2DMS || d == gpu.ViewTexture2DMSArray
	case t == gpu.DescriptorSRV && cube:
		return "TEXTURE2D or TEXTURE2DARRAY, because a cube has six square slices", r.desc.ArraySize() >= 6 && r.desc.Width == uint64(r.desc.Height)
	}
	return "TEXTURE2D or TEXTURE2DARRAY", d == gpu.ViewUnknown || d == gpu.ViewTexture2D || d == gpu.ViewTexture2DArray
}

// strideOf is the stride that may be meant by one that is none: the next one with which the view lies inside of a buffer, or else the one below.
func strideOf(stride, width uint64, d *gpu.ViewDesc) uint64 {
	next := min((stride+3)/4*4, gpu.MaxStructureStride)
	if d.NumElements != all && words.End(d.FirstElement, uint64(d.NumElements)) > width/next && next > 4 && stride%4 != 0 {
		return next - 4
	}
	return next
}

// bufferViewRules: exactly one of structured, raw and typed, and elements inside of the buffer.
func bufferViewRules(in World, c *gpu.DescriptorCall, r resource, d *gpu.ViewDesc) {
	raw := d.Flags&gpu.ViewRaw != 0
	stride, typed := uint64(d.StructureByteStride), d.Format != gpu.FormatUnknown
	switch {
	case raw && stride != 0, raw && typed && d.Format != gpu.FormatR32Typeless, !raw && stride != 0 && typed:
		sayBufferViewKind(in, c, "it is more than one of structured, raw and typed", fewer(c, d))
		return
	case !raw && stride == 0 && !typed:
		sayBufferViewKind(in, c, "it is neither structured nor raw nor typed", diag.Fix{})
		return
	case stride > gpu.MaxStructureStride || stride%4 != 0:
		sayBufferViewKind(in, c, "StructureByteStride is "+words.Number(stride)+", not a multiple of 4 up to 2048 bytes",
			put(c, "StructureByteStride", strideOf(stride, r.desc.Width, d)))
		return
	case !raw && typed && (!d.Format.Element() || c.Type == gpu.DescriptorUAV && !d.Format.Texture()):
		sayBufferViewKind(in, c, "format "+d.Format.String()+" is not for typed views", diag.Fix{})
		return
	}
	element := stride
	if raw {
		element = 4
	} else if typed {
		element = uint64(d.Format.Bytes())
	}
	if raw && d.FirstElement*4%gpu.RawViewAlignment != 0 {
		sayViewRange(in, c, "FirstElement is "+words.Number(d.FirstElement)+", which is not a multiple of 16 bytes",
			"raw views start at multiples of 4 elements", put(c, "FirstElement", d.FirstElement/4*4))
		return
	}
	have := r.desc.Width / element
	count := uint64(d.NumElements)
	if count == 0 || count == all {
		count = have - min(d.FirstElement, have)
	}
	if f, found := graphics.ForeignField(c.Type, gpu.DimensionBuffer, d); found {
		sayForeign(in, c, f)
	} else if d.FirstElement >= have || words.End(d.FirstElement, count) > have {
		sayViewElements(in, c, r, d.FirstElement, count, element)
	} else if count > gpu.MaxBufferElements {
		sayViewRange(in, c, "it has "+words.Number(count)+" elements", "a view has at most 134217728", put(c, "NumElements", gpu.MaxBufferElements))
	}
}

// counterRules: a counter needs a structured UAV, 4096-byte alignment, and 4 bytes in a buffer with unordered access.
func counterRules(in World, c *gpu.DescriptorCall, d *gpu.ViewDesc) {
	k := find(in, c.Counter)
	switch {
	case k.desc == nil && d.CounterOffsetInBytes == 0:
	case k.desc == nil:
		sayCounter(in, c, "CounterOffsetInBytes is set without a counter resource", drop(c, "CounterOffsetInBytes"))
	case !k.buffer() || d.StructureByteStride == 0:
		sayCounter(in, c, "only structured buffer views have a counter, which is in a buffer", diag.PutArgument(c.Method, 2, diag.Source("nil")))
	case k.desc.Flags&gpu.AllowUnorderedAccess == 0:
		in.NotUnordered(k.id)
	case d.CounterOffsetInBytes%gpu.UAVCounterAlignment != 0:
		sayCounter(in, c, "CounterOffsetInBytes is "+words.Number(d.CounterOffsetInBytes)+", not a multiple of 4096",
			put(c, "CounterOffsetInBytes", counterOffset(d, k)))
	case words.End(d.CounterOffsetInBytes, 4) > k.desc.Width:
		sayCounter(in, c, "CounterOffsetInBytes is "+words.Number(d.CounterOffsetInBytes)+", and "+in.Ref(c.Counter)+" has "+
			words.Number(k.desc.Width)+" bytes", put(c, "CounterOffsetInBytes", counterOffset(d, k)))
	}
}

// counterOffset is the next place of a counter in its buffer, or the last.
func counterOffset(d *gpu.ViewDesc, k resource) uint64 {
	next := (d.CounterOffsetInBytes + gpu.UAVCounterAlignment - 1) / gpu.UAVCounterAlignment * gpu.UAVCounterAlignment
	return min(next, (max(k.desc.Width, 4)-4)/gpu.UAVCounterAlignment*gpu.UAVCounterAlignment)
}

// textureViewRules: a format of the same family; mips, slices and depth inside of the texture; nothing of buffers.
func textureViewRules(in World, c *gpu.DescriptorCall, r resource, d *gpu.ViewDesc) {
	t := r.desc
	first, mips := d.MipSlice, uint32(1)
	ofMips := part{"mips", "MipSlice", "", t.MipLevels}
	if c.Type == gpu.DescriptorSRV {
		first, mips = d.MostDetailedMip, d.MipLevels
		ofMips = part{"mips", "MostDetailedMip", "MipLevels", t.MipLevels}
	}
	slices := part{"array slices", "FirstArraySlice", "ArraySize", t.ArraySize()}
	others, value := d.Others()
	foreign, found := graphics.ForeignField(c.Type, t.Dimension, d)
	switch {
	case d.Format != gpu.FormatUnknown && !t.Format.Castable(d.Format) && !(c.Type == gpu.DescriptorUAV && graphics.InPlace(t.Format, d.Format)):
		sayViewFormat(in, c, r)
	case d.Format != gpu.FormatUnknown && graphics.Reinterprets(t.Format, d.Format):
		sayReinterpreted(in, c, r)
	case !graphics.Readable(t.Format, d.Format):
		sayUnreadable(in, c, r, d.Format)
	case c.Type == gpu.DescriptorUAV && !shown(t.Format, d.Format).Storable():
		sayUnwritable(in, c, r, shown(t.Format, d.Format))
	case d.StructureByteStride != 0 || d.Flags != 0 || d.FirstElement != 0 || d.NumElements != 0 || d.CounterOffsetInBytes != 0 || c.Counter != 0:
		sayViewRange(in, c, "it has fields of buffer views", "a texture view has mips and slices, not elements", bufferField(c, d))
	case found:
		sayForeign(in, c, foreign)
	case d.PlaneSlice != 0 && shown(t.Format, d.Format).Info().Layout != gpu.TexelStencil:
		sayViewRange(in, c, "PlaneSlice is "+words.Number(uint64(d.PlaneSlice))+", and format "+shown(t.Format, d.Format).
			String()+" shows plane 0", "plane 1 is the stencil of a depth texture, shown in a format of stencil", drop(c, "PlaneSlice"))
	case outside(first, mips, t.MipLevels):
		sayViewPart(in, c, r, ofMips, first, mips)
	case t.Dimension == gpu.DimensionTexture3D && c.Type != gpu.DescriptorSRV && outside(d.FirstWSlice, d.WSize, max(t.DepthOrArraySize>>first, 1)):
		sayViewPart(in, c, r, part{"depth slices", "FirstWSlice", "WSize", max(t.DepthOrArraySize>>first, 1)}, d.FirstWSlice, d.WSize)
	case t.Dimension != gpu.DimensionTexture3D && outside(d.FirstArraySlice, d.ArraySize, t.ArraySize()):
		sayViewPart(in, c, r, slices, d.FirstArraySlice, d.ArraySize)
	case others != "":
		sayViewRange(in, c, fmt.Sprintf("its %s is %d, but dimension %s shows the first slice only", others, value, d.ViewDimension),
			fmt.Sprintf("ViewDimension = %q", d.ViewDimension+1), put(c, "ViewDimension", d.ViewDimension+1))
	case (d.ViewDimension == gpu.ViewTextureCube || d.ViewDimension == gpu.ViewTextureCubeArray) && d.ArraySize != all && d.ArraySize%6 != 0:
		whole := max(d.ArraySize/6, 1) * 6
		sayViewRange(in, c, fmt.Sprintf("its ArraySize is %d, but a cube has six faces", d.ArraySize),
			fmt.Sprintf("ArraySize = %d", whole), put(c, "ArraySize", whole))
	case (d.ViewDimension == gpu.ViewTextureCube || d.ViewDimension == gpu.ViewTextureCubeArray) &&
		uint64(d.FirstArraySlice)+6 > uint64(t.ArraySize()):
		sayViewPart(in, c, r, part{"array slices", "FirstArraySlice", "", t.ArraySize()}, d.FirstArraySlice, 6)
	}
}

// bufferField is the edit that removes the field of a texture view that belongs to buffers; none where there are several.
func bufferField(c *gpu.DescriptorCall, d *gpu.ViewDesc) (fix diag.Fix) {
	for _, f := range [...]struct {
		name string
		set  bool
	}{{"StructureByteStride", d.StructureByteStride != 0}, {"Flags", d.Flags != 0}, {"FirstElement", d.FirstElement != 0},
		{"NumElements", d.NumElements != 0},
		{"CounterOffsetInBytes", d.CounterOffsetInBytes != 0}} {
		switch {
		case !f.set:
		case fix != diag.Fix{}:
			return diag.Fix{}
		default:
			fix = drop(c, f.name)
		}
	}
	return fix
}

// fewer is the edit that leaves one kind of two in a view of a buffer: structured before raw before typed.
func fewer(c *gpu.DescriptorCall, d *gpu.ViewDesc) diag.Fix {
	if d.Format != gpu.FormatUnknown {
		return drop(c, "Format")
	}
	return drop(c, "Flags")
}

// outside says whether [first, first+count) leaves [0, total). A count of 0 or -1 is all that follow.
func outside(first, count, total uint32) bool {
	if count == all {
		count = 0
	}
	return first >= total || uint64(first)+uint64(count) > uint64(total)
}
