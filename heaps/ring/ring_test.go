package ring

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// take allocates and requires an offset and what is used then.
func take(t *testing.T, b *Buffer, size, alignment, offset, used uint64) {
	t.Helper()
	got, err := b.Allocate(size, alignment)
	require.NoError(t, err)
	require.Equal(t, offset, got)
	require.Equal(t, used, b.Stats().Used)
	require.NoError(t, b.Validate())
}

func refuse(t *testing.T, b *Buffer, size, alignment uint64) {
	t.Helper()
	before := b.Stats()
	got, err := b.Allocate(size, alignment)
	require.ErrorIs(t, err, ErrNoSpace)
	require.EqualValues(t, uint64(NoOffset), got)
	require.Equal(t, before, b.Stats())
}

func TestFramesInOrder(t *testing.T) {
	b := New(256)
	take(t, b, 100, 16, 0, 112)  // rounded up
	take(t, b, 10, 64, 128, 192) // 16 skipped, 64 for 10
	require.NoError(t, b.FinishFrame(1))
	require.Equal(t, Stats{Capacity: 256, Used: 192, Head: 192, Frames: 1}, b.Stats())
	refuse(t, b, 65, 1)
	take(t, b, 64, 64, 192, 256)
	require.True(t, b.Full())
	refuse(t, b, 1, 1)
	require.NoError(t, b.FinishFrame(2))
	require.Zero(t, b.ReleaseFrames(0))
	require.Equal(t, 1, b.ReleaseFrames(1))
	require.Equal(t, Stats{Capacity: 256, Used: 64, Head: 256, Tail: 192, Frames: 1}, b.Stats())
	refuse(t, b, 193, 1)
	take(t, b, 192, 1, 0, 256)
	require.NoError(t, b.FinishFrame(2)) // the same number again is allowed
	require.Equal(t, 2, b.ReleaseFrames(9))
	require.True(t, b.Empty())
	require.Equal(t, Stats{Capacity: 256}, b.Stats()) // from the start
}

// TestSkippedEndIsCharged: what is left at the end of the ring belongs to the frame that skipped it.
func TestSkippedEndIsCharged(t *testing.T) {
	b := New(100)
	take(t, b, 40, 1, 0, 40)
	require.NoError(t, b.FinishFrame(1))
	take(t, b, 40, 1, 40, 80)
	require.NoError(t, b.FinishFrame(2))
	require.Equal(t, 1, b.ReleaseFrames(1))
	refuse(t, b, 41, 1)
	take(t, b, 30, 1, 0, 90) // 20 skipped + 30 + 40
	require.EqualValues(t, 50, b.Stats().CurrentFrame)
	refuse(t, b, 11, 1)
	refuse(t, b, 9, 8) // 16 from 32 on, and 40 is in use
	require.NoError(t, b.FinishFrame(3))
	require.Equal(t, 1, b.ReleaseFrames(2))
	require.Equal(t, Stats{Capacity: 100, Used: 50, Head: 30, Tail: 80, Frames: 1}, b.Stats())
	take(t, b, 48, 16, 32, 100)
	require.NoError(t, b.FinishFrame(4))
	require.Equal(t, 2, b.ReleaseFrames(4))
	require.True(t, b.Empty())
}

func TestFramesWithoutAllocations(t *testing.T) {
	b := New(64)
	require.NoError(t, b.FinishFrame(5))
	require.Zero(t, b.Stats().Frames)
	take(t, b, 8, 8, 0, 8)
	require.NoError(t, b.FinishFrame(3)) // nothing came before it
	require.NoError(t, b.FinishFrame(2)) // empty
	take(t, b, 8, 8, 8, 16)
	require.ErrorIs(t, b.FinishFrame(2), ErrOrder)
	require.EqualValues(t, 8, b.Stats().CurrentFrame) // it is still recorded
	require.NoError(t, b.FinishFrame(3))
	require.Equal(t, 2, b.ReleaseFrames(3))
	require.NoError(t, b.Validate())
}

