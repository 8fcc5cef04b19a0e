package engine

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Texture is a texture of the engine, with a view for each of its bind flags.
type Texture struct {
	object
	track record.Tracked
	desc  desc.TextureDesc
	views [desc.ViewTypes]*TextureView // made with the texture
}

// Desc is the description with its defaults filled in.
func (t *Texture) Desc() desc.TextureDesc { return t.desc }

// GetUsage says how the contents come to be.
func (t *Texture) GetUsage() desc.Usage { return t.desc.Usage }

// Native is the resource below.
func (t *Texture) Native() *device.Resource { return t.track.Native }

// CreateTexture makes a texture, with contents if the description has them. GS0657 refuses contradictions.
func (d *RenderDevice) CreateTexture(of desc.TextureDesc) (*Texture, error) {
	of = of.Normalized()
	mask := lifetime.Mask(of.ImmediateContextMask)
	if g := of.Fault(); g != "" {
		return nil, d.rules.Refuse(words.Desc(d.site, "Texture", of.Name, g))
	}
	if err := d.checkData(mask, dataContext(of.DataContext), "Texture", of.Name); err != nil {
		return nil, err
	}
	r, err := d.at().CreateCommittedResource(of.Native())
	if err != nil {
		return nil, err
	}
	t, err := d.texture(of, r, gpu.StateCommon)
	if err != nil {
		return nil, err
	}
	if err := t.checkData(); err != nil {
		return nil, t.abort(err)
	}
	if len(of.Data) > 0 {
		_, size := r.ResourceDesc().Footprints(0, r.ResourceDesc().Subresources(), 0)
		if err := d.initialize(dataContext(of.DataContext), t.mask, size, t.fill); err != nil {
			return nil, t.abort(err)
		}
	}
	return t, nil
}

// CreateTextureFromNative makes a texture of a resource that others own, in a state. The size, the format and the mip levels are the
// resource's; the name, the bind flags and the mask are the description's.
func (d *RenderDevice) CreateTextureFromNative(r *device.Resource, of desc.TextureDesc, state gpu.ResourceStates) (*Texture, error) {
	n := r.ResourceDesc()
	of.Width, of.Height, of.Format, of.SampleCount = uint32(n.Width), n.Height, n.Format, n.SampleDesc.Count
	if err := d.checkData(lifetime.Mask(of.ImmediateContextMask), nil, "Texture", of.Name); err != nil {
		return nil, err
	}
	return d.texture(of.Normalized(), r, state)
}

// texture makes a texture of a resource, with its views.
func (d *RenderDevice) texture(of desc.TextureDesc, r *device.Resource, state gpu.ResourceStates) (*Texture, error) {
	t := &Texture{desc: of}
	t.init(d, "Texture", of.Name, d.domain.Valid(lifetime.Mask(of.ImmediateContextMask)))
	t.track = record.Tracked{Usage: &t.usage, Native: r, State: state}
	t.desc.Name, t.desc.MipLevels, t.parts = t.name, r.ResourceDesc().MipLevels, append(t.parts, native{d, r})
	if err := t.defaultViews(); err != nil {
		return nil, t.abort(err)
	}
	return t, nil
}

// checkData compares the first contents with the subresources.
func (t *Texture) checkData() error {
	n := t.track.Native.ResourceDesc()
	if len(t.desc.Data) == 0 {
		return nil
	}
	if uint32(len(t.desc.Data)) != n.Subresources() {
		return t.dev.rules.Refuse(words.Desc(t.dev.site, "Texture", t.name, fmt.Sprintf("Data has %d entries, but there are %d subresources", len(t.desc.Data), n.Subresources())))
	}
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, s := range t.desc.Data {
		if want := s.Needs(prints[i]); uint64(len(s.Data)) < want {
			return t.dev.rules.Refuse(words.Desc(t.dev.site, "Texture", t.name, fmt.Sprintf("Data[%d] has %d bytes, but the subresource needs %d", i+1, len(s.Data), want)))
		}
	}
	return nil
}

// location is a footprint in a page as a side of a copy.
func location(p *memory.Page, offset uint64, f gpu.Footprint) gpu.TextureCopyLocation {
	return gpu.TextureCopyLocation{Resource: p.Native, Offset: offset, Format: f.Format, Width: f.Width, Height: f.Height, Depth: f.Depth, RowPitch: f.RowPitch}
}

// fill records the upload of the first contents.
func (t *Texture) fill(r *recorder, from *memory.Page) error {
	if err := r.Barrier(record.TransitionOf(&t.track, gpu.StateCommon, gpu.StateCopyDest)); err != nil {
		return err
	}
	n := t.track.Native.ResourceDesc()
	prints, _ := n.Footprints(0, n.Subresources(), 0)
	for i, f := range prints {
		if err := t.desc.Data[i].Put(from.Mapping.WriteBytes, f.Offset, f); err != nil {
			return err
		}
		r.List.SetSite(r.Site)
		if err := r.List.CopyTextureRegion(gpu.TextureCopyLocation{Resource: t.track.Native, Subresource: uint32(i)}, 0, 0, 0, location(from, f.Offset, f), nil); err != nil {
			return err
		}
	}
	return r.Barrier(record.TransitionOf(&t.track, gpu.StateCopyDest, gpu.StateCommon))
}

