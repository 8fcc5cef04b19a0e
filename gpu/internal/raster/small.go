package raster

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/cells"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/marks"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Where there is a covering program for the state (package stage), it draws runs of small triangles of a tile. They are listed first:
//
//	scratch of a worker: | … | boxes, triangles | records of triangles | head, planes of triangles | cells | list of what a program merges |
//
// Chunks keep only their vertices, so that little data passes from one core to another: the core that draws a tile sets its
// triangles up, all in the same small piece of memory.

const (
	cellsAt    = stage.CoverHead + stage.CoverList
	coverBytes = cellsAt + stage.CoverCell*batchQuads
	setUpBytes = (stage.BoxBytes + stage.SetUpEntry*stage.CoverEntries + 63) &^ 63
)

// coverer finds the program for the state.
func (p *plan) coverer() *stage.Covering {
	if p.pixel.Coverer == nil || !p.cells || (p.state.Width|p.state.Height)&1 != 0 {
		return nil
	}
	c := &p.covers
	*c = stage.Cover{Test: p.tests.any, Records: !p.uniform, Cells: p.state.Track && p.tests.any}
	if c.Test {
		c.Compare, c.Write, c.Pitch = p.state.DepthStencil.DepthFunc, p.tests.z.Write, p.tests.z.RowPitch
	}
	return p.pixel.Coverer(c)
}

// isSmall says whether a covering program can do a triangle with those bounds, before anything was cut from them: then its edges are exact in 32
// bits.
func isSmall(b *box) bool {
	const most = 2 * blockSize
	return b.X1-b.X0 <= most && b.Y1-b.Y0 <= most
}

// programs finds the programs for small triangles.
func (p *plan) programs() {
	p.cover, p.triangles, p.step = p.coverer(), nil, stage.PointBytes
	p.small = small.State{Inputs: p.pixel.Inputs, Uses: p.pixel.Uses, Records: !p.uniform, Affine: p.pixel.Affine, LacksW: p.pixel.LacksW}
	if p.smalls = p.record; p.uniform {
		p.smalls = stage.CoverBytes
	}
	ok := false
	if p.setsUp, ok = p.small.Program(); ok && p.cover != nil && p.pixel.SetUpper != nil {
		if p.triangles = p.pixel.SetUpper(&p.setsUp); p.triangles != nil {
			p.step = stage.PointStep(p.setsUp.Count)
		}
	}
	p.tiny, p.boxes = p.packers()
	p.marked = marks.Kinds(p.marked[:0], p.tests.any, p.tests.z.Write, p.settled && p.colors)
}

// write writes the record of a primitive after the room for a covering program.
func (c *chunk) write(s *shape, src *source) {
	c.plan.write(s, src, c.next+stage.CoverBytes)
	c.next += c.plan.record
}

// addSmalls puts small triangles of the tile into the list.
func (w *worker) addSmalls(entries []byte) {
	for len(entries) > 0 && !w.cancelled {
		if w.listed == stage.CoverEntries {
			w.coverList()
		}
		n := copy(w.plan.scratch.Bytes[w.setUps:][stage.SetUpEntry*w.listed:stage.SetUpEntry*stage.CoverEntries], entries)
		entries = entries[n:]
		w.listed += n / stage.SetUpEntry
	}
}

// setUpList sets the triangles of the list up, and gives the number of those that are left. Their records stay until the batch is shaded.
func (w *worker) setUpList() int {
	const together = stage.SetUpTogether
	p, n := w.plan, w.listed
	whole := (n + together - 1) / together * together
	if w.used+whole > stage.CoverEntries {
		if !p.uniform { // else nothing reads the records that are done
			w.flush()
		}
		w.used = 0
	}
	at := w.smalls + uint32(w.used)*p.smalls
	w.used += whole
	seen, list := p.areas[0].Clip.And(w.tile), w.covering+stage.CoverHead
	if mem := p.scratch.Bytes; !p.programmed {
		return p.small.SetUp(&small.Job{Entries: mem[w.setUps:][:n*stage.SetUpEntry], Points: w.points,
			Planes: planes{Bytes: w.vertices.Bytes, Pitch: w.vertices.Pitch},
			View:   p.areas[0].View, Seen: seen, List: mem[list:], Records: mem[at:], Bytes: p.smalls, Address: p.scratch.Base + at})
	}
	w.finishList(n)
	base := p.scratch.Base
	first := base + w.setUps
	p.triangles.SetUp(w.index, &stage.SetUpJob{Next: first, End: first + stage.SetUpEntry*uint32(n), List: base + list, Records: base + at,
		Boxes:  first - stage.BoxBytes,
		Points: w.vertices.Points.Base})
	return n
}

