// Package corpus generates random kernels, and the memory they and the kernels of other tests run on. Every executor is tested with it, and all must
// give the same bytes, costs, reports and prints.
//
// It must not know any executor. It is for tests only; nothing of it is linked into programs.
package corpus

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Dispatch makes memory for k and gives a dispatch of groups over all of it. Resources are filled with small floats, integers and
// special numbers from a fixed sequence. The table of records is at byte 256, the resources follow it.
func Dispatch(k *ir.Kernel, groups [3]uint32, elements uint32) *ir.Dispatch {
	memory := make([]byte, (Bytes(k, elements)+65535)&^65535)
	return DispatchAt(memory, 0, k, groups, elements)
}

// Bytes is the memory that DispatchAt needs.
func Bytes(k *ir.Kernel, elements uint32) uint32 {
	_, end := layout(k, 0, elements)
	return end
}

// DispatchAt is Dispatch in a part of a larger memory that starts at base, a multiple of 256.
func DispatchAt(memory []byte, base uint32, k *ir.Kernel, groups [3]uint32, elements uint32) *ir.Dispatch {
	records, end := layout(k, base, elements)
	d := &ir.Dispatch{Memory: memory, Records: base + 256, Groups: groups, Reports: 64, Prints: 64}
	d.Count = uint64(groups[0]) * uint64(groups[1]) * uint64(groups[2])
	fill(memory[d.Records+k.Records()*ir.RecordBytes : end])
	for i := range records {
		records[i].Put(memory[d.Records+uint32(i)*ir.RecordBytes:])
	}
	return d
}

// layout places the table and the resources of k from base on.
func layout(k *ir.Kernel, base, elements uint32) (records []ir.Record, end uint32) {
	if elements == 0 {
		elements = 256
	}
	end = base + 256 + k.Records()*ir.RecordBytes
	for i := range k.Bindings {
		b := &k.Bindings[i]
		for range b.Count {
			r, size := record(b, end, elements)
			records = append(records, r)
			end = (end + size + 255) &^ 255
		}
	}
	return records, end
}

// record describes the resource for b at an address, and its size in bytes.
func record(b *ir.Binding, base, elements uint32) (ir.Record, uint32) {
	switch {
	case b.Kind == ir.Sampler:
		return ir.Record{Sampler: ir.SamplerFields{Filter: 0x15, AddressU: 1, AddressV: 2, AddressW: 3, MaxAnisotropy: 1}}, 0
	case b.Shape == ir.Constants:
		return ir.Record{Base: base, Size: 256}, 256
	case b.Shape == ir.Counter:
		return ir.Record{Base: base, Size: 4, Count: 1, Stride: 4}, 4
	case b.Shape.IsBuffer():
		return ir.Record{Base: base, Size: elements * b.Stride, Count: elements, Stride: b.Stride, Format: b.Format}, elements * b.Stride
	}
	return texture(b, base)
}

// texture is 16 by 8 by 4 with 3 mips, as far as the shape has these; rows are padded by one texel.
func texture(b *ir.Binding, base uint32) (ir.Record, uint32) {
	r := ir.Record{Base: base, Stride: b.Stride, Format: b.Format, Width: 16, Height: 8, Depth: 4, Levels: 3}
	switch b.Shape {
	case ir.Texture1D:
		r.Height, r.Depth = 1, 1
	case ir.Texture1DArray:
		r.Height = 1
	case ir.Texture2D:
		r.Depth = 1
	case ir.Texture3D:
		r.Flags = ir.FlagVolume
	}
	if b.Kind == ir.UAV {
		r.Levels = 1
	}
	size := uint32(0)
	for m := range r.Levels {
		width, height, depth := r.Extent(m)
		pitch := (width + 1) * b.Stride
		r.Mips[m] = ir.Mip{Offset: size, RowPitch: pitch, SlicePitch: pitch * height}
		size += pitch * height * depth
	}
	r.Size = size
	return r, size
}

// special are numbers at the edges of floats and integers.
var special = [...]uint32{0, 1, 0x80000000, 0x7fffffff, 0xffffffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000, 0xbf800000,
	0x4f000000, 0x00800000, 0x007fffff,
	0x477fefff, 0x38800000, 0x33800000, 31, 32, 33, 0xcf000001, 0x4effffff, 0x7fa00001}

// fill writes words of all sorts.
func fill(mem []byte) {
	state := uint32(1)
	for i := 0; i+4 <= len(mem); i += 4 {
		state = state*1664525 + 1013904223
		word := state >> 24 // a small integer
		switch state >> 16 & 3 {
		case 0:
			word = 0x3f000000 + state>>7&0x1ffffff // a float from 0.5 on
		case 1:
			word = special[(state>>8)%uint32(len(special))]
		case 2:
			word = state
		}
		binary.LittleEndian.PutUint32(mem[i:], word)
	}
}