func TestWrongArguments(t *testing.T) {
	b := New(64)
	for _, c := range []struct {
		size, alignment uint64
		want            error
	}{{0, 1, ErrSize}, {1, 0, ErrAlignment}, {1, 6, ErrAlignment}, {65, 1, ErrNoSpace}, {math.MaxUint64, 8, ErrNoSpace}, {1, 128, ErrNoSpace}, {64, 1 << 63, ErrNoSpace}} {
		_, err := b.Allocate(c.size, c.alignment)
		require.ErrorIs(t, err, c.want, "%+v", c)
	}
	_, err := New(0).Allocate(1, 1)
	require.ErrorIs(t, err, ErrNoSpace)
	take(t, b, 64, 64, 0, 64)
}

// FuzzRing plays against a bitmap: no range is handed out twice before its frame is released, and a refused request fits nowhere
// that the ring may look.
func FuzzRing(f *testing.F) {
	f.Add(uint8(100), []byte{40, 0, 200, 0, 40, 0, 200, 0, 230, 1, 30, 0})
	f.Fuzz(playRing)
}

func TestRingAgainstABitmap(t *testing.T) {
	for seed := range uint64(30) {
		r := rand.New(rand.NewPCG(seed, 3))
		program := make([]byte, 800)
		for i := range program {
			program[i] = byte(r.Uint32())
		}
		playRing(t, uint8(seed*8+16), program)
	}
}

func playRing(t *testing.T, capacity uint8, program []byte) {
	b := New(uint64(capacity))
	owner := make([]uint64, capacity) // number of the frame, 0 if free
	number, completed := uint64(1), uint64(0)
	for ; len(program) >= 2; program = program[2:] {
		op, x := program[0], program[1]
		switch {
		case op < 200:
			size, alignment := uint64(op)%50+1, uint64(1)<<(x%6)
			rounded := (size + alignment - 1) &^ (alignment - 1)
			before := b.Stats()
			at, err := b.Allocate(size, alignment)
			if err != nil {
				require.ErrorIs(t, err, ErrNoSpace)
				require.False(t, fits(before, owner, rounded, alignment), "%d at %d in %+v", size, alignment, before)
				continue
			}
			require.Zero(t, at%alignment)
			for i := at; i < at+rounded; i++ {
				require.Zero(t, owner[i], "%d", i)
				owner[i] = number
			}
		case op < 230:
			require.NoError(t, b.FinishFrame(number))
			number++
		default:
			completed = min(completed+uint64(x%3), number-1)
			b.ReleaseFrames(completed)
			for i, n := range owner {
				if n <= completed {
					owner[i] = 0
				}
			}
		}
		require.NoError(t, b.Validate())
	}
	require.NoError(t, b.FinishFrame(number))
	b.ReleaseFrames(number)
	require.True(t, b.Empty())
}

// fits looks for room by the bitmap: after the head, and at the start if the head is not before the tail.
func fits(s Stats, owner []uint64, size, alignment uint64) bool {
	free := func(first uint64) bool {
		if first+size > s.Capacity {
			return false
		}
		for _, n := range owner[first : first+size] {
			if n != 0 {
				return false
			}
		}
		return true
	}
	if s.Used+size > s.Capacity {
		return false
	}
	aligned := (s.Head + alignment - 1) &^ (alignment - 1)
	if s.Head >= s.Tail {
		return free(aligned) || size <= s.Tail
	}
	return aligned+size <= s.Tail
}

// Example shows a ring with two frames in flight.
func Example() {
	b := New(1024)
	for frame := uint64(1); frame <= 3; frame++ {
		at, err := b.Allocate(400, 16)
		fmt.Println("frame", frame, "at", int64(at), err)
		if err != nil {
			b.ReleaseFrames(1) // the GPU has completed frame 1
			at, err = b.Allocate(400, 16)
			fmt.Println("frame", frame, "at", int64(at), err)
		}
		_ = b.FinishFrame(frame)
	}
	// Output:
	// frame 1 at 0 <nil>
	// frame 2 at 400 <nil>
	// frame 3 at -1 the ring has no free range that is large enough
	// frame 3 at 0 <nil>
}

