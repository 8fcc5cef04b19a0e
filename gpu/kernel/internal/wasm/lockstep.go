package wasm

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/guard"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/stages"
)

// maxPacket is the most waves that are emitted together.
const maxPacket = bounds.MaxPacket

// Limits of packets: vectors that live through the hottest loop, and instructions of the emitted copies.
const (
	maxPressure      = 12
	maxPacketInstrs  = 1800
	maxPacketShort   = 480 // of kernels without loops: the processor finds independent instructions in several waves by itself
	maxOverlapChecks = 12
)

// Limits of the constants that a region keeps in registers.
const (
	vectorRegisters   = 13 // vectors that the runtime keeps in registers beside what an instruction needs for itself
	straightRegisters = 6  // of them in use in code without loops that runs wave after wave
	loopRegisters     = 3  // of them in use in the innermost loops beside those that packet.Pressure counts
)

// waveOf is what differs between the waves of a packet beside their values.
type waveOf struct {
	mask, item0 asm.Local
	place       stages.Place
}

// findPackets chooses how many waves run in lockstep where that cannot be seen: as many as divide the group and keep the vectors of
// the innermost loops in registers.
func (g *gen) findPackets() {
	g.alone = packet.Find(g.K, 1, g.Shapes, g.forms)
	g.Packet, g.packets = g.alone, g.alone
	rules := &packet.Rules{K: g.K, Forms: g.forms, Certain: func(in *ir.Instr) bool { return g.bounds.Surely[in] },
		Within: func(in *ir.Instr) bool { return g.bounds.Within[in] }, Report: g.opt.Report}
	if g.K.Threads()%ir.WaveSize == 0 && g.K.LocalBytes() == 0 && packet.Repeatable(g.K) && len(packet.Pairs(g.K)) <= maxOverlapChecks {
		isForGroup := func(v ir.Value) bool { return g.IsUniform(v) && g.levels.Of(v) <= ir.PerGroup }
		g.turned = g.places.Turned(rules, isForGroup)
		g.grouped = g.grouped || len(g.turned) > 0
		g.findSpills()
		for size := maxPacket; size > 1; size /= 2 {
			if g.choosePacket(size) {
				g.rules = rules
				if !g.grouped {
					g.abreast = rules.Abreast(g.early)
				}
				return
			}
		}
	}
	g.turned, g.grouped = nil, slices.ContainsFunc(g.K.Body.Instrs, (*ir.Instr).HasBarrier)
	g.findSpills()
}

// choosePacket takes packets of size waves if that is good.
func (g *gen) choosePacket(size int) bool {
	most := maxPacketShort
	g.K.Body.Walk(func(in *ir.Instr) {
		if in.Op == ir.OpLoop {
			most = maxPacketInstrs
		}
	})
	if most == maxPacketShort && g.K.Stage.Kind == ir.PixelStage {
		if size != packet.Quads(g.K, g.Shapes) {
			return false
		}
		g.packets = packet.Find(g.K, size, g.Shapes, g.forms)
		return true
	}
	if g.K.Waves()%uint32(size) != 0 || size*g.K.Body.Len() > most {
		return false
	}
	p := packet.Find(g.K, size, g.Shapes, g.forms)
	if p.Pressure(g.K, g.Shapes) > maxPressure || !g.crossesWell(p) {
		return false
	}
	g.packets = p
	return true
}

// crossesWell tells whether the values that cross regions in one local are one value for the packets too.
func (g *gen) crossesWell(p *packet.Packet) bool {
	for i := range g.spills {
		v := ir.Value(i)
		if g.grouped && v != 0 && g.spills[v] < 0 && g.IsUniform(v) && g.levels.Of(v) <= ir.PerGroup && g.Shapes.Konst[v] == nil && !p.Alike(v) {
			return false
		}
	}
	return true
}

// inLockstep tells whether a region runs in packets here.
func (g *gen) inLockstep(list []*ir.Instr) bool {
	return g.fast && g.rules != nil && g.rules.Lockstep(list)
}

// packetWaves runs a region for all waves of the group, a packet at a time.
func (g *gen) packetWaves(list []*ir.Instr, end regions.End) {
	g.Konsts.Begin(g.Func, vectorRegisters-loopRegisters-g.packets.Pressure(g.K, g.Shapes))
	g.packetLoop(end, func() {
		g.restore(g.free(list))
		g.scope(list, func() { g.instrs(list) })
	})
	g.Konsts.End()
}

// packetLoop emits body for all packets of the group.
func (g *gen) packetLoop(end regions.End, body func()) {
	g.Packet = g.packets
	g.largest = max(g.largest, g.Packet.Size)
	g.packetsOf(end, func() {
		for c := range g.Packet.Size {
			g.lanes[c] = g.waveOf(uint32(c), uint32(g.Packet.Size))
		}
		g.present(0)
		g.waveAddresses()
		g.anchors = nil
		body()
	})
	g.present(0)
	g.Packet, g.mask = g.alone, 0
}

// packetsOf emits body once for every packet: of the group, or of all that run abreast.
func (g *gen) packetsOf(end regions.End, body func()) {
	if g.abreast == nil {
		g.waveLoop(uint32(g.Packet.Size), end, body)
		return
	}
	g.groups.Choose(func() {
		if g.allFast != 0 {
			g.Get(g.allFast)
		} else {
			g.guard().Push(false)
		}
	}, func(w packet.Wide) { g.Scalar(w.Value) })
	g.waveLoop(uint32(g.Packet.Size), end, func() { g.groups.Each(body) })
}

