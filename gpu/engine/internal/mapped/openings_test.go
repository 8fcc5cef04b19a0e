package mapped

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
)

// TestOpenings: a mapping is found by its resource and subresource until it is ended, and the end of a frame ends those that do not last.
func TestOpenings(t *testing.T) {
	var open Openings
	a, b, frame := &record.Usage{}, &record.Usage{}, uint64(1)
	home := &Home{Frame: &frame}
	first := open.Add(Opening{Data: New(home, Of{Usage: a}, 1)})
	second := open.Add(Opening{Data: New(home, Of{Usage: a, Subresource: 1}, 2)})
	lasting := open.Add(Opening{Data: New(home, Of{Usage: b, Lasts: true}, 3)})
	require.Same(t, first, open.Find(a, 0))
	require.Same(t, second, open.Find(a, 1))
	require.Nil(t, open.Find(b, 1))

	ended, ok := open.End(a, 1, 9)
	require.True(t, ok)
	require.Same(t, second, ended.Data)
	require.False(t, second.open)
	require.EqualValues(t, 9, second.closed)
	_, ok = open.End(a, 1, 10)
	require.False(t, ok, "it has ended")
	require.EqualValues(t, 9, second.closed)

	open.EndFrame()
	require.Nil(t, open.Find(a, 0))
	require.Same(t, lasting, open.Find(b, 0))
}

// TestContents: what is current is of the running frame; what was released is forgotten with it.
func TestContents(t *testing.T) {
	frame, gone, kept := uint64(1), false, false
	c := Contents{Home: &Home{Frame: &frame}}
	a, b := &record.Usage{}, &record.Usage{}
	require.False(t, c.Any())
	at := c.Put(a, &gone, memory.Upload{}, 1)
	at.Uses.Note(Use{End: 4})
	c.Put(b, &kept, memory.Upload{}, 2)
	now, err := c.Current(a, "Draw")
	require.NoError(t, err)
	require.Same(t, at, now)
	require.True(t, c.Any())

	frame, gone = 2, true
	c.EndFrame()
	require.False(t, c.Any())
	require.Nil(t, c.Find(a))
	require.EqualValues(t, 1, c.Find(b).Frame, "it was not released: messages name it")
	require.Empty(t, c.Put(b, &kept, memory.Upload{}, 3).Uses)
	require.True(t, c.Any())
}
