// Package interp runs kernels by reading their IR, one instruction for one wave at a time.
//
// It is the definition of what a kernel does (ir/doc.go says it in words, this package in code) and the oracle for every compiler; it also
// runs kernels where no compiler exists. It is written to be obviously right, not fast.
//
//	Run ─ group ─ groupBlock: splits at barriers ─┬─ region: wave 0 runs to the end, then wave 1, …
//	                                              └─ If, Loop with a barrier inside: once for all waves
//
// Each wave has an environment: four lanes of 32 bits for every value of the kernel. It must not know WebAssembly, devices or Lua.
package interp

import (
	"context"
	"math/bits"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// lanes holds one value for the lanes of a wave.
type lanes [ir.WaveSize]uint32

// wave is the environment of one wave of the running group.
type wave struct {
	first    uint32   // GroupIndex of lane 0
	mask     uint8    // lanes that exist
	together [1]uint8 // the same, as a list
	values   []lanes
	local    [ir.WaveSize][]byte
}

// machine runs one range of groups.
type machine struct {
	ctx     context.Context
	k       *ir.Kernel
	d       *ir.Dispatch
	mem     []byte
	records []ir.Record // of the dispatch table
	starts  []uint32    // by binding: its first record
	costs   map[*ir.Block]uint64
	shared  []byte
	waves   []*wave
	split   bool // the kernel has a barrier: each wave keeps its own environment
	log     *ir.Log
	see     Observer // nil: nobody watches
	witness Witness  // nil: nobody does
	apart   bool     // lanes run one after the other

	group   uint64
	id      [3]uint32
	spent   uint64 // cost of the group so far
	total   uint64 // cost of the groups before
	checks  uint32 // loop iterations, for looking at the context now and then
	stopped *ir.Fault
}

// Run runs the groups of d. It ends early with a fault when a group hangs or ctx ends. It changes d.Memory and nothing else,
// so runs with disjoint memory may go on at the same time.
func Run(ctx context.Context, k *ir.Kernel, d *ir.Dispatch) ir.Result { return Watch(ctx, k, d, nil) }

// Observer is told of the accesses inside their views, one for each work item, in the order in which they happen: a memory instruction with
// a binding, the record that it used, the address of the first of the in.Width bytes, and whether the work item counts (ir.Dispatch.Counts).
type Observer func(in *ir.Instr, record uint32, at uint64, counts bool)

// Watch is Run with an observer.
func Watch(ctx context.Context, k *ir.Kernel, d *ir.Dispatch, see Observer) ir.Result {
	m := newMachine(ctx, k, d)
	m.see = see
	return m.run()
}

func newMachine(ctx context.Context, k *ir.Kernel, d *ir.Dispatch) *machine {
	m := &machine{ctx: ctx, k: k, d: d, mem: d.Memory, costs: map[*ir.Block]uint64{}, shared: make([]byte, k.SharedBytes()), log: ir.NewLog(k, d)}
	m.loadRecords()
	k.Body.Walk(func(in *ir.Instr) { m.split = m.split || in.Op == ir.OpBarrier })
	m.makeWaves()
	return m
}

func (m *machine) run() ir.Result {
	for g := m.d.First; g < m.d.First+m.d.Count && m.stopped == nil; g++ {
		m.runGroup(g)
	}
	return m.log.Result(m.total, m.stopped)
}

func (m *machine) loadRecords() {
	for i := range m.k.Bindings {
		m.starts = append(m.starts, m.k.FirstRecord(int32(i)))
	}
	for i := range m.k.Records() {
		m.records = append(m.records, ir.LoadRecord(m.mem[m.d.Records+i*ir.RecordBytes:]))
	}
}

func (m *machine) makeWaves() {
	threads := m.k.Threads()
	for first := uint32(0); first < threads; first += ir.WaveSize {
		w := &wave{first: first, mask: 0xf}
		if left := threads - first; left < ir.WaveSize {
			w.mask = 1<<left - 1
		}
		w.together[0] = w.mask
		if first > 0 && !m.split {
			w.values, w.local = m.waves[0].values, m.waves[0].local
		} else {
			w.values = make([]lanes, m.k.NumValues())
			for i := range w.local {
				w.local[i] = make([]byte, m.k.LocalBytes())
			}
		}
		m.waves = append(m.waves, w)
	}
}

func (m *machine) runGroup(g uint64) {
	if m.ctx.Err() != nil {
		m.stopped = &ir.Fault{Kind: ir.Canceled, Site: m.k.Site, Group: g}
		return
	}
	m.group, m.id, m.spent = g, m.d.GroupID(g), 0
	clear(m.shared)
	if m.split {
		for _, w := range m.waves {
			w.clearLocal()
		}
	}
	m.groupBlock(m.k.Body)
	if m.stopped == nil && m.d.Budget > 0 && m.spent > m.d.Budget {
		m.stopped = &ir.Fault{Kind: ir.Hang, Site: m.k.Site, Group: g}
	}
	m.total += m.spent
	m.log.EndGroup()
}

func (w *wave) clearLocal() {
	for _, l := range w.local {
		clear(l)
	}
}

// groupBlock runs b for the whole group: regions between barriers wave by wave, instructions that hold a barrier once for all.
func (m *machine) groupBlock(b *ir.Block) {
	m.spent += m.cost(b) * uint64(len(m.waves))
	for start := 0; start < len(b.Instrs) && m.stopped == nil; {
		end := start
		for end < len(b.Instrs) && !b.Instrs[end].HasBarrier() {
			end++
		}
		if end > start {
			m.region(b.Instrs[start:end])
		}
		if end < len(b.Instrs) && m.stopped == nil {
			m.groupInstr(b.Instrs[end])
		}
		start = end + 1
	}
}

func (m *machine) region(instrs []*ir.Instr) {
	for _, w := range m.waves {
		if !m.split {
			w.clearLocal()
		}
		for _, mask := range m.masks(w) {
			m.instrs(w, instrs, mask)
			if m.stopped != nil {
				return
			}
		}
	}
}

// masks are the lanes of a wave that run together.
func (m *machine) masks(w *wave) []uint8 {
	if n := bits.OnesCount8(w.mask); m.apart {
		return []uint8{1, 2, 4, 8}[:n]
	}
	return w.together[:]
}

// groupInstr runs an instruction that is a barrier or holds one.
func (m *machine) groupInstr(in *ir.Instr) {
	switch in.Op {
	case ir.OpIf:
		b := in.Blocks[1]
		if m.groupCondition(in.Args[0]) {
			b = in.Blocks[0]
		}
		m.groupBlock(b)
		m.groupCopy(in.Results, b.Yield)
	case ir.OpLoop:
		m.groupLoop(in)
	case ir.OpBarrier:
		if m.witness != nil && !in.Mark {
			m.witness.Barrier()
		}
	}
}

func (m *machine) groupLoop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	m.groupCopy(head.Params, in.Args)
	for {
		m.groupBlock(head)
		if m.stopped != nil {
			return
		}
		if !m.groupCondition(head.Yield[0]) {
			m.groupCopy(in.Results, head.Yield[1:])
			return
		}
		m.groupBlock(body)
		if m.hung(in.Site) {
			return
		}
		m.groupCopy(head.Params, body.Yield)
	}
}

