package exec

import (
	"encoding/binary"
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
)

// DescriptorBytes is the size of one descriptor in the memory of its heap.
const DescriptorBytes = 64

// descriptorMagic starts every written descriptor. Neither zero nor mem.Poison has it, so a slot that was never written,
// or whose heap was freed, is recognised.
const descriptorMagic uint16 = 0xD5C7

// The flags of a record.
const (
	flagRaw             = 1 << iota // byte address view
	flagNull                        // no resource
	flagReadOnlyDepth               // DSV
	flagReadOnlyStencil             // DSV
)

// Descriptor is one descriptor, unpacked. In memory it is 64 bytes, little-endian:
//
//	byte 0      2     3          4         8        12      13     16        24        32      36       40
//	     magic  type  dimension  resource  counter  format  flags  offset 8  size 8    stride  counter  first mip 2
//	                                                                                           offset   mips 2
//	     44             48       52
//	     first slice 2  min LOD  zero
//	     slices 2
//
// A sampler has, behind its type:
//
//	byte 4       8          9          10         11          12          16        20        36       40
//	     filter  address U  address V  address W  comparison  anisotropy  LOD bias  border 4  min LOD  max LOD
type Descriptor struct {
	Type     gpu.DescriptorType // DescriptorNone: never written
	Null     bool               // a null descriptor: reads give 0
	Resource gpu.ID
	Counter  gpu.ID // the UAV's counter buffer, or 0

	Dimension gpu.ViewDimension
	Format    gpu.Format // UNKNOWN: structured, constants
	Raw       bool

	Offset        uint64 // buffers: bytes from the start of the resource
	Size          uint64 // buffers: bytes of the view
	Stride        uint32 // buffers: bytes of an element
	CounterOffset uint32 // bytes from the start of the counter buffer

	FirstMip, Mips     uint32 // textures
	FirstSlice, Slices uint32 // array slices; depth slices of a 3D texture; cube faces
	MinLOD             float32
	ReadOnly           gpu.BufferViewFlags // DSV: READ_ONLY_…

	Sampler gpu.SamplerDesc
}

// put writes the descriptor's record.
func (d *Descriptor) put(b []byte) {
	clear(b[:DescriptorBytes])
	binary.LittleEndian.PutUint16(b, descriptorMagic)
	b[2] = byte(d.Type)
	if d.Type == gpu.DescriptorSampler {
		putSampler(b, &d.Sampler)
		return
	}
	b[3] = byte(d.Dimension)
	binary.LittleEndian.PutUint32(b[4:], uint32(d.Resource))
	binary.LittleEndian.PutUint32(b[8:], uint32(d.Counter))
	b[12] = byte(d.Format)
	if d.Raw {
		b[13] |= flagRaw
	}
	if d.Null {
		b[13] |= flagNull
	}
	if d.ReadOnly&gpu.ViewReadOnlyDepth != 0 {
		b[13] |= flagReadOnlyDepth
	}
	if d.ReadOnly&gpu.ViewReadOnlyStencil != 0 {
		b[13] |= flagReadOnlyStencil
	}
	binary.LittleEndian.PutUint64(b[16:], d.Offset)
	binary.LittleEndian.PutUint64(b[24:], d.Size)
	binary.LittleEndian.PutUint32(b[32:], d.Stride)
	binary.LittleEndian.PutUint32(b[36:], d.CounterOffset)
	for i, v := range [...]uint32{d.FirstMip, d.Mips, d.FirstSlice, d.Slices} {
		binary.LittleEndian.PutUint16(b[40+2*i:], uint16(v))
	}
	binary.LittleEndian.PutUint32(b[48:], math.Float32bits(d.MinLOD))
}

func putSampler(b []byte, s *gpu.SamplerDesc) {
	binary.LittleEndian.PutUint32(b[4:], uint32(s.Filter))
	b[8], b[9], b[10], b[11] = byte(s.AddressU), byte(s.AddressV), byte(s.AddressW), byte(s.ComparisonFunc)
	binary.LittleEndian.PutUint32(b[12:], s.MaxAnisotropy)
	for i, f := range [...]float32{s.MipLODBias, s.BorderColor[0], s.BorderColor[1], s.BorderColor[2], s.BorderColor[3], s.MinLOD, s.MaxLOD} {
		binary.LittleEndian.PutUint32(b[16+4*i:], math.Float32bits(f))
	}
}

// loadDescriptor reads a record. Bytes that are no descriptor give Type DescriptorNone.
func loadDescriptor(b []byte) (d Descriptor) {
	if binary.LittleEndian.Uint16(b) != descriptorMagic || gpu.DescriptorType(b[2]) >= gpu.DescriptorNone {
		return Descriptor{Type: gpu.DescriptorNone}
	}
	d.Type = gpu.DescriptorType(b[2])
	if d.Type == gpu.DescriptorSampler {
		loadSampler(b, &d.Sampler)
		return d
	}
	d.Dimension = gpu.ViewDimension(b[3])
	d.Resource = gpu.ID(binary.LittleEndian.Uint32(b[4:]))
	d.Counter = gpu.ID(binary.LittleEndian.Uint32(b[8:]))
	d.Format = gpu.Format(b[12])
	d.Raw, d.Null = b[13]&flagRaw != 0, b[13]&flagNull != 0
	if b[13]&flagReadOnlyDepth != 0 {
		d.ReadOnly |= gpu.ViewReadOnlyDepth
	}
	if b[13]&flagReadOnlyStencil != 0 {
		d.ReadOnly |= gpu.ViewReadOnlyStencil
	}
	d.Offset = binary.LittleEndian.Uint64(b[16:])
	d.Size = binary.LittleEndian.Uint64(b[24:])
	d.Stride = binary.LittleEndian.Uint32(b[32:])
	d.CounterOffset = binary.LittleEndian.Uint32(b[36:])
	d.FirstMip, d.Mips = uint32(binary.LittleEndian.Uint16(b[40:])), uint32(binary.LittleEndian.Uint16(b[42:]))
	d.FirstSlice, d.Slices = uint32(binary.LittleEndian.Uint16(b[44:])), uint32(binary.LittleEndian.Uint16(b[46:]))
	d.MinLOD = math.Float32frombits(binary.LittleEndian.Uint32(b[48:]))
	return d
}

