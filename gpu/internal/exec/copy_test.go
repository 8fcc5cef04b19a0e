package exec

import (
	"encoding/binary"
	"iter"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
)

func TestCopyBufferRegion(t *testing.T) {
	b := newBench(t, 64<<20)
	src, dst := b.buffer(9<<20), b.buffer(9<<20)
	for _, n := range []uint64{0, 1, 1000, 2*bulk.Piece - 1, 2 * bulk.Piece, 8 << 20} {
		onCores(t, func(t *testing.T, _ int) {
			b.noise(src, 1)
			b.noise(dst, 2)
			want := slices.Clone(b.content(dst))
			copy(want[33:], b.content(src)[7:7+n])
			o := b.do(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: dst.ID, DstOffset: 33, Src: src.ID, SrcOffset: 7, Size: n})
			require.Equal(t, Outcome{Result: Result{BytesRead: n, BytesWritten: n}}, o)
			require.True(t, slices.Equal(want, b.content(dst)), "%d bytes", n)
		})
	}
	require.NotPanics(t, func() {
		b.do(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: dst.ID, DstOffset: 9<<20 - 5, Src: src.ID, Size: 5})
	})
	require.Panics(t, func() {
		b.do(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: dst.ID, DstOffset: 9<<20 - 5, Src: src.ID, Size: 6})
	})
}

func TestCopyBufferRegionWithinABuffer(t *testing.T) {
	b := newBench(t, 64<<20)
	r := b.buffer(16 << 20)
	for _, at := range [][2]uint64{{0, 1 << 20}, {1 << 20, 0}, {0, 9 << 20}, {3, 2}} { // 7 MiB: overlapping both ways, and apart
		b.noise(r, 3)
		want := slices.Clone(b.content(r))
		copy(want[at[0]:], want[at[1]:at[1]+7<<20])
		b.do(gpu.Command{Op: gpu.OpCopyBufferRegion, Dst: r.ID, DstOffset: at[0], Src: r.ID, SrcOffset: at[1], Size: 7 << 20})
		require.True(t, slices.Equal(want, b.content(r)), "%v", at)
	}
}

func TestCopyResource(t *testing.T) {
	b := newBench(t, 64<<20)
	src, dst := b.texture2D(gpu.FormatR8G8B8A8Unorm, 37, 21, 3, 4), b.texture2D(gpu.FormatR8G8B8A8Uint, 37, 21, 3, 4)
	b.noise(src, 1)
	o := b.do(gpu.Command{Op: gpu.OpCopyResource, Dst: dst.ID, Src: src.ID})
	texels := uint64(3 * (37*21 + 18*10 + 9*5 + 4*2))
	require.Equal(t, Outcome{Result: Result{BytesRead: 4 * texels, BytesWritten: 4 * texels}}, o)
	for s := range dst.Footprints {
		for p := range texelsOf(&dst.Footprints[s]) {
			require.Equal(t, b.texel(src, s, p), b.texel(dst, s, p))
		}
	}
	small := b.texture2D(gpu.FormatR8G8B8A8Unorm, 37, 21, 3, 3)
	require.Panics(t, func() { b.do(gpu.Command{Op: gpu.OpCopyResource, Dst: small.ID, Src: src.ID}) })
}

func TestCopyResourceOfBuffers(t *testing.T) {
	b := newBench(t, 1<<20)
	src, dst, short := b.buffer(1001), b.buffer(1001), b.buffer(1000)
	b.noise(src, 1)
	require.Equal(t, Outcome{Result: Result{BytesRead: 1001, BytesWritten: 1001}}, b.do(gpu.Command{Op: gpu.OpCopyResource, Dst: dst.ID, Src: src.ID}))
	require.Equal(t, b.content(src), b.content(dst))
	require.Panics(t, func() { b.do(gpu.Command{Op: gpu.OpCopyResource, Dst: short.ID, Src: src.ID}) })
}

