package wasm

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
)

// Limits of long packets.
const (
	maxLong       = 64  // waves
	maxLongInstrs = 640 // of the emitted copies
)

// findLong chooses how many waves of a turned loop one round takes. They come one after another and share addresses, so their number costs no registers.
func (g *gen) findLong() {
	g.long = nil
	for size := maxLong; size > g.packets.Size; size /= 2 {
		if g.k.Waves()%uint32(size) != 0 {
			continue
		}
		p := packet.FindLong(g.k, size, g.shapes, g.forms)
		good := len(g.turned) > 0
		for in := range g.turned {
			body := in.Blocks[1].Instrs
			good = good && size*len(body) <= maxLongInstrs && p.IsPlain(g.k, body, g.shapes)
		}
		if good {
			g.long = p
			return
		}
	}
}

// longWaves runs the body of a turned loop for all waves of the group: each wave loads what it carries, does a turn and stores what it carries.
//
//	wave 0   load sum   load x     add   store sum        x is at one address and a constant for each wave
//	wave 1   load sum   load x+16  add   store sum
func (g *gen) longWaves(list []*ir.Instr) {
	g.packet = g.long
	g.largest = max(g.largest, g.packet.Size)
	free := regions.Free(list)
	g.waveLoop(uint32(g.packet.Size), guardEnd{}, func() {
		g.lanes[0] = waveOf{item0: g.itemOf(0)}
		g.present(0)
		g.waveAddresses()
		g.anchors = nil
		g.touchSpills()
		g.lockstep(g.chainOf(free))
		g.scope(list, func() {
			g.each(func(int) { g.turnOfWave(list, free) })
		})
	})
	g.present(0)
	g.packet, g.mask = g.alone, 0
}

func (g *gen) turnOfWave(list []*ir.Instr, free []ir.Value) {
	for _, v := range free {
		if g.spills[v] >= 0 && !g.isServed(v) {
			g.reloadWave(v)
		}
	}
	for _, in := range list {
		if r := in.Result(); in.Op != ir.OpConst && !g.isServed(r) {
			g.instr(in)
		}
	}
	for _, in := range list {
		if g.spills[in.Result()] >= 0 {
			g.spillWave(in.Result())
		}
	}
}
