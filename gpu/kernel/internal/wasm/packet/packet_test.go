package packet

import (
	"testing"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
	"github.com/stretchr/testify/require"
)

// analyse takes some values for known before the waves.
func analyse(k *ir.Kernel, early ...ir.Value) (*shape.Shapes, *reach.Forms) {
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
	return shape.Find(k), reach.Find(k, known, defs)
}

func TestAxisSteps(t *testing.T) {
	for _, c := range []struct {
		n    [3]uint32
		axis int
		want []int64
	}{
		{[3]uint32{64, 1, 1}, 0, []int64{0, 4, 8, 12}},
		{[3]uint32{16, 16, 1}, 1, []int64{0, 0, 0, 0}},
		{[3]uint32{8, 8, 1}, 0, []int64{0, 4, 0, 4}},
		{[3]uint32{8, 8, 1}, 1, []int64{0, 0, 1, 1}},
		{[3]uint32{4, 2, 8}, 1, []int64{0, 1, 0, 1}},
		{[3]uint32{4, 2, 8}, 2, []int64{0, 0, 1, 1}},
		{[3]uint32{12, 4, 1}, 0, nil}, // a packet begins anywhere in a row
		{[3]uint32{12, 4, 1}, 1, nil},
	} {
		require.Equal(t, c.want, axisSteps(c.n, c.axis, 4), "%v axis %d", c.n, c.axis)
	}
}

// In groups of 8 × 8, four waves are two halves of two rows: what depends on the row only is computed twice.
func TestSame(t *testing.T) {
	b := ir.NewBuilder("same")
	b.Kernel.NumThreads = [3]uint32{8, 8, 1}
	x, y := b.Sys(ir.GroupThreadIDX), b.Sys(ir.GroupThreadIDY)
	fx, fy := b.Op(ir.OpUToF, x), b.Op(ir.OpUToF, y)
	both, group := b.Op(ir.OpFAdd, fx, fy), b.Op(ir.OpUToF, b.Sys(ir.GroupIDX))
	sum := b.Op(ir.OpIAdd, b.Op(ir.OpIMul, y, b.Int(100)), x)
	shapes, forms := analyse(b.Kernel)
	p := Find(b.Kernel, 4, shapes, forms)
	same := func(v ir.Value) (out []int) {
		for w := range p.Size {
			out = append(out, p.Same(v, w))
		}
		return out
	}
	require.Equal(t, []int{0, 1, 0, 1}, same(fx))
	require.Equal(t, []int{0, 0, 2, 2}, same(fy))
	require.Equal(t, []int{0, 1, 2, 3}, same(both))
	require.True(t, p.Alike(group))
	d, ok := p.Delta(sum, 3)
	require.True(t, ok)
	require.EqualValues(t, 104, d)
	_, ok = p.Delta(fx, 1)
	require.False(t, ok, "floats are no scalars")
}

// rows stores at several distances from an item's element.
func rows(b *ir.Builder, at ir.Value, distances ...int32) {
	for _, d := range distances {
		b.StoreBuf(ir.Mem{}, b.Op(ir.OpIAdd, at, b.Int(d)), 0, at)
	}
}

