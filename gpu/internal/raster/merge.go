package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// merger puts results into the render targets.
type merger struct{ targets []output }

// output is a render target of a draw.
type output struct {
	Surface
	format gpu.Format
	info   gpu.FormatInfo
	size   uint32 // bytes of a texel
	plane  int    // of the results
	// Bits of a texel that are written, in words.
	mask    [4]uint32
	all     bool // all are
	packed  bool // results are texels
	logic   bool
	op      gpu.LogicOp
	blend   blender
	blends  bool
	second  int // plane of the second source colour, or -1
	integer bool
	rgba8   *[4]uint8 // byte of each component, for 8-bit unorm with 4 components
}

func (m *merger) init(p *plan) {
	m.targets = m.targets[:0]
	if !p.shades {
		return
	}
	for i := range p.state.Targets {
		if o, ok := newOutput(p, i); ok {
			m.targets = append(m.targets, o)
		}
	}
}

// newOutput makes target i ready; false if nothing is written to it.
func newOutput(p *plan, i int) (o output, ok bool) {
	t, from, desc := &p.state.Targets[i], &p.pixel.Outputs.Targets[i], p.state.Blend.Target(i)
	if !from.Used || t.Format == gpu.FormatUnknown {
		return o, false
	}
	o = output{Surface: t.Surface, format: t.Format, info: t.Format.Info(), size: t.Format.Bytes(), plane: p.pixel.Outputs.TargetPlane(i), second: -1}
	o.packed = from.Format != gpu.FormatUnknown
	o.integer = o.info.Numeric == gpu.NumericUint || o.info.Numeric == gpu.NumericSint
	o.mask, o.all = writeMask(o.format, desc.RenderTargetWriteMask)
	o.blends = desc.BlendEnable && !o.integer
	o.logic, o.op = desc.LogicOpEnable && !o.blends, desc.LogicOp
	if o.blends {
		o.blend = newBlender(&desc, &o.info, p.state.BlendFactor)
		if i == 0 && p.state.dualSource() && p.pixel.Outputs.Targets[1].Used {
			o.second = p.pixel.Outputs.TargetPlane(1)
		}
	}
	if o.info.Components == 4 && o.info.Bits == 8 && o.info.Numeric == gpu.NumericUnorm && !o.info.SRGB {
		o.rgba8 = &[4]uint8{0, 8, 16, 24}
		if o.info.BGRA {
			o.rgba8 = &[4]uint8{16, 8, 0, 24}
		}
	}
	return o, o.mask != [4]uint32{}
}

// writeMask gives the bits of a texel that a set of channels has, and whether it is all of them.
func writeMask(f gpu.Format, channels gpu.ColorWriteEnable) (mask [4]uint32, all bool) {
	var enabled, full [16]byte
	var on, ones [4]uint32
	for c := range on {
		ones[c] = math.MaxUint32
		if channels>>c&1 != 0 {
			on[c] = math.MaxUint32
		}
	}
	texel.EncodeBits(f, enabled[:], on)
	texel.EncodeBits(f, full[:], ones)
	for i := range mask {
		mask[i] = binary.LittleEndian.Uint32(enabled[4*i:])
	}
	return mask, enabled == full
}

// write merges the batch into the target.
func (o *output) write(w *worker) {
	if o.packed && o.all && !o.logic && o.size == 4 && w.plan.samples == 1 {
		o.copyWords(w)
		return
	}
	var texels func(w *worker, item int, x, y int32, samples uint32)
	switch {
	case o.packed:
		texels = o.mergePacked
	case o.blends && o.rgba8 != nil:
		texels = o.blend8
	default:
		texels = o.mergeComponents
	}
	for i := range w.n {
		q := &w.quads[i]
		for lane := range 4 {
			if samples := q.cover >> (8 * lane) & 0xff; samples != 0 {
				texels(w, 4*i+lane, q.x+int32(lane&1), q.y+int32(lane>>1), samples)
			}
		}
	}
}

const wholeQuad = 0x01010101

// copyWords copies texels of 4 bytes.
func (o *output) copyWords(w *worker) {
	results := w.plan.scratch.Bytes[w.output+uint32(o.plane)*PixelPitch:][:PixelPitch]
	pitch := uint64(o.RowPitch)
	n := 0
	for i := range w.n {
		q := &w.quads[i]
		r := results[16*i:][:16]
		at := uint64(q.y)*pitch + 4*uint64(q.x)
		if q.cover == wholeQuad {
			binary.LittleEndian.PutUint64(o.Bytes[at:], binary.LittleEndian.Uint64(r))
			binary.LittleEndian.PutUint64(o.Bytes[at+pitch:], binary.LittleEndian.Uint64(r[8:]))
			n += 16
			continue
		}
		for rest := q.cover; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros32(rest) >> 3
			to := at + uint64(lane>>1)*pitch + 4*uint64(lane&1)
			binary.LittleEndian.PutUint32(o.Bytes[to:], binary.LittleEndian.Uint32(r[4*lane:]))
			n += 4
		}
	}
	w.counts.BytesWritten += uint64(n)
}