func loadSampler(b []byte, s *gpu.SamplerDesc) {
	s.Filter = gpu.Filter(binary.LittleEndian.Uint32(b[4:]))
	s.AddressU, s.AddressV, s.AddressW = gpu.AddressMode(b[8]), gpu.AddressMode(b[9]), gpu.AddressMode(b[10])
	s.ComparisonFunc = gpu.ComparisonFunc(b[11])
	s.MaxAnisotropy = binary.LittleEndian.Uint32(b[12:])
	for i, f := range [...]*float32{&s.MipLODBias, &s.BorderColor[0], &s.BorderColor[1], &s.BorderColor[2], &s.BorderColor[3], &s.MinLOD, &s.MaxLOD} {
		*f = math.Float32frombits(binary.LittleEndian.Uint32(b[16+4*i:]))
	}
}

// slots is the memory of count descriptors from h on.
func (m *Machine) slots(h gpu.CPUDescriptorHandle, count uint32) []byte {
	heap := m.env.DescriptorHeap(h.Heap)
	if heap == nil || uint64(h.Index)+uint64(count) > uint64(heap.Desc.NumDescriptors) {
		panic(fmt.Sprintf("BUG: exec: descriptors [%d, %d) of heap %d do not exist", h.Index, uint64(h.Index)+uint64(count), h.Heap))
	}
	return m.bytes(heap.Base+uint64(h.Index)*DescriptorBytes, uint64(count)*DescriptorBytes)
}

// WriteDescriptor writes a descriptor as it is.
func (m *Machine) WriteDescriptor(at gpu.CPUDescriptorHandle, d *Descriptor) { d.put(m.slots(at, 1)) }

// WriteSRV creates a shader resource view; see ViewOf for the meaning of nil.
func (m *Machine) WriteSRV(at gpu.CPUDescriptorHandle, r *Resource, v *gpu.ViewDesc) {
	d := ViewOf(gpu.DescriptorSRV, r, nil, v)
	d.put(m.slots(at, 1))
}

// WriteUAV creates an unordered access view, with a counter buffer or nil.
func (m *Machine) WriteUAV(at gpu.CPUDescriptorHandle, r, counter *Resource, v *gpu.ViewDesc) {
	d := ViewOf(gpu.DescriptorUAV, r, counter, v)
	d.put(m.slots(at, 1))
}

// WriteTarget creates a render target view or a depth-stencil view, by t. r is nil for a null descriptor.
func (m *Machine) WriteTarget(at gpu.CPUDescriptorHandle, t gpu.DescriptorType, r *Resource, v *gpu.ViewDesc) {
	d := ViewOf(t, r, nil, v)
	d.put(m.slots(at, 1))
}

// ReadTarget reads a render target view or depth-stencil view for a command that is being recorded: its handle must be of a slot that exists.
func (m *Machine) ReadTarget(at gpu.CPUDescriptorHandle) gpu.TargetView {
	d := m.ReadDescriptor(at)
	return gpu.TargetView{Handle: at, Type: d.Type, Resource: d.Resource, Format: d.Format, Dimension: d.Dimension, Flags: d.ReadOnly, Mip: d.FirstMip,
		FirstSlice: d.FirstSlice, Slices: d.Slices}
}

// WriteCBV creates a constant buffer view. nil, or address 0, is the null view. An address outside of all buffers makes a
// descriptor of a destroyed resource, and a view never reaches behind its buffer.
func (m *Machine) WriteCBV(at gpu.CPUDescriptorHandle, v *gpu.ConstantBufferViewDesc) {
	d := Descriptor{Type: gpu.DescriptorCBV, Dimension: gpu.ViewBuffer, Null: true}
	if v != nil && v.BufferLocation != 0 {
		d.Null = false
		if r, ok := m.env.ResourceAt(v.BufferLocation); ok {
			d.Resource, d.Offset, d.Size = r.ID, v.BufferLocation-r.Base, min(uint64(v.SizeInBytes), r.End()-v.BufferLocation)
		}
	}
	d.put(m.slots(at, 1))
}

// WriteSampler creates a sampler.
func (m *Machine) WriteSampler(at gpu.CPUDescriptorHandle, s *gpu.SamplerDesc) {
	d := Descriptor{Type: gpu.DescriptorSampler, Sampler: *s}
	d.put(m.slots(at, 1))
}

// WriteNull creates the null descriptor of a type, with the dimension and format of v (nil: none).
func (m *Machine) WriteNull(at gpu.CPUDescriptorHandle, t gpu.DescriptorType, v *gpu.ViewDesc) {
	d := ViewOf(t, nil, nil, v)
	d.put(m.slots(at, 1))
}

// CopyDescriptors copies one piece, whatever its slots hold. The ranges do not overlap.
func (m *Machine) CopyDescriptors(c gpu.DescriptorCopy) {
	copy(m.slots(c.Dest, c.Count), m.slots(c.Src, c.Count))
}

// ReadDescriptor reads the descriptor in a slot, which may never have been written (Type DescriptorNone).
func (m *Machine) ReadDescriptor(at gpu.CPUDescriptorHandle) Descriptor {
	return loadDescriptor(m.slots(at, 1))
}