func TestLockstep(t *testing.T) {
	for _, c := range []struct {
		name string
		body func(b *ir.Builder, item ir.Value)
		want bool
	}{
		{"own elements, loaded and stored", func(b *ir.Builder, item ir.Value) {
			b.StoreBuf(ir.Mem{}, item, 0, b.LoadBuf(ir.Mem{}, item, 0))
		}, true},
		{"the neighbour's element", func(b *ir.Builder, item ir.Value) {
			b.StoreBuf(ir.Mem{}, item, 0, b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, item, b.Int(1)), 0))
		}, false},
		{"one store to one place", func(b *ir.Builder, item ir.Value) { b.StoreBuf(ir.Mem{}, b.Int(0), 0, item) }, true},
		{"two stores to one place", func(b *ir.Builder, item ir.Value) {
			b.StoreBuf(ir.Mem{}, b.Int(0), 0, item)
			b.StoreBuf(ir.Mem{}, b.Int(0), 0, b.Op(ir.OpNot, item))
		}, false},
		{"another binding", func(b *ir.Builder, item ir.Value) {
			b.StoreBuf(ir.Mem{}, item, 0, b.LoadBuf(ir.Mem{Binding: 1}, b.Int(0), 0))
		}, true},
		{"items share elements", func(b *ir.Builder, item ir.Value) {
			half := b.Op(ir.OpShrU, item, b.Int(1))
			b.StoreBuf(ir.Mem{}, half, 0, b.LoadBuf(ir.Mem{}, half, 0))
		}, false},
		{"several rows of elements", func(b *ir.Builder, item ir.Value) { rows(b, item, 0, 64, 128) }, true},
		{"rows that share an element", func(b *ir.Builder, item ir.Value) { rows(b, item, 0, 63, 126) }, false},
		{"rows at different distances", func(b *ir.Builder, item ir.Value) { rows(b, item, 0, 64, 192) }, false},
		{"several elements side by side", func(b *ir.Builder, item ir.Value) {
			rows(b, b.Op(ir.OpIMul, item, b.Int(3)), 0, 1, 2)
		}, true},
		{"elements side by side that the next item has, too", func(b *ir.Builder, item ir.Value) {
			rows(b, b.Op(ir.OpIMul, item, b.Int(2)), 0, 1, 2)
		}, false},
		{"rows of a block of items", func(b *ir.Builder, item ir.Value) {
			y := b.Op(ir.OpIMul, b.Sys(ir.GroupIDY), b.Int(4096))
			rows(b, b.Op(ir.OpIAdd, y, item), 0, 512, 1024, 1536)
		}, true},
		{"two arrays of shared memory", func(b *ir.Builder, item ir.Value) {
			at := b.Op(ir.OpIMul, item, b.Int(4))
			b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: 0}, at, item)
			b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: 256}, at, item)
		}, true},
		{"arrays that share one element", func(b *ir.Builder, item ir.Value) {
			at := b.Op(ir.OpIMul, item, b.Int(4))
			b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: 0}, at, item)
			b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: 252}, at, item)
		}, false},
		{"shared memory beside a place that nobody knows", func(b *ir.Builder, item ir.Value) {
			b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: 0}, b.Op(ir.OpIMul, item, b.Int(4)), item)
			b.StoreArray(ir.OpStoreShared, ir.Mem{Offset: 256}, b.Op(ir.OpXor, item, b.Int(4)), item)
		}, false},
		{"atomics", func(b *ir.Builder, item ir.Value) { b.AtomicBuf(ir.AtomicAdd, ir.Mem{}, item, 0, item, 0) }, false},
		{"prints", func(b *ir.Builder, item ir.Value) { b.Printf("%d", item) }, false},
	} {
		b := ir.NewBuilder("k")
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		for _, kind := range []ir.Kind{ir.UAV, ir.SRV} {
			b.Kernel.Bindings = append(b.Kernel.Bindings, ir.Binding{Kind: kind, Shape: ir.Structured, Count: 1, Stride: 4})
		}
		b.Kernel.AddShared("s", 1024, 4, 0)
		c.body(b, b.Sys(ir.GroupIndex))
		_, forms := analyse(b.Kernel)
		r := Rules{K: b.Kernel, Forms: forms, Certain: func(*ir.Instr) bool { return true }}
		require.Equal(t, c.want, r.Lockstep(b.Kernel.Body.Instrs), c.name)
	}
}

func TestRepeatableAndPairs(t *testing.T) {
	b := ir.NewBuilder("k")
	for _, kind := range []ir.Kind{ir.UAV, ir.SRV, ir.UAV} {
		b.Kernel.Bindings = append(b.Kernel.Bindings, ir.Binding{Kind: kind, Shape: ir.Structured, Count: 1, Stride: 4})
	}
	b.StoreBuf(ir.Mem{Binding: 2}, b.Int(0), 0, b.LoadBuf(ir.Mem{Binding: 1}, b.Int(0), 0))
	b.StoreBuf(ir.Mem{}, b.Int(0), 0, b.LoadBuf(ir.Mem{}, b.Int(1), 0))
	require.Equal(t, [][2]int32{{0, 1}, {0, 2}, {2, 1}}, Pairs(b.Kernel))
	require.True(t, Repeatable(b.Kernel), "no loop can hang")
	b.Loop(nil, func([]ir.Value) (ir.Value, []ir.Value) { return b.Bool(false), nil }, nil)
	require.False(t, Repeatable(b.Kernel))
}

