package unknown

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/access"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// few is a world of works that nothing orders, of which each command touches bytes of its own.
type few struct {
	works []Work
	lists int // that were made of touches
}

type row struct {
	at    track.Point
	reads bool // else it writes; what it reads it writes elsewhere
	n     uint32
}

func (r *row) Point() track.Point { return r.at }
func (r *row) Queue() gpu.ID      { return gpu.ID(r.at.Queue) }
func (*row) Admitted() bool       { return true }
func (*row) Repeats() bool        { return false }

func (f *few) Works() []Work            { return f.works }
func (*few) Start(Work) (c track.Clock) { return c }
func (*few) Ordered(a, b Work) bool     { return false }

func (f *few) Touches(of Work, wanted func(gpu.ID) bool) (out []Touch) {
	f.lists++
	r := of.(*row)
	for _, memory := range []gpu.ID{1, 2} {
		for i := range r.n {
			if memory == 1 || r.reads {
				out = append(out, Touch{Memory: memory, Place: i, Learns: r.reads && memory == 1, Fills: !r.reads || memory == 2,
					Bytes: access.Access{Begin: uint64(i) * 16, End: uint64(i)*16 + 16}})
			}
		}
	}
	return out
}

// TestManyCommands: works of many commands that race are looked at as often as those of few, however often that is told.
func TestManyCommands(t *testing.T) {
	lists := func(n uint32) int {
		a, b := &row{at: track.Point{Queue: 1, Pos: 1}, n: n}, &row{at: track.Point{Queue: 2, Pos: 1}, n: n, reads: true}
		f := &few{works: []Work{a, b}}
		u := New(f)
		for range n {
			u.Raced(a, b)
		}
		u.Admitted(f.works)
		require.NotZero(t, u.Sources())
		return f.lists
	}
	require.Equal(t, lists(2), lists(200))
}
