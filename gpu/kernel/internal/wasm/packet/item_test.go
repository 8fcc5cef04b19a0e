package packet

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/stretchr/testify/require"
)

// What x, y and z of the first item of a packet are follows from its number where packets begin rows.
func TestItemFactor(t *testing.T) {
	type form struct{ x, y, z int64 }
	for _, c := range []struct {
		n     [3]uint32
		items int
		form
		want uint32
		ok   bool
	}{
		{[3]uint32{64, 1, 1}, 16, form{x: 4}, 4, true},
		{[3]uint32{64, 1, 1}, 64, form{x: 4}, 0, true}, // there is one packet
		{[3]uint32{16, 16, 1}, 32, form{x: 4}, 0, true},
		{[3]uint32{16, 16, 1}, 32, form{y: 64}, 4, true},
		{[3]uint32{16, 16, 1}, 32, form{x: 4, y: 128}, 8, true},
		{[3]uint32{16, 16, 1}, 32, form{y: 4}, 0, false}, // a quarter of a byte an item
		{[3]uint32{16, 16, 1}, 32, form{y: -64}, 0, false},
		{[3]uint32{16, 16, 1}, 8, form{y: 64}, 0, false}, // packets begin in the middle of a row
		{[3]uint32{16, 16, 1}, 8, form{x: 4}, 0, false},
		{[3]uint32{12, 4, 1}, 16, form{x: 4}, 0, false},
		{[3]uint32{4, 2, 8}, 16, form{x: 4, y: 16}, 0, true},
		{[3]uint32{4, 2, 8}, 16, form{z: 32}, 4, true},
		{[3]uint32{4, 4, 4}, 8, form{y: 16}, 0, false}, // y begins again
		{[3]uint32{16, 16, 1}, 32, form{z: 12}, 0, true},
	} {
		var terms []reach.Term
		for axis, coef := range []int64{c.x, c.y, c.z} {
			if coef != 0 {
				terms = append(terms, reach.Term{Coef: coef, Symbol: reach.Thread + reach.Symbol(axis)})
			}
		}
		got, ok := itemFactor(c.n, c.items, reach.Form{Known: true, Terms: terms})
		require.Equal(t, c.ok, ok, "%v", c)
		if !ok {
			continue
		}
		require.Equal(t, c.want, got, "%v", c)
		for item := 0; item < int(c.n[0]*c.n[1]*c.n[2]); item += c.items {
			x, y, z := item%int(c.n[0]), item/int(c.n[0])%int(c.n[1]), item/int(c.n[0]*c.n[1])
			require.EqualValues(t, c.x*int64(x)+c.y*int64(y)+c.z*int64(z), int(got)*item, "%v item %d", c, item)
		}
	}
	for _, other := range []reach.Term{{Coef: 4, Symbol: reach.Counter, Param: 7}, {Coef: 4, Symbol: reach.Group}, {Coef: 4, Symbol: reach.Thread, Factor: 7}} {
		_, ok := itemFactor([3]uint32{64, 1, 1}, 16, reach.Form{Known: true, Terms: []reach.Term{other}})
		require.False(t, ok, "%v", other)
	}
}

// Accesses of different forms share an address where the first items of packets are at the same place in both.
func TestAnchor(t *testing.T) {
	b := ir.NewBuilder("anchors")
	b.Kernel.NumThreads = [3]uint32{8, 8, 1}
	b.Kernel.AddShared("s", 4096, 4, 1)
	x, y, i := b.Sys(ir.GroupThreadIDX), b.Sys(ir.GroupThreadIDY), b.Sys(ir.GroupIndex)
	load := func(address ir.Value) *ir.Instr {
		b.LoadArray(ir.OpLoadShared, ir.Mem{Width: 4}, address)
		return b.Kernel.Body.Instrs[len(b.Kernel.Body.Instrs)-1]
	}
	times := func(v ir.Value, n int32) ir.Value { return b.Op(ir.OpIMul, v, b.Int(n)) }
	row, item, column, far := load(times(y, 32)), load(times(i, 4)), load(times(x, 4)), load(b.Op(ir.OpIAdd, times(y, 32), b.Int(64)))
	shapes, forms := analyse(b.Kernel)
	places := &Places{K: b.Kernel, Forms: forms, Shapes: shapes}
	p := Find(b.Kernel, 4, shapes, forms)
	at := func(wave int, in *ir.Instr) Anchor {
		a, ok := places.Anchor(p, wave, in)
		require.True(t, ok)
		return a
	}
	require.Equal(t, Anchor{Key: "items 4", Items: true, Factor: 4}, at(0, row))
	require.Equal(t, at(0, row), at(0, item))
	require.Equal(t, Anchor{Key: "items 4", Bytes: 64, Items: true, Factor: 4}, at(0, far))
	require.Equal(t, Anchor{Key: "items 0", Items: true}, at(0, column))
	require.Equal(t, Anchor{Key: "items 0", Bytes: 16, Items: true}, at(1, column))
	require.Equal(t, Anchor{Key: "items 4", Bytes: 32, Items: true, Factor: 4}, at(2, row))
}