// A loop whose turns are rows of the group: 64 items load 64 neighbours, 256 bytes further on with each turn.
func TestStreams(t *testing.T) {
	for _, c := range []struct {
		name         string
		stride, item int32 // elements from turn to turn and from item to item
		carried      int
		want         bool
	}{
		{"rows", 64, 1, 1, true},
		{"turns lie side by side", 1, 1, 1, false},
		{"nearly far enough", 63, 1, 1, false},
		{"items lie apart, in other rows", 64, 64, 1, false},
		{"more is carried than loaded", 64, 1, 2, false},
	} {
		b := ir.NewBuilder("k")
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		b.Kernel.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
		item := b.Sys(ir.GroupIndex)
		first, one := []ir.Value{b.Int(0)}, b.Int(1)
		for range c.carried {
			first = append(first, item)
		}
		var in []ir.Value
		b.Loop(first, func(carried []ir.Value) (ir.Value, []ir.Value) {
			in = carried
			return b.Op(ir.OpLtS, carried[0], b.Int(100)), carried
		}, func() []ir.Value {
			at := b.Op(ir.OpIAdd, b.Op(ir.OpIMul, in[0], b.Int(c.stride)), b.Op(ir.OpIMul, item, b.Int(c.item)))
			next := []ir.Value{b.Op(ir.OpIAdd, in[0], one)}
			v := b.LoadBuf(ir.Mem{}, at, 0)
			for _, old := range in[1:] {
				next = append(next, b.Op(ir.OpIAdd, old, v))
			}
			return next
		})
		shapes, forms := analyse(b.Kernel)
		p := Places{K: b.Kernel, Forms: forms, Shapes: shapes}
		loop := b.Kernel.Body.Instrs[len(b.Kernel.Body.Instrs)-1]
		require.Equal(t, ir.OpLoop, loop.Op)
		require.Equal(t, c.want, p.Streams(loop), c.name)
	}
}

// A loop of three sums over three numbers of each item, whose turns load numbers that all items share: 64 items, two waves crowd the registers.
func TestBroadcasts(t *testing.T) {
	for _, c := range []struct {
		name         string
		sums, loads  int
		turns        int32
		own, outside bool // an item loads what it does not share; a load may be outside
		want         bool
	}{
		{"enough loads", 3, 5, 100, false, false, true}, // 2 × 5 against 2 × 3 sums and 3 numbers
		{"too few loads", 3, 4, 100, false, false, false},
		{"room for more waves", 2, 5, 100, false, false, false}, // 2 × (2 + 2) vectors
		{"few turns", 3, 5, 16, false, false, true},
		{"too few turns", 3, 5, 15, false, false, false},
		{"an item's own number", 3, 5, 100, true, false, false},
		{"not known to be inside", 3, 5, 100, false, true, false},
		{"too long", 3, 30, 100, false, false, false},
	} {
		b := ir.NewBuilder("broadcasts")
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		b.Kernel.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
		item, one := b.Sys(ir.GroupIndex), b.Int(1)
		load := func(at ir.Value) ir.Value { return b.Op(ir.OpBitsToF, b.LoadBuf(ir.Mem{}, at, 0)) }
		first, mine := []ir.Value{b.Int(0)}, []ir.Value(nil)
		for i := range c.sums {
			first = append(first, b.Float(0))
			mine = append(mine, load(b.Op(ir.OpIAdd, item, b.Int(int32(i)))))
		}
		var in []ir.Value
		b.Loop(first, func(carried []ir.Value) (ir.Value, []ir.Value) {
			in = carried
			return b.Op(ir.OpLtS, carried[0], b.Int(c.turns)), carried[1:]
		}, func() []ir.Value {
			next := append([]ir.Value{b.Op(ir.OpIAdd, in[0], one)}, in[1:]...)
			for i := range c.loads {
				at := b.Op(ir.OpIAdd, in[0], b.Int(int32(i)))
				if c.own && i == 0 {
					at = item
				}
				sum := i % c.sums
				next[1+sum] = b.Op(ir.OpFAdd, next[1+sum], b.Op(ir.OpFMul, load(at), mine[sum]))
			}
			return next
		})
		shapes, forms := analyse(b.Kernel)
		p := Places{K: b.Kernel, Forms: forms, Shapes: shapes}
		loop := b.Kernel.Body.Instrs[len(b.Kernel.Body.Instrs)-1]
		got := p.Broadcasts(loop, func(v ir.Value) bool { return v != item }, func(*ir.Instr) bool { return !c.outside })
		require.Equal(t, c.want, got, c.name)
	}
}

