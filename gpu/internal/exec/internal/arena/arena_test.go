package arena

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

func TestReserve(t *testing.T) {
	space, err := mem.New(4 << 20)
	require.NoError(t, err)
	defer func() { require.NoError(t, space.Close()) }()
	var a Arena
	a.Free(space) // of nothing
	require.True(t, a.Reserve(space, 1))
	base := a.Base
	require.True(t, a.Reserve(space, 1<<20), "there is a least size")
	require.Equal(t, base, a.Base)
	require.False(t, a.Reserve(space, 8<<20))
	require.Equal(t, Arena{}, a)
	require.True(t, a.Reserve(space, 1))
	a.Free(space)
}
