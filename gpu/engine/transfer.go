package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// side is a subresource as a side of a copy: of STAGING textures its place in the buffer.
func (t *Texture) side(subresource uint32) gpu.TextureCopyLocation {
	if t.desc.Usage == desc.UsageStaging {
		return desc.LocationOf(t.track.Native, t.prints[subresource].Offset, t.prints[subresource])
	}
	return gpu.TextureCopyLocation{Resource: t.track.Native, Subresource: subresource}
}

// inside refuses subresources that a texture does not have.
func (c *DeviceContext) inside(t *Texture, subresource uint32, method string) error {
	if n := t.shape().Subresources(); subresource >= n {
		return c.dev.rules.Refuse(words.NoSubresource(t.said(), method, t.shape(), c.site))
	}
	return nil
}

// transfer is what copies and resolves share: the rules of both sides, and their states.
func (c *DeviceContext) transfer(method string, src *Texture, srcSub uint32, from gpu.ResourceStates, srcMode desc.Transition, dst *Texture,
	dstSub uint32, to gpu.ResourceStates, dstMode desc.Transition) (*recorder, error) {
	r, err := c.command(method)
	if err != nil {
		return nil, err
	}
	if err := c.inside(src, srcSub, method); err != nil {
		return nil, err
	}
	if err := c.inside(dst, dstSub, method); err != nil {
		return nil, err
	}
	if src == dst && srcSub == dstSub {
		return nil, c.dev.rules.Refuse(words.DescUse(src.said(), method, "one subresource of it is source and target at once",
			"go through another texture", c.site))
	}
	if dst.desc.Usage == desc.UsageImmutable {
		return nil, c.dev.rules.Refuse(words.DescUse(dst.said(), method, "its usage is IMMUTABLE, which no command writes",
			"make it with Usage DEFAULT", c.site))
	}
	if err := r.needs(c, &src.object, &src.track, record.One(src.shape(), srcSub), from, srcMode, method); err != nil {
		return nil, err
	}
	if err := r.needs(c, &dst.object, &dst.track, record.One(dst.shape(), dstSub), to, dstMode, method); err != nil {
		return nil, err
	}
	dst.written = c.site
	r.List.SetSite(c.site)
	return r, nil
}

// CopyTexture copies one subresource, or a box of it, to the place x, y, z of another. The sides may be subresources of one texture, and STAGING
// textures.
func (c *DeviceContext) CopyTexture(src *Texture, srcSubresource uint32, box *gpu.Box, srcMode desc.Transition, dst *Texture, dstSubresource, x, y,
	z uint32, dstMode desc.Transition) error {
	r, err := c.transfer("CopyTexture", src, srcSubresource, gpu.StateCopySource, srcMode, dst, dstSubresource, gpu.StateCopyDest, dstMode)
	if err != nil {
		return err
	}
	return r.Did(r.List.CopyTextureRegion(dst.side(dstSubresource), x, y, z, src.side(srcSubresource), box))
}

// ResolveTextureSubresource makes one texel of the samples of each, between textures of a format or its family.
func (c *DeviceContext) ResolveTextureSubresource(src *Texture, srcSubresource uint32, srcMode desc.Transition, dst *Texture, dstSubresource uint32,
	dstMode desc.Transition, format gpu.Format) error {
	c.dev.site = c.site
	switch {
	case src.desc.SampleCount == 1:
		return c.dev.rules.Refuse(words.DescUse(src.said(), "ResolveTextureSubresource", "it has one sample", "copy it with CopyTexture", c.site))
	case dst.desc.SampleCount > 1 || dst.desc.Usage == desc.UsageStaging:
		return c.dev.rules.Refuse(words.DescUse(dst.said(), "ResolveTextureSubresource", "the target is a texture of the GPU with one sample",
			"make it with Usage DEFAULT and SampleCount 1", c.site))
	}
	r, err := c.transfer("ResolveTextureSubresource", src, srcSubresource, gpu.StateResolveSource, srcMode, dst, dstSubresource,
		gpu.StateResolveDest, dstMode)
	if err != nil {
		return err
	}
	if format == gpu.FormatUnknown {
		format = dst.desc.Format
	}
	return r.Did(r.List.ResolveSubresource(dst.track.Native, dstSubresource, src.track.Native, srcSubresource, format))
}

