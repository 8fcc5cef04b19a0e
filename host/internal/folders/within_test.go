package folders

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"
)

func none([]byte) {}

func TestWithin(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	for _, ctx := range []context.Context{context.Background(), ctx} {
		data, err := Within(ctx, func() ([]byte, error) { return []byte("text"), nil }, none)
		require.NoError(t, err)
		require.Equal(t, "text", string(data))
		_, err = Within(ctx, func() ([]byte, error) { return nil, errTooBig }, none)
		require.Equal(t, errTooBig, err)
	}
	over := errors.New("over")
	never := make(chan struct{})
	defer close(never)
	_, err := Within(ctx, func() ([]byte, error) { cancel(over); <-never; return nil, nil }, none)
	require.Equal(t, over, err)
}
