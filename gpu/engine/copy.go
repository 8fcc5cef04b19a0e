package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// wholeBuffer is all of a buffer, which has one state.
var wholeBuffer record.Part

// UpdateBuffer writes bytes into a DEFAULT buffer: through dynamic memory, in the order of commands.
func (c *DeviceContext) UpdateBuffer(b *Buffer, offset uint64, data []byte, mode desc.Transition) error {
	c.dev.site = c.site
	size := uint64(len(data))
	if _, err := c.command("UpdateBuffer"); err != nil {
		return err
	}
	if err := b.life.Live(&c.place, "UpdateBuffer", c.site); err != nil {
		return err
	}
	switch {
	case b.desc.Usage != desc.UsageDefault:
		return c.dev.rules.Refuse(words.Immutable(c.said(), b.said(), b.desc.Usage, "UpdateBuffer",
			"make it with Usage DEFAULT, or map it if it is DYNAMIC or STAGING"))
	case size == 0 || offset+size < offset || offset+size > b.desc.Size:
		return c.dev.rules.Refuse(words.RangeAt(b.object.said(), "UpdateBuffer", 2, 0, offset, size, b.desc.Size, c.site))
	}
	u, err := c.space(&b.object, size, gpu.RawViewAlignment)
	if err != nil {
		return err
	}
	u.Page.Mapping.SetSite(c.site)
	if err := u.Page.Mapping.WriteBytes(u.Offset, data); err != nil {
		return err
	}
	return c.copyIn(b, offset, size, u, mode, "UpdateBuffer")
}

// copyIn records a copy from dynamic memory into a buffer.
func (c *DeviceContext) copyIn(b *Buffer, offset, size uint64, from memory.Upload, mode desc.Transition, method string) error {
	r, err := c.command(method)
	if err != nil {
		return err
	}
	if err := r.needs(c, &b.object, &b.track, wholeBuffer, gpu.StateCopyDest, mode, method); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.CopyBufferRegion(b.track.Native, offset, from.Page.Native, from.Offset, size))
}

// needs does what every use of a resource in a command does: rules, memory of the use, state.
func (r *recorder) needs(c *DeviceContext, o *object, t *record.Tracked, part record.Part, state gpu.ResourceStates,
	mode desc.Transition, method string) error {
	if err := o.usable(c, method, r.Site); err != nil {
		return err
	}
	r.Use(&o.life.Usage, method)
	return r.Require(t, part, state, mode, method)
}

// CopyBuffer copies bytes between buffers. The source may be DYNAMIC, with contents of this frame; the target may not.
func (c *DeviceContext) CopyBuffer(src *Buffer, srcOffset uint64, srcMode desc.Transition, dst *Buffer, dstOffset, size uint64,
	dstMode desc.Transition) error {
	r, err := c.command("CopyBuffer")
	if err != nil {
		return err
	}
	switch {
	case srcOffset+size < srcOffset || srcOffset+size > src.desc.Size:
		return c.dev.rules.Refuse(words.RangeAt(src.object.said(), "CopyBuffer", 2, 5, srcOffset, size, src.desc.Size, c.site))
	case size == 0 || dstOffset+size < dstOffset || dstOffset+size > dst.desc.Size:
		return c.dev.rules.Refuse(words.RangeAt(dst.object.said(), "CopyBuffer", 4, 5, dstOffset, size, dst.desc.Size, c.site))
	case dst.desc.Usage == desc.UsageDynamic || dst.desc.Usage == desc.UsageImmutable:
		return c.dev.rules.Refuse(words.Immutable(c.said(), dst.said(), dst.desc.Usage, "CopyBuffer", "copy to a DEFAULT or STAGING buffer"))
	}
	from, base := src.track.Native, uint64(0)
	if src.transient() {
		if err := src.usable(c, "CopyBuffer", c.site); err != nil {
			return err
		}
		at, err := c.current(src, "CopyBuffer")
		if err != nil {
			return err
		}
		r.Use(&src.life.Usage, "CopyBuffer")
		at.Reads(r.Recorder, mapped.Reach{Begin: srcOffset, End: srcOffset + size}, "CopyBuffer")
		from, base = at.Space.Page.Native, at.Space.Offset
	} else if err := r.needs(c, &src.object, &src.track, wholeBuffer, gpu.StateCopySource, srcMode, "CopyBuffer"); err != nil {
		return err
	}
	if err := r.needs(c, &dst.object, &dst.track, wholeBuffer, gpu.StateCopyDest, dstMode, "CopyBuffer"); err != nil {
		return err
	}
	dst.written = c.site
	r.List.SetSite(c.site)
	return r.Did(r.List.CopyBufferRegion(dst.track.Native, dstOffset, from, base+srcOffset, size))
}
