package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/blend"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// merger puts results into the render targets.
type merger struct {
	targets []output
	odd     bool // quads at the edges of the targets are incomplete
}

// output is a render target of a draw.
type output struct {
	Surface
	desc   gpu.RenderTargetBlendDesc
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
	blend   blend.Blender
	blends  bool
	second  int // plane of the second source colour, or -1
	integer bool
	rgba8   *[4]uint8      // byte of each component, for 8-bit unorm with 4 components
	scatter stage.RunMerge // likewise, at places; only of draws that are packed
	run     stage.RunMerge // the program that does the same, or nil
	merge   stage.Merge    // what it is for
}

// Where the components of 8-bit colours are in a texel, in bits.
var placesRGBA, placesBGRA = [4]uint8{0, 8, 16, 24}, [4]uint8{16, 8, 0, 24}

func (m *merger) init(p *plan) {
	m.targets, m.odd = m.targets[:0], (p.state.Width|p.state.Height)&1 != 0
	if !p.shades {
		return
	}
	for i := range p.state.Targets {
		if o, ok := newOutput(p, i); ok {
			m.targets = append(m.targets, o)
		}
	}
	for i := range m.targets {
		m.targets[i].findProgram(p)
	}
}

// newOutput makes target i ready; false if nothing is written to it.
func newOutput(p *plan, i int) (o output, ok bool) {
	t, from, desc := &p.state.Targets[i], &p.pixel.Outputs.Targets[i], p.state.Blend.Target(i)
	if !from.Used || t.Format == gpu.FormatUnknown {
		return o, false
	}
	o = output{Surface: t.Surface, desc: desc, format: t.Format, info: t.Format.Info(), size: t.Format.Bytes(),
		plane: p.pixel.Outputs.TargetPlane(i), second: -1}
	o.packed = from.Format != gpu.FormatUnknown
	o.integer = o.info.Numeric == gpu.NumericUint || o.info.Numeric == gpu.NumericSint
	o.mask, o.all = blend.WriteMask(o.format, desc.RenderTargetWriteMask)
	o.blends = desc.BlendEnable && !o.integer
	o.logic, o.op = desc.LogicOpEnable && !o.blends, desc.LogicOp
	if o.blends {
		o.blend = blend.New(&desc, &o.info, p.state.BlendFactor)
		if i == 0 && p.state.dualSource() && p.pixel.Outputs.Targets[1].Used {
			o.second = p.pixel.Outputs.TargetPlane(1)
		}
	}
	if o.info.Components == 4 && o.info.Bits == 8 && o.info.Numeric == gpu.NumericUnorm && !o.info.SRGB {
		o.rgba8 = &placesRGBA
		if o.info.BGRA {
			o.rgba8 = &placesBGRA
		}
	}
	return o, o.mask != [4]uint32{}
}

// rows says whether all targets can merge several whole quads of a row at once.
func (m *merger) rows() bool {
	for i := range m.targets {
		if !m.targets[i].copies() && m.targets[i].run == nil {
			return false
		}
	}
	return true
}

// copies says whether the results are copied as they are: words.
func (o *output) copies() bool { return o.packed && o.all && !o.logic && o.size == 4 }

// write merges the batch into the target, without a program.
func (o *output) write(w *worker) {
	if o.copies() {
		if w.plan.samples == 1 {
			o.copyWords(w)
		} else {
			o.copySamples(w)
		}
		return
	}
	for i := 0; i < w.n; {
		q := w.quadAt(i)
		for range q.Row {
			o.writeQuad(w, i, &q)
			q.X += 2
			i++
		}
	}
}

// writeQuad merges quad i of the batch, alone.
func (o *output) writeQuad(w *worker, i int, q *quad) {
	if !o.packed {
		o.mergeComponents(w, i, q)
		return
	}
	for lane := range 4 {
		if samples := q.Cover >> (8 * lane) & 0xff; samples != 0 {
			o.mergePacked(w, 4*i+lane, q.X+int32(lane&1), q.Y+int32(lane>>1), samples)
		}
	}
}

const wholeQuad = 0x01010101

// copyWords copies texels of 4 bytes.
func (o *output) copyWords(w *worker) {
	results := w.plan.scratch.Bytes[w.output+uint32(o.plane)*PixelPitch:][:PixelPitch]
	pitch := uint64(o.RowPitch)
	n := 0
	for i := 0; i < w.n; {
		q := w.quadAt(i)
		r := results[16*i:][:16*q.Row]
		at := uint64(q.Y)*pitch + 4*uint64(q.X)
		i += q.Row
		if q.Cover == wholeQuad {
			cells.CopyRow(o.Bytes[at:][:8*q.Row], o.Bytes[at+pitch:][:8*q.Row], r)
			n += len(r)
			continue
		}
		if mask := cells.LanesOf(q.Cover); w.plan.rows && uint32(q.X)+1 < w.plan.state.Width && uint32(q.Y)+1 < w.plan.state.Height {
			cells.CopyMasked(o.Bytes[at:], o.Bytes[at+pitch:], r, mask)
			n += 4 * int(cells.Lanes[mask])
			continue
		}
		for rest := q.Cover; rest != 0; rest &= rest - 1 {
			lane := bits.TrailingZeros32(rest) >> 3
			to := at + uint64(lane>>1)*pitch + 4*uint64(lane&1)
			binary.LittleEndian.PutUint32(o.Bytes[to:], binary.LittleEndian.Uint32(r[4*lane:]))
			n += 4
		}
	}
	w.counts.BytesWritten += uint64(n)
}

