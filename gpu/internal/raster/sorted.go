package raster

import (
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// Where programs set small triangles up, one finds the tiles of those of a chunk, and the chunk puts only runs of them into bins:
//
//	scratch: | … workers | area | chunk 0: entries of triangles, nodes | chunk 1 …

const (
	areaBytes = (stage.AreaBytes + 63) &^ 63
	listed    = stage.SetUpEntry * chunkPrimitives
	sortBytes = listed + (stage.SortHead+stage.SortNode*(chunkPrimitives+1)+63)&^63
)

// sortingBytes is the scratch memory of all chunks for that.
func sortingBytes(s *State, p *Pixel) uint64 {
	if p.SetUpper == nil {
		return 0
	}
	return areaBytes + s.chunks()*sortBytes
}

// sorts says whether a program finds the tiles of small triangles.
func (p *plan) sorts() bool { return p.programmed && p.areas[0].Even && !p.biased }

// sorted is triangles where such a program sorts them.
func (c *chunk) sorted(r *Rasterizer, a *assembler, worker int, from, end uint64) {
	p, n := c.plan, uint32(end-from)
	at := p.sorting + areaBytes + uint32(c.index)*sortBytes
	c.entries = p.scratch.Bytes[at:][:listed]
	base := p.scratch.Base
	j := stage.SortJob{Next: base + at, End: base + at + stage.SetUpEntry*n, To: base + at, Nodes: base + at + listed,
		Points: a.draw.Vertices.Points.Base, Step: p.step, Area: base + p.sorting}
	if run, within, shift := a.Run(from, end); a.draw.SequenceAt > 0 && run == end-from && shift == 0 {
		j.Items, j.First, j.Next = true, a.draw.FirstPrimitive+within, a.draw.SequenceAt+stage.SortItems*within
		j.End = j.Next + stage.SortItems*n
	} else {
		list(c.entries, a, from, end)
		for last := c.entries[stage.SetUpEntry*(n-1):][:stage.SetUpEntry]; n%stage.SetUpTogether != 0; n++ {
			copy(c.entries[stage.SetUpEntry*n:], last)
		}
	}
	p.triangles.Sort(worker, &j)
	nodes := p.scratch.Bytes[at+listed:][:sortBytes-listed]
	entries := word(nodes, stage.SortEntries) - base - at
	count := int(word(nodes, stage.SortNodes)-base-at-listed-stage.SortHead) / stage.SortNode
	seen := end - from
	for nodes = nodes[stage.SortHead:]; count > 0; count-- {
		tile, box, first, last := word(nodes, stage.SortTile), word(nodes, stage.SortBox), word(nodes, stage.SortFrom)-base-at, entries
		if nodes = nodes[stage.SortNode:]; count > 1 {
			last = word(nodes, stage.SortFrom) - base - at
		}
		switch {
		case tile < stage.SortSpread:
			c.bins.PutOthers(int32(tile), first, last)
		case tile < stage.SortOther:
			c.spread(box, first, last)
		default:
			k := from + uint64(tile&stage.SortNumber)
			c.triangles(r, a, k, k+1)
			seen--
		}
	}
	c.counts.Clipped += seen
}

// spread puts an entry into the bins of several tiles.
func (c *chunk) spread(box, first, last uint32) {
	for y := box >> 8 & 0xff; y <= box>>24; y++ {
		for x := box & 0xff; x <= box>>16&0xff; x++ {
			c.bins.PutOthers(int32(y)*c.plan.tilesX+int32(x), first, last)
		}
	}
}

// list writes the entries of triangles.
func list(to []byte, a *assembler, from, end uint64) {
	d := a.draw
	for k := from; k < end; {
		n, within, shift := a.Run(k, end)
		if d.Sequence == nil {
			small.PutRun(to, 3*within+shift, d.FirstPrimitive+within, int(n))
		} else {
			small.PutItems(to, d.Sequence[3*within:][:3*n], shift, d.FirstPrimitive+within)
		}
		to = to[stage.SetUpEntry*n:]
		k += n
	}
}
