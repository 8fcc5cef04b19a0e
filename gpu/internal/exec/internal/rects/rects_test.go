package rects

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestIn(t *testing.T) {
	whole := []gpu.Rect{{Right: 8, Bottom: 4}}
	require.Equal(t, whole, In(nil, 8, 4))
	require.Equal(t, whole, In([]gpu.Rect{{Left: -5, Top: -1, Right: 9, Bottom: 5}}, 8, 4))
	require.Equal(t, []gpu.Rect{{Left: 7, Top: 3, Right: 8, Bottom: 4}}, In([]gpu.Rect{{Left: 7, Top: 3, Right: 9, Bottom: 9}, {Left: 8, Right: 9, Bottom: 4}, {Left: 3, Right: 2, Bottom: 4}}, 8, 4))
	left, right := Clip(5, 3, 8)
	require.Equal(t, left, right)
}
