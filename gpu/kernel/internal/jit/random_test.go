package jit

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// maker builds random well-typed kernels. Loops end after a few rounds; memory is written by one work item a place, or
// by waves in order, so that the result is defined.
type maker struct {
	*ir.Builder
	rnd    *rand.Rand
	ints   []ir.Value
	floats []ir.Value
	bools  []ir.Value
	depth  int
	budget int
	prints bool
}

func (m *maker) pick(vs []ir.Value) ir.Value { return vs[m.rnd.Intn(len(vs))] }

func (m *maker) scope(f func() []ir.Value) func() []ir.Value {
	return func() []ir.Value {
		i, fl, b := len(m.ints), len(m.floats), len(m.bools)
		out := f()
		m.ints, m.floats, m.bools = m.ints[:i], m.floats[:fl], m.bools[:b]
		return out
	}
}

func (m *maker) push(v ir.Value) {
	switch m.Kernel.Type(v) {
	case ir.Bool:
		m.bools = append(m.bools, v)
	case ir.F32:
		m.floats = append(m.floats, v)
	default:
		m.ints = append(m.ints, v)
	}
}

var signatures = func() (list []struct {
	sig string
	op  ir.Op
}) {
	for _, sig := range []string{"b:b", "b:i", "bb:b", "bbb:b", "bff:f", "bii:i", "f:f", "f:i", "ff:b", "ff:f", "i:f", "i:i", "ii:b", "ii:i"} {
		for _, op := range pureOps[sig] {
			list = append(list, struct {
				sig string
				op  ir.Op
			}{sig, op})
		}
	}
	return list
}()

func (m *maker) arithmetic() {
	s := signatures[m.rnd.Intn(len(signatures))]
	var args []ir.Value
	for i := range len(s.sig) - 2 {
		args = append(args, m.pick(map[byte][]ir.Value{'i': m.ints, 'f': m.floats, 'b': m.bools}[s.sig[i]]))
	}
	m.push(m.Op(s.op, args...))
}

func (m *maker) index() ir.Value {
	v := m.pick(m.ints)
	if m.rnd.Intn(3) > 0 {
		v = m.Op(ir.OpAnd, v, m.Uint(127))
	}
	return v
}

func (m *maker) memory() {
	w := []uint8{1, 2, 4, 4, 4}[m.rnd.Intn(5)]
	mm := ir.Mem{Width: w, Signed: m.rnd.Intn(2) == 0}
	dyn := ir.Value(0)
	switch m.rnd.Intn(12) {
	case 0, 1: // element buffers of 4 and 12 bytes, arrays of slots
		mm.Binding = int32(m.rnd.Intn(3))
		if mm.Binding == 1 {
			mm.Offset = uint32(m.rnd.Intn(9)) &^ 3
			if m.rnd.Intn(3) == 0 {
				dyn = m.index()
			}
		}
		if mm.Binding == 2 && m.rnd.Intn(2) == 0 {
			mm.Slot = m.index()
		}
		m.push(m.LoadBuf(mm, m.index(), dyn))
	case 2:
		mm.Binding, mm.Width = 3, 4
		mm.Offset = uint32(m.rnd.Intn(5) * 4)
		if m.rnd.Intn(2) == 0 {
			dyn = m.index()
		}
		m.push(m.LoadConst(mm, dyn))
	case 3: // each item writes its own element
		mm.Binding = 4
		m.StoreBuf(mm, m.ints[0], 0, m.pick(m.ints))
	case 4:
		mm.Binding = 4
		m.push(m.LoadBuf(mm, m.ints[0], 0))
	case 5:
		mm.Binding, mm.Width = 5, 4
		op := ir.AtomicOp(m.rnd.Intn(10))
		compare := ir.Value(0)
		if op == ir.AtomicCompareExchange {
			compare = m.pick(m.ints)
		}
		m.push(m.AtomicBuf(op, mm, m.index(), 0, m.pick(m.ints), compare))
	case 6:
		m.push(m.LoadArray(ir.OpLoadShared, mm, m.index()))
	case 7:
		m.StoreArray(ir.OpStoreShared, mm, m.index(), m.pick(m.ints))
	case 8:
		m.push(m.LoadArray(ir.OpLoadLocal, mm, m.index()))
	case 9:
		m.StoreArray(ir.OpStoreLocal, mm, m.index(), m.pick(m.ints))
	case 10:
		m.texture(mm)
	case 11:
		m.push(m.Query(6, 0, ir.QueryField(m.rnd.Intn(8)), []ir.Value{0, m.index(), m.Int(1)}[m.rnd.Intn(3)]))
	}
}

