package access

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// bytesOf lists the bytes of an access one by one.
func bytesOf(a Access) map[uint64]bool {
	out := map[uint64]bool{}
	for i := range a.Pieces() {
		from, to := a.piece(i)
		for at := from; at < to; at++ {
			out[at] = true
		}
	}
	return out
}

func randomAccess(rng *rand.Rand) Access {
	begin := rng.Uint64N(60)
	if rng.UintN(4) == 0 {
		return Access{Begin: begin, End: begin + 1 + rng.Uint64N(30)}
	}
	stride := 2 + rng.Uint64N(14)
	size := 1 + rng.Uint64N(stride-1)
	return Access{Begin: begin, Stride: stride, Size: size, End: begin + (1+rng.Uint64N(20))*stride + size}
}

// TestOverlapAgainstBytes compares with sets of bytes.
func TestOverlapAgainstBytes(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	both := [2]int{}
	for range 20000 {
		a, b := randomAccess(rng), randomAccess(rng)
		in, of := bytesOf(a), bytesOf(b)
		require.EqualValues(t, len(in), a.Bytes(), "%+v", a)
		require.True(t, in[a.Begin] && in[a.End-1] && !in[a.End], "%+v", a)
		first, found := uint64(0), false
		for at := min(a.Begin, b.Begin); at < max(a.End, b.End) && !found; at++ {
			first, found = at, in[at] && of[at]
		}
		for range 2 {
			begin, end, ok := a.Overlap(&b)
			require.Equal(t, found, ok, "%+v %+v", a, b)
			require.Equal(t, found, a.Overlaps(&b))
			if found {
				require.Equal(t, first, begin, "%+v %+v", a, b)
				require.True(t, in[end-1] && of[end-1] && !(in[end] && of[end]), "%+v %+v [%d, %d)", a, b, begin, end)
			}
			a, b = b, a
		}
		both[map[bool]int{true: 1}[found]]++
	}
	require.Greater(t, both[0], 1000)
	require.Greater(t, both[1], 1000)
}

func TestOverlapOfManyPiecesIsQuick(t *testing.T) {
	even := Access{Begin: 0, Stride: 8, Size: 4, End: 1<<40 + 4}
	odd := Access{Begin: 4, Stride: 8, Size: 4, End: 1<<40 + 8}
	require.False(t, even.Overlaps(&odd))
	odd.Size, odd.End = 5, odd.End+1
	begin, end, ok := odd.Overlap(&even)
	require.True(t, ok)
	require.Equal(t, [2]uint64{8, 9}, [2]uint64{begin, end})
}

func TestKinds(t *testing.T) {
	read, write := Access{}, Access{Kind: Write}
	add, compare := Access{Kind: Atomic, Atomic: AtomicAdd}, Access{Kind: Atomic, Atomic: AtomicCompareExchange}
	require.True(t, add.Reads() && add.Writes() && read.Reads() && !read.Writes() && !write.Reads() && write.Writes())
	require.Equal(t, []string{"read", "write", "atomic"}, []string{read.Kind.String(), write.Kind.String(), add.Kind.String()})
	require.Equal(t, []string{"none", "compare exchange"}, []string{read.Atomic.String(), compare.Atomic.String()})
}