// present makes c the current wave of the packet: the one that code is emitted for.
func (g *gen) present(c int) {
	g.Copy = c
	switch {
	case g.IsLong:
		g.mask, g.item0, g.place = 0, g.lanes[0].item0, g.lanes[0].place
	case g.Packet.Size > 1:
		g.mask, g.item0, g.place = g.lanes[c].mask, g.lanes[c].item0, g.lanes[c].place
	}
}

// each emits body for every wave of the packet.
func (g *gen) each(body func(c int)) {
	for c := range g.Packet.Size {
		g.present(c)
		body(c)
	}
	g.present(0)
}

// masks are the masks of the packet's waves; 0: all lanes.
func (g *gen) masks() []asm.Local {
	out := make([]asm.Local, g.Packet.Size)
	if g.Packet.Size == 1 {
		out[0] = g.mask
		return out
	}
	for c := range out {
		out[c] = g.lanes[c].mask
	}
	return out
}

func (g *gen) setMasks(masks []asm.Local) {
	if g.Packet.Size == 1 {
		g.mask = masks[0]
		return
	}
	for c, m := range masks {
		g.lanes[c].mask = m
	}
	g.present(0)
}

// activeIn emits body for the waves with a lane in their mask: its costs count for them.
func (g *gen) activeIn(masks []asm.Local, body func()) {
	outer, outerActive := g.masks(), g.active
	g.setMasks(masks)
	if g.Packet.Size > 1 {
		g.active = parts.CountTrue(g.Func, masks)
	}
	body()
	g.active = outerActive
	g.setMasks(outer)
}

// maxRun and maxLoopRun are how many instructions one wave is ahead of the next at most: many keep few values alive at a time, few let the
// processor see independent ones, which loops with their long chains need.
const (
	maxRun     = 16
	maxLoopRun = 5
)

// runs tells whether a run that is n long continues.
func (g *gen) runs(n int) bool {
	if g.Depth > 0 {
		return n < maxLoopRun
	}
	return n < maxRun
}

// lockstep emits instructions without blocks for the packet, wave after wave, so that few values are alive at a time. Waves that get a
// result from an earlier one do nothing for it.
func (g *gen) lockstep(run []*ir.Instr) {
	g.each(func(int) {
		for _, in := range run {
			if r := in.Result(); r == 0 || !g.IsServed(r) {
				g.instr(in)
			}
		}
	})
	if g.Packet.Size == 1 {
		return // spilled by define
	}
	for _, in := range run {
		if r := in.Result(); r != 0 {
			g.spill(r)
		}
	}
}

// anchor finds a's address from one that an earlier access of the packet computed, if there is one.
func (g *gen) anchor(in *ir.Instr, a *access) {
	p, ok := g.places.Anchor(g.Packet, g.Copy, in)
	if !ok {
		return
	}
	origin, base := p.Bytes, a.base
	if p.Items {
		origin, base = 0, func() { g.itemAddress(p.Factor) }
	}
	at, offset := g.anchors.Of(g.Func, p.Key, p.Bytes, origin, g.areaOf(in), base)
	a.offset += offset
	a.base = func() { g.Get(at) }
}

// itemAddress pushes the address of the group's memory and some bytes for each item before the packet: often the one that the spilled values have
// already.
func (g *gen) itemAddress(factor uint32) {
	if g.spillCount > 0 && ir.WaveSize*factor == g.layout.SpillStride {
		g.Get(g.spillAt)
		return
	}
	parts.ItemAddress(g.Func, g.block, g.lanes[0].item0, factor)
}

// areaOf is the constant offset of the memory that in goes to.
func (g *gen) areaOf(in *ir.Instr) uint32 {
	if in.Op.UsesBinding() {
		return 0
	}
	return g.layout.Shared
}

// scope emits a block: what it computes is not known after it. The largest address of each group of accesses is found first and touched
// with the first of them, so that the runtime checks its own bounds once.
func (g *gen) scope(list []*ir.Instr, body func()) {
	if g.Packet.Size == 1 {
		body()
		return
	}
	outer := g.anchors
	g.anchors = outer.Inner()
	for _, in := range list {
		if !g.certain(in) || len(in.Blocks) > 0 {
			continue
		}
		for c := range g.Packet.Size {
			g.Copy = c
			if p, ok := g.places.Anchor(g.Packet, g.Copy, in); ok {
				g.anchors.Reaches(p.Key, p.Bytes+int64(in.Offset)+g.places.Reach(in))
			}
		}
	}
	g.present(0)
	body()
	g.anchors = outer
}

// pushApart pushes that no binding that is stored to overlaps another one, and that the host did not ask for waves one by one.
func (g *gen) pushApart() {
	g.Get(g.block)
	g.Mem(enc.I32Load, block.FieldPlain)
	g.Op(enc.I32Eqz)
	guard.Apart(g.Func, g.K, packet.Pairs(g.K), func(record, word uint32) {
		g.PushScalar(g.hoisted(wordKey{Kind: parts.WordPlain, Record: record, Word: word}))
	})
}