// In a long packet the waves after the first share what it computed for all, and have one place for what is their own.
func TestLongPacket(t *testing.T) {
	b := ir.NewBuilder("k")
	b.Kernel.NumThreads = [3]uint32{64, 1, 1}
	b.Kernel.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
	item, group := b.Sys(ir.GroupIndex), b.Op(ir.OpUToF, b.Sys(ir.GroupIDX))
	own := b.Op(ir.OpBitsToF, b.LoadBuf(ir.Mem{}, item, 0))
	shapes, forms := analyse(b.Kernel)
	p := findLong(b.Kernel, 16, shapes, forms)
	require.Equal(t, []int{0, 1, 1}, []int{p.Same(own, 0), p.Same(own, 1), p.Same(own, 15)})
	require.Equal(t, []bool{false, false}, []bool{p.Served(own, 0), p.Served(own, 15)})
	require.Equal(t, []bool{false, true}, []bool{p.Served(group, 0), p.Served(group, 15)})
	require.True(t, p.Served(item, 1), "64 items further on")
	d, ok := p.Delta(item, 15)
	require.True(t, ok)
	require.EqualValues(t, 60, d)
	require.True(t, p.IsPlain(b.Kernel, b.Kernel.Body.Instrs, shapes))
	b.Op(ir.OpDivU, item, b.Int(3))
	shapes, forms = analyse(b.Kernel)
	require.True(t, findLong(b.Kernel, 16, shapes, forms).IsPlain(b.Kernel, b.Kernel.Body.Instrs, shapes), "a vector is computed for each wave")
	b.Kernel.NumThreads = [3]uint32{6, 8, 1}
	b.Sys(ir.GroupThreadIDX)
	shapes, forms = analyse(b.Kernel)
	require.False(t, findLong(b.Kernel, 4, shapes, forms).IsPlain(b.Kernel, b.Kernel.Body.Instrs, shapes), "rows of six")
}

// Four loads of a turn: which of them go to rows of the group that lie one after the other?
func TestRows(t *testing.T) {
	for _, c := range []struct {
		name string
		rows []int32
		want int
	}{
		{"in order", []int32{0, 64, 128, 192}, 4},
		{"in any order", []int32{128, 0, 64}, 3},
		{"with a hole", []int32{0, 64, 192}, 0},
		{"one", []int32{64}, 0},
		{"twice the same", []int32{64, 64}, 0},
	} {
		b := ir.NewBuilder("rows")
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		b.Kernel.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
		item := b.Sys(ir.GroupIndex)
		for _, r := range c.rows {
			b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, item, b.Int(r)), 0)
		}
		shapes, forms := analyse(b.Kernel)
		p := &Places{K: b.Kernel, Forms: forms, Shapes: shapes}
		got := p.Rows(b.Kernel.Body.Instrs)
		if c.want == 0 {
			require.Empty(t, got, c.name)
			continue
		}
		require.Len(t, got, 1, c.name)
		require.Equal(t, c.want, got[0].Count, c.name)
		require.EqualValues(t, 256, got[0].Bytes, c.name)
		_, bytes, ok := p.Place(&Packet{Size: 1}, 0, got[0].First)
		require.True(t, ok, c.name)
		require.Zero(t, bytes, "%s: the first row", c.name)
	}
}

