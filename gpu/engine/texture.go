package engine

import (
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

	staged  gpu.ResourceDesc // STAGING: the texels that stand in the buffer
	prints  []gpu.Footprint  // STAGING: where, by subresource
	written gpu.Site         // STAGING: the last copy into it
}

// Desc is the description with its defaults filled in.
func (t *Texture) Desc() desc.TextureDesc { return t.desc }

// GetUsage says how the contents come to be.
func (t *Texture) GetUsage() desc.Usage { return t.desc.Usage }

// shape is the description of the texels, also where a buffer holds them.
func (t *Texture) shape() *gpu.ResourceDesc {
	if t.desc.Usage == desc.UsageStaging {
		return &t.staged
	}
	return t.track.Native.ResourceDesc()
}

// Native is the resource below: for STAGING textures a buffer that holds the subresources one after the other.
func (t *Texture) Native() *device.Resource { return t.track.Native }

// CreateTexture makes a texture, with contents if the description has them. GS0657 refuses contradictions.
func (d *RenderDevice) CreateTexture(of desc.TextureDesc) (*Texture, error) {
	of = of.Normalized()
	mask := lifetime.Mask(of.ImmediateContextMask)
	if why, repair := of.Contradiction(); why != "" {
		return nil, d.rules.Refuse(words.Contradiction(d.site, "Texture", of.Name, why, repair))
	}
	if err := d.checkData(mask, dataContext(of.DataContext), "Texture", of.Name); err != nil {
		return nil, err
	}
	site := d.site
	r, err := d.at().CreateCommittedResource(of.Native())
	if err != nil {
		return nil, err
	}
	d.site = site // another thread may have called the device meanwhile
	t, err := d.texture(of, r, of.Native().InitialState)
	if err != nil {
		return nil, err
	}
	if fault := of.DataFault(*r.ResourceDesc()); fault.Is() {
		return nil, t.abort(d.rules.Refuse(words.Faulty(d.site, "Texture", t.life.Name, fault)))
	}
	if len(of.Data) > 0 {
		_, size := r.ResourceDesc().Footprints(0, r.ResourceDesc().Subresources(), 0)
		if err := d.initialize(dataContext(of.DataContext), t.life.Mask, size, t.fill); err != nil {
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
	t.track, t.life.Tied = record.Tracked{Usage: &t.life.Usage, Native: r, State: state}, of.DataContext != nil
	if of.Usage == desc.UsageStaging {
		t.track.Fixed, t.staged = true, of.Shape()
		t.prints, _ = t.staged.Footprints(0, t.staged.Subresources(), 0)
	}
	t.desc.Name, t.desc.MipLevels = t.life.Name, t.shape().MipLevels
	t.life.Own(r)
	if err := t.defaultViews(); err != nil {
		return nil, t.abort(err)
	}
	return t, nil
}

// fill records the upload of the first contents.
func (t *Texture) fill(r *record.Recorder, from *memory.Page) error {
	return r.FillTexture(&t.track, t.desc.Data, from.Native, from.Mapping.WriteBytes)
}

// UpdateTexture writes texels of one subresource: all of it, or a box whose corner is at x, y, z.
func (c *DeviceContext) UpdateTexture(t *Texture, subresource uint32, box *gpu.Box, data desc.SubresourceData, mode desc.Transition) error {
	if _, err := c.command("UpdateTexture"); err != nil {
		return err
	}
	region, err := c.updateRegion(t, subresource, box, data)
	if err != nil {
		return err
	}
	u, err := c.space(&t.object, region.Footprint.SizeInBytes, gpu.TexturePlacementAlignment)
	if err != nil {
		return err
	}
	u.Page.Mapping.SetSite(c.site)
	if err := data.Put(u.Page.Mapping.WriteBytes, u.Offset, region.Footprint); err != nil {
		return err
	}
	return c.copyTexels(t, subresource, region, u, mode, "UpdateTexture")
}

// updateRegion is the texels to write.
func (c *DeviceContext) updateRegion(t *Texture, subresource uint32, box *gpu.Box, data desc.SubresourceData) (r desc.Region, err error) {
	if err := t.usable(c, "UpdateTexture", c.site); err != nil {
		return r, err
	}
	if err := c.inside(t, subresource, "UpdateTexture"); err != nil {
		return r, err
	}
	r, why, help := t.desc.UpdateRegion(*t.shape(), subresource, box, data)
	if why != "" {
		return r, c.dev.rules.Refuse(words.DescUse(t.said(), "UpdateTexture", why, help, c.site))
	}
	return r, nil
}
