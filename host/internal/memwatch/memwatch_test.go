package memwatch

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// fake is a heap of two parts; collecting frees the garbage.
type fake struct{ kept, garbage, collections int64 }

func (f *fake) heap() heap {
	return heap{
		bytes:   func() int64 { return f.kept + f.garbage },
		collect: func() { f.garbage = 0; f.collections++ },
	}
}

func TestRoomIsExact(t *testing.T) {
	f := &fake{kept: 5000}
	w := newWatch(1000, f.heap())
	f.kept += 900
	require.True(t, w.Room(100))
	require.Zero(t, f.collections)
	require.False(t, w.Room(101))
	require.Equal(t, int64(1), f.collections)
	f.kept = 5000
	require.False(t, w.Room(0), "over is over")
}

func TestGarbageIsNotTheScripts(t *testing.T) {
	f := &fake{}
	w := newWatch(1000, f.heap())
	for range 10 {
		f.kept, f.garbage = f.kept+10, f.garbage+1000
		require.True(t, w.Room(0))
	}
	require.Equal(t, int64(10), f.collections)
}

// TestCollectionsAreRare: with 1,600 bytes at most, of which 1,590 are kept, there is a collection after every 100 bytes of garbage.
func TestCollectionsAreRare(t *testing.T) {
	f := &fake{}
	w := newWatch(1600, f.heap())
	f.kept, f.garbage = 1590, 11
	require.True(t, w.Room(0))
	require.Equal(t, int64(1), f.collections)
	f.garbage = 100
	require.True(t, w.Room(0))
	require.Equal(t, int64(1), f.collections)
	f.garbage = 101
	require.True(t, w.Room(0))
	require.Equal(t, int64(2), f.collections)
	f.kept = 1601
	require.True(t, w.Room(0), "until the next collection")
	f.garbage = 90
	require.False(t, w.Room(0))
}

// TestBase: what was garbage before the run is not counted in the script's favour when it is gone.
func TestBase(t *testing.T) {
	f := &fake{kept: 100, garbage: 900}
	w := newWatch(50, f.heap())
	f.garbage = 0
	require.True(t, w.Room(50))
	f.kept += 51
	require.False(t, w.Room(0))
}

func TestNoLimit(t *testing.T) {
	f := &fake{}
	w := newWatch(-1, f.heap())
	f.kept = 1 << 50
	require.True(t, w.Room(1<<50))
	require.Zero(t, f.collections)
	require.False(t, w.Pressed())
}

// TestLook: the watch presses first, and decides if nobody asks.
func TestLook(t *testing.T) {
	f := &fake{}
	w := newWatch(1000, f.heap())
	f.kept = 1000
	require.False(t, w.look())
	require.False(t, w.Pressed())
	f.garbage = 1
	require.False(t, w.look())
	require.True(t, w.Pressed())
	require.Zero(t, f.collections)
	require.False(t, w.look(), "only garbage")
	require.Equal(t, int64(1), f.collections)
	require.False(t, w.Pressed())
	f.kept = 1063
	require.False(t, w.look())
	require.True(t, w.Pressed())
	require.True(t, w.look())
}

// TestRun: the goroutine of a watch ends with it, and after it has said that the memory is spent.
func TestRun(t *testing.T) {
	f := &fake{}
	w := newWatch(1000, f.heap())
	f.kept = 2000
	ticks, said := make(chan time.Time, 2), 0
	ticks <- time.Time{}
	ticks <- time.Time{}
	w.run(ticks, func() { said++ })
	require.Equal(t, 1, said)

	w = newWatch(1000, f.heap())
	w.End()
	w.run(nil, func() { said++ })
	require.Equal(t, 1, said)
}

// TestHeap: a watch sees a real object, and that it is gone.
func TestHeap(t *testing.T) {
	w := Start(64<<20, func() {})
	defer w.End()
	require.True(t, w.Room(32<<20))
	require.False(t, w.Room(1<<40))
}