// MapTextureSubresource gives the CPU access to the texels of one subresource, until UnmapTextureSubresource.
//
//	DYNAMIC  WRITE           new memory for the subresource or a box of it, which UnmapTextureSubresource copies into the texture
//	STAGING  READ, WRITE     the texels themselves; nothing waits: the application knows that the GPU is done
//
// Rows and depth slices are Stride and DepthStride bytes apart.
func (c *DeviceContext) MapTextureSubresource(t *Texture, subresource uint32, typ desc.MapType, f desc.MapFlags, box *gpu.Box) (*MappedData, error) {
	m, err := c.mapTexture(t, subresource, typ, f, box)
	if diag.LeftOut(err) {
		of := mapped.Of{Usage: &t.life.Usage, Name: t.life.Name}
		if subresource < t.shape().Subresources() {
			region, _ := desc.RegionOf(*t.shape(), subresource, box)
			of.Size, of.Stride, of.DepthStride = region.Footprint.SizeInBytes, region.Footprint.RowPitch, region.Footprint.SlicePitch
		}
		return mapped.Missing(&c.home, of, c.site), nil
	}
	return m, err
}

func (c *DeviceContext) mapTexture(t *Texture, subresource uint32, typ desc.MapType, f desc.MapFlags, box *gpu.Box) (*MappedData, error) {
	const method = "MapTextureSubresource"
	c.dev.site = c.site
	if err := t.usable(c, method, c.site); err != nil {
		return nil, err
	}
	if err := c.inside(t, subresource, method); err != nil {
		return nil, err
	}
	if open := c.mapped.Find(&t.life.Usage, subresource); open != nil {
		return nil, c.dev.rules.Refuse(words.MappedTwice(c.said(), mapped.Said(open), "the subresource"))
	}
	if why, help := t.desc.MapFault(typ, f, box != nil); why != "" {
		return nil, c.dev.rules.Refuse(words.Map(c.said(), t.said(), method, why, help))
	}
	lasts := t.desc.Usage == desc.UsageStaging
	of := mapped.Of{Usage: &t.life.Usage, Released: &t.life.Released, Name: t.life.Name, Subresource: subresource, Type: typ,
		Lasts: lasts, Copied: !lasts}
	if lasts {
		p := t.prints[subresource]
		of.Base, of.Size, of.Stride, of.DepthStride = p.Offset, p.SizeInBytes, p.RowPitch, p.SlicePitch
		var err error
		if of.Mapping, err = c.mapStaging(&t.object, &t.track, t.written, typ); err != nil {
			return nil, err
		}
		return c.mapped.Add(mapped.Opening{Data: mapped.New(&c.home, of, c.site)}), nil
	}
	if _, err := c.command(method); err != nil {
		return nil, err
	}
	region, why := desc.RegionOf(*t.shape(), subresource, box)
	if why != "" {
		return nil, c.dev.rules.Refuse(words.DescUse(t.said(), method, why, "name a box inside", c.site))
	}
	u, err := c.space(&t.object, region.Footprint.SizeInBytes, gpu.TexturePlacementAlignment)
	if err != nil {
		return nil, err
	}
	of.Mapping, of.Base, of.Size = u.Page.Mapping, u.Offset, region.Footprint.SizeInBytes
	of.Stride, of.DepthStride = region.Footprint.RowPitch, region.Footprint.SlicePitch
	return c.mapped.Add(mapped.Opening{Data: mapped.New(&c.home, of, c.site), Region: region, Upload: u}), nil
}

// UnmapTextureSubresource ends the access. For a DYNAMIC texture it records the copy of the new texels.
func (c *DeviceContext) UnmapTextureSubresource(t *Texture, subresource uint32) error {
	const method = "UnmapTextureSubresource"
	c.dev.site = c.site
	m, ok := c.mapped.End(&t.life.Usage, subresource, c.site)
	if !ok {
		if other, opened, one := c.mapped.Only(&t.life.Usage); one {
			levels := t.shape().MipLevels
			return c.dev.rules.Refuse(words.UnmappedOther(c.said(), t.said(), other%levels, other/levels, opened))
		}
		return c.dev.rules.Refuse(words.Unmapped(c.said(), t.said(), method, "the subresource"))
	}
	if t.desc.Usage == desc.UsageStaging {
		t.track.Native.SetSite(c.site)
		return t.track.Native.Unmap(0, nil)
	}
	return c.copyTexels(t, subresource, m.Region, m.Upload, desc.TransitionAuto, method)
}

// copyTexels records the copy of texels from dynamic memory into a region of a texture.
func (c *DeviceContext) copyTexels(t *Texture, subresource uint32, to desc.Region, from memory.Upload, mode desc.Transition, method string) error {
	r, err := c.command(method)
	if err != nil {
		return err
	}
	if err := r.needs(c, &t.object, &t.track, record.One(t.shape(), subresource), gpu.StateCopyDest, mode, method); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.CopyTextureRegion(t.side(subresource), to.At.Left, to.At.Top, to.At.Front, to.Location(from.Page.Native, from.Offset), nil))
}