func (m *maker) texture(mm ir.Mem) {
	c := ir.Coord{X: m.index(), Y: m.index()}
	small := func() ir.Value { return m.Op(ir.OpAnd, m.pick(m.ints), m.Uint(3)) }
	if m.rnd.Intn(2) == 0 {
		c.Z = small()
	}
	if m.rnd.Intn(2) == 0 {
		c.Y = small()
	}
	if m.rnd.Intn(3) == 0 {
		c.Mip = small()
	}
	mm.Binding = 6
	mm.Offset = uint32(m.rnd.Intn(2) * 4)
	m.push(m.LoadTex(mm, c))
	mm.Binding = 7
	switch m.rnd.Intn(3) {
	case 0:
		m.StoreTex(mm, ir.Coord{X: m.index(), Y: m.index(), Z: c.Z}, m.pick(m.ints))
	case 1:
		mm.Width = 4
		m.push(m.AtomicTex(ir.AtomicAdd, mm, c, m.pick(m.ints), 0))
	}
}

func (m *maker) wave() {
	switch op := ir.OpWaveBallot + ir.Op(m.rnd.Intn(int(ir.OpWavePrefixMulI-ir.OpWaveBallot)+1)); op {
	case ir.OpWaveBallot, ir.OpWaveAny, ir.OpWaveAll:
		m.push(m.Op(op, m.pick(m.bools)))
	case ir.OpWaveIsFirst:
		b := m.Kernel.NewValue(ir.Bool)
		m.Add(&ir.Instr{Op: op, Results: []ir.Value{b}})
		m.push(b)
	case ir.OpWaveFirst, ir.OpWaveAt:
		args := []ir.Value{m.pick([][]ir.Value{m.ints, m.floats, m.bools}[m.rnd.Intn(3)])}
		if op == ir.OpWaveAt {
			args = append(args, m.index())
		}
		m.push(m.Op(op, args...))
	case ir.OpWaveSumF, ir.OpWaveMulF, ir.OpWaveMinF, ir.OpWaveMaxF, ir.OpWavePrefixSumF, ir.OpWavePrefixMulF:
		m.push(m.Op(op, m.pick(m.floats)))
	default:
		m.push(m.Op(op, m.pick(m.ints)))
	}
}

// hash mixes everything that is in scope, so that no wrong value goes unchecked.
func (m *maker) hash() ir.Value {
	h := m.Int(0)
	mix := func(v ir.Value) { h = m.Op(ir.OpXor, m.Op(ir.OpIMul, h, m.Int(31)), v) }
	for _, v := range m.ints {
		mix(v)
	}
	for _, v := range m.floats {
		mix(m.Op(ir.OpFToBits, v))
	}
	for _, v := range m.bools {
		mix(m.Op(ir.OpBToI, v))
	}
	return h
}

func (m *maker) yields() []ir.Value {
	if m.rnd.Intn(2) == 0 {
		return []ir.Value{m.hash(), m.pick(m.floats), m.pick(m.bools)}
	}
	return []ir.Value{m.pick(m.ints), m.pick(m.floats), m.pick(m.bools)}
}

func (m *maker) pushAll(vs []ir.Value) {
	for _, v := range vs {
		m.push(v)
	}
}

func (m *maker) choice(cond ir.Value) {
	els := m.scope(func() []ir.Value { m.body(3); return m.yields() })
	if m.rnd.Intn(2) == 0 {
		els = m.yields
	}
	m.pushAll(m.If(cond, m.scope(func() []ir.Value { m.body(4); return m.yields() }), els))
}

// loop counts to at most 5, or to less where a condition says so.
func (m *maker) loop(limit, extra ir.Value) {
	i, f, b := len(m.ints), len(m.floats), len(m.bools)
	count := ir.Value(0)
	r := m.Loop([]ir.Value{m.Int(0), m.pick(m.ints), m.pick(m.floats)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		count = c[0]
		m.pushAll(c)
		m.body(2)
		on := m.Op(ir.OpLtU, c[0], limit)
		if extra != 0 {
			on = m.Op(ir.OpBAnd, on, m.pick(m.bools))
		}
		return on, append(m.yields(), c[0])
	}, func() []ir.Value {
		m.body(4)
		return []ir.Value{m.Op(ir.OpIAdd, count, m.Int(1)), m.pick(m.ints), m.pick(m.floats)}
	})
	m.ints, m.floats, m.bools = m.ints[:i], m.floats[:f], m.bools[:b]
	m.pushAll(r)
}

