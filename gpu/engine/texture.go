package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Texture is a texture of the engine, with a view for each of its bind flags.
type Texture struct {
	object
	tracked
	desc  TextureDesc
	views [viewTypes]*TextureView // made with the texture
}

// Desc is the description with its defaults filled in.
func (t *Texture) Desc() TextureDesc { return t.desc }

// Native is the resource below.
func (t *Texture) Native() *device.Resource { return t.native }

// CreateTexture makes a texture, with contents if the description has them. GS0657 refuses contradictions.
func (d *RenderDevice) CreateTexture(desc TextureDesc) (*Texture, error) {
	desc = desc.normalized()
	mask := lifetime.Mask(desc.ImmediateContextMask)
	if g := desc.fault(); g != "" {
		return nil, d.refuse(sayDesc(d, "Texture", desc.Name, g))
	}
	if err := d.checkData(mask, desc.DataContext, "Texture", desc.Name); err != nil {
		return nil, err
	}
	t := &Texture{desc: desc}
	r, err := d.at().CreateCommittedResource(desc.native())
	if err != nil {
		return nil, err
	}
	t.desc.MipLevels = r.ResourceDesc().MipLevels
	t.tracked = tracked{native: r}
	t.init(d, "Texture", desc.Name, d.domain.Valid(mask))
	t.tracked.owner = &t.object
	t.desc.Name = t.name
	t.parts = append(t.parts, native{d, r})
	if err := t.checkData(); err != nil {
		return nil, t.abort(err)
	}
	if err := t.defaultViews(); err != nil {
		return nil, t.abort(err)
	}
	if len(desc.Data) > 0 {
		_, size := r.ResourceDesc().Footprints(0, r.ResourceDesc().Subresources(), 0)
		if err := d.initialize(desc.DataContext, t.mask, size, t.fill); err != nil {
			return nil, t.abort(err)
		}
	}
	return t, nil
}

// checkData compares the first contents with the subresources.
func (t *Texture) checkData() error {
	n := t.native.ResourceDesc()
	if len(t.desc.Data) == 0 {
		return nil
	}
	if uint32(len(t.desc.Data)) != n.Subresources() {
		return t.dev.refuse(sayDesc(t.dev, "Texture", t.name, fmt.Sprintf("Data has %d entries, but there are %d subresources", len(t.desc.Data), n.Subresources())))
	}
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, s := range t.desc.Data {
		if want := s.needs(prints[i]); uint64(len(s.Data)) < want {
			return t.dev.refuse(sayDesc(t.dev, "Texture", t.name, fmt.Sprintf("Data[%d] has %d bytes, but the subresource needs %d", i+1, len(s.Data), want)))
		}
	}
	return nil
}

// pitches are the distances of rows and depth slices of tightly packed or given data.
func (s SubresourceData) pitches(f gpu.Footprint) (row, slice uint64) {
	row, slice = uint64(s.Stride), uint64(s.DepthStride)
	if row == 0 {
		row = f.RowSizeInBytes
	}
	if slice == 0 {
		slice = row * uint64(f.Height)
	}
	return row, slice
}

// needs is how many bytes a subresource takes of the data.
func (s SubresourceData) needs(f gpu.Footprint) uint64 {
	row, slice := s.pitches(f)
	return slice*uint64(f.Depth-1) + row*uint64(f.Height-1) + f.RowSizeInBytes
}

// put writes the rows of a subresource to a page, in the layout of its footprint.
func (s SubresourceData) put(p *page, base uint64, f gpu.Footprint) error {
	row, slice := s.pitches(f)
	for z := range uint64(f.Depth) {
		for y := range uint64(f.Height) {
			from := z*slice + y*row
			to := base + z*uint64(f.SlicePitch) + y*uint64(f.RowPitch)
			if err := p.mapping.WriteBytes(to, s.Data[from:from+f.RowSizeInBytes]); err != nil {
				return err
			}
		}
	}
	return nil
}

// location is a footprint in a page as a side of a copy.
func location(p *page, offset uint64, f gpu.Footprint) gpu.TextureCopyLocation {
	return gpu.TextureCopyLocation{Resource: p.native, Offset: offset, Format: f.Format, Width: f.Width, Height: f.Height, Depth: f.Depth, RowPitch: f.RowPitch}
}

