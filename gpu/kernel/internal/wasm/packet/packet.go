// Package packet looks at several consecutive waves of a group at once: which of their values coincide, and whether they may run in lockstep.
//
//	wave        0    1    2    3        a packet of 4 in groups of 16 × 16
//	x         +0   +4   +8   +12       scalars that differ by constants: one scalar serves all
//	y          y    y    y    y        a value, and what is computed from it, is computed once
//	a[y][k]    ●────────────┘
//	b[k][x]    ●    ●    ●    ●
//
// It must not know WebAssembly. It does not change the kernel; its results may be read by any number of goroutines.
package packet

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
)

// Packet says how the values of the waves of a packet relate. Size 1 is a wave alone.
type Packet struct {
	Size   int
	long   bool      // the waves run one after another, see findLong
	same   [][]uint8 // by Value: for each wave the first one with the same value
	deltas [][]int64 // by Value: what is added to the scalar of wave 0, or nil
}

// Same is the first wave of the packet that has the value v of wave; in a long packet 1 stands for all waves after the first.
func (p *Packet) Same(v ir.Value, wave int) int {
	switch {
	case p.Size == 1 || p.long && p.Alike(v):
		return 0
	case p.long:
		return min(wave, 1)
	}
	return int(p.same[v][wave])
}

// Served tells whether a wave gets v from an earlier one.
func (p *Packet) Served(v ir.Value, wave int) bool {
	if _, ok := p.Delta(v, wave); ok && p.Size > 1 {
		return wave > 0
	}
	if p.long {
		return wave > 0 && p.Alike(v)
	}
	return p.Same(v, wave) != wave
}

// Delta is what the scalar of v in wave is above that in wave 0, where that is a constant.
func (p *Packet) Delta(v ir.Value, wave int) (uint32, bool) {
	if p.Size == 1 || p.deltas[v] == nil {
		return 0, p.Size == 1
	}
	return uint32(p.deltas[v][wave]), true
}

// Alike tells whether all waves have the same v.
func (p *Packet) Alike(v ir.Value) bool {
	if p.Size == 1 {
		return true
	}
	for _, s := range p.same[v] {
		if s != 0 {
			return false
		}
	}
	return true
}

type finder struct {
	*Packet
	k       *ir.Kernel
	shapes  *shape.Shapes
	forms   *reach.Forms
	steps   [3][]int64 // by axis: GroupThreadID of the first item of each wave above that of wave 0, or nil
	changed bool
}

// Find analyses packets of size waves; size divides the number of waves of a group, which are all full.
func Find(k *ir.Kernel, size int, shapes *shape.Shapes, forms *reach.Forms) *Packet {
	p := &Packet{Size: size}
	if size == 1 {
		return p
	}
	f := &finder{Packet: p, k: k, shapes: shapes, forms: forms}
	p.same, p.deltas = make([][]uint8, k.NumValues()), make([][]int64, k.NumValues())
	all := make([]uint8, size*k.NumValues())
	for v := range p.same {
		p.same[v] = all[v*size : (v+1)*size : (v+1)*size] // all alike, until something differs
	}
	for axis := range f.steps {
		f.steps[axis] = axisSteps(k.NumThreads, axis, size)
	}
	for f.changed = true; f.changed; {
		f.changed = false
		f.block(k.Body, false)
	}
	return p
}

// axisSteps is how far the first item of each wave is along an axis, from that of wave 0 of any packet.
func axisSteps(n [3]uint32, axis, size int) []int64 {
	below, items := 1, ir.WaveSize*size
	for _, c := range n[:axis] {
		below *= int(c)
	}
	length := int(n[axis])
	steps := make([]int64, size)
	switch {
	case length == 1 || below%items == 0:
		return steps
	case items%below != 0:
		return nil
	}
	if q := items / below; length%q != 0 && q%length != 0 {
		return nil
	}
	for w := range steps {
		steps[w] = int64(ir.WaveSize * w / below % length)
	}
	return steps
}

