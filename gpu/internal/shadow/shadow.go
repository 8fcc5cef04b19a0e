// Package shadow keeps decoded copies of block-compressed textures in VRAM, which programs read in their place.
//
//	texture in blocks ──bytes differ from those of last time?── DecodeBlock ──▶ copy in plain texels, in the layout of gpu.ResourceDesc.Footprints
//
// A copy is as large as its texture without compression, and lives until its texture is gone. The package must not know descriptors, programs or
// commands. A Store is not safe for concurrent use.
package shadow

import (
	"bytes"
	"cmp"
	"maps"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// Store is the copies by texture and format.
type Store struct{ copies map[key]*entry }

type key struct {
	texture gpu.ID
	format  gpu.Format
}

func (k key) compare(o key) int {
	return cmp.Or(cmp.Compare(k.texture, o.texture), cmp.Compare(k.format, o.format))
}

type entry struct {
	base   uint64
	prints []gpu.Footprint
	seen   []byte // the blocks that were decoded
}

// Copy gives the layout of the decoded copy of a texture, whose blocks stand at footprints in VRAM, and decodes what has changed. ok is false where
// there is no VRAM left. alive says which textures still exist: the copies of others are given back when room is needed.
func (s *Store) Copy(space *mem.Space, id gpu.ID, desc gpu.ResourceDesc, blocks []gpu.Footprint, view gpu.Format,
	alive func(gpu.ID) bool) (gpu.ResourceDesc, []gpu.Footprint, bool) {
	desc.Format = texel.Decoded(view)
	k := key{id, view}
	e := s.copies[k]
	if e == nil {
		s.sweep(space, alive)
		base, err := space.Alloc(desc.SizeInBytes(), gpu.TexturePlacementAlignment)
		if err != nil {
			return desc, nil, false
		}
		e = &entry{base: base}
		e.prints, _ = desc.Footprints(0, desc.Subresources(), base)
		if s.copies == nil {
			s.copies = map[key]*entry{}
		}
		s.copies[k] = e
	}
	last := blocks[len(blocks)-1]
	now := space.Bytes()[blocks[0].Offset : last.Offset+last.SizeInBytes]
	if !bytes.Equal(now, e.seen) {
		e.seen = append(e.seen[:0], now...)
		for i := range blocks {
			decode(space.Bytes(), &blocks[i], &e.prints[i], view)
		}
	}
	return desc, e.prints, true
}

// sweep gives the copies of textures that are gone back.
func (s *Store) sweep(space *mem.Space, alive func(gpu.ID) bool) {
	for _, k := range slices.SortedFunc(maps.Keys(s.copies), key.compare) { // the allocator remembers the order
		if !alive(k.texture) {
			space.Free(s.copies[k].base)
			delete(s.copies, k)
		}
	}
}

// decode writes the texels of one subresource; blocks reach over the edges of small mips.
func decode(vram []byte, from, to *gpu.Footprint, view gpu.Format) {
	size, _ := view.Block()
	texelBytes := uint64(to.Format.Bytes())
	var cell [128]byte
	for z := range uint64(from.Depth) {
		for by := range uint64(from.Rows()) {
			for bx := range from.RowSizeInBytes / uint64(size) {
				at := from.Offset + z*uint64(from.SlicePitch) + by*uint64(from.RowPitch) + bx*uint64(size)
				texel.DecodeBlock(view, cell[:], vram[at:at+uint64(size)])
				for y := 4 * by; y < min(4*by+4, uint64(to.Height)); y++ {
					n := min(4, uint64(to.Width)-4*bx) * texelBytes
					row := to.Offset + z*uint64(to.SlicePitch) + y*uint64(to.RowPitch) + 4*bx*texelBytes
					copy(vram[row:row+n], cell[(y-4*by)*4*texelBytes:])
				}
			}
		}
	}
}