func (m *maker) body(n int) {
	m.depth++
	for range n {
		m.budget--
		switch k := m.rnd.Intn(20); {
		case k < 9 || m.budget < 0:
			m.arithmetic()
		case k < 14:
			m.memory()
		case k < 16:
			m.wave()
		case m.depth > 3:
			m.arithmetic()
		case k == 16 && m.prints:
			m.Printf("x", m.pick(m.ints), m.pick(m.floats), m.pick(m.bools))
		case k < 18:
			m.choice(m.pick(m.bools))
		default:
			m.loop(m.Op(ir.OpAnd, m.pick(m.ints), m.Int(3)), ir.Value(m.rnd.Intn(2)))
		}
	}
	m.depth--
}

// grouped adds barriers at the top, in a choice and in a loop that the whole group takes.
func (m *maker) grouped() {
	m.body(5)
	m.Barrier()
	m.body(3)
	i, f, b := len(m.ints), len(m.floats), len(m.bools)
	count := ir.Value(0)
	r := m.Loop([]ir.Value{m.Int(0), m.pick(m.ints), m.pick(m.floats), m.pick(m.ints)}, func(c []ir.Value) (ir.Value, []ir.Value) {
		count = c[0]
		m.pushAll(c)
		m.body(2)
		return m.Op(ir.OpLtU, c[0], m.Int(3)), append(m.yields(), c...)
	}, func() []ir.Value {
		m.body(3)
		m.Barrier()
		m.body(2)
		return []ir.Value{m.Op(ir.OpIAdd, count, m.Int(1)), m.pick(m.ints), m.pick(m.floats), count}
	})
	m.ints, m.floats, m.bools = m.ints[:i], m.floats[:f], m.bools[:b]
	m.pushAll(r)
	cond := m.Op(ir.OpLtU, m.Sys(ir.GroupIDX), m.Int(1))
	m.pushAll(m.If(cond, m.scope(func() []ir.Value {
		m.body(2)
		m.Barrier()
		m.body(2)
		return m.yields()
	}), m.yields))
	m.body(3)
}

var groupShapes = [][3]uint32{{64, 1, 1}, {8, 8, 1}, {6, 3, 2}, {1, 1, 1}, {5, 1, 1}, {4, 2, 3}, {2, 2, 4}, {1, 8, 1}, {3, 7, 1}}

func randomKernel(seed int64) *ir.Kernel {
	rnd := rand.New(rand.NewSource(seed))
	m := &maker{Builder: ir.NewBuilder("random"), rnd: rnd, budget: 60, prints: true}
	k := m.Kernel
	k.NumThreads = groupShapes[rnd.Intn(len(groupShapes))]
	k.Bindings = []ir.Binding{buf("a", ir.SRV, 4), buf("b", ir.SRV, 12), buf("c", ir.SRV, 4),
		{Name: "cb", Kind: ir.CBV, Shape: ir.Constants, Count: 1}, buf("own", ir.UAV, 4), buf("atomics", ir.UAV, 4),
		{Name: "tex", Kind: ir.SRV, Shape: ir.Texture3D, Count: 1, Stride: 8}, {Name: "rw", Kind: ir.UAV, Shape: ir.Texture2DArray, Count: 1, Stride: 8}}
	k.Bindings[2].Count = 3
	k.AddShared("s", 100, 4, 0)
	k.AddLocal("l", 60, 4, 0)
	x := m.Sys(ir.DispatchThreadIDX)
	y := m.Sys(ir.DispatchThreadIDY)
	own := m.Op(ir.OpIAdd, m.Op(ir.OpIMul, m.Sys(ir.GroupIDX), m.Uint(k.Threads())), m.Sys(ir.GroupIndex))
	m.ints = []ir.Value{own, x, y, m.Sys(ir.GroupThreadIDX), m.Sys(ir.GroupThreadIDZ), m.Sys(ir.GroupIDX), m.Sys(ir.GroupCountX), m.Int(3), m.Sys(ir.LaneIndex)}
	m.floats = []ir.Value{m.Float(1.5), m.Op(ir.OpUToF, x), loadF(m.Builder, 0, own)}
	m.bools = []ir.Value{m.Bool(true), m.Op(ir.OpLtU, x, m.Int(5)), m.Op(ir.OpLtU, m.Sys(ir.GroupIDX), m.Int(1))}
	if rnd.Intn(2) == 0 {
		m.grouped()
	} else {
		m.body(18)
	}
	hash := m.hash()
	m.StoreBuf(ir.Mem{Binding: 4}, m.Op(ir.OpIAdd, own, m.Uint(512*13)), 0, hash)
	for i := range 6 {
		m.StoreBuf(ir.Mem{Binding: 4}, m.Op(ir.OpIAdd, own, m.Uint(uint32(512*(i+1)))), 0, m.pick(m.ints))
		m.StoreBuf(ir.Mem{Binding: 4}, m.Op(ir.OpIAdd, own, m.Uint(uint32(512*(i+7)))), 0, m.Op(ir.OpFToBits, m.pick(m.floats)))
	}
	return k
}

