package wasm

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/anchor"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/arith"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/groups"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/library"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/limit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/regions"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/shape"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/stages"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/texels"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/values"
)

// Names of the module's import and export.
const (
	HostModule = "gpu"   // module of the import
	HostEvent  = "event" // (worker i32): the event area of the worker's block holds an event
	RunExport  = "run"   // (block i32, first i64, count i32): runs count groups from linear index first
)

// Options choose a variant of a kernel.
type Options struct {
	Pages  uint32 // length of the linear memory in pages of 64 KiB
	Report bool   // tell the host about accesses out of bounds
	Forms  Forms
}

// Forms says which forms of a group a module has, where there are two: the fast one is for groups of which one comparison shows that all accesses are
// inside, and that waves may run together; the slow one is for all. Most dispatches need the fast one only, and most of the time that a kernel takes
// to compile goes into each.
type Forms uint8

// The forms. Modules of one kernel that differ in them have blocks of one layout.
const (
	BothForms Forms = iota
	FastForm        // a group that needs the slow form ends the call with block.FaultSlow
	SlowForm
)

// Code is a generated kernel.
type Code struct {
	Module     *enc.Module
	BlockBytes uint32 // size of a worker block
	SRGB       uint32 // where in the block the host puts the thresholds of sRGB bytes; 0: nowhere
	Packet     int    // most waves of a region that are emitted together
}

// Generate makes the module of a verified kernel in which the stride of every buffer and texture is set.
func Generate(k *ir.Kernel, opt Options) (*Code, error) {
	for i := range k.Bindings {
		b := &k.Bindings[i]
		if b.Stride == 0 && (b.Shape.IsBuffer() || b.Shape.IsTexture()) {
			return nil, fmt.Errorf("wasm: kernel %q: the stride of binding %q is not set", k.Name, b.Name)
		}
	}
	if !opt.Report && ir.HasAligned(k) {
		k = k.Clone()
		k.Body.Remove(func(in *ir.Instr) bool { return in.Op == ir.OpAligned })
	}
	g := &gen{File: values.New(k, shape.Find(k)), opt: opt, levels: ir.FindUniformity(k)}
	g.grouped = slices.ContainsFunc(k.Body.Instrs, (*ir.Instr).HasBarrier)
	g.findHoisted()
	g.findAgain()
	g.findFastPath()
	g.findPackets()
	g.emit() // finds out what is needed
	g.emit()
	return &Code{Module: g.module, BlockBytes: g.layout.Bytes, SRGB: g.layout.SRGB, Packet: g.largest}, nil
}

// gen emits one kernel.
type gen struct {
	values.File
	opt    Options
	levels *ir.Uniformity
	layout block.Layout
	module *enc.Module

	library    *library.Library
	arith      arith.Writer
	spills     []int32 // by Value: spill slot, or -1
	spillCount uint32
	again      []bool             // by Value: regions compute it for themselves
	grouped    bool               // the kernel is cut into regions
	turned     map[*ir.Instr]bool // loops whose iterations the whole group does together: all waves one iteration, then the next

	early      []bool      // by Value: computed before the waves
	defs       []*ir.Instr // by Value: its definition, where that has no blocks
	forms      *reach.Forms
	places     *packet.Places
	mips       map[levelKey]level           // levels of textures that the block has computed
	axes       map[coordinateKey]coordinate // coordinates of texels that it has
	neighbours map[*ir.Instr]*texels.Group  // loads of the block that share addresses
	alike      map[*ir.Instr][]*ir.Instr    // those of one texel, by the first one
	bounds     *bounds.Result               // what the checks of a group decide
	fast       bool                         // emitting the form in which the checks hold

	packets *packet.Packet    // the packets of regions that run in lockstep
	largest int               // size of the largest packet emitted
	alone   *packet.Packet    // a packet of one wave
	rules   *packet.Rules     // nil: no region runs in lockstep
	abreast *packet.Abreast   // nil: groups run one after another
	apart   asm.Local         // the bindings do not overlap; 0: not asked
	allFast asm.Local         // the checks hold for all groups; 0: that cannot be said before they run
	active  asm.Local         // number of waves of the packet that came here; 0: all
	lanes   [maxPacket]waveOf // by wave of the packet
	anchors *anchor.Table     // addresses that later accesses of the block reuse; nil: none

	block                asm.Local // address of the worker block
	records, cost, total asm.Local
	groups               groups.Loop
	wave, item0, spillAt asm.Local
	itemMemory           asm.Local
	place                stages.Place
	planes               stages.Planes
	mask                 asm.Local // 0: all lanes are known to be active
	few                  few
	copies               int // copies of blocks around the present place
}

