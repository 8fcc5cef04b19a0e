// Package bins sorts the primitives of a chunk into the tiles that they may touch.
//
//	ends[tile] ─▶ node: index ─▶ node: small triangles ─▶ … ─▶ -1       in the order of the draw
//	                             │
//	smalls                  | 0 | 1 | 2 | 3 | …                           entries for a set-up program, one for each tile
//
// Consecutive small triangles in one tile share a node, because meshes go through a tile in runs. Triangles sorted by a program stay where it has
// listed them: their nodes only say which part of the list they are. The package must not know what primitives are. Bins are written by one
// goroutine; afterwards several may read them.
package bins

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// SmallOnes is the index of nodes of small triangles.
const SmallOnes = 1<<32 - 1

// Node is a primitive that may touch a tile, or a run of small triangles.
type Node struct {
	Index      uint32 // the caller's, or SmallOnes
	Next       int32  // node of the tile, or -1
	first, end uint32 // of bytes: small triangles
	others     bool   // not of smalls
}

// Bins are the bins of all tiles. The zero value has none.
type Bins struct {
	nodes  []Node
	smalls []byte  // entries
	ends   []end   // by tile
	tiles  []int32 // with nodes
	run    int32   // the tile to which the newest small triangle went; -1: something else came after it
}

// end are the first and the last node of a tile; first is -1 where it has none.
type end struct{ first, last int32 }

// entry is an entry of the list of a set-up program (package stage).
type entry = [stage.SetUpEntry]byte

// Need makes bins for a number of tiles, empty as all are.
func (b *Bins) Need(tiles int) {
	b.run = -1
	for len(b.ends) < tiles {
		b.ends = append(b.ends, end{first: -1})
	}
}

// Clear empties all bins.
func (b *Bins) Clear() {
	for _, tile := range b.tiles {
		b.ends[tile].first = -1
	}
	b.tiles, b.nodes, b.smalls, b.run = b.tiles[:0], b.nodes[:0], b.smalls[:0], -1
}

// Tiles are those with nodes, in the order in which they got their first one.
func (b *Bins) Tiles() []int32 { return b.tiles }

// First is the first node of a tile, or -1.
func (b *Bins) First(tile int32) int32 { return b.ends[tile].first }

// At is a node.
func (b *Bins) At(n int32) *Node { return &b.nodes[n] }

// Small are the entries of the small triangles of a node, one after the other: those that PutSmall gave, or a part of others.
func (b *Bins) Small(n *Node, others []byte) []byte {
	if n.others {
		return others[n.first:n.end]
	}
	return b.smalls[n.first:n.end]
}

// PutOthers adds small triangles to the bin of a tile: bytes [first, end) of entries that somebody else keeps.
func (b *Bins) PutOthers(tile int32, first, end uint32) {
	b.run = -1
	b.put(tile, Node{Index: SmallOnes, Next: -1, first: first, end: end, others: true})
}

// Put adds a node to the bin of a tile.
func (b *Bins) Put(tile int32, index uint32) {
	b.run = -1
	b.put(tile, Node{Index: index, Next: -1})
}

func (b *Bins) put(tile int32, node Node) {
	n := int32(len(b.nodes))
	b.nodes = append(b.nodes, node)
	e := &b.ends[tile]
	if e.first < 0 {
		e.first = n
		b.tiles = append(b.tiles, tile)
	} else {
		b.nodes[e.last].Next = n
	}
	e.last = n
}

// PutSmall adds a small triangle to the bin of a tile, and gives its entry, whose content is that of an earlier round.
func (b *Bins) PutSmall(tile int32) *entry {
	n := len(b.smalls)
	if n+stage.SetUpEntry > cap(b.smalls) {
		b.smalls = slices.Grow(b.smalls, max(stage.SetUpEntry, n))
	}
	b.smalls = b.smalls[:n+stage.SetUpEntry]
	if tile == b.run {
		b.nodes[len(b.nodes)-1].end += stage.SetUpEntry
	} else {
		b.run = tile
		b.put(tile, Node{Index: SmallOnes, Next: -1, first: uint32(n), end: uint32(n) + stage.SetUpEntry})
	}
	return (*entry)(b.smalls[n:])
}