// fill records the upload of the first contents.
func (t *Texture) fill(r *recorder, from *page) error {
	if err := r.barrier(transition(&t.tracked, gpu.StateCommon, gpu.StateCopyDest)); err != nil {
		return err
	}
	n := t.native.ResourceDesc()
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, f := range prints {
		if err := t.desc.Data[i].put(from, f.Offset, f); err != nil {
			return err
		}
		r.list.SetSite(r.site)
		if err := r.list.CopyTextureRegion(gpu.TextureCopyLocation{Resource: t.native, Subresource: uint32(i)}, 0, 0, 0, location(from, f.Offset, f), nil); err != nil {
			return err
		}
	}
	return r.barrier(transition(&t.tracked, gpu.StateCopyDest, gpu.StateCommon))
}

// UpdateTexture writes texels of one subresource: all of it, or a box whose corner is at x, y, z.
func (c *DeviceContext) UpdateTexture(t *Texture, subresource uint32, box *gpu.Box, data SubresourceData, mode Transition) error {
	r, err := c.command("UpdateTexture")
	if err != nil {
		return err
	}
	f, at, err := c.updateRegion(t, subresource, box, data)
	if err != nil {
		return err
	}
	u, err := c.space(f.SizeInBytes, gpu.TexturePlacementAlignment)
	if err != nil {
		return err
	}
	if err := r.needs(c, &t.object, &t.tracked, gpu.StateCopyDest, mode, "UpdateTexture"); err != nil {
		return err
	}
	u.Page.mapping.SetSite(c.site)
	if err := data.put(u.Page, u.Offset, f); err != nil {
		return err
	}
	r.list.SetSite(c.site)
	return r.did(r.list.CopyTextureRegion(gpu.TextureCopyLocation{Resource: t.native, Subresource: subresource}, at.Left, at.Top, at.Front, location(u.Page, u.Offset, f), nil))
}

// updateRegion is the footprint of the texels to write, and where they go.
func (c *DeviceContext) updateRegion(t *Texture, subresource uint32, box *gpu.Box, data SubresourceData) (f gpu.Footprint, at gpu.Box, err error) {
	n := t.native.ResourceDesc()
	switch {
	case t.released:
		return f, at, c.dev.refuse(sayUseAfterRelease(&t.object, "UpdateTexture", c.site))
	case t.desc.Usage != UsageDefault:
		return f, at, c.dev.refuse(sayDescUse(&t.object, "UpdateTexture", "its usage is "+t.desc.Usage.String(), "make it with Usage DEFAULT", c.site))
	case subresource >= n.Subresources():
		return f, at, c.dev.refuse(sayRange(&t.object, "UpdateTexture", uint64(subresource), 1, uint64(n.Subresources()), c.site))
	}
	w, h, depth := n.MipExtent(n.Mip(subresource))
	at = gpu.Box{Right: w, Bottom: h, Back: depth}
	if box != nil {
		at = *box
	}
	if at.Empty() || at.Right > w || at.Bottom > h || at.Back > depth {
		return f, at, c.dev.refuse(sayDescUse(&t.object, "UpdateTexture", fmt.Sprintf("the box [%d, %d) x [%d, %d) x [%d, %d) is not inside the subresource of %d x %d x %d texels",
			at.Left, at.Right, at.Top, at.Bottom, at.Front, at.Back, w, h, depth), "name a box inside", c.site))
	}
	part := gpu.ResourceDesc{Dimension: n.Dimension, Width: uint64(at.Right - at.Left), Height: at.Bottom - at.Top, DepthOrArraySize: 1, Format: n.Format, MipLevels: 1}
	if n.Dimension == gpu.DimensionTexture3D {
		part.DepthOrArraySize = at.Back - at.Front
	}
	prints, _ := part.Normalized().Footprints(0, 1, 0)
	f = prints[0]
	if want := data.needs(f); uint64(len(data.Data)) < want {
		return f, at, c.dev.refuse(sayDescUse(&t.object, "UpdateTexture", fmt.Sprintf("the data has %d bytes, but the texels need %d", len(data.Data), want), "pass all rows", c.site))
	}
	return f, at, nil
}

