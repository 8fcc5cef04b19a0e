package steps

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestNext: a piece of work is certainly finished as soon as all others could not have made up the count.
func TestNext(t *testing.T) {
	var s Steps
	of := []Strand{{3, 0}, {1, 0}}
	require.Equal(t, []uint32{0, 0}, s.Next(of), "it may be the one of the other strand")
	require.Equal(t, []uint32{1, 0}, s.Next(of))
	of[0].Known = 1
	require.Equal(t, []uint32{1, 0}, s.Next(of), "what became known meanwhile counts no more")
	of[0].Known = 2
	require.Equal(t, []uint32{1, 1}, s.Next(of), "all is finished")
	of[0].Known, of[1].Known = 3, 1
	require.Equal(t, []uint32{0, 0}, s.Next(of), "nothing is left")
}

// TestAlone: of one strand they finish one after the other.
func TestAlone(t *testing.T) {
	var s Steps
	for n := range uint32(5) {
		require.Equal(t, []uint32{n + 1}, s.Next([]Strand{{5, 0}}))
	}
}