// texelsOf yields x, y and z of every texel of a subresource.
func texelsOf(f *gpu.Footprint) iter.Seq[[3]uint32] {
	return func(yield func([3]uint32) bool) {
		for i := range f.Width * f.Height * f.Depth {
			if !yield([3]uint32{i % f.Width, i / f.Width % f.Height, i / f.Width / f.Height}) {
				return
			}
		}
	}
}

// texel is the bytes of one texel of a texture.
func (b *bench) texel(r *Resource, subresource int, p [3]uint32) []byte {
	return texelAt(b.space.Bytes(), &r.Footprints[subresource], p[0], p[1], p[2])
}

func texelAt(vram []byte, f *gpu.Footprint, x, y, z uint32) []byte {
	n := uint64(f.Format.Bytes())
	at := f.Offset + uint64(z)*uint64(f.RowPitch)*uint64(f.Height) + uint64(y)*uint64(f.RowPitch) + uint64(x)*n
	return vram[at : at+n]
}

// boxCopy is one random texture copy: what the command says, and where both sides are in VRAM.
type boxCopy struct {
	command  gpu.TextureCopy
	dst, src gpu.Footprint // offsets in VRAM
}

// oracle does the copy texel by texel, through a second memory, so that overlaps behave as memmove.
func (c *boxCopy) oracle(vram []byte) []byte {
	want := slices.Clone(vram)
	for z := c.command.Box.Front; z < c.command.Box.Back; z++ {
		for y := c.command.Box.Top; y < c.command.Box.Bottom; y++ {
			for x := c.command.Box.Left; x < c.command.Box.Right; x++ {
				dx, dy, dz := x-c.command.Box.Left+c.command.DX, y-c.command.Box.Top+c.command.DY, z-c.command.Box.Front+c.command.DZ
				copy(texelAt(want, &c.dst, dx, dy, dz), texelAt(vram, &c.src, x, y, z))
			}
		}
	}
	return want
}

// randomTexture makes a texture of any dimension with texels of the given format.
func (b *bench) randomTexture(rng *rand.Rand, format gpu.Format) *Resource {
	d := gpu.ResourceDesc{Format: format, Width: rng.Uint64N(90) + 1, Height: rng.Uint32N(20) + 1, DepthOrArraySize: rng.Uint32N(5) + 1}
	d.Dimension = gpu.DimensionTexture1D + gpu.ResourceDimension(rng.UintN(3))
	if d.Dimension == gpu.DimensionTexture1D {
		d.Height = 1
	}
	d.MipLevels = rng.Uint32N(d.FullMipCount()) + 1
	return b.resource(d)
}

// randomSide picks a subresource of a texture, or a footprint in a buffer.
func (b *bench) randomSide(rng *rand.Rand, format gpu.Format) (gpu.CopySide, gpu.Footprint) {
	if rng.UintN(2) == 0 {
		r := b.randomTexture(rng, format)
		b.noise(r, rng.Uint64())
		s := rng.Uint32N(r.Desc.Subresources())
		return gpu.CopySide{Resource: r.ID, Subresource: s}, r.Footprints[s]
	}
	f := gpu.Footprint{Offset: 512 * rng.Uint64N(4), Format: format, Width: rng.Uint32N(90) + 1, Height: rng.Uint32N(20) + 1, Depth: rng.Uint32N(5) + 1}
	f.RowPitch = (f.Width*format.Bytes()+255)/256*256 + 256*rng.Uint32N(2)
	r := b.buffer(f.Offset + uint64(f.RowPitch*f.Height*f.Depth))
	b.noise(r, rng.Uint64())
	side := gpu.CopySide{Resource: r.ID, Placed: true, Footprint: f}
	f.Offset += r.Base
	return side, f
}

