package recording

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestPool: a stream is used again when its executions, and those of lists that execute it as a bundle, have ended.
func TestPool(t *testing.T) {
	var p Pool
	list, bundle := p.Take(), p.Take()
	require.NotSame(t, list, bundle)
	list.AddBundle(bundle)
	list.Fly(1)
	list.Fly(1)
	list.Fly(-1)
	p.Recycle()
	fresh := p.Take()
	require.False(t, fresh == list || fresh == bundle, "both are in flight")
	list.Fly(-1)
	p.Recycle()
	require.Same(t, fresh, p.Take())
	require.NotSame(t, fresh, p.Take(), "one stream, one recording")
}

// TestStreamKeepsArguments: what the caller changes later is not what was recorded, neither is what comes after it.
func TestStreamKeepsArguments(t *testing.T) {
	var p Pool
	s := p.Take()
	words, rects := []uint32{1, 2}, []gpu.Rect{{Right: 7}}
	w, r := s.Words(words...), s.Rects(rects)
	words[0], rects[0].Right = 9, 9
	more := s.Floats([]float32{1})
	require.Equal(t, []uint32{1, 2}, w)
	require.Equal(t, []gpu.Rect{{Right: 7}}, r)
	require.Equal(t, []uint32{0x3f800000}, more)

	views := s.VertexBuffers([]gpu.VertexBufferView{{BufferLocation: 16, SizeInBytes: 8}})
	ports := s.Viewports([]gpu.Viewport{{Width: 4}})
	read := func(h gpu.CPUDescriptorHandle) gpu.TargetView { return gpu.TargetView{Handle: h} }
	targets := s.Targets([]gpu.CPUDescriptorHandle{{Index: 1}, {Index: 2}}, &gpu.CPUDescriptorHandle{Index: 3}, read)
	require.Equal(t, &gpu.GraphicsArgs{VertexBuffers: []gpu.VertexBufferView{{BufferLocation: 16, SizeInBytes: 8}}}, views)
	require.Equal(t, &gpu.GraphicsArgs{Viewports: []gpu.Viewport{{Width: 4}}}, ports)
	require.Len(t, targets.Targets, 3)
	require.EqualValues(t, 3, targets.Targets[2].Handle.Index)

	s.Commands = append(s.Commands, gpu.Command{Words: w})
	s.AddBundle(&Stream{})
	p.Recycle()
	again := p.Take()
	require.Same(t, s, again)
	require.Empty(t, again.Commands)
	require.Empty(t, again.Bundles())
	require.Nil(t, again.Commands[:1][0].Words, "completed recordings keep nothing alive")
}
