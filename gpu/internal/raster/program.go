package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Where there is a merging program for the state of a target, it merges whole batches: the list of quads is in memory that it sees.

// listBytes is the length of the list of a batch.
const listBytes = stage.MergeHead + stage.MergeEntry*batchQuads + 48

// fewQuads is the number of quads from which on calling a program is faster than merging them here.
const fewQuads = 4

// findProgram finds the program for the state of the target, if there is one.
func (o *output) findProgram(p *plan) {
	if p.pixel.Merger == nil || o.logic || o.second >= 0 || !o.packed && !o.blends {
		return
	}
	m := &o.merge
	*m = stage.Merge{Bytes: o.size, Mask: o.mask, Samples: p.samples > 1, Pitch: PixelPitch, RowPitch: o.RowPitch}
	if o.blends {
		m.Format, m.Blend = o.format, o.desc
	}
	o.run = p.pixel.Merger(m)
}

// write merges the batch, of which a number of samples count.
func (m *merger) write(w *worker, samples uint64) {
	programs := false
	for i := range m.targets {
		if o := &m.targets[i]; o.run == nil || w.n < fewQuads {
			o.write(w)
		} else {
			programs = true
		}
	}
	if !programs {
		return
	}
	if m.odd {
		samples -= m.writeEnds(w)
	}
	for i := range m.targets {
		if o := &m.targets[i]; o.run != nil {
			o.runList(w, o.run, samples)
		}
	}
}

// writeEnds merges quads with pixels outside the target, and takes them out of the list: programs must not touch memory outside a target. No other
// quads have their pixels, so the order does not matter. It gives the number of samples.
func (m *merger) writeEnds(w *worker) (samples uint64) {
	for i := 0; i < w.n; {
		q := w.quadAt(i)
		if uint32(q.X)+1 >= w.plan.state.Width || uint32(q.Y)+1 >= w.plan.state.Height {
			for k := range m.targets {
				if o := &m.targets[k]; o.run != nil {
					o.writeQuad(w, i, &q)
				}
			}
			w.setCover(i, 0)
			samples += uint64(bits.OnesCount32(q.Cover))
		}
		i += q.Row
	}
	return samples
}

// runList merges the batch by a program of the target.
func (o *output) runList(w *worker, run stage.RunMerge, samples uint64) {
	base := w.plan.scratch.Base
	if o.blends {
		head := w.plan.scratch.Bytes[w.list:][:stage.MergeHead]
		for c, v := range o.blend.Factor() {
			binary.LittleEndian.PutUint32(head[4*c:], math.Float32bits(v))
		}
		w.counts.BytesRead += samples * uint64(o.size)
	}
	run(w.index, base+w.list, uint32(w.n), base+w.output+uint32(o.plane)*PixelPitch,
		stage.MergeTarget{Address: o.Address, RowPitch: o.RowPitch, SamplePitch: uint32(o.SamplePitch)})
	w.counts.BytesWritten += samples * uint64(o.size)
}