// groupCondition is the condition of the group's first work item.
func (m *machine) groupCondition(v ir.Value) bool { return m.waves[0].values[v][0] != 0 }

func (m *machine) groupCopy(dst, src []ir.Value) {
	for _, w := range m.waves {
		w.copyValues(dst, src, w.mask)
	}
}

// copyValues does dst = src for the lanes of mask, all at once: a value may be on both sides.
func (w *wave) copyValues(dst, src []ir.Value, mask uint8) {
	var few [8]lanes
	read := few[:0]
	for _, v := range src {
		read = append(read, w.values[v])
	}
	for i, v := range dst {
		for lane := range ir.WaveSize {
			if mask>>lane&1 != 0 {
				w.values[v][lane] = read[i][lane]
			}
		}
	}
}

func (m *machine) cost(b *ir.Block) uint64 {
	c, ok := m.costs[b]
	if !ok {
		c = ir.Cost(b)
		m.costs[b] = c
	}
	return c
}

// hung tells whether the group must stop in the loop at site: its budget is used up, or the context has ended.
func (m *machine) hung(site gpu.Site) bool {
	if m.stopped != nil {
		return true
	}
	if m.d.Budget > 0 && m.spent > m.d.Budget {
		m.stopped = &ir.Fault{Kind: ir.Hang, Site: site, Group: m.group}
		return true
	}
	m.checks++
	if m.checks%4096 == 0 && m.ctx.Err() != nil {
		m.stopped = &ir.Fault{Kind: ir.Canceled, Site: site, Group: m.group}
	}
	return m.stopped != nil
}