// mergePacked puts a texel into samples of a pixel, with write mask and logic operation.
func (o *output) mergePacked(w *worker, item int, x, y int32, samples uint32) {
	var words [4]uint32
	for k := range int(o.size+3) / 4 {
		words[k] = w.word(o.plane+k, item)
	}
	for rest := samples; rest != 0; rest &= rest - 1 {
		o.store(w, o.at(x, y, bits.TrailingZeros32(rest), o.size), words)
	}
}

// store writes the bits of a texel that the mask has.
func (o *output) store(w *worker, cell []byte, words [4]uint32) {
	w.counts.BytesWritten += uint64(o.size)
	if o.logic {
		w.counts.BytesRead += uint64(o.size)
	}
	if o.all && !o.logic && o.size >= 4 {
		for k := 0; 4*k < len(cell); k++ {
			binary.LittleEndian.PutUint32(cell[4*k:], words[k])
		}
		return
	}
	var buffer [16]byte
	copy(buffer[:], cell)
	for k := range words {
		old, v := binary.LittleEndian.Uint32(buffer[4*k:]), words[k]
		if o.logic {
			v = logic(o.op, v, old)
		}
		binary.LittleEndian.PutUint32(buffer[4*k:], old&^o.mask[k]|v&o.mask[k])
	}
	copy(cell, buffer[:])
}

// components are the four components that the program gave for an item.
func (w *worker) components(plane, item int) (v [4]float32) {
	at := w.output + uint32(plane)*PixelPitch + 4*uint32(item)
	for c := range v {
		v[c] = math.Float32frombits(binary.LittleEndian.Uint32(w.plan.scratch.Bytes[at:]))
		at += PixelPitch
	}
	return v
}

// mergeComponents blends (or only encodes) a colour into samples of a pixel.
func (o *output) mergeComponents(w *worker, item int, x, y int32, samples uint32) {
	source, second := w.components(o.plane, item), [4]float32{}
	if o.second >= 0 {
		second = w.components(o.second, item)
	}
	for rest := samples; rest != 0; rest &= rest - 1 {
		cell := o.at(x, y, bits.TrailingZeros32(rest), o.size)
		v := source
		if o.blends {
			v = o.blend.blend(source, second, texel.Decode(o.format, cell))
			w.counts.BytesRead += uint64(o.size)
		}
		var buffer [16]byte
		o.encode(buffer[:], v)
		var words [4]uint32
		for k := range words {
			words[k] = binary.LittleEndian.Uint32(buffer[4*k:])
		}
		o.store(w, cell, words)
	}
}

// encode packs components; of integer formats they are bits.
func (o *output) encode(dst []byte, v [4]float32) {
	if !o.integer {
		texel.Encode(o.format, dst, v)
		return
	}
	var words [4]uint32
	for c := range words {
		words[c] = math.Float32bits(v[c])
	}
	texel.EncodeBits(o.format, dst, words)
}

// unorm8 are the values of bytes.
var unorm8 = func() (t [256]float32) {
	for i := range t {
		t[i] = float32(i) / 255
	}
	return t
}()

// blend8 is mergeComponents for 8-bit unorm with four components.
func (o *output) blend8(w *worker, item int, x, y int32, samples uint32) {
	source, second := w.components(o.plane, item), [4]float32{}
	if o.second >= 0 {
		second = w.components(o.second, item)
	}
	shift := o.rgba8
	for rest := samples; rest != 0; rest &= rest - 1 {
		cell := o.at(x, y, bits.TrailingZeros32(rest), 4)
		old := binary.LittleEndian.Uint32(cell)
		var d [4]float32
		for c := range d {
			d[c] = unorm8[old>>(shift[c]&31)&0xff]
		}
		v := o.blend.blend(source, second, d)
		word := uint32(0)
		for c := range v {
			word |= byteOf(v[c]) << (shift[c] & 31)
		}
		binary.LittleEndian.PutUint32(cell, old&^o.mask[0]|word&o.mask[0])
		w.counts.BytesRead += 4
		w.counts.BytesWritten += 4
	}
}

// byteOf is what texel.Encode makes of a component: clamped, to nearest even.
func byteOf(v float32) uint32 {
	if !(v > 0) {
		return 0
	}
	const magic = 3 << 22 // leaves the integer in the low bits of the sum
	return math.Float32bits(float32(min(v, 1)*255)+magic) & 0xff
}

// logic is a logic operation of a source and a destination.
func logic(op gpu.LogicOp, s, d uint32) uint32 {
	switch op {
	case gpu.LogicClear:
		return 0
	case gpu.LogicSet:
		return math.MaxUint32
	case gpu.LogicCopy:
		return s
	case gpu.LogicCopyInverted:
		return ^s
	case gpu.LogicInvert:
		return ^d
	case gpu.LogicAnd:
		return s & d
	case gpu.LogicNand:
		return ^(s & d)
	case gpu.LogicOr:
		return s | d
	case gpu.LogicNor:
		return ^(s | d)
	case gpu.LogicXor:
		return s ^ d
	case gpu.LogicEquiv:
		return ^(s ^ d)
	case gpu.LogicAndReverse:
		return s &^ d
	case gpu.LogicAndInverted:
		return d &^ s
	case gpu.LogicOrReverse:
		return s | ^d
	case gpu.LogicOrInverted:
		return ^s | d
	}
	return d
}
