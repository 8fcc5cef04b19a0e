package texels

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

// footprint is the four loads of a linear filter of a repeated texture.
type footprint struct {
	*ir.Builder
	x, next, low ir.Value
	loads        []ir.Value
}

func newFootprint() *footprint {
	f := &footprint{Builder: ir.NewBuilder("k")}
	f.Kernel.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Texture2D, Count: 1, Stride: 4}, {Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 4}}
	f.x, f.low = f.Sys(ir.DispatchThreadIDX), f.Sys(ir.DispatchThreadIDY)
	f.next = f.Op(ir.OpAnd, f.Op(ir.OpIAdd, f.x, f.Int(1)), f.Int(255))
	return f
}

func (f *footprint) load(x, y ir.Value) {
	f.loads = append(f.loads, f.LoadTex(ir.Mem{Width: 4}, ir.Coord{X: x, Y: y}))
}

func (f *footprint) row(y ir.Value) {
	f.load(f.x, y)
	f.load(f.next, y)
}

// groups are the groups of the loads, by load: 0 is none, else the first load of its group plus one.
func (f *footprint) groups() []int {
	defs := make([]*ir.Instr, f.Kernel.NumValues())
	f.Kernel.Body.Walk(func(in *ir.Instr) { defs[in.Result()] = in })
	found := Find(&Source{List: f.Kernel.Body.Instrs, Defs: defs, Serves: func(*ir.Instr) bool { return true }})
	out := make([]int, len(f.loads))
	for i, v := range f.loads {
		for j, first := range f.loads {
			if g := found[defs[v]]; g != nil && g.Pairs[0][0] == defs[first] {
				out[i] = j + 1
			}
		}
	}
	return out
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(f *footprint)
		want []int
	}{
		{"two rows", func(f *footprint) { f.row(f.low); f.row(f.x) }, []int{1, 1, 1, 1}},
		{"columns first", func(f *footprint) { f.load(f.x, f.low); f.load(f.x, f.x); f.load(f.next, f.low); f.load(f.next, f.x) }, []int{1, 1, 1, 1}},
		{"one load", func(f *footprint) { f.load(f.x, f.low) }, []int{0}},
		{"the right one first", func(f *footprint) { f.load(f.next, f.low); f.load(f.x, f.low) }, []int{0, 0}},
		{"different rows", func(f *footprint) { f.load(f.x, f.low); f.load(f.next, f.x) }, []int{0, 0}},
		{"a row that is not known yet", func(f *footprint) {
			f.row(f.low)
			f.row(f.Op(ir.OpIAdd, f.low, f.Int(1)))
		}, []int{1, 1, 3, 3}},
		{"a store between", func(f *footprint) {
			f.load(f.x, f.low)
			f.StoreBuf(ir.Mem{Binding: 1, Width: 4}, f.x, 0, f.x)
			f.load(f.next, f.low)
		}, []int{0, 0}},
		{"a store behind", func(f *footprint) {
			f.row(f.low)
			f.StoreBuf(ir.Mem{Binding: 1, Width: 4}, f.x, 0, f.x)
			f.row(f.x)
		}, []int{1, 1, 3, 3}},
		{"a choice between", func(f *footprint) {
			f.load(f.x, f.low)
			nothing := func() []ir.Value { return nil }
			f.If(f.Op(ir.OpLtU, f.x, f.low), nothing, nothing)
			f.load(f.next, f.low)
		}, []int{0, 0}},
		{"clamped", func(f *footprint) {
			at := f.Op(ir.OpFFloor, f.Op(ir.OpUToF, f.x))
			clamp := func(v ir.Value) ir.Value {
				return f.Op(ir.OpMaxS, f.Op(ir.OpMinS, f.Op(ir.OpFToS, v), f.Int(9)), f.Int(0))
			}
			f.x, f.next = clamp(at), clamp(f.Op(ir.OpFAdd, at, f.Float(1)))
			f.row(f.low)
		}, []int{1, 1}},
		{"one more than another", func(f *footprint) {
			f.next = f.Op(ir.OpAnd, f.Op(ir.OpIAdd, f.low, f.Int(1)), f.Int(255))
			f.row(f.low)
		}, []int{0, 0}},
	} {
		f := newFootprint()
		c.make(f)
		require.Equal(t, c.want, f.groups(), c.name)
	}
}