// A loop of several waves with more vectors than registers, and enough turns.
func TestIsCrowded(t *testing.T) {
	for _, c := range []struct {
		name       string
		size, used int
		turns      int32
		want       bool
	}{
		{"many", 2, 4, 100, true}, // 2 × (1 carried + 4)
		{"few", 2, 3, 100, false},
		{"few of four waves", 4, 2, 100, true}, // 4 × (1 carried + 2)
		{"one wave", 1, 9, 100, false},
		{"enough turns", 2, 4, 16, true},
		{"too few turns", 2, 4, 15, false},
	} {
		b := ir.NewBuilder("crowded")
		b.Kernel.NumThreads = [3]uint32{64, 1, 1}
		b.Kernel.Bindings = []ir.Binding{{Kind: ir.SRV, Shape: ir.Structured, Count: 1, Stride: 4}}
		item, sum := b.Sys(ir.GroupIndex), ir.Value(0)
		var used []ir.Value
		for i := range c.used {
			used = append(used, b.Op(ir.OpBitsToF, b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, item, b.Int(int32(i))), 0)))
		}
		var in []ir.Value
		b.Loop([]ir.Value{b.Int(0), b.Float(0)}, func(carried []ir.Value) (ir.Value, []ir.Value) {
			in = carried
			return b.Op(ir.OpLtS, carried[0], b.Int(c.turns)), carried[1:]
		}, func() []ir.Value {
			sum = in[1]
			for _, v := range used {
				sum = b.Op(ir.OpFAdd, sum, v)
			}
			return []ir.Value{b.Op(ir.OpIAdd, in[0], b.Int(1)), sum}
		})
		shapes, forms := analyse(b.Kernel)
		loop := b.Kernel.Body.Instrs[len(b.Kernel.Body.Instrs)-1]
		require.Equal(t, c.want, Find(b.Kernel, c.size, shapes, forms).IsCrowded(b.Kernel, loop, shapes), c.name)
	}
}

// Which results of a long packet are looked at late, and in which runs they lie.
func TestLate(t *testing.T) {
	for _, c := range []struct {
		name    string
		threads [3]uint32
		pitch   int32 // of rows
		read    int32 // how far from the stored word another one is read; -1: none is
		behind  bool  // it is read after the store
		runs    []Run
	}{
		{"a row", [3]uint32{64, 1, 1}, 64, -1, false, []Run{{0, 16}}},
		{"rows", [3]uint32{16, 4, 1}, 100, -1, false, []Run{{0, 4}, {4, 4}, {8, 4}, {12, 4}}},
		{"rows that follow each other", [3]uint32{16, 4, 1}, 16, -1, false, []Run{{0, 16}}},
		{"short rows", [3]uint32{8, 8, 1}, 100, -1, false, nil},
		{"the same word was read", [3]uint32{64, 1, 1}, 64, 0, false, []Run{{0, 16}}},
		{"the same word is read again", [3]uint32{64, 1, 1}, 64, 0, true, nil},
		{"a neighbour's word", [3]uint32{64, 1, 1}, 64, 1, false, nil},
	} {
		b := ir.NewBuilder("late")
		b.Kernel.NumThreads = c.threads
		b.Kernel.Bindings = []ir.Binding{{Kind: ir.UAV, Shape: ir.Structured, Count: 1, Stride: 4}}
		at := b.Op(ir.OpIAdd, b.Sys(ir.GroupThreadIDX), b.Op(ir.OpIMul, b.Sys(ir.GroupThreadIDY), b.Int(c.pitch)))
		read := func() { b.LoadBuf(ir.Mem{}, b.Op(ir.OpIAdd, at, b.Int(c.read)), 0) }
		if c.read >= 0 && !c.behind {
			read()
		}
		bits := b.Op(ir.OpFToBits, b.Op(ir.OpUToF, at))
		b.StoreBuf(ir.Mem{}, at, 0, bits)
		if c.behind {
			read()
		}
		shapes, forms := analyse(b.Kernel)
		p := &Places{K: b.Kernel, Forms: forms, Shapes: shapes}
		list := b.Kernel.Body.Instrs
		long := findLong(b.Kernel, 16, shapes, forms)
		got := p.Late(long, list, func(ir.Value) bool { return false })
		require.Empty(t, p.Late(long, list, func(v ir.Value) bool { return v == bits }), "%s: wanted elsewhere", c.name)
		if c.runs == nil {
			require.Empty(t, got, c.name)
			continue
		}
		require.Len(t, got, 1, c.name)
		for in, l := range got {
			require.Equal(t, bits, in.Result(), c.name)
			require.Equal(t, c.runs, l.Runs, c.name)
		}
	}
}
