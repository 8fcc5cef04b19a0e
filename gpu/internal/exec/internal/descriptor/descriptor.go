// Package descriptor defines how descriptors are stored in the memory of their heap. It must not know resources or heaps: it sees numbers. Everything
// is safe for concurrent use on different memory.
package descriptor

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// Bytes is the size of one descriptor in the memory of its heap.
const Bytes = 64

// Magic starts every written descriptor. Neither zero nor mem.Poison has it, so a slot that was never written,
// or whose heap was freed, is recognised.
const Magic uint16 = 0xD5C7

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
//	     44             48       52         56
//	     first slice 2  min LOD  mapping 4  zero
//	     slices 2
//
// A sampler has, after its type:
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
	Mapping            gpu.ComponentMapping // SRV
	ReadOnly           gpu.BufferViewFlags  // DSV: READ_ONLY_…

	Sampler gpu.SamplerDesc
}

// LeastLevel is the mip level of the view that sampling uses at least: the clamp counts those of the resource.
func (d *Descriptor) LeastLevel() float32 { return max(d.MinLOD-float32(d.FirstMip), 0) }

// Shape is the form in which the view shows its resource.
func (d *Descriptor) Shape() incident.ViewShape {
	return incident.ViewShape{Dimension: d.Dimension, Format: d.Format, Typed: d.Format != gpu.FormatUnknown && !d.Raw, Raw: d.Raw, Stride: d.Stride}
}

// Put writes the descriptor's record, Bytes of them.
func (d *Descriptor) Put(b []byte) {
	clear(b[:Bytes])
	binary.LittleEndian.PutUint16(b, Magic)
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
	for i, c := range d.Mapping {
		b[52+i] = byte(c)
	}
}

func putSampler(b []byte, s *gpu.SamplerDesc) {
	binary.LittleEndian.PutUint32(b[4:], uint32(s.Filter))
	b[8], b[9], b[10], b[11] = byte(s.AddressU), byte(s.AddressV), byte(s.AddressW), byte(s.ComparisonFunc)
	binary.LittleEndian.PutUint32(b[12:], s.MaxAnisotropy)
	for i, f := range [...]float32{s.MipLODBias, s.BorderColor[0], s.BorderColor[1], s.BorderColor[2], s.BorderColor[3], s.MinLOD, s.MaxLOD} {
		binary.LittleEndian.PutUint32(b[16+4*i:], math.Float32bits(f))
	}
}

// Load reads a record. Bytes that are no descriptor give Type DescriptorNone.
func Load(b []byte) (d Descriptor) {
	if binary.LittleEndian.Uint16(b) != Magic || gpu.DescriptorType(b[2]) >= gpu.DescriptorNone {
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
	for i := range d.Mapping {
		d.Mapping[i] = min(gpu.ShaderComponent(b[52+i]), gpu.ComponentForce1)
	}
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
