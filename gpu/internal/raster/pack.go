package raster

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Lists of triangles of a few pixels go through a packing program, if there is one for the state, and fill waves with pixels of several triangles:
//
//	list ─▶ records of four triangles, waves, places ─▶ pixel program ─▶ merging programs for places
//
// Draws cost what the quads of those triangles cost, with or without such a program.

// packer is a packing program, with the most waves that four of its triangles take and the bytes of their marks.
type packer struct {
	run          stage.RunPack
	waves, marks int
}

// packers finds the packing programs, if there are merging programs for them.
func (p *plan) packers() (tiny, boxes packer) {
	if p.triangles == nil || p.triangles.Pack == nil || p.pixel.ShadeAs == nil || !p.settled || p.uniform || p.setsUp.System || !p.merge.scatters(p) {
		return tiny, boxes
	}
	c := p.covers
	c.Cells = p.state.Track
	return packer{p.triangles.Pack(&c, false), stage.PackWaves, stage.MarkTiny},
		packer{p.triangles.Pack(&c, true), stage.PackBoxWaves, stage.MarkBoxes}
}

// scatters finds the programs that copy or blend texels at any places. It gives false where one of the targets has none.
func (m *merger) scatters(p *plan) bool {
	for i := range m.targets {
		o := &m.targets[i]
		if o.run == nil {
			return false
		}
		state := o.merge
		state.Scattered = true
		if o.scatter = p.pixel.Merger(&state); o.scatter == nil {
			return false
		}
	}
	return len(m.targets) > 0
}

// packing is the state of a worker for lists that are packed.
type packing struct {
	packed  bool // the batch is of waves
	mixed   bool // the tile has primitives other than small triangles
	crowded bool // boxes in the tile overlap: packed, they would take more waves than they have quads
	counts  stage.Counted
}

// packs gives the program that packs all triangles of the list, or nil.
func (w *worker) packs() *packer {
	p := w.plan
	if p.tiny.run == nil || !p.programmed || w.mixed {
		return nil
	}
	found := &p.tiny
	for entries := p.scratch.Bytes[w.setUps:][:stage.SetUpEntry*w.listed]; len(entries) >= stage.SetUpEntry; entries = entries[stage.SetUpEntry:] {
		if items := binary.LittleEndian.Uint64(entries); items>>(32+stage.PackMask) == 0 {
			if items&stage.SetUpBox == 0 || w.crowded {
				return nil
			}
			found = &p.boxes
		}
	}
	return found
}

// packList packs the list.
func (w *worker) packList(by *packer) {
	room := uint32(quadBytes * (batchQuads - by.waves))
	p, n := w.plan, uint32(w.listed)
	w.listed = 0
	if !w.packed {
		w.flush()
		w.packed, w.used = true, 0
	}
	w.finishList(int(n))
	base, size := p.scratch.Base, p.record-stage.CoverBytes
	quads, turns, first := uint64(0), uint32(0), base+w.setUps
	j := stage.PackJob{Next: first, End: first + stage.SetUpEntry*n, Head: base + w.covering, Boxes: first - stage.BoxBytes,
		Points:   w.vertices.Points.Base,
		QuadsEnd: base + w.input + room, Depth: p.tests.z.Address, Pitch: p.tests.z.RowPitch}
	for j.Next < j.End && !w.cancelled {
		groups := int(j.End-j.Next+stage.SetUpEntry*stage.SetUpTogether-1) / (stage.SetUpEntry * stage.SetUpTogether)
		if w.used+groups > stage.CoverEntries || w.n >= batchQuads-by.waves {
			w.flush()
			w.used = 0
		}
		j.Records, j.Quads, j.Places = base+w.smalls+uint32(w.used)*size, base+w.input+quadBytes*uint32(w.n),
			base+w.list+stage.MergeHead+stage.MergeEntry*uint32(w.n)
		by.run(w.index, &j)
		head := p.scratch.Bytes[w.covering:]
		done := int(word(head, stage.CoverNext)-j.Next) / (stage.SetUpEntry * stage.SetUpTogether)
		w.used += done
		w.markPacked(by, head[stage.PackMarks:][:done*by.marks])
		j.Next = word(head, stage.CoverNext)
		w.n = int(word(head, stage.CoverQuads)-base-w.input) / quadBytes
		w.counted(uint64(word(head, stage.CoverTested)), uint64(word(head, stage.CoverPassed)))
		turns += word(head, stage.PackedTurns)
		before := quads
		quads += uint64(word(head, stage.PackedQuads))
		w.packing.counts.Items += 4 * (quads - before)
		w.packing.counts.Groups += groupsOf(quads) - groupsOf(before)
	}
	w.crowded = w.crowded || turns*stage.SetUpTogether > n/8
}

// markPacked marks the pixels that a packing program found.
func (w *worker) markPacked(by *packer, list []byte) {
	switch kinds := w.plan.marked; {
	case w.marks == nil:
	case by == &w.plan.tiny:
		w.marks.Tiny(list, kinds[0], kinds[1:]...)
	default:
		w.marks.Boxes(list, kinds[0], kinds[1:]...)
	}
}

// groupsOf is the number of groups that so many quads are shaded in.
func groupsOf(quads uint64) uint64 { return (4*quads + stage.Group - 1) / stage.Group }

// unpack ends a batch of waves.
func (w *worker) unpack() {
	if w.packed {
		w.flush()
		w.packed, w.used = false, 0
	}
}

// scatter merges the batch of waves.
func (m *merger) scatter(w *worker, samples uint64) {
	for i := range m.targets {
		o := &m.targets[i]
		o.runList(w, o.scatter, samples)
	}
}