func (g *gen) emit() {
	g.Restart()
	g.layout = block.New(g.K, g.spillCount, g.grouped)
	g.module = &enc.Module{Pages: g.opt.Pages, Imports: []enc.Import{{Module: HostModule, Name: HostEvent, Params: []enc.ValType{enc.I32}}}}
	g.library = library.New(g.module)
	body := make([]enc.Instr, 0, 8*g.K.NumValues())
	if g.F != nil {
		body = g.F.Body[:0] // what the first generation wrote is not needed
	}
	g.Func = asm.New("run", []enc.ValType{enc.I32, enc.I64, enc.I32}, nil)
	g.F.Body = body
	g.F.Export = RunExport
	g.arith = arith.Writer{Func: g.Func, Kernel: g.K, Shapes: g.Shapes, Library: g.library, PushScalar: g.Scalar, PushVector: g.Vector,
		PushAll: g.All, IsScalar: g.IsScalar, Keeps: g.Konsts.Keeps, Block: g.Param(0), SRGB: g.layout.SRGB}
	g.module.Funcs = append(g.module.Funcs, g.F)
	g.entry()
	g.groups.Run(g.group)
	g.Get(g.block, g.total)
	g.Mem(enc.I64Store, block.FieldCost)
}

// entry loads what does not change during the call.
func (g *gen) entry() {
	g.block = g.Param(0)
	g.Get(g.block)
	g.Mem(enc.I32Load, block.FieldRecords)
	g.records = g.Keep(enc.I32)
	g.cost, g.total = g.Local(enc.I64), g.Local(enc.I64)
	g.Words.Load(g.Func, g.records)
	g.planes.Load(g.Func, g.block)
	g.groups = groups.Loop{Func: g.Func, Block: g.block, First: g.Param(1), Count: g.Param(2), Cost: g.cost, Total: g.total,
		ID: [3]asm.Local{g.Local(enc.I32), g.Local(enc.I32), g.Local(enc.I32)}, Abreast: g.abreast}
	g.groups.Begin()
	g.checkCall()
}

// group is what an iteration of the loop over the groups does.
func (g *gen) group() {
	for _, a := range g.places.Fresh() {
		g.fill(g.block, g.layout.Shared+a.Offset, a.Bytes)
	}
	g.groupBody()
	g.limits().Check(g.K.Site)
}

// fill sets bytes to zero.
func (g *gen) fill(base asm.Local, offset, bytes uint32) { parts.Zero(g.Func, base, offset, bytes) }

// waves emits body once for every wave of the group that has work, one after another.
func (g *gen) waves(end regions.End, body func()) {
	g.waveLoop(1, end, func() {
		w := g.waveOf(0, 1)
		g.item0, g.place = w.item0, w.place
		g.waveAddresses()
		g.partialMask()
		body()
	})
	g.mask = 0
}

// waveOf computes the GroupIndex of the first item of the wave that is so many after g.wave, and its place in the planes of a stage. waves is the
// size of the packet.
func (g *gen) waveOf(wave, waves uint32) waveOf {
	g.Get(g.wave)
	g.I32(2)
	g.Op(enc.I32Shl)
	g.I32(ir.WaveSize * wave)
	g.Op(enc.I32Add)
	item0 := g.Keep(enc.I32)
	return waveOf{item0: item0, place: stages.Find(g.Func, g.K,
		stages.Wave{Block: g.block, Group: g.groups.ID[0], Item0: item0, Number: wave, Waves: waves}, g.lanes[0].place)}
}

// partialMask sets the mask of a wave, which may be the last and have fewer than four items.
func (g *gen) partialMask() {
	g.mask = 0
	if g.K.Threads()%ir.WaveSize != 0 {
		g.mask = parts.LanesBelow(g.Func, g.item0, g.K.Threads())
	}
}

// waveAddresses finds the wave's part of the spill and local areas.
func (g *gen) waveAddresses() {
	if g.spillCount > 0 {
		g.Get(g.wave)
		g.I32(g.layout.SpillStride)
		g.Op(enc.I32Mul)
		g.Get(g.block)
		g.Op(enc.I32Add)
		g.spillAt = g.Keep(enc.I32)
	}
	if g.K.LocalBytes() == 0 {
		return
	}
	g.Get(g.block)
	if g.grouped {
		g.Get(g.item0)
		g.I32(g.K.LocalBytes())
		g.Op(enc.I32Mul, enc.I32Add)
	}
	g.itemMemory = g.Keep(enc.I32)
	if !g.grouped {
		g.fill(g.itemMemory, g.layout.Locals, ir.WaveSize*g.K.LocalBytes())
	}
}

// addCost counts a block. Inside waves it is entered by one wave, at group level by all of them.
func (g *gen) addCost(n uint64) {
	if n == 0 {
		return
	}
	g.Get(g.cost)
	if g.active == 0 {
		g.I64(n * uint64(g.Packet.Size))
	} else {
		g.Get(g.active)
		g.I64(n)
		g.Op(enc.I64Mul)
	}
	g.Op(enc.I64Add)
	g.Set(g.cost)
}

// limits makes the writer of checks of the group's limit.
func (g *gen) limits() limit.Writer {
	return limit.Writer{Func: g.Func, Block: g.block, Cost: g.cost, Total: g.total, Event: eventFunc, Fault: g.faultCode()}
}

// faultCode tells the host whether the group must run again to find out where it hangs: waves in lockstep add up their costs in another order.
func (g *gen) faultCode() uint32 {
	if g.fast && g.rules != nil {
		return block.FaultAgain
	}
	return block.FaultHere
}

func (g *gen) maskOf() {
	if g.mask == 0 {
		g.All(^uint32(0))
		return
	}
	g.Get(g.mask)
}

func (g *gen) call(n uint64) { g.Index(enc.Call, n) }
