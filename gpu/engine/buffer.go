package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
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

// Native is the resource below; nil for a DYNAMIC buffer without one.
func (b *Buffer) Native() *device.Resource { return b.native }

// transient says whether the buffer is a name for dynamic memory.
func (b *Buffer) transient() bool { return b.desc.Usage == UsageDynamic && b.native == nil }

// CreateBuffer makes a buffer. Contents of the description are uploaded with a submission of its own, which frees nothing early
// (L5). GS0657 refuses contradictions of usage, CPU access and bind flags.
func (d *RenderDevice) CreateBuffer(desc BufferDesc) (*Buffer, error) {
	desc, mask := desc.normalized(), lifetime.Mask(max(desc.ImmediateContextMask, 1))
	if g := desc.fault(); g != "" {
		return nil, d.refuse(sayDesc(d, "Buffer", desc.Name, g))
	}
	if err := d.checkData(mask, desc.DataContext, "Buffer", desc.Name); err != nil {
		return nil, err
	}
	b := &Buffer{desc: desc}
	if desc.backed() {
		r, err := d.at().CreateCommittedResource(desc.native())
		if err != nil {
			return nil, err
		}
		b.tracked = tracked{native: r, buffer: true, fixed: desc.Usage == UsageStaging, state: desc.native().InitialState}
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
		if err := d.initialize(desc.DataContext, b.mask, uint64(len(desc.Data)), b.fill); err != nil {
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
		return d.refuse(sayDesc(d, kind, name, "no bit of ImmediateContextMask stands for a context of the device"))
	case c == nil:
		return nil
	case c.queue == nil:
		return d.refuse(sayDesc(d, kind, name, "DataContext is a deferred context, which cannot initialise resources"))
	case !mask.Has(c.id):
		return d.refuse(sayDesc(d, kind, name, "ImmediateContextMask does not have the bit of DataContext"))
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

// normalized fills the defaults of a buffer.
func (d BufferDesc) normalized() BufferDesc {
	if d.ImmediateContextMask == 0 {
		d.ImmediateContextMask = 1
	}
	if d.Usage == UsageDynamic && d.CPUAccessFlags == 0 {
		d.CPUAccessFlags = CPUWrite
	}
	return d
}

// backed says whether the buffer has a resource of its own: all but dynamic buffers that no view formats or writes.
func (d BufferDesc) backed() bool {
	return d.Usage != UsageDynamic || d.Mode == ModeFormatted || d.BindFlags&BindUnorderedAccess != 0
}

// native is the resource below.
func (d BufferDesc) native() gpu.CommittedResourceDesc {
	n := gpu.CommittedResourceDesc{ResourceDesc: gpu.ResourceDesc{Name: d.Name, Dimension: gpu.DimensionBuffer, Width: d.Size, Layout: gpu.LayoutRowMajor}}
	if d.BindFlags&BindUniformBuffer != 0 {
		n.Width = (n.Width + gpu.ConstantBufferAlignment - 1) / gpu.ConstantBufferAlignment * gpu.ConstantBufferAlignment
	}
	if d.BindFlags&BindUnorderedAccess != 0 {
		n.Flags |= gpu.AllowUnorderedAccess
	}
	switch {
	case d.Usage == UsageStaging && d.CPUAccessFlags == CPURead:
		n.HeapType, n.InitialState = gpu.HeapReadback, gpu.StateCopyDest
	case d.Usage == UsageStaging:
		n.HeapType, n.InitialState = gpu.HeapUpload, gpu.StateGenericRead
	}
	return n
}

// fault says what contradicts itself in a description, "" if nothing does.
func (d BufferDesc) fault() string {
	several := d.ImmediateContextMask&(d.ImmediateContextMask-1) != 0
	switch {
	case d.Size == 0:
		return "Size is 0 bytes"
	case d.BindFlags&(BindRenderTarget|BindDepthStencil) != 0:
		return "a buffer is no render target and no depth buffer"
	case (d.Mode == ModeStructured || d.Mode == ModeFormatted) && d.ElementByteStride == 0:
		return "Mode " + d.Mode.String() + " needs ElementByteStride"
	case uint64(len(d.Data)) > d.Size:
		return "Data is longer than Size"
	case d.Usage == UsageImmutable && len(d.Data) == 0:
		return "an IMMUTABLE buffer needs Data, since nothing can write it later"
	case d.Usage == UsageImmutable && d.BindFlags&BindUnorderedAccess != 0:
		return "an IMMUTABLE buffer cannot be bound with UNORDERED_ACCESS, since nothing can write it later"
	case (d.Usage == UsageImmutable || d.Usage == UsageDefault) && d.CPUAccessFlags != 0:
		return "Usage " + d.Usage.String() + " has no CPU access"
	case d.Usage == UsageDynamic && len(d.Data) > 0:
		return "a DYNAMIC buffer has no first contents, since each frame begins without any"
	case d.Usage == UsageDynamic && d.CPUAccessFlags != CPUWrite:
		return "a DYNAMIC buffer has the CPU access WRITE"
	case d.Usage == UsageDynamic && d.backed() && several:
		return "a DYNAMIC buffer with Mode FORMATTED or UNORDERED_ACCESS has a resource of its own and belongs to one context"
	case d.Usage == UsageStaging && d.BindFlags != 0:
		return "a STAGING buffer is bound nowhere"
	case d.Usage == UsageStaging && d.CPUAccessFlags != CPURead && d.CPUAccessFlags != CPUWrite:
		return "a STAGING buffer has one CPU access, READ or WRITE"
	case d.Usage == UsageStaging && d.CPUAccessFlags == CPURead && len(d.Data) > 0:
		return "a STAGING buffer for READ has no first contents"
	}
	return ""
}
