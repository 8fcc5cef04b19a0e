package packet

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// A picture is what the kernels of these tests work on: in groups of 16 × 16, of which 32 have 512 items along x.
type picture struct {
	*ir.Builder
	x, y, pitch ir.Value // the pitch is loaded from a constant buffer
}

func newPicture() *picture {
	b := ir.NewBuilder("picture")
	b.Kernel.NumThreads = [3]uint32{16, 16, 1}
	b.Kernel.Bindings = []ir.Binding{
		{Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 4}, {Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}, {Kind: ir.CBV, Shape: ir.Constants, Count: 1},
		{Kind: ir.UAV, Shape: ir.Texture2D, Count: 1, Stride: 4}, {Kind: ir.UAV, Shape: ir.Structured, Count: 2, Stride: 4},
	}
	return &picture{b, b.Sys(ir.DispatchThreadIDX), b.Sys(ir.DispatchThreadIDY), b.LoadConst(ir.Mem{Binding: 2}, 0)}
}

// row is the element of an item in rows of n.
func (p *picture) row(n ir.Value) ir.Value { return p.Op(ir.OpIAdd, p.Op(ir.OpIMul, p.y, n), p.x) }

// plus is n elements further.
func (p *picture) plus(v ir.Value, n int32) ir.Value { return p.Op(ir.OpIAdd, v, p.Int(n)) }

// store writes to a binding, read loads from one.
func (p *picture) store(binding int32, at ir.Value) {
	p.StoreBuf(ir.Mem{Binding: binding}, at, 0, p.x)
}
func (p *picture) read(binding int32, at ir.Value) { p.LoadBuf(ir.Mem{Binding: binding}, at, 0) }

// TestAbreast: how many groups may run abreast. A row of 512 items has room for 32 groups, one of 100 items for 6: the next lower power of two is 4.
func TestAbreast(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(p *picture)
		most int // 0: they run one after another
		wide []uint32
	}{
		{"a row has room for all", func(p *picture) { p.store(0, p.row(p.Int(512))) }, 32, nil},
		{"a row has one element less", func(p *picture) { p.store(0, p.row(p.Int(511))) }, 16, nil},
		{"a short row", func(p *picture) { p.store(0, p.row(p.Int(100))) }, 4, nil},
		{"the next group has the same rows", func(p *picture) { p.store(0, p.row(p.Int(31))) }, 0, nil},
		{"a row as long as a constant buffer says", func(p *picture) { p.store(0, p.row(p.pitch)) }, 32, []uint32{512}},
		{"two elements an item", func(p *picture) {
			at := p.Op(ir.OpIMul, p.row(p.pitch), p.Int(2))
			p.store(0, at)
			p.store(0, p.plus(at, 1))
		}, 32, []uint32{512}}, // 1024 elements in rows of twice the pitch
		{"the neighbour's element too", func(p *picture) {
			p.store(0, p.row(p.Int(512)))
			p.read(0, p.plus(p.row(p.Int(512)), 1))
		}, 0, nil},
		{"the element of the row below too", func(p *picture) {
			p.store(0, p.row(p.Int(512)))
			p.read(0, p.plus(p.row(p.Int(512)), 512))
		}, 0, nil},
		{"its own element", func(p *picture) {
			p.read(0, p.row(p.Int(512)))
			p.store(0, p.row(p.Int(512)))
		}, 32, nil},
		{"neighbours in another buffer", func(p *picture) {
			p.store(0, p.row(p.Int(512)))
			p.read(1, p.plus(p.row(p.Int(512)), 1))
		}, 32, nil},
		{"nothing moves along x", func(p *picture) { p.store(0, p.y) }, 0, nil},
		{"the pitch counts along x", func(p *picture) {
			p.store(0, p.Op(ir.OpIAdd, p.Op(ir.OpIMul, p.x, p.pitch), p.y))
		}, 0, nil},
		{"a scattered store", func(p *picture) { p.store(0, p.Op(ir.OpXor, p.row(p.Int(512)), p.Int(1))) }, 0, nil},
		{"an array of buffers", func(p *picture) { p.store(4, p.row(p.Int(512))) }, 0, nil},
		{"a texel for each item", func(p *picture) { p.StoreTex(ir.Mem{Binding: 3, Width: 4}, ir.Coord{X: p.x, Y: p.y}, p.x) }, 32, nil},
		{"a texel that is another row's", func(p *picture) {
			p.StoreTex(ir.Mem{Binding: 3, Width: 4}, ir.Coord{X: p.y, Y: p.y}, p.x)
		}, 0, nil},
		{"an atomic", func(p *picture) { p.AtomicBuf(ir.AtomicAdd, ir.Mem{}, p.row(p.Int(512)), 0, p.x, 0) }, 0, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPicture()
			c.body(p)
			_, forms := analyse(p.Kernel, p.pitch)
			r := &Rules{K: p.Kernel, Forms: forms, Certain: func(*ir.Instr) bool { return true }}
			a := r.Abreast(make([]bool, p.Kernel.NumValues()))
			if c.most == 0 {
				require.Nil(t, a)
				return
			}
			require.NotNil(t, a)
			require.Equal(t, c.most, a.Most)
			var wide []uint32
			for _, w := range a.Wide {
				require.Equal(t, p.pitch, w.Value)
				wide = append(wide, w.Least)
			}
			require.Equal(t, c.wide, wide)
		})
	}
}

// What is computed once for the groups of a row must be the same for all of them; groups of one row have no other order than their own.
func TestNotAbreast(t *testing.T) {
	p := newPicture()
	column := p.Op(ir.OpIMul, p.Sys(ir.GroupIDX), p.Int(3))
	slice := p.Op(ir.OpIMul, p.Sys(ir.GroupIDZ), p.Int(3))
	p.store(0, p.row(p.Int(512)))
	early := make([]bool, p.Kernel.NumValues())
	_, forms := analyse(p.Kernel)
	r := &Rules{K: p.Kernel, Forms: forms, Certain: func(*ir.Instr) bool { return true }}
	early[slice] = true
	require.NotNil(t, r.Abreast(early))
	p.Kernel.Body.Walk(func(in *ir.Instr) {
		early[in.Result()] = early[in.Result()] || in.Op == ir.OpSys && in.Imm == uint32(ir.GroupIDX)
	})
	early[column] = true
	require.Nil(t, r.Abreast(early))
	clear(early)
	p.Kernel.NumThreads = [3]uint32{256, 1, 1}
	require.Nil(t, r.Abreast(early))
}