// randomBox picks a box of the source and a place in the destination where it fits.
func randomBox(rng *rand.Rand, c *boxCopy) {
	pick := func(src, dst uint32) (from, to, at uint32) {
		n := rng.Uint32N(min(src, dst)) + 1
		from = rng.Uint32N(src - n + 1)
		return from, from + n, rng.Uint32N(dst - n + 1)
	}
	t := &c.command
	t.Box.Left, t.Box.Right, t.DX = pick(c.src.Width, c.dst.Width)
	t.Box.Top, t.Box.Bottom, t.DY = pick(c.src.Height, c.dst.Height)
	t.Box.Front, t.Box.Back, t.DZ = pick(c.src.Depth, c.dst.Depth)
}

func checkBoxCopy(t *testing.T, b *bench, c *boxCopy) {
	want := c.oracle(b.space.Bytes())
	o := b.do(gpu.Command{Op: gpu.OpCopyTextureRegion, Copy: &c.command})
	box := &c.command.Box
	n := uint64(box.Right-box.Left) * uint64(box.Bottom-box.Top) * uint64(box.Back-box.Front) * uint64(c.src.Format.Bytes())
	require.Equal(t, Outcome{Result: Result{BytesRead: n, BytesWritten: n}}, o)
	require.True(t, slices.Equal(want, b.space.Bytes()), "%+v", c.command)
}

func TestCopyTextureRegionAgainstOracle(t *testing.T) {
	list := []gpu.Format{gpu.FormatR8Unorm, gpu.FormatR16Float, gpu.FormatR8G8B8A8Unorm, gpu.FormatR32G32B32Float, gpu.FormatR32G32B32A32Uint}
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 1))
		b := newBench(t, 2<<20)
		format := list[seed%uint64(len(list))]
		c := &boxCopy{}
		c.command.Src, c.src = b.randomSide(rng, format)
		c.command.Dst, c.dst = b.randomSide(rng, format)
		randomBox(rng, c)
		checkBoxCopy(t, b, c)
	}
}

func TestCopyTextureRegionWithinASubresource(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 2))
		b := newBench(t, 2<<20)
		r := b.randomTexture(rng, gpu.FormatR16G16Uint)
		b.noise(r, seed)
		s := rng.Uint32N(r.Desc.Subresources())
		side := gpu.CopySide{Resource: r.ID, Subresource: s}
		c := &boxCopy{command: gpu.TextureCopy{Dst: side, Src: side}, dst: r.Footprints[s], src: r.Footprints[s]}
		randomBox(rng, c)
		checkBoxCopy(t, b, c)
	}
}

func TestBigTextureCopyDoesNotDependOnTheSplit(t *testing.T) {
	b := newBench(t, 64<<20)
	src, dst := b.texture2D(gpu.FormatR32G32B32A32Float, 700, 900, 1, 1), b.texture2D(gpu.FormatR32G32B32A32Float, 777, 901, 1, 1)
	b.noise(src, 1)
	c := &boxCopy{dst: dst.Footprints[0], src: src.Footprints[0]}
	c.command = gpu.TextureCopy{Dst: gpu.CopySide{Resource: dst.ID}, Src: gpu.CopySide{Resource: src.ID}, DX: 77, DY: 1, Box: gpu.Box{Left: 3, Right: 700, Bottom: 900, Back: 1}}
	onCores(t, func(t *testing.T, cores int) {
		b.noise(dst, uint64(cores))
		checkBoxCopy(t, b, c)
	})
}

func TestCopyTextureRegionPreconditions(t *testing.T) {
	b := newBench(t, 1<<20)
	a, c := b.texture2D(gpu.FormatR8Unorm, 8, 8, 1, 1), b.texture2D(gpu.FormatR16Uint, 8, 8, 1, 1)
	box := gpu.Box{Right: 1, Bottom: 1, Back: 1}
	ok := gpu.TextureCopy{Dst: gpu.CopySide{Resource: a.ID}, Src: gpu.CopySide{Resource: a.ID}, DX: 1, Box: box}
	require.NotPanics(t, func() { b.do(gpu.Command{Op: gpu.OpCopyTextureRegion, Copy: &ok}) })
	mixed := ok
	mixed.Dst.Resource = c.ID
	require.Panics(t, func() { b.do(gpu.Command{Op: gpu.OpCopyTextureRegion, Copy: &mixed}) })
	empty := ok
	empty.Box.Right = 0
	require.Equal(t, Outcome{}, b.do(gpu.Command{Op: gpu.OpCopyTextureRegion, Copy: &empty}), "an empty box copies nothing")
}