// finishList writes what programs expect before and after the list of n triangles.
func (w *worker) finishList(n int) {
	p, a := w.plan, &w.plan.areas[0]
	boxes, at := p.scratch.Bytes[w.setUps-stage.BoxBytes:][:stage.BoxBytes], 0
	for _, b := range [...]box{a.View, a.Clip.And(w.tile), a.Clip} {
		for _, v := range [...]int32{b.X0, b.Y0, b.X1, b.Y1} {
			put(boxes, at, uint32(v))
			at++
		}
	}
	entries := p.scratch.Bytes[w.setUps:][:stage.SetUpEntry*stage.CoverEntries]
	last := entries[stage.SetUpEntry*(n-1):][:stage.SetUpEntry]
	for i := n; i%stage.SetUpTogether != 0; i++ {
		copy(entries[stage.SetUpEntry*i:], last)
	}
}

// coverList draws what is in the list.
func (w *worker) coverList() {
	if w.listed == 0 {
		return
	}
	if by := w.packs(); by != nil {
		w.packList(by)
		return
	}
	w.unpack()
	p := w.plan
	n := w.setUpList()
	base := p.scratch.Base
	list := base + w.covering + stage.CoverHead
	quads := base + w.list + stage.MergeHead
	j := stage.CoverJob{List: base + w.covering, End: list + stage.CoverEntry*uint32(n), QuadsEnd: quads + stage.MergeEntry*batchQuads,
		Depth: p.tests.z.Address, DepthPitch: p.tests.z.RowPitch, Cells: base + w.covering + cellsAt}
	w.listed = 0
	if w.n > batchQuads-stage.CoverBox {
		w.flush()
	}
	for j.Next = list; j.Next < j.End && !w.cancelled; {
		j.Quads, j.Records = quads+stage.MergeEntry*uint32(w.n), base+w.input+quadBytes*uint32(w.n)
		p.cover.Small(w.index, &j)
		head := p.scratch.Bytes[w.covering:][:stage.CoverHead]
		from := w.n
		w.n = int(word(head, stage.CoverQuads)-quads) / stage.MergeEntry
		tested, passed := uint64(word(head, stage.CoverTested)), uint64(word(head, stage.CoverPassed))
		if w.counted(tested, passed); w.marks != nil {
			w.markSmall(tested, passed, from)
		}
		if j.Next = word(head, stage.CoverNext); j.Next < j.End && w.n > batchQuads/2 { // else there is room for any triangle: few quads passed
			w.flushGroups()
		}
	}
}

func word(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }

// counted adds what a program did to the counts: pixels that were tested, and those that passed.
func (w *worker) counted(tested, passed uint64) {
	t := &w.plan.tests
	w.lanesTested += tested
	w.shaded += passed
	if t.z.Write {
		w.lanesWritten += passed
	}
}

// markSmall marks pixels that a covering program tested, and the quads of the batch from a given one on. Mostly they are the same.
func (w *worker) markSmall(tested, passed uint64, from int) {
	p := w.plan
	list, kinds := p.scratch.Bytes[w.covering+cellsAt:], p.marked
	if tested == passed {
		w.marks.Cells(list, tested, kinds...)
		return
	}
	if p.tests.any {
		w.marks.Cells(list, tested, kinds[0])
		kinds = kinds[1:]
	}
	for i := from; i < w.n; i++ {
		q := w.quadAt(i)
		for _, kind := range kinds {
			w.marks.Quad(kind, q.X, q.Y, cells.LanesOf(q.Cover))
		}
	}
}
