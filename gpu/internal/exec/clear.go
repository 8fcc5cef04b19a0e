package exec

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/object"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/rects"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// clearView fills the view of a UAV descriptor, or rectangles of it, with one texel. The descriptor is read now, from the
// shader-visible heap. Uint clears write the low bits of the words into the components, whatever their numeric type;
// Float clears convert as a shader's store does. Elements of structured and raw buffers are filled with the first word
// (D3D12, ClearUnorderedAccessViewUint).
func (m *Machine) clearView(c *gpu.Command) Outcome {
	m.unbound()
	d, r, fault := m.clearTarget(c)
	if fault != 0 {
		m.faults = append(m.faults, Fault{Kind: fault, Binding: -1, Class: gpu.DescriptorUAV, Found: d.Type,
			Resource: d.Resource, Handle: c.GPUHandle})
		return Outcome{Faults: m.faults}
	}
	if d.Null {
		return Outcome{}
	}
	var cell [16]byte
	pattern := cell[:clearTexel(&cell, c, &d)]
	v := BoundView{Binding: -1, Class: gpu.DescriptorUAV, Written: true, Resource: r.ID, Format: d.Format, FirstMip: d.FirstMip, Mips: d.Mips,
		FirstSlice: d.FirstSlice, Slices: d.Slices}
	var n uint64
	if r.IsBuffer() {
		v.Begin, v.End = r.Base+d.Offset, r.Base+d.Offset+d.Size
		n = m.clearBuffer(&d, v.Begin, pattern, c.Rects)
	} else {
		v.Begin, v.End = object.TextureRange(&d, r)
		n = m.clearTexture(&d, r, v.Begin, pattern, c.Rects)
	}
	m.views = append(m.views, v)
	return Outcome{Result: Result{BytesWritten: n}, Views: m.views}
}

func (m *Machine) clearTarget(c *gpu.Command) (d Descriptor, r *Resource, fault FaultKind) {
	heap := m.env.DescriptorHeap(c.GPUHandle.Heap)
	if heap == nil {
		return Descriptor{Type: gpu.DescriptorNone}, nil, FaultDestroyed
	}
	d = m.found(heap, c.GPUHandle)
	switch {
	case d.Type == gpu.DescriptorNone:
		return d, nil, FaultUnwritten
	case d.Type != gpu.DescriptorUAV:
		return d, nil, FaultWrongClass
	case d.Null:
		return d, nil, 0
	}
	if r = m.env.Resource(d.Resource); r == nil {
		return d, nil, FaultDestroyed
	}
	return d, r, 0
}

// clearTexel makes the bytes that are repeated and returns how many they are.
func clearTexel(cell *[16]byte, c *gpu.Command, d *Descriptor) uint32 {
	if len(c.Words) != 4 {
		panic(fmt.Sprintf("BUG: exec: clear with %d values", len(c.Words)))
	}
	words := [4]uint32(c.Words)
	format := d.Format
	if d.Raw || format == gpu.FormatUnknown {
		format = gpu.FormatR32Uint
	}
	if c.Op == gpu.OpClearUnorderedAccessViewUint || format == gpu.FormatR32Uint && d.Format != format {
		texel.EncodeBits(format, cell[:], words)
		return format.Bytes()
	}
	var v [4]float32
	for i := range v {
		v[i] = math.Float32frombits(words[i])
	}
	texel.Encode(format, cell[:], v)
	return format.Bytes()
}

// clearBuffer fills elements of a buffer view. A rectangle means elements [Left, Right).
func (m *Machine) clearBuffer(d *Descriptor, base uint64, pattern []byte, list []gpu.Rect) uint64 {
	count := uint32(d.Size / uint64(d.Stride))
	if len(list) == 0 {
		bulk.Repeat(m.bytes(base, d.Size), pattern)
		return d.Size
	}
	n := uint64(0)
	for _, r := range list {
		left, right := rects.Clip(r.Left, r.Right, count)
		bytes := uint64(right-left) * uint64(d.Stride)
		bulk.Repeat(m.bytes(base+uint64(left)*uint64(d.Stride), bytes), pattern)
		n += bytes
	}
	return n
}

// clearTexture fills rectangles in every slice of the view's mip. Rectangles are clipped to the mip.
func (m *Machine) clearTexture(d *Descriptor, r *Resource, base uint64, pattern []byte, list []gpu.Rect) uint64 {
	f, slicePitch := r.Mip(d.FirstMip, d.FirstSlice, d.Format)
	whole := [1]gpu.Rect{{Right: int32(f.Width), Bottom: int32(f.Height)}}
	if len(list) == 0 {
		list = whole[:]
	}
	n, texel := uint64(0), uint64(len(pattern))
	for _, rect := range list {
		left, right := rects.Clip(rect.Left, rect.Right, f.Width)
		top, bottom := rects.Clip(rect.Top, rect.Bottom, f.Height)
		row, height := uint64(right-left)*texel, uint64(bottom-top)
		if row == 0 || height == 0 {
			continue
		}
		b := bulk.Box{At: base + uint64(top)*uint64(f.RowPitch) + uint64(left)*texel, RowPitch: uint64(f.RowPitch), SlicePitch: uint64(slicePitch)}
		n += m.fill(b, row, height, uint64(d.Slices), pattern)
	}
	return n
}

// fill repeats the pattern in each row of a box and returns the number of bytes written.
func (m *Machine) fill(b bulk.Box, row, height, depth uint64, pattern []byte) uint64 {
	return b.Fill(m.bytes(b.At, b.Span(row, height, depth)), row, height, depth, pattern)
}
