package engine

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/retell"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// MappedData is a buffer, or texels of a texture, that the CPU may access until UnmapBuffer or UnmapTextureSubresource.
type MappedData = mapped.Data

// MapBuffer gives the CPU access to a buffer.
//
//	DYNAMIC  WRITE with DISCARD        new memory of this context and frame; earlier commands keep the old
//	         WRITE with NO_OVERWRITE   the memory that was mapped last in this frame; bytes that commands use may not change
//	STAGING  READ, WRITE               the buffer itself; nothing waits: the application knows that the GPU is done
func (c *DeviceContext) MapBuffer(b *Buffer, typ desc.MapType, f desc.MapFlags) (*MappedData, error) {
	c.dev.site = c.site
	if err := b.usable(c, "MapBuffer", c.site); err != nil {
		return nil, err
	}
	if at := c.findMapped(&b.life.Usage, 0); at >= 0 {
		return nil, c.dev.rules.Refuse(words.MappedTwice(c.said(), mapped.Said(c.mapped[at].data), "it"))
	}
	if why, help := b.desc.MapFault(typ, f); why != "" {
		return nil, c.dev.rules.Refuse(words.MapFlags(c.said(), b.said(), b.desc, typ, f, why, help))
	}
	of := mapped.Of{Usage: &b.life.Usage, Released: &b.life.Released, Name: b.life.Name, Type: typ, Size: b.desc.Size, Lasts: b.desc.Usage == desc.UsageStaging, Copied: b.desc.Usage == desc.UsageDynamic && !b.transient()}
	var err error
	if b.desc.Usage == desc.UsageDynamic {
		err = c.mapDynamic(b, &of, f)
	} else {
		of.Mapping, err = c.mapStaging(&b.object, &b.track, b.written, typ)
	}
	if err != nil {
		return nil, err
	}
	return c.opened(opening{data: mapped.New(&c.home, of, c.site)}), nil
}

// opened notes a mapping.
func (c *DeviceContext) opened(o opening) *MappedData {
	c.mapped = append(c.mapped, o)
	return o.data
}

func (c *DeviceContext) mapDynamic(b *Buffer, m *mapped.Of, f desc.MapFlags) error {
	switch now := c.contents[b]; {
	case c.queueIndex() < 0:
		return c.dev.rules.Refuse(words.NotBegun(c.said(), "MapBuffer"))
	case f&desc.MapNoOverwrite != 0 && now != nil && now.Frame != c.frame:
		if err := c.dev.rules.Hazard(words.StaleContents(c.said(), b.said(), now.Said(), "MapBuffer with NO_OVERWRITE")); err != nil {
			return err
		}
	case f&desc.MapNoOverwrite != 0 && now != nil:
		m.Mapping, m.Base, m.Uses = now.Space.Page.Mapping, now.Space.Offset, &now.Uses
		return nil
	}
	u, err := c.space(b.desc.Native().Width, b.alignment())
	if err != nil {
		return err
	}
	at := c.contents[b]
	if at == nil { // its memory is used again by every later mapping
		at = &mapped.Content{}
		c.contents[b] = at
	}
	*at = mapped.Content{Space: u, Frame: c.frame, Site: c.site, Uses: at.Uses[:0]}
	c.dev.spots.Note(u.Page, retell.Spot{Base: u.Offset, Size: b.desc.Size, Buffer: &b.life, By: c.home.Said, Frame: c.frame, Number: c.GetNextCommandListNumber(), Opened: c.site})
	m.Mapping, m.Base, m.Uses = u.Page.Mapping, u.Offset, &at.Uses
	return nil
}

// unsubmitted says whether a recording of the context was not submitted yet.
func (c *DeviceContext) unsubmitted(serial uint64) bool {
	return c.rec != nil && c.rec.Serial() == serial || slices.ContainsFunc(c.pending, func(l *CommandList) bool { return l.rec.Serial() == serial })
}

// alignment is what binding the buffer's contents needs, in bytes.
func (b *Buffer) alignment() uint64 {
	if b.desc.BindFlags&desc.BindUniformBuffer != 0 {
		return gpu.ConstantBufferAlignment
	}
	return gpu.RawViewAlignment
}

// mapStaging maps a STAGING buffer or texture. written is the last command that wrote it.
func (c *DeviceContext) mapStaging(o *object, t *record.Tracked, written gpu.Site, typ desc.MapType) (*device.Mapping, error) {
	if q, v := o.pending(); q != nil && typ == desc.MapRead {
		if err := c.dev.rules.Hazard(words.StagingRead(c.said(), o.said(), written, q.said(), v)); err != nil {
			return nil, err
		}
	}
	if r := c.dev.recordingWith(&o.life); r != nil && typ == desc.MapRead {
		if err := c.dev.rules.Hazard(words.StagingUnsubmitted(c.said(), o.said(), written, c.rec != nil && c.rec.Recorder == r)); err != nil {
			return nil, err
		}
	}
	t.Native.SetSite(c.site)
	return t.Native.Map(0, nil)
}

// recordingWith finds a recording that uses an object and was not submitted.
func (d *RenderDevice) recordingWith(o *objects.Object) *record.Recorder {
	for _, c := range d.contexts() {
		if c.rec != nil && c.rec.Holds(&o.Usage) {
			return c.rec.Recorder
		}
		for _, l := range c.pending {
			if l.rec.Holds(&o.Usage) {
				return l.rec
			}
		}
	}
	return nil
}

// findMapped is the index of an open mapping, -1 if there is none.
func (c *DeviceContext) findMapped(u *record.Usage, subresource uint32) int {
	for i := range c.mapped {
		if mapped.Shows(c.mapped[i].data, u, subresource) {
			return i
		}
	}
	return -1
}

// unmap ends a mapping; ok is false if there is none.
func (c *DeviceContext) unmap(u *record.Usage, subresource uint32) (o opening, ok bool) {
	i := c.findMapped(u, subresource)
	if i < 0 {
		return o, false
	}
	o = c.mapped[i]
	mapped.End(o.data, c.site)
	c.mapped = slices.Delete(c.mapped, i, i+1)
	return o, true
}

// UnmapBuffer ends the access. For a DYNAMIC buffer with a resource of its own it records the copy to it.
func (c *DeviceContext) UnmapBuffer(b *Buffer) error {
	c.dev.site = c.site
	if _, ok := c.unmap(&b.life.Usage, 0); !ok {
		return c.dev.rules.Refuse(words.Unmapped(c.said(), b.said(), "UnmapBuffer", "it"))
	}
	switch {
	case b.desc.Usage == desc.UsageStaging:
		b.track.Native.SetSite(c.site)
		return b.track.Native.Unmap(0, nil)
	case !b.transient():
		at := c.contents[b]
		return c.copyIn(b, 0, b.desc.Size, at.Space, desc.TransitionAuto, "UnmapBuffer")
	}
	return nil
}

// current is the contents of a dynamic buffer in this frame.
func (c *DeviceContext) current(b *Buffer, method string) (*mapped.Content, error) {
	at := c.contents[b]
	switch {
	case at == nil:
		return nil, c.dev.rules.Refuse(words.NeverMapped(c.said(), b.said(), method))
	case at.Frame != c.frame:
		return nil, c.dev.rules.Refuse(words.StaleContents(c.said(), b.said(), at.Said(), method))
	}
	return at, nil
}
