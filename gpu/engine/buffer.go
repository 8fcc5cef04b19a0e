package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Buffer is a buffer of the engine. A DYNAMIC buffer without a backing resource is only a name for memory that MapBuffer takes
// in a context and a frame.
type Buffer struct {
	object
	tracked
	desc  BufferDesc
	views [viewTypes]*BufferView // made with the buffer

	written gpu.Site // STAGING: the last copy into it
}

// Desc is the description with its defaults filled in.
func (b *Buffer) Desc() BufferDesc { return b.desc }

// GetUsage says how the contents come to be.
func (b *Buffer) GetUsage() Usage { return b.desc.Usage }

// Native is the resource below; nil for a DYNAMIC buffer without one.
func (b *Buffer) Native() *device.Resource { return b.native }

// transient says whether the buffer is a name for dynamic memory.
func (b *Buffer) transient() bool { return b.desc.Usage == UsageDynamic && b.native == nil }

// CreateBuffer makes a buffer. Contents of the description are uploaded with a submission of its own, which frees nothing early
// (L5). GS0657 refuses contradictions of usage, CPU access and bind flags.
func (d *RenderDevice) CreateBuffer(desc BufferDesc) (*Buffer, error) {
	desc, mask := desc.Normalized(), lifetime.Mask(max(desc.ImmediateContextMask, 1))
	if g := desc.Fault(); g != "" {
		return nil, d.refuse(words.Desc(d.site, "Buffer", desc.Name, g))
	}
	if err := d.checkData(mask, dataContext(desc.DataContext), "Buffer", desc.Name); err != nil {
		return nil, err
	}
	b := &Buffer{desc: desc}
	if desc.Backed() {
		r, err := d.at().CreateCommittedResource(desc.Native())
		if err != nil {
			return nil, err
		}
		b.tracked = tracked{native: r, buffer: true, fixed: desc.Usage == UsageStaging, state: desc.Native().InitialState}
	}
	b.init(d, "Buffer", desc.Name, d.domain.Valid(mask))
	b.tracked.owner = &b.object
	b.desc.Name = b.name
	if b.native != nil {
		b.parts = append(b.parts, native{d, b.native})
	}
	if err := b.defaultViews(); err != nil {
		return nil, b.abort(err)
	}
	if len(desc.Data) > 0 {
		if err := d.initialize(dataContext(desc.DataContext), b.mask, uint64(len(desc.Data)), b.fill); err != nil {
			return nil, b.abort(err)
		}
	}
	return b, nil
}

// native is a device object as a part.
type native struct {
	dev    *RenderDevice
	object interface {
		SetSite(gpu.Site)
		Release() error
	}
}

func (n native) free() error {
	n.object.SetSite(n.dev.site)
	return n.object.Release()
}

// abort gives up an object that could not be made as a whole.
func (o *object) abort(err error) error {
	o.site = o.dev.site
	_ = o.Release()
	return err
}

// fill records the upload of the first contents.
func (b *Buffer) fill(r *recorder, from *page) error {
	if err := from.mapping.WriteBytes(0, b.desc.Data); err != nil {
		return err
	}
	return r.list.CopyBufferRegion(b.native, 0, from.native, 0, uint64(len(b.desc.Data)))
}

// checkData refuses contexts that cannot initialise a resource.
func (d *RenderDevice) checkData(mask lifetime.Mask, c *DeviceContext, kind, name string) error {
	switch {
	case d.domain.Valid(mask) == 0:
		return d.refuse(words.Desc(d.site, kind, name, "no bit of ImmediateContextMask stands for a context of the device"))
	case c == nil:
		return nil
	case c.queue == nil:
		return d.refuse(words.Desc(d.site, kind, name, "DataContext is a deferred context, which cannot initialise resources"))
	case !mask.Has(c.id):
		return d.refuse(words.Desc(d.site, kind, name, "ImmediateContextMask does not have the bit of DataContext"))
	}
	return nil
}

// initialize uploads first contents in a submission that takes no number. The upload buffer is released behind it, with the
// number of the list that is recorded now.
func (d *RenderDevice) initialize(c *DeviceContext, mask lifetime.Mask, size uint64, fill func(*recorder, *page) error) error {
	if c == nil {
		for i := range d.immediate {
			if mask.Has(i) {
				c = d.immediate[i]
				break
			}
		}
	}
	p, err := d.newPage("", size)
	if err != nil {
		return err
	}
	r, err := d.record(c.queue.typ)
	if err == nil {
		if err = fill(r, p); err == nil {
			err = r.close(d.site)
		}
		if err == nil {
			s, failed := c.queue.submitWith(d.site, []gpu.CommandList{r.list}, c.queue.life.SubmitTransient, nil, nil)
			if err = failed; s.Value != 0 {
				r.submitted(s)
				r = nil
			}
		}
		if r != nil {
			r.drop()
		}
	}
	if e := d.uploads.Release(p.native, lifetime.MaskOf(c.id)); err == nil {
		err = e
	}
	return err
}