func FuzzCopyTextureRegion(f *testing.F) {
	f.Add(uint64(1), uint64(2), uint8(0))
	f.Add(uint64(99), uint64(3), uint8(40))
	all := formats()
	f.Fuzz(func(t *testing.T, seed, stream uint64, format uint8) {
		rng := rand.New(rand.NewPCG(seed, stream))
		b := newBench(t, 2<<20)
		c := &boxCopy{}
		c.command.Src, c.src = b.randomSide(rng, all[int(format)%len(all)])
		c.command.Dst, c.dst = b.randomSide(rng, all[int(format)%len(all)])
		randomBox(rng, c)
		checkBoxCopy(t, b, c)
	})
}

func TestDiscardPoisons(t *testing.T) {
	b := newBench(t, 1<<20)
	before, r, after := b.buffer(64), b.buffer(100), b.buffer(64)
	require.Equal(t, Outcome{}, b.do(gpu.Command{Op: gpu.OpDiscardResource, Dst: r.ID}))
	require.Equal(t, uint32(0xFFC0DEAD), binary.LittleEndian.Uint32(b.content(r)))
	require.Equal(t, uint32(0xFFC0DEAD), binary.LittleEndian.Uint32(b.content(r)[96:]))
	require.Equal(t, make([]byte, 64), b.content(before))
	require.Equal(t, make([]byte, 64), b.content(after))
}

// TestDiscardOfARegion: of a texture of two mips, all of the second; then a rectangle of the first.
func TestDiscardOfARegion(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.texture2D(gpu.FormatR32Uint, 8, 4, 1, 2)
	poisoned := func(sub, x, y int) bool {
		f := &r.Footprints[sub]
		return binary.LittleEndian.Uint32(b.content(r)[f.Offset-r.Base+uint64(y)*uint64(f.RowPitch)+uint64(x)*4:]) == 0xFFC0DEAD
	}
	count := func(sub, width, height int) (n int) {
		for y := range height {
			for x := range width {
				if poisoned(sub, x, y) {
					n++
				}
			}
		}
		return n
	}
	b.do(gpu.Command{Op: gpu.OpDiscardResource, Dst: r.ID, Slot: 1})
	require.Equal(t, [2]int{0, 8}, [2]int{count(0, 8, 4), count(1, 4, 2)})
	b.do(gpu.Command{Op: gpu.OpDiscardResource, Dst: r.ID, X: 1, Rects: []gpu.Rect{{Left: 2, Top: 1, Right: 5, Bottom: 3}}})
	require.Equal(t, 6, count(0, 8, 4))
	require.True(t, poisoned(0, 2, 1) && poisoned(0, 4, 2) && !poisoned(0, 5, 2) && !poisoned(0, 2, 3) && !poisoned(0, 1, 1))
}

func TestWriteBufferImmediate(t *testing.T) {
	b := newBench(t, 1<<20)
	r := b.buffer(16)
	o := b.do(gpu.Command{Op: gpu.OpWriteBufferImmediate, Writes: []gpu.WriteBufferImmediateParameter{{Dest: r.Base + 4, Value: 1}, {Dest: r.Base + 12, Value: 2, Mode: gpu.WriteMarkerOut}, {Dest: r.Base + 4, Value: 0x01020304}}})
	require.Equal(t, Outcome{Result: Result{BytesWritten: 12}}, o)
	require.Equal(t, []byte{0, 0, 0, 0, 4, 3, 2, 1, 0, 0, 0, 0, 2, 0, 0, 0}, b.content(r))
}