// differ lowers what is known of v: waves are the same where they were and key, an equivalence, agrees.
func (f *finder) differ(v ir.Value, key func(a, b int) bool) {
	var room [maxLong]uint8
	was := room[:copy(room[:], f.same[v])]
	for w := range was {
		first := 0
		for first < w && (was[first] != was[w] || !key(first, w)) {
			first++
		}
		f.same[v][w] = uint8(first)
		f.changed = f.changed || uint8(first) != was[w]
	}
}

func (f *finder) alike(a, b int, vs ...ir.Value) bool {
	for _, v := range vs {
		if v != 0 && f.same[v][a] != f.same[v][b] {
			return false
		}
	}
	return true
}

func never(int, int) bool { return false }

// block visits instructions. masked: the lanes that are active may differ between the waves.
func (f *finder) block(b *ir.Block, masked bool) {
	for _, in := range b.Instrs {
		switch in.Op {
		case ir.OpIf:
			inner := masked || !f.uniform(in.Args[0])
			f.block(in.Blocks[0], inner)
			f.block(in.Blocks[1], inner)
			for i, r := range in.Results {
				if inner {
					f.differ(r, never)
					continue
				}
				f.differ(r, func(x, y int) bool { return f.alike(x, y, in.Blocks[0].Yield[i], in.Blocks[1].Yield[i]) })
			}
		case ir.OpLoop:
			f.loop(in, masked)
		default:
			if r := in.Result(); r != 0 {
				f.instr(in, r)
			}
		}
	}
}

// uniform tells whether a condition is one scalar for the whole packet.
func (f *finder) uniform(v ir.Value) bool { return f.shapes.Of[v].IsUniform() && f.Alike(v) }

func (f *finder) loop(in *ir.Instr, masked bool) {
	head, body := in.Blocks[0], in.Blocks[1]
	for i, p := range head.Params {
		f.differ(p, func(x, y int) bool { return f.alike(x, y, in.Args[i], body.Yield[i]) })
		f.deltas[p] = nil
		if f.Alike(p) {
			f.deltas[p] = f.delta(p) // of a counter: zeros
		}
	}
	inner := masked || !f.uniform(head.Yield[0])
	f.block(head, inner)
	f.block(body, inner)
	for i, r := range in.Results {
		if inner {
			f.differ(r, never)
			continue
		}
		f.differ(r, func(x, y int) bool { return f.alike(x, y, head.Yield[1+i]) })
	}
}

func (f *finder) instr(in *ir.Instr, r ir.Value) {
	if d := f.delta(r); d != nil {
		f.deltas[r] = d
		f.differ(r, func(x, y int) bool { return d[x] == d[y] })
		return
	}
	switch in.Op.Class() {
	case ir.WaveOp, ir.Atomic:
		f.differ(r, never)
		return
	case ir.System:
		if in.Op != ir.OpSys {
			f.differ(r, never)
			return
		}
		if s := ir.SysVal(in.Imm); s != ir.LaneIndex && s < ir.GroupCountX && !(s >= ir.GroupIDX && s <= ir.GroupIDZ) {
			f.differ(r, never)
		}
		return
	}
	if in.Op == ir.OpLoadLocal {
		f.differ(r, never)
		return
	}
	f.differ(r, func(x, y int) bool { return f.alike(x, y, in.Args...) })
}

// delta is how the scalars of v lie above that of wave 0: the sum of the steps of the work items' numbers.
func (f *finder) delta(v ir.Value) []int64 {
	if f.shapes.Of[v].Varies || f.k.Type(v) != ir.I32 || f.shapes.Konst[v] != nil {
		return nil
	}
	form := f.forms.Of(v)
	if !form.Known {
		return nil
	}
	out := make([]int64, f.Size)
	for _, t := range form.Terms {
		if t.Symbol < reach.Thread || t.Symbol >= reach.Counter {
			continue
		}
		steps := f.steps[t.Symbol-reach.Thread]
		if steps == nil {
			return nil
		}
		for w, s := range steps {
			if s != 0 && t.Factor != 0 {
				return nil
			}
			out[w] += t.Coef * s
		}
	}
	return out
}
