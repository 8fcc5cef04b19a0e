package engine

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// content is what a dynamic buffer is in one context: memory of a frame.
type content struct {
	space upload
	frame uint64
	site  gpu.Site // of the MapBuffer that took it
}

// address is the GPU virtual address of the contents.
func (c *content) address() uint64 { return c.space.Page.address + c.space.Offset }

// MappedData is a buffer that the CPU may access until UnmapBuffer. Offsets count from the start of the buffer.
type MappedData struct {
	ctx     *DeviceContext
	buffer  *Buffer
	typ     MapType
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
		return d.refuse(words.StaleMapping(m.said(), method))
	case m.buffer.released:
		return d.refuse(words.UseAfterRelease(m.buffer.object.said(), method, m.site))
	case offset+size < offset || offset+size > m.buffer.desc.Size:
		return d.refuse(words.Range(m.buffer.object.said(), method, offset, size, m.buffer.desc.Size, m.site))
	case (method == "Read") != (m.typ == MapRead):
		return d.refuse(words.Map(m.ctx.said(), m.buffer.said(), method, "it was mapped for "+m.typ.String(), "map it for the access that is meant").Also(m.opened, "mapped here"))
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
func (c *DeviceContext) MapBuffer(b *Buffer, typ MapType, f MapFlags) (*MappedData, error) {
	c.dev.site = c.site
	if err := b.usable(c, "MapBuffer", c.site); err != nil {
		return nil, err
	}
	if open := c.findMapped(b); open != nil {
		return nil, c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "it is mapped already", "unmap it first").Also(open.opened, "mapped here"))
	}
	m := &MappedData{ctx: c, buffer: b, typ: typ, frame: c.frame, opened: c.site, open: true}
	var err error
	switch b.desc.Usage {
	case UsageDynamic:
		err = c.mapDynamic(b, m, f)
	case UsageStaging:
		err = c.mapStaging(b, m, f)
	default:
		err = c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "its usage is "+b.desc.Usage.String(), "use UpdateBuffer, or make the buffer with Usage DYNAMIC or STAGING"))
	}
	if err != nil {
		return nil, err
	}
	c.mapped = append(c.mapped, m)
	return m, nil
}

func (c *DeviceContext) mapDynamic(b *Buffer, m *MappedData, f MapFlags) error {
	const ways = "map with WRITE and either DISCARD or NO_OVERWRITE"
	switch now := c.contents[b]; {
	case c.queueIndex() < 0:
		return c.dev.refuse(words.ContextUse(c.said(), "MapBuffer", "it does not record: Begin was not called", "call Begin first"))
	case m.typ != MapWrite:
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "a DYNAMIC buffer is mapped for WRITE only, not "+m.typ.String(), ways))
	case f&(MapDiscard|MapNoOverwrite) == 0:
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "neither DISCARD nor NO_OVERWRITE is given", ways))
	case f&(MapDiscard|MapNoOverwrite) == MapDiscard|MapNoOverwrite:
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "DISCARD and NO_OVERWRITE exclude each other", ways))
	case f&MapNoOverwrite != 0 && !b.transient():
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "it has a resource of its own, which UnmapBuffer writes as a whole", "map it with DISCARD"))
	case f&MapNoOverwrite != 0 && now != nil && now.frame != c.frame:
		if err := c.dev.hazard(words.StaleContents(c.said(), b.said(), now.said(), "MapBuffer with NO_OVERWRITE")); err != nil {
			return err
		}
	case f&MapNoOverwrite != 0 && now != nil:
		m.mapping, m.base = now.space.Page.mapping, now.space.Offset
		return nil
	}
	u, err := c.space(b.desc.Native().Width, b.alignment())
	if err != nil {
		return err
	}
	c.contents[b] = &content{u, c.frame, c.site}
	m.mapping, m.base = u.Page.mapping, u.Offset
	return nil
}

// alignment is what binding the buffer's contents needs, in bytes.
func (b *Buffer) alignment() uint64 {
	if b.desc.BindFlags&BindUniformBuffer != 0 {
		return gpu.ConstantBufferAlignment
	}
	return gpu.RawViewAlignment
}

func (c *DeviceContext) mapStaging(b *Buffer, m *MappedData, f MapFlags) error {
	switch want := map[MapType]CPUAccess{MapRead: CPURead, MapWrite: CPUWrite}[m.typ]; {
	case want != b.desc.CPUAccessFlags:
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "it was made with CPUAccessFlags "+b.desc.CPUAccessFlags.String()+", not for "+m.typ.String(), "map it for "+b.desc.CPUAccessFlags.String()))
	case f&MapNoOverwrite != 0:
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "NO_OVERWRITE is for DYNAMIC buffers", "leave the flag out"))
	case f&MapDiscard != 0 && m.typ == MapRead:
		return c.dev.refuse(words.Map(c.said(), b.said(), "MapBuffer", "DISCARD throws away what READ wants to see", "leave DISCARD out"))
	}
	if q, v := b.pending(); q != nil && m.typ == MapRead {
		if err := c.dev.hazard(words.StagingRead(c.said(), b.said(), b.written, q.said(), v)); err != nil {
			return err
		}
	}
	if r := c.dev.recordingWith(&b.object); r != nil && m.typ == MapRead {
		if err := c.dev.hazard(words.StagingUnsubmitted(c.said(), b.said(), b.written)); err != nil {
			return err
		}
	}
	b.native.SetSite(c.site)
	mapping, err := b.native.Map(0, nil)
	m.mapping = mapping
	return err
}

// recordingWith finds a recording that uses an object and was not submitted.
func (d *RenderDevice) recordingWith(o *object) *recorder {
	for _, c := range d.contexts() {
		all := []*recorder{c.rec}
		for _, l := range c.pending {
			all = append(all, l.rec)
		}
		for _, r := range all {
			if r != nil && r.serial == o.usedBy {
				return r
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
		return c.dev.refuse(words.Map(c.said(), b.said(), "UnmapBuffer", "it is not mapped in this context", "call MapBuffer first"))
	}
	for i, o := range c.mapped {
		if o == m {
			c.mapped = append(c.mapped[:i], c.mapped[i+1:]...)
			break
		}
	}
	m.open = false
	switch {
	case b.desc.Usage == UsageStaging:
		b.native.SetSite(c.site)
		return b.native.Unmap(0, nil)
	case !b.transient():
		at := c.contents[b]
		return c.copyIn(b, 0, b.desc.Size, at.space, TransitionAuto, "UnmapBuffer")
	}
	return nil
}

// current is the contents of a dynamic buffer in this frame.
func (c *DeviceContext) current(b *Buffer, method string) (*content, error) {
	at := c.contents[b]
	switch {
	case at == nil:
		return nil, c.dev.refuse(words.NeverMapped(c.said(), b.said(), method))
	case at.frame != c.frame:
		return nil, c.dev.refuse(words.StaleContents(c.said(), b.said(), at.said(), method))
	}
	return at, nil
}