// TestValidateFindsDamage damages a ring in every way that Validate knows.
func TestValidateFindsDamage(t *testing.T) {
	for name, damage := range map[string]func(b *Buffer){
		"used":          func(b *Buffer) { b.used++ },
		"head":          func(b *Buffer) { b.head++ },
		"behind end":    func(b *Buffer) { b.head, b.tail = 101, 51 },
		"current":       func(b *Buffer) { b.current-- },
		"empty frame":   func(b *Buffer) { b.frames[0].size, b.current = 0, 50 },
		"falling":       func(b *Buffer) { b.frames[1].number = 0 },
		"frame outside": func(b *Buffer) { b.frames[0].end = 101 },
	} {
		b := New(100)
		take(t, b, 20, 1, 0, 20)
		require.NoError(t, b.FinishFrame(1))
		take(t, b, 20, 1, 20, 40)
		require.NoError(t, b.FinishFrame(2))
		take(t, b, 10, 1, 40, 50)
		damage(b)
		require.Error(t, b.Validate(), name)
	}
}

// TestMove: the frames go with the ring, and the old one is empty.
func TestMove(t *testing.T) {
	old := New(100)
	_, err := old.Allocate(60, 1)
	require.NoError(t, err)
	require.NoError(t, old.FinishFrame(1))
	b := old.Move()
	require.True(t, old.Empty())
	require.Equal(t, Stats{}, old.Stats())
	_, err = old.Allocate(1, 1)
	require.ErrorIs(t, err, ErrNoSpace)

	require.Equal(t, Stats{Capacity: 100, Used: 60, Head: 60, Frames: 1}, b.Stats())
	require.Equal(t, 1, b.ReleaseFrames(1))
	require.True(t, b.Empty())
	require.NoError(t, old.Validate())
}

// TestOddCapacity walks around a ring of 515: the alignment counts against the end, a whole ring is full and not empty, and frames that were
// empty wait for nothing.
func TestOddCapacity(t *testing.T) {
	b := New(515)
	take := func(size, alignment, want uint64) {
		t.Helper()
		got, err := b.Allocate(size, alignment)
		if want == NoOffset {
			require.ErrorIs(t, err, ErrNoSpace)
		} else {
			require.NoError(t, err)
		}
		require.Equal(t, want, got)
		require.NoError(t, b.Validate())
	}
	take(60, 16, 0)   // 64
	take(5, 1, 64)    // up to 69
	take(5, 32, 96)   // 32 from 96 on, 27 skipped
	take(33, 64, 128) // 64
	require.NoError(t, b.FinishFrame(1))
	take(200, 128, 256)  // 256 from 256 on, 64 skipped: up to 512
	take(4, 1, NoOffset) // 3 are left
	take(3, 2, NoOffset) // 4
	take(3, 1, 512)
	require.NoError(t, b.FinishFrame(2))
	require.True(t, b.Full())
	take(1, 1, NoOffset)
	require.Equal(t, 1, b.ReleaseFrames(1))
	require.Equal(t, Stats{Capacity: 515, Used: 515 - 192, Head: 515, Tail: 192, Frames: 1}, b.Stats())
	take(193, 1, NoOffset)
	take(129, 64, 0) // 192: all that is left
	require.True(t, b.Full())
	require.Equal(t, 1, b.ReleaseFrames(2))
	require.Equal(t, Stats{Capacity: 515, Used: 192, CurrentFrame: 192, Head: 192, Tail: 515}, b.Stats())
	take(324, 1, NoOffset)
	take(323, 1, 192)
	require.NoError(t, b.FinishFrame(3))
	require.NoError(t, b.FinishFrame(4)) // of nothing
	require.Equal(t, 1, b.ReleaseFrames(3))
	require.Equal(t, Stats{Capacity: 515}, b.Stats())
}
