package exec

import (
	"encoding/binary"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// span is a part of the vertices of an instance: whole primitives.
type span struct {
	first, count uint32 // vertices, or indices
	primitive    uint32 // number of the first primitive in the instance
}

// strip says whether primitives share vertices with those before them, and how many.
func strip(t gpu.PrimitiveTopology) (shared uint32, is bool) {
	switch t {
	case gpu.TopologyLineStrip:
		return 1, true
	case gpu.TopologyTriangleStrip:
		return 2, true
	}
	return 0, false
}

// primitiveVertices is the number of vertices of a primitive of a list.
func primitiveVertices(t gpu.PrimitiveTopology) uint32 {
	switch t.Type() {
	case gpu.TopologyTypeLine:
		return 2
	case gpu.TopologyTypeTriangle:
		return 3
	}
	return 1
}

// cut is the index that ends a strip; ok is false where none does.
func (d *drawCall) cut() (value uint32, ok bool) {
	if _, is := strip(d.b.draw.topology); !is || d.c.Op != gpu.OpDrawIndexedInstanced {
		return 0, false
	}
	switch d.p.desc.IBStripCutValue {
	case gpu.StripCut0xFFFF:
		return 0xffff, true
	case gpu.StripCut0xFFFFFFFF:
		return 0xffffffff, true
	}
	return 0, false
}

// spans cuts an instance into parts that fit into a piece. A strip with cuts stays whole, because only its indices say where primitives begin.
func (d *drawCall) spans() []span {
	n := d.c.X
	if _, cuts := d.cut(); cuts || n <= pieceVertices {
		return []span{{0, n, 0}}
	}
	shared, _ := strip(d.b.draw.topology)
	each := primitiveVertices(d.b.draw.topology)
	if shared > 0 {
		each = 1
	}
	var out []span
	for first := uint32(0); first+shared < n; first += pieceVertices {
		out = append(out, span{first, min(pieceVertices+shared, n-first), first / each})
	}
	return out
}

// capacity is the number of items that the planes of a piece have room for.
func (d *drawCall) capacity() uint32 {
	n := uint64(d.c.X)
	if _, cuts := d.cut(); !cuts {
		n = min(n, pieceVertices+2)
	}
	n = max(n, min(n*uint64(d.c.Y), pieceVertices))
	return uint32((n + stage.Group - 1) / stage.Group * stage.Group)
}

// run draws all pieces, instance by instance.
func (d *drawCall) run() {
	spans := d.spans()
	if len(spans) > 1 {
		for instance := range d.c.Y {
			for _, s := range spans {
				if !d.piece(s, d.gatherSpan(s), instance, 1) {
					return
				}
			}
		}
		return
	}
	g := d.gatherSpan(spans[0])
	together := max(d.capacity()/max(uint32(len(g.vertices)), 1), 1)
	for first := uint32(0); first < d.c.Y; first += together {
		if !d.piece(spans[0], g, first, min(together, d.c.Y-first)) {
			return
		}
	}
}

// gathered are the vertices of a span, each once, and the order in which primitives use them (nil: one after the other).
type gathered struct {
	vertices []uint32 // VertexID of each item
	sequence []uint32 // items
}

// gatherer finds vertices that indices name again. Its memory is used again.
type gatherer struct {
	gathered
	dense  []uint32 // 1 + item, by index from the least one on
	sparse map[uint32]uint32
}

func (d *drawCall) gatherSpan(s span) *gathered {
	g := &d.m.draws.gather
	g.vertices, g.sequence = g.vertices[:0], g.sequence[:0]
	if d.c.Op == gpu.OpDrawInstanced {
		for i := range s.count {
			g.vertices = append(g.vertices, s.first+i)
		}
		return &gathered{vertices: g.vertices}
	}
	cut, cuts := d.cut()
	low, high := uint32(0xffffffff), uint32(0)
	for i := range s.count {
		v := d.indexAt(s.first + i)
		g.sequence = append(g.sequence, v)
		if !cuts || v != cut {
			low, high = min(low, v), max(high, v)
		}
	}
	g.find(low, high, cut, cuts)
	return &g.gathered
}

// find replaces the indices of the sequence by items.
func (g *gatherer) find(low, high, cut uint32, cuts bool) {
	dense := high >= low && uint64(high-low) < 4*uint64(len(g.sequence))+1024
	if dense {
		n := int(high-low) + 1
		if cap(g.dense) < n {
			g.dense = make([]uint32, n)
		}
		g.dense = g.dense[:n]
		clear(g.dense)
	} else {
		g.sparse = map[uint32]uint32{}
	}
	for i, v := range g.sequence {
		switch {
		case cuts && v == cut:
			g.sequence[i] = raster.Cut
		case dense:
			if g.dense[v-low] == 0 {
				g.vertices = append(g.vertices, v)
				g.dense[v-low] = uint32(len(g.vertices))
			}
			g.sequence[i] = g.dense[v-low] - 1
		default:
			item, ok := g.sparse[v]
			if !ok {
				item = uint32(len(g.vertices))
				g.vertices, g.sparse[v] = append(g.vertices, v), item
			}
			g.sequence[i] = item
		}
	}
}

// indexAt reads an index; one behind the end of the buffer's view is 0.
func (d *drawCall) indexAt(i uint32) uint32 {
	at := uint64(d.c.Slot) + uint64(i)
	if d.b.draw.indices.Format == gpu.FormatR16Uint {
		if 2*at+2 > uint64(len(d.index)) {
			return 0
		}
		return uint32(binary.LittleEndian.Uint16(d.index[2*at:]))
	}
	if 4*at+4 > uint64(len(d.index)) {
		return 0
	}
	return binary.LittleEndian.Uint32(d.index[4*at:])
}

// piece fetches, shades and rasterizes the vertices of instances [first, first+count). It says whether to go on.
func (d *drawCall) piece(s span, g *gathered, first, count uint32) bool {
	each := uint32(len(g.vertices))
	items := each * count
	if items == 0 {
		return true
	}
	d.fetch(g.vertices, first, count)
	d.invoked += uint64(items)
	if !d.shade(items) {
		return false
	}
	draw := raster.Draw{Topology: d.b.draw.topology, Count: s.count, Instances: count, InstanceItems: each, FirstPrimitive: s.primitive,
		Vertices: raster.Vertices{Bytes: d.m.bytes(d.output, uint64(d.p.outputs)*d.pitch), Pitch: uint32(d.pitch), Items: items}}
	if d.c.Op == gpu.OpDrawIndexedInstanced {
		draw.Sequence = g.sequence
	}
	return d.m.draws.raster.Draw(&draw)
}

// shadeItems is the number of vertices that a core shades at a time.
const shadeItems = 1024

// shade runs the vertex program over the items of a piece, on all cores where it may.
func (d *drawCall) shade(items uint32) bool {
	batches := (items + shadeItems - 1) / shadeItems
	workers := min(uint32(d.vertex.Workers()), uint32(max(d.state.Workers, 1)), batches)
	ok := make([]bool, workers)
	work := func(w uint32) {
		ok[w] = true
		for k := w; k < batches && ok[w]; k += workers {
			at := uint64(k) * shadeItems
			ok[w] = d.vertex.Run(int(w), d.batch+uint64(k), uint32(d.input+4*at), uint32(d.output+4*at), min(shadeItems, items-uint32(at)))
		}
	}
	var wait sync.WaitGroup
	for w := uint32(1); w < workers; w++ {
		wait.Go(func() { work(w) })
	}
	work(0)
	wait.Wait()
	d.batch += uint64(batches)
	for _, fine := range ok {
		if !fine {
			return false
		}
	}
	return true
}
