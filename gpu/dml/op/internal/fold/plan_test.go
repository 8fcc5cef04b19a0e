package fold_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/op/internal/fold"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// TestPlan holds where tensors come to lie in temporary memory: one after the other, at multiples of 16 bytes.
func TestPlan(t *testing.T) {
	p := &fold.Plan{}
	for _, c := range []struct {
		of   tensor.DataType
		n    uint32
		want uint64 // bytes after it
	}{{tensor.Float32, 4, 16}, {tensor.Uint32, 5, 48}, {tensor.Float64, 1, 64}, {tensor.Uint64, 2, 80}} {
		s := p.Store(c.of, c.n)
		require.Equal(t, c.want, p.Temp)
		require.True(t, s.IsPacked())
		k := shader.New("test", 1)
		s.In(k)
		require.Zero(t, k.Step().Slots[0].Offset%16)
	}
}

func TestSets(t *testing.T) {
	for _, c := range []struct {
		axes, outer, inner []uint32
		count              uint32
	}{
		{nil, []uint32{2, 3, 4}, []uint32{1, 1, 1}, 1},
		{[]uint32{1}, []uint32{2, 1, 4}, []uint32{1, 3, 1}, 3},
		{[]uint32{2, 0}, []uint32{1, 3, 1}, []uint32{2, 1, 4}, 8},
		{[]uint32{0, 1, 2}, []uint32{1, 1, 1}, []uint32{2, 3, 4}, 24},
	} {
		outer, inner, count := fold.Sets([]uint32{2, 3, 4}, c.axes)
		require.Equal(t, c.outer, outer)
		require.Equal(t, c.inner, inner)
		require.Equal(t, c.count, count)
		require.EqualValues(t, 24, fold.Product(outer)*fold.Product(inner))
	}
}

// TestLongSets holds when a set is cut into parts: from 1024 elements on, into as many parts as a part has elements.
func TestLongSets(t *testing.T) {
	for _, c := range []struct {
		count uint32
		items []uint64 // of each dispatch
		temp  uint64
	}{
		{1023, []uint64{2}, 0},
		{1024, []uint64{2 * 32, 2}, 2 * 32 * 4},
		{1025, []uint64{2 * 32, 2}, 2 * 32 * 4}, // parts of 33
		{1 << 20, []uint64{2 * 1024, 2}, 2 * 1024 * 4},
	} {
		p, d := &fold.Plan{}, tensor.Of(tensor.Float32, 2, c.count)
		x := fold.Place{Desc: d, In: func(k *shader.Kernel) *shader.Tensor { return k.Input(0, d) }}
		fold.Of("SUM", tensor.Float32).Run(p, "test", x, []uint32{1}, func(*shader.Kernel, []string, []string) {})
		var items []uint64
		for _, s := range p.Steps {
			items = append(items, s.Items)
		}
		require.Equal(t, c.items, items, "%d elements", c.count)
		require.Equal(t, c.temp, p.Temp)
	}
}
