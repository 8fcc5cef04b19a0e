package idle

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestList: what is put is taken again, the last one first, and no more of it waits than was said.
func TestList(t *testing.T) {
	var l List[*int]
	require.Nil(t, l.Take())
	a, b, c := new(int), new(int), new(int)
	l.Put(a, 2)
	l.Put(b, 2)
	l.Put(c, 2)
	require.Equal(t, 2, l.Len())
	require.Same(t, b, l.Take())
	require.Same(t, a, New(&l))
	require.Nil(t, l.Take(), "the third one was given up")
	require.NotNil(t, New(&l))
}

// TestEmptied: the memory of a short list is kept, without what it holds, and that of a long one is not.
func TestEmptied(t *testing.T) {
	list := append(make([]*int, 0, 4), new(int))
	kept := Emptied(list, 4)
	require.Empty(t, kept)
	require.Equal(t, 4, cap(kept))
	require.Nil(t, list[0])
	require.Nil(t, Emptied(make([]int, 1, 5), 4))
}

// TestSteady: taking and putting allocates nothing.
func TestSteady(t *testing.T) {
	var l List[*int]
	l.Put(New(&l), 1)
	require.Zero(t, testing.AllocsPerRun(100, func() { l.Put(New(&l), 1) }))
}
