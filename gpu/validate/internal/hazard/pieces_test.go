package hazard

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// TestGather: the piece that two sides meet in stands for all pieces that its command touches in the same way.
func TestGather(t *testing.T) {
	const buffer, texture = 7, 8
	d := New(track.NewOrder(), Options{Locate: func(id gpu.ID, p *Place) bool {
		*p = Place{Memory: id}
		if id == texture {
			p.Pieces = []uint64{0, 4096}
		}
		return true
	}})
	type access = gpu.Access
	tests := []struct {
		name   string
		spans  []access
		want   access // of the first span
		pieces int
	}{
		{"one", []access{{Begin: 16, End: 32}}, access{Begin: 16, End: 32}, 0},
		{"side by side, the last one first", []access{{Begin: 16, End: 32}, {Begin: 0, End: 16}}, access{Begin: 0, End: 32}, 0},
		{"a field of each element", []access{{Begin: 0, End: 16}, {Begin: 32, End: 48}, {Begin: 64, End: 80}}, access{Begin: 0, End: 80, Stride: 32, Size: 16}, 0},
		{"one is missing", []access{{Begin: 0, End: 16}, {Begin: 32, End: 48}, {Begin: 96, End: 112}}, access{Begin: 0, End: 112}, 3},
		{"one is longer", []access{{Begin: 0, End: 16}, {Begin: 32, End: 52}}, access{Begin: 0, End: 52}, 2},
		{"others have gaps", []access{{Begin: 0, End: 16}, {Begin: 64, End: 64 + 32*2 + 4, Stride: 32, Size: 4}}, access{Begin: 0, End: 132}, 4},
		{"it has gaps itself", []access{{Begin: 64, End: 132, Stride: 32, Size: 4}, {Begin: 0, End: 16}}, access{Begin: 64, End: 132, Stride: 32, Size: 4}, 0},
		{"another is read", []access{{Begin: 0, End: 16}, {Begin: 32, End: 48, Kind: gpu.AccessRead}}, access{Begin: 0, End: 16}, 0},
		{"another view", []access{{Begin: 0, End: 16}, {Begin: 32, End: 48, Slot: "u1"}}, access{Begin: 0, End: 16}, 0},
		{"of a texture", []access{{Resource: texture, Begin: 0, End: 16}, {Resource: texture, Begin: 32, End: 48}}, access{Resource: texture, Begin: 0, End: 16}, 0},
	}
	for _, tt := range tests {
		p := &part{}
		for i, a := range tt.spans {
			if a.Resource == 0 {
				a.Resource = buffer
			}
			if i == 0 || tt.name != "another is read" {
				a.Kind = gpu.AccessWrite
			}
			p.spans = append(p.spans, spanOf(a.Begin, a.End, Side{Queue: 1, Access: a}))
		}
		side := p.spans[0].side()
		d.gather(&side, p)
		got := gpu.Access{Begin: side.Access.Begin, End: side.Access.End, Stride: side.Access.Stride, Size: side.Access.Size}
		tt.want.Resource = 0
		require.Equal(t, tt.want, got, tt.name)
		require.Equal(t, tt.pieces, side.Pieces, tt.name)
	}
}
