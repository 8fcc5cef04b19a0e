package reach

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/stretchr/testify/require"
)

func find(k *ir.Kernel, early ...ir.Value) *Forms {
	known := make([]bool, k.NumValues())
	for _, v := range early {
		known[v] = true
	}
	defs := make([]*ir.Instr, k.NumValues())
	k.Body.Walk(func(in *ir.Instr) {
		if r := in.Result(); r != 0 && len(in.Blocks) == 0 {
			defs[r] = in
		}
	})
	return Find(k, known, defs)
}

func TestForms(t *testing.T) {
	b := ir.NewBuilder("forms")
	b.Kernel.NumThreads = [3]uint32{8, 4, 1}
	b.Kernel.Bindings = []ir.Binding{{Kind: ir.CBV, Shape: ir.Constants, Count: 1}}
	x, y, width := b.Sys(ir.DispatchThreadIDX), b.Sys(ir.GroupThreadIDY), b.LoadConst(ir.Mem{}, 0)
	row := b.Op(ir.OpIMul, y, width)
	place := b.Op(ir.OpISub, b.Op(ir.OpIAdd, row, x), b.Int(3))
	scaled := b.Op(ir.OpShl, place, b.Int(2))
	none := b.Op(ir.OpISub, x, x)
	square := b.Op(ir.OpIMul, row, width)
	large := b.Op(ir.OpIMul, x, b.Int(1<<25))
	f := find(b.Kernel, width)
	terms := func(c int64) []Term {
		return []Term{{Coef: c, Symbol: Thread + 1, Factor: width}, {Coef: 8 * c, Symbol: Group}, {Coef: c, Symbol: Thread}}
	}
	require.Equal(t, Form{Known: true, Const: -3, Terms: terms(1)}, f.Of(place))
	require.Equal(t, Form{Known: true, Const: -12, Terms: terms(4)}, f.Of(scaled))
	require.Empty(t, f.Of(none).Terms)
	require.False(t, f.Of(square).Known, "one factor is enough")
	require.False(t, f.Of(large).Known)
}

// TestFormsOfEarlyValues: what is computed from one known before the waves differs from it by constants, where that can be said.
func TestFormsOfEarlyValues(t *testing.T) {
	b := ir.NewBuilder("forms")
	b.Kernel.NumThreads = [3]uint32{8, 4, 1}
	x := b.Sys(ir.GroupThreadIDX)
	row := b.Op(ir.OpDivU, b.Sys(ir.GroupIDX), b.Int(8))
	next := b.Op(ir.OpIAdd, row, b.Int(1))
	second := b.Op(ir.OpIMul, next, b.Int(512))
	square := b.Op(ir.OpIMul, next, next)
	pitched := b.Op(ir.OpIMul, x, next)
	many := []ir.Value{row}
	sum := row
	for i := range int32(maxTerms) {
		v := b.Op(ir.OpDivU, b.Sys(ir.GroupIDX), b.Int(9+i))
		sum = b.Op(ir.OpIAdd, sum, v)
		many = append(many, v, sum)
	}
	f := find(b.Kernel, append(many, next, second, square)...)
	require.Equal(t, Form{Known: true, Terms: []Term{{Coef: 1, Factor: row}}}, f.Of(row))
	require.Equal(t, Form{Known: true, Const: 512, Terms: []Term{{Coef: 512, Factor: row}}}, f.Of(second))
	require.Equal(t, Form{Known: true, Terms: []Term{{Coef: 1, Factor: square}}}, f.Of(square), "two factors are too many for anything but the value itself")
	require.Equal(t, Form{Known: true, Terms: []Term{{Coef: 1, Symbol: Thread, Factor: next}}}, f.Of(pitched), "a sum is no factor, but the value is")
	require.Equal(t, Form{Known: true, Terms: []Term{{Coef: 1, Factor: sum}}}, f.Of(sum), "too many terms")
}

func TestCounters(t *testing.T) {
	for _, c := range []struct {
		op          ir.Op
		first, step uint32
		end         uint32 // 0: a value known before the waves
		want        Range
		ok          bool
	}{
		{ir.OpLtS, 0, 1, 10, Range{First: 0, Last: 9}, true},
		{ir.OpLeS, 0, 1, 10, Range{First: 0, Last: 10}, true},
		{ir.OpLtU, 1, 4, 10, Range{First: 1, Last: 9}, true},
		{ir.OpLtU, 0, 1, 1 << 31, Range{}, false},
		{ir.OpLtS, 5, 1, 5, Range{}, false},
		{ir.OpLeS, 0, 1, 1<<31 - 1, Range{}, false}, // would wrap
		{ir.OpLtS, 0, 1, 0, Range{First: 0, Last: -1}, true},
		{ir.OpLtS, 0, 2, 0, Range{}, false},
		{ir.OpLeS, 0, 1, 0, Range{}, false},
	} {
		b := ir.NewBuilder("counter")
		b.Kernel.Bindings = []ir.Binding{{Kind: ir.CBV, Shape: ir.Constants, Count: 1}}
		end := b.LoadConst(ir.Mem{}, 0)
		if c.want.End = end; c.end != 0 {
			end, c.want.End = b.Uint(c.end), 0
		}
		step := b.Uint(c.step)
		var p ir.Value
		b.Loop([]ir.Value{b.Uint(c.first)}, func(carried []ir.Value) (ir.Value, []ir.Value) {
			p = carried[0]
			return b.Op(c.op, p, end), nil
		}, func() []ir.Value { return []ir.Value{b.Op(ir.OpIAdd, p, step)} })
		f := find(b.Kernel, end)
		got, ok := f.Counter(p)
		require.Equal(t, c.ok, ok, "%v", c)
		if ok {
			require.Equal(t, c.want, got)
		}
		require.Equal(t, c.ok, f.Of(p).Known)
	}
}