// UpdateTexture writes texels of one subresource: all of it, or a box whose corner is at x, y, z.
func (c *DeviceContext) UpdateTexture(t *Texture, subresource uint32, box *gpu.Box, data desc.SubresourceData, mode desc.Transition) error {
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
	if err := r.needs(c, &t.object, &t.track, gpu.StateCopyDest, mode, "UpdateTexture"); err != nil {
		return err
	}
	u.Page.Mapping.SetSite(c.site)
	if err := data.Put(u.Page.Mapping.WriteBytes, u.Offset, f); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.CopyTextureRegion(gpu.TextureCopyLocation{Resource: t.track.Native, Subresource: subresource}, at.Left, at.Top, at.Front, location(u.Page, u.Offset, f), nil))
}

// updateRegion is the footprint of the texels to write, and where they go.
func (c *DeviceContext) updateRegion(t *Texture, subresource uint32, box *gpu.Box, data desc.SubresourceData) (f gpu.Footprint, at gpu.Box, err error) {
	n := t.track.Native.ResourceDesc()
	switch {
	case t.released:
		return f, at, c.dev.rules.Refuse(words.UseAfterRelease(t.object.said(), "UpdateTexture", c.site))
	case t.desc.Usage != desc.UsageDefault:
		return f, at, c.dev.rules.Refuse(words.DescUse(t.object.said(), "UpdateTexture", "its usage is "+t.desc.Usage.String(), "make it with Usage DEFAULT", c.site))
	case subresource >= n.Subresources():
		return f, at, c.dev.rules.Refuse(words.Range(t.object.said(), "UpdateTexture", uint64(subresource), 1, uint64(n.Subresources()), c.site))
	}
	w, h, depth := n.MipExtent(n.Mip(subresource))
	at = gpu.Box{Right: w, Bottom: h, Back: depth}
	if box != nil {
		at = *box
	}
	if at.Empty() || at.Right > w || at.Bottom > h || at.Back > depth {
		return f, at, c.dev.rules.Refuse(words.DescUse(t.object.said(), "UpdateTexture", fmt.Sprintf("the box [%d, %d) x [%d, %d) x [%d, %d) is not inside the subresource of %d x %d x %d texels",
			at.Left, at.Right, at.Top, at.Bottom, at.Front, at.Back, w, h, depth), "name a box inside", c.site))
	}
	part := gpu.ResourceDesc{Dimension: n.Dimension, Width: uint64(at.Right - at.Left), Height: at.Bottom - at.Top, DepthOrArraySize: 1, Format: n.Format, MipLevels: 1}
	if n.Dimension == gpu.DimensionTexture3D {
		part.DepthOrArraySize = at.Back - at.Front
	}
	prints, _ := part.Normalized().Footprints(0, 1, 0)
	f = prints[0]
	if want := data.Needs(f); uint64(len(data.Data)) < want {
		return f, at, c.dev.rules.Refuse(words.DescUse(t.object.said(), "UpdateTexture", fmt.Sprintf("the data has %d bytes, but the texels need %d", len(data.Data), want), "pass all rows", c.site))
	}
	return f, at, nil
}

// CopyTexture copies one subresource, or a box of it, to the place x, y, z of another.
func (c *DeviceContext) CopyTexture(src *Texture, srcSubresource uint32, box *gpu.Box, srcMode desc.Transition, dst *Texture, dstSubresource, x, y, z uint32, dstMode desc.Transition) error {
	r, err := c.command("CopyTexture")
	if err != nil {
		return err
	}
	if src == dst {
		return c.dev.rules.Refuse(words.DescUse(src.object.said(), "CopyTexture", "it is source and target at once", "copy through another texture", c.site))
	}
	if dst.desc.Usage == desc.UsageImmutable {
		return c.dev.rules.Refuse(words.DescUse(dst.object.said(), "CopyTexture", "its usage is IMMUTABLE, which no copy writes", "make it with Usage DEFAULT", c.site))
	}
	if err := r.needs(c, &src.object, &src.track, gpu.StateCopySource, srcMode, "CopyTexture"); err != nil {
		return err
	}
	if err := r.needs(c, &dst.object, &dst.track, gpu.StateCopyDest, dstMode, "CopyTexture"); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.CopyTextureRegion(gpu.TextureCopyLocation{Resource: dst.track.Native, Subresource: dstSubresource}, x, y, z,
		gpu.TextureCopyLocation{Resource: src.track.Native, Subresource: srcSubresource}, box))
}
