package shadow

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

// bench is VRAM with a block-compressed texture.
type bench struct {
	t      *testing.T
	space  *mem.Space
	desc   gpu.ResourceDesc
	blocks []gpu.Footprint
}

func newBench(t *testing.T, limit uint64, width uint64, height uint32, mips uint32) *bench {
	space, err := mem.New(limit)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, space.Close()) })
	b := &bench{t: t, space: space, desc: gpu.ResourceDesc{Dimension: gpu.DimensionTexture2D, Width: width, Height: height, DepthOrArraySize: 1, MipLevels: mips,
		Format: gpu.FormatBC1Unorm, SampleDesc: gpu.SampleDesc{Count: 1}}}
	base, err := space.Alloc(b.desc.SizeInBytes(), gpu.TexturePlacementAlignment)
	require.NoError(t, err)
	b.blocks, _ = b.desc.Footprints(0, b.desc.Subresources(), base)
	clear(space.Bytes()[base : base+b.desc.SizeInBytes()])
	return b
}

// block writes a block of BC1 whose texels all have the first colour: red, green and blue in 5, 6 and 5 bits.
func (b *bench) block(mip int, x, y uint64, color uint16) {
	f := &b.blocks[mip]
	at := b.space.Bytes()[f.Offset+y*uint64(f.RowPitch)+8*x:]
	binary.LittleEndian.PutUint16(at, color)
	clear(at[2:8])
}

func (b *bench) copy(s *Store, id gpu.ID, alive func(gpu.ID) bool) ([]gpu.Footprint, bool) {
	desc, prints, ok := s.Copy(b.space, id, b.desc, b.blocks, gpu.FormatBC1Unorm, alive)
	require.Equal(b.t, gpu.FormatR8G8B8A8Unorm, desc.Format)
	require.Equal(b.t, b.desc.Width, desc.Width)
	return prints, ok
}

// texel reads a texel of a copy.
func (b *bench) texel(f *gpu.Footprint, x, y uint64) uint32 {
	return binary.LittleEndian.Uint32(b.space.Bytes()[f.Offset+y*uint64(f.RowPitch)+4*x:])
}

func all(gpu.ID) bool { return true }

const (
	red, green = 0xf800, 0x07e0
	redTexel   = 0xff0000ff
	greenTexel = 0xff00ff00
	blackTexel = 0xff000000
)

// TestCopyHasTheTexels of every block, and of blocks that reach over the edge the part inside.
func TestCopyHasTheTexels(t *testing.T) {
	b := newBench(t, 1<<20, 12, 8, 3) // 12×8, 6×4, 3×2
	b.block(0, 2, 1, red)
	b.block(1, 1, 0, green)
	b.block(2, 0, 0, red)
	var s Store
	prints, ok := b.copy(&s, 1, all)
	require.True(t, ok)
	require.Len(t, prints, 3)
	require.EqualValues(t, redTexel, b.texel(&prints[0], 8, 4), "the first texel of the block")
	require.EqualValues(t, redTexel, b.texel(&prints[0], 11, 7), "its last")
	require.EqualValues(t, blackTexel, b.texel(&prints[0], 7, 4), "the block on its left")
	require.EqualValues(t, blackTexel, b.texel(&prints[0], 8, 3), "the block above")
	require.EqualValues(t, greenTexel, b.texel(&prints[1], 5, 3), "the last texel of a mip that ends in a block")
	require.EqualValues(t, blackTexel, b.texel(&prints[1], 3, 3))
	require.EqualValues(t, redTexel, b.texel(&prints[2], 2, 1), "a mip smaller than a block")
}

// TestCopyFollowsTheBlocks: it stays while they do, and is decoded again when a byte has changed.
func TestCopyFollowsTheBlocks(t *testing.T) {
	b := newBench(t, 1<<20, 8, 4, 1)
	b.block(0, 1, 0, red)
	var s Store
	first, ok := b.copy(&s, 1, all)
	require.True(t, ok)
	at := b.space.Bytes()[first[0].Offset:]
	at[0] = 77 // nobody writes there but the store, so what is not decoded again shows
	again, ok := b.copy(&s, 1, all)
	require.True(t, ok)
	require.Equal(t, first, again, "the same place")
	require.EqualValues(t, 77, at[0], "the same blocks are not decoded again")
	b.block(0, 1, 0, green)
	_, ok = b.copy(&s, 1, all)
	require.True(t, ok)
	require.Zero(t, at[0], "decoded again")
	require.EqualValues(t, greenTexel, b.texel(&first[0], 4, 0))
}

// TestFormatsHaveCopies of their own: two views of one texture do not disturb each other.
func TestFormatsHaveCopies(t *testing.T) {
	b := newBench(t, 1<<20, 4, 4, 1)
	var s Store
	plain, ok := b.copy(&s, 1, all)
	require.True(t, ok)
	desc, srgb, ok := s.Copy(b.space, 1, b.desc, b.blocks, gpu.FormatBC1UnormSRGB, all)
	require.True(t, ok)
	require.Equal(t, gpu.FormatR8G8B8A8UnormSRGB, desc.Format)
	require.NotEqual(t, plain[0].Offset, srgb[0].Offset)
}

// TestRoom: copies of textures that are gone make room, those of others stay, and without textures there are none.
func TestRoom(t *testing.T) {
	b := newBench(t, 1<<19, 256, 128, 1) // a copy takes 128 KiB of 512
	before := b.space.InUse()
	var s Store
	count := 0
	for id := gpu.ID(1); id < 8; id++ {
		if _, ok := b.copy(&s, id, all); !ok {
			break
		}
		count++
	}
	require.Greater(t, count, 0)
	require.Less(t, count, 7, "the memory is full")
	_, ok := b.copy(&s, 100, all)
	require.False(t, ok, "nothing is gone")
	_, ok = b.copy(&s, 1, all)
	require.True(t, ok, "what is there needs no room")
	_, ok = b.copy(&s, 100, func(id gpu.ID) bool { return id != 1 })
	require.True(t, ok, "texture 1 is gone")
	s.sweep(b.space, func(gpu.ID) bool { return false })
	require.Equal(t, before, b.space.InUse())
	require.NoError(t, b.space.Validate())
}
