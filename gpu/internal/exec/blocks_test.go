package exec

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// TestBlocksRead: a texture of 10 x 8 texels in blocks of 8 bytes has two rows of 3 blocks, 256 bytes apart. Its copy has 8 rows of 40 bytes.
func TestBlocksRead(t *testing.T) {
	b := newBench(t, 1<<22)
	r := b.texture2D(gpu.FormatBC1Unorm, 10, 8, 1, 1)
	const at = 1 << 20
	plain := r.Desc
	plain.Format = gpu.FormatR8G8B8A8Unorm
	prints, _ := plain.Footprints(0, 1, at)
	view := BoundView{Record: 3, Resource: r.ID, Begin: r.Base, End: r.End(), Copy: prints}
	row := func(y, from, to uint64) Access {
		return Access{Record: 3, Exact: true, Begin: at + 256*y + 4*from, End: at + 256*y + 4*to}
	}
	blocks := func(begin, end uint64) Access {
		return Access{Record: 3, Exact: true, Begin: r.Base + begin, End: r.Base + end}
	}
	other := Access{Record: 1, Exact: true, Begin: 5, End: 9}
	tests := []struct {
		name      string
		got, want []Access
	}{
		{"one texel", []Access{row(0, 4, 5)}, []Access{blocks(8, 16)}},
		{"the last texel", []Access{row(7, 9, 10)}, []Access{blocks(256+16, 256+24)}},
		{"two texels of neighbours", []Access{row(3, 3, 5)}, []Access{blocks(0, 16)}},
		{"apart in a row", []Access{row(3, 0, 1), row(0, 8, 9)}, []Access{blocks(0, 8), blocks(16, 24)}},
		{"a column", []Access{{Record: 3, Exact: true, Begin: at, End: at + 7*256 + 4, Stride: 256, Size: 4}}, []Access{blocks(0, 8), blocks(256, 264)}},
		{"everything", []Access{{Record: 3, Exact: true, Begin: at, End: at + 7*256 + 40}}, []Access{blocks(0, 256+24)}},
		{"unknown", []Access{{Record: 3, Begin: at, End: at + 4}}, []Access{{Record: 3, Begin: r.Base, End: r.End()}}},
		{"another record", []Access{other, row(0, 0, 1)}, []Access{other, blocks(0, 8)}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b.views = append(b.views[:0], BoundView{Record: 1}, view)
			require.Equal(t, tt.want, b.blocksRead(tt.got))
		})
	}
}
