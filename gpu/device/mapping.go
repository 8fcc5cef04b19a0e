package device

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// Mapping is a mapped UPLOAD or READBACK buffer: the CPU's view of its bytes until Unmap.
type Mapping struct {
	resource *Resource
	open     bool
	renewed  bool
	site     gpu.Site
}

// Renew says that the memory, or a part of it, is given out again by a level built on the device, which has seen with PeekCompletedValue that the
// GPU has passed what stood there: that counts for the accesses that follow.
func (m *Mapping) Renew() { m.renewed = true }

// SetSite says which place of a script makes the next access.
func (m *Mapping) SetSite(s gpu.Site) { m.site = s }

// Resource is the buffer that is mapped.
func (m *Mapping) Resource() *Resource { return m.resource }

// Map gives the CPU access to a buffer. read is the range that the CPU will read: nil is all of it, an empty range nothing. Calls nest.
func (r *Resource) Map(subresource uint32, read *gpu.MapRange) (*Mapping, error) {
	m := &Mapping{resource: r}
	call := &gpu.MapCall{CallHead: r.head("Map"), Act: gpu.MapMap, Resource: r.id, Subresource: subresource, Range: read}
	err := r.adapter.issue(sched.CallMap, call, func() error {
		r.maps++
		m.open = true
		return nil
	})
	return m, err
}

// Same reports whether other is a mapping of the same buffer: every Map gives the same memory.
func (m *Mapping) Same(other any) bool {
	o, ok := other.(*Mapping)
	return ok && o.resource == m.resource
}

// Unmap ends one Map. written is the range that the CPU wrote: nil is all of it, an empty range nothing.
func (r *Resource) Unmap(subresource uint32, written *gpu.MapRange) error {
	call := &gpu.MapCall{CallHead: r.head("Unmap"), Act: gpu.MapUnmap, Resource: r.id, Subresource: subresource, Range: written}
	return r.adapter.issue(sched.CallMap, call, func() error {
		r.maps--
		return nil
	})
}

// accessCall is a call with its range.
type accessCall struct {
	gpu.MapCall
	span gpu.MapRange
}

// access checks one access through the mapping and returns its bytes.
func (m *Mapping) access(method string, act gpu.MapAct, offset, size uint64) ([]byte, error) {
	a, r, site := m.resource.adapter, m.resource, m.site
	m.site = 0
	if a.layers.Empty() {
		if err := a.tick(sched.CallQuery); err != nil {
			return nil, err
		}
		a.touched(act, r, offset, offset+size, site)
		return a.vram.Bytes()[r.exec.Base+offset : r.exec.Base+offset+size], nil
	}
	end := offset + size
	if end < offset {
		end = math.MaxUint64
	}
	call := a.mapped.Take()
	defer a.mapped.Give(call)
	*call = accessCall{gpu.MapCall{CallHead: gpu.CallHead{Site: site, Method: method, Thread: a.threadID()}, Act: act, Resource: r.id,
		Renewed: m.renewed}, gpu.MapRange{Begin: offset, End: end}}
	call.Range, m.renewed = &call.span, false
	if ok, err := a.enter(sched.CallQuery, &call.MapCall); !ok {
		return nil, err
	}
	a.touched(act, r, offset, end, site)
	return a.vram.Bytes()[r.exec.Base+offset : r.exec.Base+end], a.leave(&call.MapCall)
}

// WriteBytes writes bytes at an offset from the start of the buffer.
func (m *Mapping) WriteBytes(offset uint64, data []byte) error {
	to, err := m.access("Write", gpu.MapWrite, offset, uint64(len(data)))
	copy(to, data) // to is empty after an error
	return err
}

// ReadBytes returns size bytes at an offset. The slice is the mapped memory itself: it changes when the GPU writes.
func (m *Mapping) ReadBytes(offset, size uint64) ([]byte, error) {
	return m.access("Read", gpu.MapRead, offset, size)
}

// WriteFloats writes float32 values, little endian.
func (m *Mapping) WriteFloats(offset uint64, values []float32) error {
	to, err := m.access("Write", gpu.MapWrite, offset, uint64(len(values))*4)
	if err != nil || to == nil {
		return err
	}
	for i, v := range values {
		binary.LittleEndian.PutUint32(to[i*4:], math.Float32bits(v))
	}
	return nil
}

// ReadFloats reads float32 values, little endian.
func (m *Mapping) ReadFloats(offset uint64, values []float32) error {
	from, err := m.access("Read", gpu.MapRead, offset, uint64(len(values))*4)
	if err != nil || from == nil {
		return err
	}
	for i := range values {
		values[i] = math.Float32frombits(binary.LittleEndian.Uint32(from[i*4:]))
	}
	return nil
}