// copySamples is copyWords for several samples: it copies one sample of the quad after the other.
func (o *output) copySamples(w *worker) {
	results := w.plan.scratch.Bytes[w.output+uint32(o.plane)*PixelPitch:][:PixelPitch]
	pitch := uint64(o.RowPitch)
	n := 0
	for i := range w.n {
		q := w.quadAt(i)
		r := results[16*i:][:16]
		first := uint64(q.Y)*pitch + 4*uint64(q.X)
		for rest := q.Cover; rest != 0; {
			sample := bits.TrailingZeros32(rest) & 7
			mask := q.Cover >> sample & wholeQuad
			rest &^= wholeQuad << sample
			at := first + uint64(sample)*o.SamplePitch
			if mask == wholeQuad {
				binary.LittleEndian.PutUint64(o.Bytes[at:], binary.LittleEndian.Uint64(r))
				binary.LittleEndian.PutUint64(o.Bytes[at+pitch:], binary.LittleEndian.Uint64(r[8:]))
				n += 16
				continue
			}
			for ; mask != 0; mask &= mask - 1 {
				lane := bits.TrailingZeros32(mask) >> 3
				binary.LittleEndian.PutUint32(o.Bytes[at+uint64(lane>>1)*pitch+4*uint64(lane&1):], binary.LittleEndian.Uint32(r[4*lane:]))
				n += 4
			}
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
		o.store(w, o.At(x, y, bits.TrailingZeros32(rest), o.size), words)
	}
}

// store writes the bits of a texel that are set in the mask.
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
			v = blend.Logic(o.op, v, old)
		}
		binary.LittleEndian.PutUint32(buffer[4*k:], old&^o.mask[k]|v&o.mask[k])
	}
	copy(cell, buffer[:])
}

// components are the outputs of the program for quad i.
func (w *worker) components(plane, i int) (v blend.Colors) {
	at := w.output + uint32(plane)*PixelPitch + 16*uint32(i)
	for c := range v {
		p := w.plan.scratch.Bytes[at:][:16]
		for lane := range v[c] {
			v[c][lane] = math.Float32frombits(binary.LittleEndian.Uint32(p[4*lane:]))
		}
		at += PixelPitch
	}
	return v
}

// mergeComponents blends (or only encodes) the colours of quad i, one sample of all pixels after the other.
func (o *output) mergeComponents(w *worker, i int, q *quad) {
	source, second := w.components(o.plane, i), blend.Colors{}
	if o.second >= 0 {
		second = w.components(o.second, i)
	}
	if o.blends {
		o.blend.Clamp(&source)
		o.blend.Clamp(&second)
	}
	for rest := q.Cover; rest != 0; {
		sample := bits.TrailingZeros32(rest) & 7
		rest &^= wholeQuad << sample
		mask := q.Cover >> sample & wholeQuad
		switch {
		case !o.blends:
			o.mergeEncoded(w, q, sample, mask, &source)
		case o.rgba8 != nil:
			o.blend8(w, q, sample, mask, &source, &second)
		default:
			dest := blend.Colors{}
			for pixels := mask; pixels != 0; pixels &= pixels - 1 {
				lane := bits.TrailingZeros32(pixels) >> 3
				for c, v := range texel.Decode(o.format, o.cell(q, lane, sample)) {
					dest[c][lane] = v
				}
				w.counts.BytesRead += uint64(o.size)
			}
			v := o.blend.Blend(&source, &second, &dest)
			o.mergeEncoded(w, q, sample, mask, &v)
		}
	}
}

// cell is the memory of a sample of a pixel of a quad.
func (o *output) cell(q *quad, lane, sample int) []byte {
	return o.At(q.X+int32(lane&1), q.Y+int32(lane>>1), sample, o.size)
}

// mergeEncoded packs colours and stores them; mask has a byte for each pixel.
func (o *output) mergeEncoded(w *worker, q *quad, sample int, mask uint32, v *blend.Colors) {
	for ; mask != 0; mask &= mask - 1 {
		lane := bits.TrailingZeros32(mask) >> 3
		var buffer [16]byte
		blend.Encode(o.format, buffer[:], [4]float32{v[0][lane], v[1][lane], v[2][lane], v[3][lane]}, o.integer)
		var words [4]uint32
		for k := range words {
			words[k] = binary.LittleEndian.Uint32(buffer[4*k:])
		}
		o.store(w, o.cell(q, lane, sample), words)
	}
}

// blend8 blends into 8-bit unorm with four components.
func (o *output) blend8(w *worker, q *quad, sample int, mask uint32, source, second *blend.Colors) {
	shift, dest := o.rgba8, blend.Colors{}
	var cells [4][]byte
	for pixels := mask; pixels != 0; pixels &= pixels - 1 {
		lane := bits.TrailingZeros32(pixels) >> 3
		cells[lane] = o.cell(q, lane, sample)
		old := binary.LittleEndian.Uint32(cells[lane])
		for c := range dest {
			dest[c][lane] = blend.Unorm8[old>>(shift[c]&31)&0xff]
		}
	}
	v := o.blend.Blend(source, second, &dest)
	n := uint64(0)
	for lane, cell := range cells {
		if cell == nil {
			continue
		}
		word := uint32(0)
		for c := range v {
			word |= blend.Byte(v[c][lane]) << (shift[c] & 31)
		}
		binary.LittleEndian.PutUint32(cell, binary.LittleEndian.Uint32(cell)&^o.mask[0]|word&o.mask[0])
		n += 4
	}
	w.counts.BytesRead += n
	w.counts.BytesWritten += n
}
