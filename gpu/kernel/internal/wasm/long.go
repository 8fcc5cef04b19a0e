package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/ahead"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/late"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// longPacket chooses a long packet for a region, or none. turn: the region is the body of a turned loop.
func (g *gen) longPacket(list []*ir.Instr, end regions.End, turn bool) *packet.Packet {
	if !g.fast || g.rules == nil || slices.ContainsFunc(list, (*ir.Instr).HasBlocks) {
		return nil
	}
	return g.places.Long(&packet.Region{Waves: end.Of(g.K), Chain: g.chainOf(g.free(list)), List: list, Turn: turn, Certain: g.certain,
		Done: g.isDone, Abreast: g.abreast})
}

// isDone tells whether nothing of an instruction is left for the waves.
func (g *gen) isDone(in *ir.Instr) bool {
	r := in.Result()
	return r != 0 && g.early[r] && (in.Op != ir.OpLoadConst || !g.opt.Report || g.certain(in))
}

// free lists the values that a region takes from others.
func (g *gen) free(list []*ir.Instr) []ir.Value {
	if !g.grouped {
		return nil // there is one
	}
	return regions.Free(list)
}

// longWaves runs a region for the waves of the group that have work, each from the start to the end.
//
//	wave 0   load sum   load x     add   store sum        x is at one address and a constant for each wave
//	wave 1   load sum   load x+16  add   store sum
func (g *gen) longWaves(p *packet.Packet, list []*ir.Instr, end regions.End, turn bool) {
	g.Packet, g.IsLong = p, true
	g.largest = max(g.largest, g.Packet.Size)
	free := g.free(list)
	g.Konsts.Begin(g.Func, vectorRegisters-straightRegisters)
	body := func() {
		g.lanes[0] = g.waveOf(0, 1)
		g.present(0)
		g.waveAddresses()
		g.anchors = nil
		if g.grouped {
			g.lockstep(g.chainOf(free))
		}
		if slices.ContainsFunc(free, func(v ir.Value) bool { return g.spills[v] >= 0 }) {
			g.touchSpills()
		}
		g.longPass(list, free, g.rowsAhead(list, turn))
	}
	g.packetsOf(end, body)
	g.present(0)
	g.Konsts.End()
	g.Packet, g.IsLong, g.mask = g.alone, false, 0
}

// longPass runs a region once for each wave of the packet, which look ahead into rows.
func (g *gen) longPass(list []*ir.Instr, free []ir.Value, rows []ahead.Rows) {
	g.scope(list, func() {
		var looks []ahead.Look
		stores := g.findLate(list)
		g.each(func(c int) {
			g.runWave(list, free, stores)
			if c == 0 { // its addresses are known
				for _, r := range rows {
					looks = append(looks, ahead.At(g.Func, r, g.wave, g.Packet.Size))
				}
			}
			for _, l := range looks {
				l.Wave(g.Func, c)
			}
		})
		for _, l := range looks {
			l.End(g.Func, g.block)
		}
		g.repair(list, stores)
	})
}

// lateStore is a store whose NaNs are repaired after the last wave.
type lateStore struct {
	packet.LateStore
	sum late.Sum
}

func (g *gen) findLate(list []*ir.Instr) map[*ir.Instr]*lateStore {
	out := make(map[*ir.Instr]*lateStore)
	for in, store := range g.places.Late(g.Packet, list, func(v ir.Value) bool { return g.spills[v] >= 0 || g.IsScalar(v) }) {
		if g.certain(store.Store) {
			out[in] = &lateStore{LateStore: store}
		}
	}
	return out
}

// repair looks for NaNs in what the waves of a packet stored.
func (g *gen) repair(list []*ir.Instr, stores map[*ir.Instr]*lateStore) {
	for _, in := range list {
		l := stores[in]
		if l == nil {
			continue
		}
		l.sum.AnyNaN(g.Func)
		g.When(func() {
			for _, run := range l.Runs {
				g.present(run.First)
				a := g.access(l.Store)
				g.anchor(l.Store, &a)
				a.base()
				g.I32(a.offset)
				g.Op(enc.I32Add)
				g.I32(4 * ir.WaveSize * uint32(run.Count))
				g.call(g.library.Canonical())
			}
			g.present(0)
		})
	}
}

// runWave emits one wave of a long packet.
func (g *gen) runWave(list []*ir.Instr, free []ir.Value, stores map[*ir.Instr]*lateStore) {
	for _, v := range free {
		if g.spills[v] >= 0 && !g.IsServed(v) {
			g.reloadWave(v)
		}
	}
	for _, in := range list {
		switch r := in.Result(); {
		case in.Op == ir.OpConst || r != 0 && (g.IsServed(r) || g.early[r]):
		case stores[in] != nil:
			g.Vector(in.Args[0])
			g.Set(g.VectorLocal(r))
			stores[in].sum.Add(g.Func, g.VectorLocal(r))
		default:
			g.instr(in)
		}
	}
	for _, in := range list {
		if r := in.Result(); r != 0 && g.spills[r] >= 0 && g.Shapes.Used[r] {
			g.spillWave(r)
		}
	}
}

// loopOfRows emits a loop that cuts regions: one that loads wide rows, or rows of large views, iteration by iteration with prefetches, and others
// packet by packet, whose sums then stay in registers.
func (g *gen) loopOfRows(in *ir.Instr) {
	if !g.turned[in] || !g.fast {
		g.groupLoop(in)
		return
	}
	rows := g.rowsAhead(in.Blocks[1].Instrs, true)
	if len(rows) == 0 || ahead.AnyWide(rows) {
		g.groupLoop(in)
		return
	}
	ahead.AnyFar(g.Func, rows)
	g.Choose(0, func() { g.groupLoop(in) }, func() { g.packetsOfLoop(in) })
}

// packetsOfLoop emits a loop as a region of its own. What it computes inside crosses no cut then.
func (g *gen) packetsOfLoop(in *ir.Instr) {
	spills := slices.Clone(g.spills)
	for _, b := range in.Blocks {
		for _, v := range b.Params {
			g.spills[v] = -1
		}
		b.Walk(func(n *ir.Instr) {
			for _, r := range n.Results {
				g.spills[r] = -1
			}
		})
	}
	g.region([]*ir.Instr{in}, false)
	g.spills = spills
}

// rowsAhead are the rows that the next iterations of a loop load. turn: list is the body of one.
func (g *gen) rowsAhead(list []*ir.Instr, turn bool) (out []ahead.Rows) {
	if !turn {
		return nil
	}
	for _, rows := range g.places.Rows(list) {
		r := g.record(rows.First, rows.First.Args[0])
		word := func(w uint32) func() { return func() { g.PushScalar(g.word(r, w)) } }
		here := func() {
			a := g.bufferAccess(rows.First)
			a.base()
		}
		out = append(out, ahead.Rows{Count: rows.Count, Row: int(rows.Bytes), Waves: int(g.K.Waves()), Here: here,
			Base: word(ir.WordBase), Size: word(ir.WordSize)})
	}
	return out
}
