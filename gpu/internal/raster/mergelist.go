package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

const (
	listEntries = 256
	listBytes   = (stage.MergeHead + stage.MergeEntry*listEntries + 63) &^ 63
	// fewQuads is the number of quads from which on calling a program is faster than merging them here.
	fewQuads = 4
)

// runList is writeQuads by a program. Quads at the end of an odd target, some of whose pixels do not exist, are merged here: no others touch their pixels, so
// the order does not matter.
func (o *output) runList(w *worker) {
	list := w.plan.scratch.Bytes[w.list:][:listBytes]
	for c, v := range o.blend.Factor() {
		binary.LittleEndian.PutUint32(list[4*c:], math.Float32bits(v))
	}
	list = list[stage.MergeHead:]
	width, height, n, covered := w.plan.state.Width, w.plan.state.Height, uint32(0), 0
	for i := range w.n {
		q := &w.quads[i]
		if uint32(q.x)+1 >= width || uint32(q.y)+1 >= height {
			o.mergeComponents(w, i, q)
			continue
		}
		covered += bits.OnesCount32(q.cover)
		at := o.Address + uint32(q.y)*o.RowPitch + uint32(q.x)*o.size
		for rest := q.cover; rest != 0; {
			sample := bits.TrailingZeros32(rest) & 7
			rest &^= wholeQuad << sample
			entry := uint64(at+uint32(sample)*uint32(o.SamplePitch)) | uint64(16*uint32(i)|lanesOf(q.cover>>sample))<<32
			binary.LittleEndian.PutUint64(list[stage.MergeEntry*n:], entry)
			if n++; n == listEntries {
				o.call(w, n)
				n = 0
			}
		}
	}
	if n > 0 {
		o.call(w, n)
	}
	w.counts.BytesRead += uint64(covered) * uint64(o.size)
	w.counts.BytesWritten += uint64(covered) * uint64(o.size)
}

// call merges the entries of the list.
func (o *output) call(w *worker, entries uint32) {
	base := w.plan.scratch.Base
	o.run(w.index, base+w.list, entries, base+w.output+uint32(o.plane)*PixelPitch, o.RowPitch)
}