// CopyTexture copies one subresource, or a box of it, to the place x, y, z of another.
func (c *DeviceContext) CopyTexture(src *Texture, srcSubresource uint32, box *gpu.Box, srcMode Transition, dst *Texture, dstSubresource, x, y, z uint32, dstMode Transition) error {
	r, err := c.command("CopyTexture")
	if err != nil {
		return err
	}
	if src == dst {
		return c.dev.refuse(sayDescUse(&src.object, "CopyTexture", "it is source and target at once", "copy through another texture", c.site))
	}
	if dst.desc.Usage == UsageImmutable {
		return c.dev.refuse(sayDescUse(&dst.object, "CopyTexture", "its usage is IMMUTABLE, which no copy writes", "make it with Usage DEFAULT", c.site))
	}
	if err := r.needs(c, &src.object, &src.tracked, gpu.StateCopySource, srcMode, "CopyTexture"); err != nil {
		return err
	}
	if err := r.needs(c, &dst.object, &dst.tracked, gpu.StateCopyDest, dstMode, "CopyTexture"); err != nil {
		return err
	}
	r.list.SetSite(c.site)
	return r.did(r.list.CopyTextureRegion(gpu.TextureCopyLocation{Resource: dst.native, Subresource: dstSubresource}, x, y, z,
		gpu.TextureCopyLocation{Resource: src.native, Subresource: srcSubresource}, box))
}

// normalized fills the defaults of a texture.
func (d TextureDesc) normalized() TextureDesc {
	d.Height, d.Depth, d.ArraySize = max(d.Height, 1), max(d.Depth, 1), max(d.ArraySize, 1)
	d.SampleCount, d.ImmediateContextMask = max(d.SampleCount, 1), max(d.ImmediateContextMask, 1)
	if d.Type == TexCube && d.ArraySize < 6 {
		d.ArraySize = 6
	}
	return d
}

// native is the resource below.
func (d TextureDesc) native() gpu.CommittedResourceDesc {
	n := gpu.ResourceDesc{Name: d.Name, Width: uint64(d.Width), Height: d.Height, DepthOrArraySize: d.ArraySize, MipLevels: d.MipLevels, Format: d.Format,
		SampleDesc: gpu.SampleDesc{Count: d.SampleCount}, Dimension: gpu.DimensionTexture2D}
	switch d.Type {
	case Tex1D, Tex1DArray:
		n.Dimension = gpu.DimensionTexture1D
	case Tex3D:
		n.Dimension, n.DepthOrArraySize = gpu.DimensionTexture3D, d.Depth
	}
	for bind, flag := range map[BindFlags]gpu.ResourceFlags{BindRenderTarget: gpu.AllowRenderTarget, BindDepthStencil: gpu.AllowDepthStencil, BindUnorderedAccess: gpu.AllowUnorderedAccess} {
		if d.BindFlags&bind != 0 {
			n.Flags |= flag
		}
	}
	return gpu.CommittedResourceDesc{ResourceDesc: n, OptimizedClearValue: d.ClearValue}
}

// fault says what contradicts itself in a description, "" if nothing does.
func (d TextureDesc) fault() string {
	const writable = BindRenderTarget | BindDepthStencil | BindUnorderedAccess
	switch {
	case d.Width == 0:
		return "Width is 0 texels"
	case d.BindFlags&(BindVertexBuffer|BindIndexBuffer|BindUniformBuffer|BindIndirectDrawArgs) != 0:
		return "a texture is bound with SHADER_RESOURCE, RENDER_TARGET, DEPTH_STENCIL or UNORDERED_ACCESS only"
	case d.Usage == UsageDynamic || d.Usage == UsageStaging:
		return "a texture has the usage IMMUTABLE or DEFAULT; UpdateTexture and staging buffers move texels"
	case d.Usage == UsageImmutable && len(d.Data) == 0:
		return "an IMMUTABLE texture needs Data, since nothing can write it later"
	case d.Usage == UsageImmutable && d.BindFlags&writable != 0:
		return "an IMMUTABLE texture is bound with SHADER_RESOURCE only, since nothing can write it later"
	case d.Type == TexCube && d.ArraySize%6 != 0:
		return "the slices of a cube come in sixes"
	case d.Type != Tex3D && d.Depth > 1:
		return "Depth is for TEX_3D; arrays have ArraySize"
	case (d.Type == Tex1D || d.Type == Tex2D || d.Type == Tex3D) && d.ArraySize > 1:
		return "ArraySize is for arrays and cubes"
	case d.SampleCount > 1 && len(d.Data) > 0:
		return "a multisampled texture has no first contents"
	}
	return ""
}
