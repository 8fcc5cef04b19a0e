package engine

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
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
	m, err := c.mapBuffer(b, typ, f)
	if diag.LeftOut(err) {
		return mapped.Missing(&c.home, mapped.Of{Usage: &b.life.Usage, Name: b.life.Name, Size: b.desc.Size}, c.site), nil
	}
	return m, err
}

func (c *DeviceContext) mapBuffer(b *Buffer, typ desc.MapType, f desc.MapFlags) (*MappedData, error) {
	c.dev.site = c.site
	if err := b.usable(c, "MapBuffer", c.site); err != nil {
		return nil, err
	}
	if open := c.mapped.Find(&b.life.Usage, 0); open != nil {
		return nil, c.dev.rules.Refuse(words.MappedTwice(c.said(), mapped.Said(open), "it"))
	}
	if why, help := b.desc.MapFault(typ, f); why != "" {
		return nil, c.dev.rules.Refuse(words.MapFlags(c.said(), b.said(), b.desc, typ, f, why, help))
	}
	of := mapped.Of{Usage: &b.life.Usage, Released: &b.life.Released, Name: b.life.Name, Type: typ, Size: b.desc.Size,
		Lasts: b.desc.Usage == desc.UsageStaging, Copied: b.desc.Usage == desc.UsageDynamic && !b.transient()}
	var err error
	if b.desc.Usage == desc.UsageDynamic {
		err = c.mapDynamic(b, &of, f)
	} else {
		of.Mapping, err = c.mapStaging(&b.object, &b.track, b.written, typ)
	}
	if err != nil {
		return nil, err
	}
	return c.mapped.Add(mapped.Opening{Data: mapped.New(&c.home, of, c.site)}), nil
}

// mapDynamic finds or takes the memory of a DYNAMIC buffer.
func (c *DeviceContext) mapDynamic(b *Buffer, m *mapped.Of, f desc.MapFlags) error {
	switch now := c.contents.Find(&b.life.Usage); {
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
	u, err := c.space(&b.object, b.desc.Native().Width, b.desc.Alignment())
	if err != nil {
		return err
	}
	at := c.contents.Put(&b.life.Usage, &b.life.Released, u, c.site)
	c.dev.spots.Note(u.Page, retell.Spot{Base: u.Offset, Size: b.desc.Size, Buffer: &b.life, By: c.home.Said, Frame: c.frame,
		Number: c.GetNextCommandListNumber(), Opened: c.site})
	m.Mapping, m.Base, m.Uses = u.Page.Mapping, u.Offset, &at.Uses
	return nil
}

// unsubmitted says whether a recording of the context was not submitted yet.
func (c *DeviceContext) unsubmitted(serial uint64) bool {
	return c.rec != nil && c.rec.Serial() == serial || slices.ContainsFunc(c.pending, func(l *CommandList) bool { return l.rec.Serial() == serial })
}

// mapStaging maps a STAGING buffer or texture. written is the last command that wrote it.
func (c *DeviceContext) mapStaging(o *object, t *record.Tracked, written gpu.Site, typ desc.MapType) (*device.Mapping, error) {
	if q, v := o.pending(); q != nil && typ == desc.MapRead {
		if err := c.dev.rules.Hazard(words.StagingRead(c.said(), o.said(), written, q.said(), v)); err != nil {
			return nil, err
		}
	}
	if r := c.dev.recordingWith(&o.life); r != nil && typ == desc.MapRead {
		own := c.rec != nil && c.rec.Recorder == r
		if own {
			r.Early = record.Early{Site: c.site, Commands: r.Commands}
		}
		if err := c.dev.rules.Hazard(words.StagingUnsubmitted(c.said(), o.said(), written, own)); err != nil {
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

// UnmapBuffer ends the access. For a DYNAMIC buffer with a resource of its own it records the copy to it.
func (c *DeviceContext) UnmapBuffer(b *Buffer) error {
	c.dev.site = c.site
	if _, ok := c.mapped.End(&b.life.Usage, 0, c.site); !ok {
		return c.dev.rules.Refuse(words.Unmapped(c.said(), b.said(), "UnmapBuffer", "it"))
	}
	switch {
	case b.desc.Usage == desc.UsageStaging:
		b.track.Native.SetSite(c.site)
		return b.track.Native.Unmap(0, nil)
	case !b.transient():
		return c.copyIn(b, 0, b.desc.Size, c.contents.Find(&b.life.Usage).Space, desc.TransitionAuto, "UnmapBuffer")
	}
	return nil
}

// current is the contents of a dynamic buffer in this frame.
func (c *DeviceContext) current(b *Buffer, method string) (*mapped.Content, error) {
	return c.contents.Current(&b.life.Usage, method)
}
