package texel

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestPartitions: texel 0 is of the first subset, each anchor of its own, every subset has a texel, and no two shapes are alike.
func TestPartitions(t *testing.T) {
	two, three := map[uint16]bool{}, map[uint32]bool{}
	for s := range 64 {
		require.Zero(t, bc7Subset(2, s, 0), s)
		require.Zero(t, bc7Subset(3, s, 0), s)
		require.Equal(t, 1, bc7Subset(2, s, int(bc7TwoAnchor[s])), s)
		require.Equal(t, 1, bc7Subset(3, s, int(bc7ThreeAnchors[0][s])), s)
		require.Equal(t, 2, bc7Subset(3, s, int(bc7ThreeAnchors[1][s])), s)
		for i := range 16 {
			require.Less(t, bc7Subset(3, s, i), 3, "shape %d", s)
		}
		two[bc7Two[s]], three[bc7Three[s]] = true, true
	}
	require.Len(t, two, 64)
	require.Len(t, three, 64)
}

// blockBits writes fields one after the other, lowest bit first, as one big number: another way to the bits than the decoder's.
type blockBits struct {
	n  big.Int
	at uint
}

func (b *blockBits) put(v, bits int) {
	b.n.Or(&b.n, new(big.Int).Lsh(big.NewInt(int64(v)), b.at))
	b.at += uint(bits)
}

func (b *blockBits) block(t *testing.T) []byte {
	require.EqualValues(t, 128, b.at, "all fields together are a block")
	out := b.n.FillBytes(make([]byte, 16))
	for i := range 8 {
		out[i], out[15-i] = out[15-i], out[i]
	}
	return out
}

// reference is one mode in the words of the specification: bits of the fields by position in its table.
type reference struct{ mode, subsets, partition, rotation, which, color, alpha, endP, sharedP, index, second int }

var references = []reference{{0, 3, 4, 0, 0, 4, 0, 1, 0, 3, 0}, {1, 2, 6, 0, 0, 6, 0, 0, 1, 3, 0}, {2, 3, 6, 0, 0, 5, 0, 0, 0, 2, 0}, {3, 2, 6, 0, 0, 7, 0, 1, 0, 2, 0},
	{4, 1, 0, 2, 1, 5, 6, 0, 0, 2, 3}, {5, 1, 0, 2, 0, 7, 8, 0, 0, 2, 2}, {6, 1, 0, 0, 0, 7, 7, 1, 0, 4, 0}, {7, 2, 6, 0, 0, 5, 5, 1, 0, 2, 0}}

// widen is a number of some bits as 8 bits: the nearest repetition of its highest bits.
func widen(v, bits int) int {
	for ; bits < 8; bits *= 2 {
		v |= v << bits
	}
	return v >> (bits - 8)
}

// share is the weight of an index in 64ths: the nearest to index/most.
func share(index, bits int) int { return (index*64*2/(1<<bits-1) + 1) / 2 }

// random makes a block of a mode and its texels.
func (m reference) random(t *testing.T, rng *rand.Rand) (block []byte, want [16][4]byte) {
	var b blockBits
	b.put(1<<m.mode, m.mode+1)
	shape, rotation, which := rng.IntN(1<<m.partition), rng.IntN(1<<m.rotation), rng.IntN(1<<m.which)
	b.put(shape, m.partition)
	b.put(rotation, m.rotation)
	b.put(which, m.which)
	bits := [4]int{m.color, m.color, m.color, m.alpha}
	var raw [6][4]int
	for c := range 4 {
		for e := range 2 * m.subsets {
			raw[e][c] = rng.IntN(1 << bits[c])
			b.put(raw[e][c], bits[c])
		}
	}
	var low [6]int
	for e := range 2 * m.subsets {
		if m.endP == 1 || m.sharedP == 1 && e%2 == 0 {
			low[e] = rng.IntN(2)
			b.put(low[e], 1)
		} else if m.sharedP == 1 {
			low[e] = low[e-1]
		}
	}
	end := func(e, c int) int {
		switch {
		case bits[c] == 0:
			return 255
		case m.endP+m.sharedP > 0:
			return widen(2*raw[e][c]+low[e], bits[c]+1)
		}
		return widen(raw[e][c], bits[c])
	}
	var indices [2][16]int
	for k, size := range []int{m.index, m.second} {
		for i := range 16 {
			have := size
			if size > 0 && (i == 0 || k == 0 && (m.subsets == 2 && i == int(bc7TwoAnchor[shape]) || m.subsets == 3 && (i == int(bc7ThreeAnchors[0][shape]) || i == int(bc7ThreeAnchors[1][shape])))) {
				have--
			}
			indices[k][i] = rng.IntN(1 << have)
			b.put(indices[k][i], have)
		}
	}
	for i := range 16 {
		s := 0
		switch m.subsets {
		case 2:
			s = int(bc7Two[shape]>>i) & 1
		case 3:
			s = int(bc7Three[shape]>>(2*i)) & 3
		}
		color, alpha := share(indices[0][i], m.index), share(indices[0][i], m.index)
		if m.second > 0 {
			alpha = share(indices[1][i], m.second)
		}
		if which == 1 {
			color, alpha = alpha, color
		}
		for c, w := range []int{color, color, color, alpha} {
			want[i][c] = byte((end(2*s, c)*(64-w) + end(2*s+1, c)*w + 32) / 64)
		}
		if rotation > 0 {
			want[i][rotation-1], want[i][3] = want[i][3], want[i][rotation-1]
		}
	}
	return b.block(t), want
}

func TestBC7AgainstEncoder(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	for _, m := range references {
		for range 500 {
			block, want := m.random(t, rng)
			var out [64]byte
			DecodeBlock(gpu.FormatBC7Unorm, out[:], block)
			for i := range 16 {
				require.Equal(t, want[i][:], out[4*i:4*i+4], "mode %d, block %x, texel %d", m.mode, block, i)
			}
		}
	}
}

// TestBC7ByHand: mode 6 with equal ends of 127 and p bits of 1 is white; mode 5, rotation 1 exchanges red and alpha; no mode is transparent black.
func TestBC7ByHand(t *testing.T) {
	var out [64]byte
	var b blockBits
	b.put(1<<6, 7)
	for range 8 {
		b.put(127, 7)
	}
	b.put(3, 2)
	b.put(0, 63)
	DecodeBlock(gpu.FormatBC7Unorm, out[:], b.block(t))
	require.Equal(t, []byte{255, 255, 255, 255}, out[60:])
	b = blockBits{}
	b.put(1<<5, 6)
	b.put(1, 2)
	for _, v := range []int{127, 127, 0, 0, 64, 64} { // red, green, blue of two ends
		b.put(v, 7)
	}
	b.put(10, 8)
	b.put(10, 8)
	b.put(0, 62)
	DecodeBlock(gpu.FormatBC7UnormSRGB, out[:], b.block(t))
	require.Equal(t, []byte{10, 0, 129, 255}, out[:4], "64 of 7 bits is 1000000 and a 1 below")
	DecodeBlock(gpu.FormatBC7Unorm, out[:], make([]byte, 16))
	require.Equal(t, make([]byte, 64), out[:])
}
