package mem

import (
	"encoding/binary"
	"testing"

	"github.com/stretchr/testify/require"
)

// Numbers and bytes are the same memory.
func TestWords(t *testing.T) {
	space, err := New(1 << 20)
	require.NoError(t, err)
	defer func() { require.NoError(t, space.Close()) }()
	b := space.Bytes()[PageSize:][:11]
	words := Words(b)
	if binary.NativeEndian.Uint16([]byte{1, 0}) != 1 {
		require.Nil(t, words)
		return
	}
	require.Len(t, words, 2, "half of a number is none")
	words[1] = 0x04030201
	require.Equal(t, []byte{0, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0}, b)
	require.Nil(t, Words(b[1:]), "not at a multiple of 4")
	require.Nil(t, Words(nil))
	require.Nil(t, Words(b[:3]))
}
