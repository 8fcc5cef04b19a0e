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

// Buffer is a buffer of the engine. A DYNAMIC buffer without a backing resource is only a name for memory that MapBuffer takes
// in a context and a frame.
type Buffer struct {
	object
	track record.Tracked
	desc  desc.BufferDesc
	views [desc.ViewTypes]*BufferView // made with the buffer

	written gpu.Site // STAGING: the last copy into it
}

// Desc is the description with its defaults filled in.
func (b *Buffer) Desc() desc.BufferDesc { return b.desc }

// GetUsage says how the contents come to be.
func (b *Buffer) GetUsage() desc.Usage { return b.desc.Usage }

// Native is the resource below; nil for a DYNAMIC buffer without one.
func (b *Buffer) Native() *device.Resource { return b.track.Native }

// transient says whether the buffer is a name for dynamic memory.
func (b *Buffer) transient() bool { return b.desc.Usage == desc.UsageDynamic && b.track.Native == nil }

// CreateBuffer makes a buffer. Contents of the description are uploaded with a submission of its own, which frees nothing early
// (L5). GS0657 refuses contradictions of usage, CPU access and bind flags.
func (d *RenderDevice) CreateBuffer(of desc.BufferDesc) (*Buffer, error) {
	of, mask := of.Normalized(), lifetime.Mask(max(of.ImmediateContextMask, 1))
	if why, repair := of.Contradiction(); why != "" {
		return nil, d.rules.Refuse(words.Contradiction(d.site, "Buffer", of.Name, why, repair))
	}
	if err := d.checkData(mask, dataContext(of.DataContext), "Buffer", of.Name); err != nil {
		return nil, err
	}
	b, site := &Buffer{desc: of}, d.site
	if of.Backed() {
		r, err := d.at().CreateCommittedResource(of.Native())
		if err != nil {
			return nil, err
		}
		b.track = record.Tracked{Native: r, Buffer: true, Fixed: of.Usage == desc.UsageStaging, State: of.Native().InitialState}
	}
	d.site = site // another thread may have called the device meanwhile
	b.init(d, "Buffer", of.Name, d.domain.Valid(mask))
	b.track.Usage, b.life.Tied = &b.life.Usage, of.DataContext != nil
	b.desc.Name = b.life.Name
	if b.track.Native != nil {
		b.life.Own(b.track.Native)
	}
	if err := b.defaultViews(); err != nil {
		return nil, b.abort(err)
	}
	if len(of.Data) > 0 {
		if err := d.initialize(dataContext(of.DataContext), b.life.Mask, uint64(len(of.Data)), b.fill); err != nil {
			return nil, b.abort(err)
		}
	}
	return b, nil
}

// fill records the upload of the first contents.
func (b *Buffer) fill(r *record.Recorder, from *memory.Page) error {
	if err := from.Mapping.WriteBytes(0, b.desc.Data); err != nil {
		return err
	}
	return r.List.CopyBufferRegion(b.track.Native, 0, from.Native, 0, uint64(len(b.desc.Data)))
}

// checkData refuses contexts that cannot initialise a resource.
func (d *RenderDevice) checkData(mask lifetime.Mask, c *DeviceContext, kind, name string) error {
	if err := d.alive("Create" + kind); err != nil {
		return err
	}
	refuse := func(why, field string, value any, repair string) error {
		return d.rules.Refuse(words.Contradiction(d.site, kind, name, why, desc.Repair{Field: field, Value: value, Text: repair}))
	}
	switch {
	case d.domain.Valid(mask) == 0:
		return refuse("no bit of ImmediateContextMask is that of a context of the device", "ImmediateContextMask", nil,
			fmt.Sprintf("leave ImmediateContextMask out for context 0, or set bits of [0, %d)", len(d.immediate)))
	case c == nil:
		return nil
	case c.dev != d:
		return refuse("DataContext is a context of another device", "DataContext", nil,
			"leave DataContext out, or give an immediate context of this device")
	case c.queue == nil:
		return refuse("DataContext is a deferred context, which cannot initialise resources", "DataContext", nil,
			"leave DataContext out, or give an immediate context")
	case !mask.Has(c.id):
		with := uint64(mask) | 1<<c.id
		return refuse("ImmediateContextMask does not have the bit of DataContext", "ImmediateContextMask", with,
			fmt.Sprintf("ImmediateContextMask = %d, or a DataContext that it has", with))
	}
	return nil
}

// initialize uploads first contents in a submission that takes no number. The upload buffer is released after it, with the
// number of the list that is recorded now.
func (d *RenderDevice) initialize(c *DeviceContext, mask lifetime.Mask, size uint64, fill func(*record.Recorder, *memory.Page) error) error {
	if c == nil {
		for i := range d.immediate {
			if mask.Has(i) {
				c = d.immediate[i]
				break
			}
		}
	}
	p, err := memory.At(d.at).NewPage("", size, d.site)
	if err != nil {
		return err
	}
	err = d.queues.Upload(c.queue, func(r *record.Recorder) error { return fill(r, p) })
	if e := d.uploads.Release(p.Native, lifetime.MaskOf(c.id)); err == nil {
		err = e
	}
	return err
}

// dataContext is the context that uploads first contents, nil if the description leaves it open.
func dataContext(c desc.Context) *DeviceContext {
	out, _ := c.(*DeviceContext)
	return out
}
