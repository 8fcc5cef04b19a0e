package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
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

// GetUsage says how the contents come to be.
func (t *Texture) GetUsage() Usage { return t.desc.Usage }

// Native is the resource below.
func (t *Texture) Native() *device.Resource { return t.native }

// CreateTexture makes a texture, with contents if the description has them. GS0657 refuses contradictions.
func (d *RenderDevice) CreateTexture(desc TextureDesc) (*Texture, error) {
	desc = desc.Normalized()
	mask := lifetime.Mask(desc.ImmediateContextMask)
	if g := desc.Fault(); g != "" {
		return nil, d.refuse(words.Desc(d.site, "Texture", desc.Name, g))
	}
	if err := d.checkData(mask, dataContext(desc.DataContext), "Texture", desc.Name); err != nil {
		return nil, err
	}
	t := &Texture{desc: desc}
	r, err := d.at().CreateCommittedResource(desc.Native())
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
		if err := d.initialize(dataContext(desc.DataContext), t.mask, size, t.fill); err != nil {
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
		return t.dev.refuse(words.Desc(t.dev.site, "Texture", t.name, fmt.Sprintf("Data has %d entries, but there are %d subresources", len(t.desc.Data), n.Subresources())))
	}
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, s := range t.desc.Data {
		if want := s.Needs(prints[i]); uint64(len(s.Data)) < want {
			return t.dev.refuse(words.Desc(t.dev.site, "Texture", t.name, fmt.Sprintf("Data[%d] has %d bytes, but the subresource needs %d", i+1, len(s.Data), want)))
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
		if err := t.desc.Data[i].Put(from.mapping.WriteBytes, f.Offset, f); err != nil {
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
	if err := data.Put(u.Page.mapping.WriteBytes, u.Offset, f); err != nil {
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
		return f, at, c.dev.refuse(words.UseAfterRelease(t.object.said(), "UpdateTexture", c.site))
	case t.desc.Usage != UsageDefault:
		return f, at, c.dev.refuse(words.DescUse(t.object.said(), "UpdateTexture", "its usage is "+t.desc.Usage.String(), "make it with Usage DEFAULT", c.site))
	case subresource >= n.Subresources():
		return f, at, c.dev.refuse(words.Range(t.object.said(), "UpdateTexture", uint64(subresource), 1, uint64(n.Subresources()), c.site))
	}
	w, h, depth := n.MipExtent(n.Mip(subresource))
	at = gpu.Box{Right: w, Bottom: h, Back: depth}
	if box != nil {
		at = *box
	}
	if at.Empty() || at.Right > w || at.Bottom > h || at.Back > depth {
		return f, at, c.dev.refuse(words.DescUse(t.object.said(), "UpdateTexture", fmt.Sprintf("the box [%d, %d) x [%d, %d) x [%d, %d) is not inside the subresource of %d x %d x %d texels",
			at.Left, at.Right, at.Top, at.Bottom, at.Front, at.Back, w, h, depth), "name a box inside", c.site))
	}
	part := gpu.ResourceDesc{Dimension: n.Dimension, Width: uint64(at.Right - at.Left), Height: at.Bottom - at.Top, DepthOrArraySize: 1, Format: n.Format, MipLevels: 1}
	if n.Dimension == gpu.DimensionTexture3D {
		part.DepthOrArraySize = at.Back - at.Front
	}
	prints, _ := part.Normalized().Footprints(0, 1, 0)
	f = prints[0]
	if want := data.Needs(f); uint64(len(data.Data)) < want {
		return f, at, c.dev.refuse(words.DescUse(t.object.said(), "UpdateTexture", fmt.Sprintf("the data has %d bytes, but the texels need %d", len(data.Data), want), "pass all rows", c.site))
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
		return c.dev.refuse(words.DescUse(src.object.said(), "CopyTexture", "it is source and target at once", "copy through another texture", c.site))
	}
	if dst.desc.Usage == UsageImmutable {
		return c.dev.refuse(words.DescUse(dst.object.said(), "CopyTexture", "its usage is IMMUTABLE, which no copy writes", "make it with Usage DEFAULT", c.site))
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
