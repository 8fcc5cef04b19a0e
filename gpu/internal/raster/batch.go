package raster

import (
	"encoding/binary"
	"math"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// batch is what a worker gathers until the pixel program runs.
//
//	scratch: | records of chunk 0 | chunk 1 … | worker 0: quads' records, planes of outputs, small triangles, list of what a program merges | worker 1 …
type batch struct {
	n        int
	quads    []byte // entries of the list of what a program merges (package stage), which begins at list
	records  []byte // of the quads
	input    uint32 // offsets in the scratch memory
	output   uint32
	list     uint32
	covering uint32 // offset of what covering programs work on
	setUps   uint32 // offset of what set-up programs work on, after the boxes
	smalls   uint32 // offset of the records of small triangles
	listed   int    // small triangles of the list
	used     int    // records of them that are in use
	sequence uint64
	shape    uint32 // that emits: its place in the round
	// What has been counted since the last tile, in pixels.
	lanesTested, lanesWritten uint64
	shaded                    uint64
	merged                    uint64 // of shaded: before this batch
}

// quad is what the merger needs to know about a quad. If whole rows are merged at once (plan), the first quad of a row represents the row.
type quad = record.Merged

// setQuad writes quad n of the batch.
func (b *batch) setQuad(n int, shape, cover uint32, x, y int32, row int) {
	record.Merge(b.quads[n*stage.MergeEntry:], &quad{Shape: shape, Cover: cover, X: x, Y: y, Row: row})
}

// quadAt reads quad n of the batch.
func (b *batch) quadAt(n int) quad { return record.MergedAt(b.quads[n*stage.MergeEntry:]) }

func (b *batch) setCover(n int, cover uint32) {
	binary.LittleEndian.PutUint32(b.quads[n*stage.MergeEntry+4*stage.MergeCover:], cover)
}

const quadBytes = 4 * stage.QuadWords

// workerBytes is the scratch memory of a worker.
func workerBytes(p *Pixel) uint32 {
	n := batchQuads*quadBytes + uint32(p.Outputs.Planes())*PixelPitch + listBytes
	if p.Coverer != nil {
		n += setUpBytes + stage.CoverEntries*uint32(recordBytes(p)) + coverBytes
	}
	return n
}

func (r *Rasterizer) prepareWorkers() {
	p := &r.plan
	n := max(p.state.Workers, 1)
	for len(r.workers) < n {
		r.workers = append(r.workers, worker{})
	}
	r.workers = r.workers[:n]
	first := uint32(p.state.chunks()*chunkRecords(p.state)) * p.record
	if p.sorting = first + uint32(n)*workerBytes(p.pixel); p.triangles != nil && !p.nothing {
		p.areas[0].Describe(p.scratch.Bytes[p.sorting:], &p.state.Rasterizer, p.tilesX)
	}
	for i := range r.workers {
		w := &r.workers[i]
		w.plan, w.rounds, w.index, w.cancelled = p, &r.round, i, false
		w.n, w.listed, w.used, w.packing = 0, 0, 0, packing{}
		w.input = first + uint32(i)*workerBytes(p.pixel)
		w.output = w.input + batchQuads*quadBytes
		w.list = first + uint32(i+1)*workerBytes(p.pixel) - listBytes
		w.covering = w.list - coverBytes // it, and what is before it, only with a covering program
		w.smalls = w.covering - stage.CoverEntries*p.record
		w.setUps = w.smalls - setUpBytes + stage.BoxBytes
		w.records = p.scratch.Bytes[w.input:w.output]
		w.quads = p.scratch.Bytes[w.list:][stage.MergeHead:][:batchQuads*stage.MergeEntry]
	}
}

// do draws a tile.
func (w *worker) do(number int32, chunks []chunk, m *marks.Tile) {
	if w.cancelled {
		return
	}
	x, y := number%w.plan.tilesX*tileSize, number/w.plan.tilesX*tileSize
	w.number, w.tile, w.marks, w.sequence, w.chunks = number, corner.BoxOf(x, y, x+tileSize, y+tileSize), m, 0, chunks
	w.draw()
	w.flush()
	w.used, w.packed = 0, false
	w.counts.PixelInvocations += w.shaded
	if w.plan.settled {
		w.counts.SamplesPassed += w.shaded
	}
	w.counts.BytesRead += 4 * w.lanesTested
	w.counts.BytesWritten += 4 * w.lanesWritten
	w.shaded, w.merged, w.lanesTested, w.lanesWritten = 0, 0, 0, 0
}

// emit adds a quad to the batch: the pixels of mask are shaded, for a sample if the program runs for each. Of the samples that the primitive covers,
// cover have passed what was tested.
func (w *worker) emit(s *shape, x, y int32, mask, covered, cover, sample uint32) {
	if w.n == batchQuads {
		w.flush()
	}
	fx, fy := float32(x)+0.5, float32(y)+0.5
	if w.plan.settled {
		w.mark(x, y, cover)
	}
	n := w.n % batchQuads
	w.setQuad(n, w.shape, cover, x, y, 1)
	r := w.records[n*quadBytes:][:quadBytes]
	record.LinesAt(fy).Place(r, fx)
	record.Quad(r, s.record, mask, sample, covered)
	w.shaded += uint64(cells.Lanes[mask&15])
	w.n++
}

// emitRow is emit for adjacent whole quads of one sample, from x to end.
func (w *worker) emitRow(s *shape, x, end, y int32) {
	if w.plan.settled && w.marks != nil && w.plan.colors {
		w.marks.Quads(marks.Color, x, y, (end-x)/2)
	}
	lines := record.LinesAt(float32(y) + 0.5)
	for x < end {
		if w.n == batchQuads {
			w.flush()
		}
		n := w.n % batchQuads
		count := min(int(end-x)/2, batchQuads-n)
		records := w.records[n*quadBytes:][:count*quadBytes]
		if w.plan.uniform {
			records = nil
		}
		at := float32(x) + 0.5
		for len(records) >= quadBytes {
			lines.Place(records, at)
			record.Quad(records, s.record, 15, 0, wholeQuad)
			records, at = records[quadBytes:], at+2
		}
		w.listRow(x, y, count)
		x += 2 * int32(count)
	}
}

// shapeAt gives the shape at a place in the round: chunk and index.
func (w *worker) shapeAt(place uint32) *shape {
	return &w.chunks[place>>placeBits].shapes[place&(1<<placeBits-1)]
}

// placeBits are enough for the shapes of a chunk: its primitives, each in up to clip.MaxCorners triangles.
const placeBits = 14

// flush shades the batch and merges its results into the targets.
func (w *worker) flush() {
	if w.n == 0 || w.cancelled {
		w.n = 0
		return
	}
	w.pad()
	number := *w.rounds<<40 | uint64(w.number)<<24 | w.sequence
	w.sequence++
	base, shaded := w.plan.scratch.Base, false
	if w.packed {
		shaded = w.plan.pixel.ShadeAs(w.index, number, base+w.input, base+w.output, uint32(4*w.n), w.packing.counts)
		w.packing.counts = stage.Counted{}
	} else {
		shaded = w.plan.pixel.Shade(w.index, number, base+w.input, base+w.output, uint32(4*w.n))
	}
	switch {
	case !shaded:
		w.cancelled = true
	case w.packed:
		w.plan.merge.scatter(w, w.settle())
	default:
		w.plan.merge.write(w, w.settle())
	}
	w.n = 0
}

// flushGroups is flush for whole groups of quads. The quads that remain move to the front, so that the cost of a list of triangles does not depend on
// where it is cut.
func (w *worker) flushGroups() {
	const group = stage.Group / 4
	from, left := w.n/group*group, w.n%group
	if w.plan.rows && left > 0 {
		w.cutRow(from)
	}
	kept := w.lanesOf(from)
	w.n, w.shaded = from, w.shaded-kept
	w.flush()
	w.shaded += kept
	copy(w.records, w.records[from*quadBytes:][:left*quadBytes])
	copy(w.quads, w.quads[from*stage.MergeEntry:][:left*stage.MergeEntry])
	w.n = left
}

// cutRow makes two rows of one that goes on at quad n, so that the batch can be cut there: of a row the first quad alone is written.
func (b *batch) cutRow(n int) {
	for i := 0; i < n; {
		q := b.quadAt(i)
		if end := i + q.Row; end > n {
			b.setQuad(i, q.Shape, q.Cover, q.X, q.Y, n-i)
			b.setQuad(n, q.Shape, q.Cover, q.X+2*int32(n-i), q.Y, end-n)
			return
		}
		i += q.Row
	}
}

// lanesOf counts the pixels of the quads from n on, where a row begins.
func (b *batch) lanesOf(n int) (lanes uint64) {
	for n < b.n {
		q := b.quadAt(n)
		lanes += uint64(q.Row * bits.OnesCount32(q.Cover))
		n += q.Row
	}
	return lanes
}

// pad fills the last group with copies of the last quad that have no pixels.
func (w *worker) pad() {
	if w.plan.uniform {
		return
	}
	const group = stage.Group / 4
	records := w.plan.scratch.Bytes[w.input:][:batchQuads*quadBytes]
	last := records[(w.n-1)*quadBytes:][:quadBytes]
	for i := w.n; i%group != 0; i++ {
		r := records[i*quadBytes:][:quadBytes]
		copy(r, last)
		put(r, stage.QuadMask, 0)
		put(r, stage.QuadCoverage, 0)
	}
}

// word is the output of the program in a plane, for an item.
func (w *worker) word(plane int, item int) uint32 {
	return binary.LittleEndian.Uint32(w.plan.scratch.Bytes[w.output+uint32(plane)*PixelPitch+4*uint32(item):])
}

// settle removes the samples that the program, alpha to coverage and the late tests reject, and returns how many are left.
func (w *worker) settle() (left uint64) {
	p := w.plan
	refuses := p.discards || p.alphaTo || p.pixel.Outputs.Coverage
	late := !p.early && p.tests.any
	if p.settled {
		left = w.shaded - w.merged
		w.merged = w.shaded
		return left
	}
	tested := uint64(0)
	for i := range w.n {
		q := w.quadAt(i)
		if p.forced {
			tested += uint64(bits.OnesCount32(q.Cover))
		}
		if refuses {
			q.Cover &= w.accepted(i)
		}
		if late {
			q.Cover = w.testLate(&q, i)
		}
		w.setCover(i, q.Cover)
		left += uint64(bits.OnesCount32(q.Cover))
		w.mark(q.X, q.Y, q.Cover)
	}
	if !p.forced {
		tested = left
	}
	w.counts.SamplesPassed += tested
	return left
}

// accepted are the samples of quad i that the program does not discard.
func (w *worker) accepted(i int) uint32 {
	p := w.plan
	cover := uint32(0)
	for lane := range 4 {
		item := 4*i + lane
		samples := uint32(0xff)
		if p.discards && w.word(stage.MaskPlane, item) == 0 {
			samples = 0
		}
		if p.pixel.Outputs.Coverage {
			samples &= w.word(p.pixel.Outputs.CoveragePlane(), item)
		}
		if p.alphaTo {
			samples &= p.alphaMask(math.Float32frombits(w.word(p.pixel.Outputs.TargetPlane(0)+3, item)))
		}
		cover |= samples << (8 * lane)
	}
	return cover
}

// testLate does the tests after the program ran, with the depth that it outputs, if it does.
func (w *worker) testLate(q *quad, i int) (pass uint32) {
	x, y := q.X, q.Y
	if !w.plan.pixel.Uses.Has(gpu.WritesDepth) {
		return w.testSamples(w.shapeAt(q.Shape), x, y, q.Cover)
	}
	plane, s := w.plan.pixel.Outputs.DepthPlane(), w.shapeAt(q.Shape)
	for rest := q.Cover; rest != 0; rest &= rest - 1 {
		bit := bits.TrailingZeros32(rest)
		z := s.area.Clamp(math.Float32frombits(w.word(plane, 4*i+bit>>3)))
		if w.test(s, x+int32(bit>>3&1), y+int32(bit>>4), bit&7, z) {
			pass |= 1 << bit
		}
	}
	return pass
}
