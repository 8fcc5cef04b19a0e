package latest

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRanges(t *testing.T) {
	a, b, c := "a", "b", "c"
	var l Ranges[string]
	require.Nil(t, l.First(0, 100))
	l = l.Put(20, 30, &b).Put(0, 20, &a)
	require.Equal(t, &a, l.First(0, 100))
	require.Equal(t, &a, l.First(19, 20))
	require.Equal(t, &b, l.First(20, 21), "ranges are half open")
	require.Equal(t, &b, l.First(29, 100))
	require.Nil(t, l.First(30, 100))

	l = l.Put(10, 21, &c)
	require.Equal(t, &c, l.First(0, 100), "it takes the place of both, whole")
	require.Nil(t, l.First(0, 10))
	require.Nil(t, l.First(21, 30))
}
