package engine

import (
	"encoding/binary"
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// content is what a dynamic buffer is in one context: memory of a frame.
type content struct {
	space memory.Upload
	frame uint64
	site  gpu.Site // of the MapBuffer that took it
}

// address is the GPU virtual address of the contents.
func (c *content) address() uint64 { return c.space.Page.Address + c.space.Offset }

// MappedData is a buffer that the CPU may access until UnmapBuffer. Offsets count from the start of the buffer.
type MappedData struct {
	ctx     *DeviceContext
	buffer  *Buffer
	typ     desc.MapType
	mapping *device.Mapping
	base    uint64
	frame   uint64
	site    gpu.Site
	opened  gpu.Site
	open    bool
}

// SetSite says which place of a script makes the next access.
func (m *MappedData) SetSite(s gpu.Site) { m.site = s }

// Buffer is what is mapped.
func (m *MappedData) Buffer() *Buffer { return m.buffer }

// Size is the size of the buffer in bytes.
func (m *MappedData) Size() uint64 { return m.buffer.desc.Size }

// access applies the rules of one access.
func (m *MappedData) access(method string, offset, size uint64) error {
	d := m.ctx.dev
	switch {
	case !m.open || m.frame != m.ctx.frame:
		return d.rules.Refuse(words.StaleMapping(m.said(), method))
	case m.buffer.released:
		return d.rules.Refuse(words.UseAfterRelease(m.buffer.object.said(), method, m.site))
	case offset+size < offset || offset+size > m.buffer.desc.Size:
		return d.rules.Refuse(words.Range(m.buffer.object.said(), method, offset, size, m.buffer.desc.Size, m.site))
	case (method == "Read") != (m.typ == desc.MapRead):
		return d.rules.Refuse(words.Map(m.ctx.said(), m.buffer.said(), method, "it was mapped for "+m.typ.String(), "map it for the access that is meant").Also(m.opened, "mapped here"))
	}
	m.mapping.SetSite(m.site)
	return nil
}

// WriteBytes writes bytes at an offset.
func (m *MappedData) WriteBytes(offset uint64, data []byte) error {
	if err := m.access("Write", offset, uint64(len(data))); err != nil {
		return err
	}
	return m.mapping.WriteBytes(m.base+offset, data)
}

// WriteFloats writes float32 values, little endian.
func (m *MappedData) WriteFloats(offset uint64, values []float32) error {
	if err := m.access("Write", offset, uint64(len(values))*4); err != nil {
		return err
	}
	return m.mapping.WriteFloats(m.base+offset, values)
}

// ReadBytes returns a copy of size bytes at an offset.
func (m *MappedData) ReadBytes(offset, size uint64) ([]byte, error) {
	if err := m.access("Read", offset, size); err != nil {
		return nil, err
	}
	b, err := m.mapping.ReadBytes(m.base+offset, size)
	return append([]byte(nil), b...), err
}

// ReadFloats reads float32 values, little endian.
func (m *MappedData) ReadFloats(offset uint64, values []float32) error {
	b, err := m.ReadBytes(offset, uint64(len(values))*4)
	if err != nil || len(b) < len(values)*4 {
		return err
	}
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[i*4:]))
	}
	return nil
}

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
	if open := c.findMapped(b); open != nil {
		return nil, c.dev.rules.Refuse(words.Map(c.said(), b.said(), "MapBuffer", "it is mapped already", "unmap it first").Also(open.opened, "mapped here"))
	}
	if why, help := b.desc.MapFault(typ, f); why != "" {
		return nil, c.dev.rules.Refuse(words.Map(c.said(), b.said(), "MapBuffer", why, help))
	}
	m := &MappedData{ctx: c, buffer: b, typ: typ, frame: c.frame, opened: c.site, open: true}
	var err error
	if b.desc.Usage == desc.UsageDynamic {
		err = c.mapDynamic(b, m, f)
	} else {
		err = c.mapStaging(b, m)
	}
	if err != nil {
		return nil, err
	}
	c.mapped = append(c.mapped, m)
	return m, nil
}