func (r *rig) randomDispatch() ir.Dispatch {
	tex := ir.Record{Base: r.alloc(16 << 10), Size: 16 << 10, Stride: 8, Width: 17, Height: 6, Depth: 4, Levels: 3, Flags: ir.FlagVolume}
	tex.Mips[0] = ir.Mip{Offset: 16, RowPitch: 160, SlicePitch: 1000}
	tex.Mips[1] = ir.Mip{Offset: 5000, RowPitch: 80, SlicePitch: 250}
	tex.Mips[2] = ir.Mip{Offset: 6000, RowPitch: 40, SlicePitch: 100}
	r.words(tex.Base, 4<<10, random(5))
	rw := ir.Record{Base: r.alloc(16 << 10), Size: 16 << 10, Stride: 8, Width: 9, Height: 5, Depth: 3, Levels: 1}
	rw.Mips[0] = ir.Mip{RowPitch: 72, SlicePitch: 400}
	cb := r.structured(16, 4, random(6))
	cb.Size, cb.Count, cb.Stride = 60, 0, 0
	return ir.Dispatch{Groups: [3]uint32{3, 2, 1}, Records: r.table(
		r.structured(100, 4, random(1)), r.structured(70, 12, random(2)),
		r.structured(90, 4, random(3)), ir.Record{}, r.structured(20, 4, random(7)),
		cb, r.structured(512*14, 4, random(4)), r.structured(64, 4, random(8)), tex, rw)}
}

func TestRandomKernelsAgree(t *testing.T) {
	r := newRig(t, 4<<20, 2)
	d := r.randomDispatch()
	for seed := range seeds(150) {
		k := randomKernel(seed)
		t.Logf("seed %d", seed)
		d.Prints, d.Reports = 0, 0
		r.same(k, d)
		d.Prints, d.Reports = int(seed%7)*5, int(seed%5)*100
		r.same(k, d)
	}
}

// notInShort leaves a test out of short runs: its many kernels run as those of TestRandomKernelsAgree do, of which some are tried there, or on one
// goroutine.
func notInShort(t *testing.T) {
	if testing.Short() {
		t.Skip("many kernels, which a run without -short tries")
	}
}

// seeds is how many random kernels a test tries: few of them in short runs, as those with the race detector are. There the interpreter, which they
// are compared with, takes nearly all of the time, and has one goroutine.
func seeds(n int64) int64 {
	if testing.Short() {
		return n / 25
	}
	return n
}

func FuzzKernel(f *testing.F) {
	f.Add(int64(1000))
	f.Fuzz(func(t *testing.T, seed int64) {
		r := newRig(t, 4<<20, 2)
		d := r.randomDispatch()
		d.Prints, d.Reports = 10, 10
		r.same(randomKernel(seed), d)
	})
}

func TestHangsAgree(t *testing.T) {
	notInShort(t)
	r := newRig(t, 4<<20, 2)
	d := r.randomDispatch()
	hung := 0
	for seed := range int64(40) {
		d.Budget = uint64(100 + 50*seed)
		if r.same(randomKernel(seed), d).Fault != nil {
			hung++
		}
	}
	require.Positive(t, hung)
	require.Less(t, hung, 40)
}
