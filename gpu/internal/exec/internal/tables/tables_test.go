package tables

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/record"
	"github.com/gpuscript/gpuscript/gpu/internal/mem"
)

func TestTables(t *testing.T) {
	space, err := mem.New(4 << 20)
	require.NoError(t, err)
	defer func() { require.NoError(t, space.Close()) }()
	var k Tables
	require.NoError(t, k.Init(space))
	require.Zero(t, k.Constants%ConstantBlock)
	first := k.Table
	require.True(t, k.Reserve(space, FirstRecords))
	require.Equal(t, first, k.Table, "there is room for so many")
	require.True(t, k.Reserve(space, FirstRecords+1))
	require.NotEqual(t, first, k.Table)
	require.Zero(t, k.Table%record.Bytes)
	kept := k
	require.False(t, k.Reserve(space, 1<<20))
	require.Equal(t, kept, k, "as before")
	small, err := mem.New(128 << 10)
	require.NoError(t, err)
	defer func() { require.NoError(t, small.Close()) }()
	for err == nil {
		_, err = small.Alloc(4096, 256)
	}
	require.Error(t, new(Tables).Init(small), "no memory is left")
}