func (c *DeviceContext) mapDynamic(b *Buffer, m *MappedData, f desc.MapFlags) error {
	switch now := c.contents[b]; {
	case c.queueIndex() < 0:
		return c.dev.rules.Refuse(words.ContextUse(c.said(), "MapBuffer", "it does not record: Begin was not called", "call Begin first"))
	case f&desc.MapNoOverwrite != 0 && now != nil && now.frame != c.frame:
		if err := c.dev.rules.Hazard(words.StaleContents(c.said(), b.said(), now.said(), "MapBuffer with NO_OVERWRITE")); err != nil {
			return err
		}
	case f&desc.MapNoOverwrite != 0 && now != nil:
		m.mapping, m.base = now.space.Page.Mapping, now.space.Offset
		return nil
	}
	u, err := c.space(b.desc.Native().Width, b.alignment())
	if err != nil {
		return err
	}
	at := c.contents[b]
	if at == nil { // its memory is used again by every later mapping
		at = &content{}
		c.contents[b] = at
	}
	*at = content{u, c.frame, c.site}
	m.mapping, m.base = u.Page.Mapping, u.Offset
	return nil
}

// alignment is what binding the buffer's contents needs, in bytes.
func (b *Buffer) alignment() uint64 {
	if b.desc.BindFlags&desc.BindUniformBuffer != 0 {
		return gpu.ConstantBufferAlignment
	}
	return gpu.RawViewAlignment
}

func (c *DeviceContext) mapStaging(b *Buffer, m *MappedData) error {
	if q, v := b.pending(); q != nil && m.typ == desc.MapRead {
		if err := c.dev.rules.Hazard(words.StagingRead(c.said(), b.said(), b.written, q.said(), v)); err != nil {
			return err
		}
	}
	if r := c.dev.recordingWith(&b.object); r != nil && m.typ == desc.MapRead {
		if err := c.dev.rules.Hazard(words.StagingUnsubmitted(c.said(), b.said(), b.written)); err != nil {
			return err
		}
	}
	b.track.Native.SetSite(c.site)
	mapping, err := b.track.Native.Map(0, nil)
	m.mapping = mapping
	return err
}

// recordingWith finds a recording that uses an object and was not submitted.
func (d *RenderDevice) recordingWith(o *object) *record.Recorder {
	for _, c := range d.contexts() {
		if c.rec != nil && c.rec.Holds(&o.usage) {
			return c.rec.Recorder
		}
		for _, l := range c.pending {
			if l.rec.Holds(&o.usage) {
				return l.rec
			}
		}
	}
	return nil
}

func (c *DeviceContext) findMapped(b *Buffer) *MappedData {
	for _, m := range c.mapped {
		if m.buffer == b {
			return m
		}
	}
	return nil
}

// UnmapBuffer ends the access. For a DYNAMIC buffer with a resource of its own it records the copy to it.
func (c *DeviceContext) UnmapBuffer(b *Buffer) error {
	c.dev.site = c.site
	m := c.findMapped(b)
	if m == nil {
		return c.dev.rules.Refuse(words.Map(c.said(), b.said(), "UnmapBuffer", "it is not mapped in this context", "call MapBuffer first"))
	}
	c.mapped = slices.DeleteFunc(c.mapped, func(o *MappedData) bool { return o == m })
	m.open = false
	switch {
	case b.desc.Usage == desc.UsageStaging:
		b.track.Native.SetSite(c.site)
		return b.track.Native.Unmap(0, nil)
	case !b.transient():
		at := c.contents[b]
		return c.copyIn(b, 0, b.desc.Size, at.space, desc.TransitionAuto, "UnmapBuffer")
	}
	return nil
}

// current is the contents of a dynamic buffer in this frame.
func (c *DeviceContext) current(b *Buffer, method string) (*content, error) {
	at := c.contents[b]
	switch {
	case at == nil:
		return nil, c.dev.rules.Refuse(words.NeverMapped(c.said(), b.said(), method))
	case at.frame != c.frame:
		return nil, c.dev.rules.Refuse(words.StaleContents(c.said(), b.said(), at.said(), method))
	}
	return at, nil
}
