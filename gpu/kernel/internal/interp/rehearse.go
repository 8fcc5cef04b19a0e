package interp

import (
	"context"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Witness is told what the work items of some groups do to each other, in the order in which it happens.
type Witness interface {
	// Group begins the next group.
	Group()
	// Shared is an access to a word of groupshared memory, at an address inside its array: it is old, and will be next. Nothing is said of other
	// accesses to groupshared memory, which scripts cannot make.
	Shared(in *ir.Instr, item, at, old, next uint32)
	// Viewed is an access to the memory of a view, by the record that was used and the address of the first of the in.Width bytes.
	Viewed(in *ir.Instr, item, record uint32, at uint64, old, next uint32)
	// Barrier is one that all work items have passed.
	Barrier()
}

// Rehearsal is what to rehearse of a dispatch.
type Rehearsal struct {
	Groups   []uint64 // in their order
	Reversed bool     // the last group comes first, and in each group the last wave
	Apart    bool     // the work items of a wave run one after the other, and not in lockstep: for kernels without operations of waves
	Budget   uint64   // instructions (ir.Cost) of all groups together
	// Held, unless nil, is where group By stops for the first time, until all groups after it have run.
	Held *ir.Instr
	By   uint64
}

// Rehearse runs groups of a dispatch with a witness, who may be nil, and without effects: what the groups wrote to d.Memory is taken back in the end.
// It gives what that was, by address, as well.
func Rehearse(ctx context.Context, k *ir.Kernel, d *ir.Dispatch, of Rehearsal, w Witness) (ir.Result, map[uint64]byte) {
	run := *d
	var j journal
	groups := slices.Clone(of.Groups)
	left := of.Budget
	// play runs the groups that are left, after each other, on a machine of their own.
	var play func() *machine
	play = func() *machine {
		m := newMachine(ctx, k, &run)
		m.witness, m.apart = w, of.Apart
		m.see = func(in *ir.Instr, _ uint32, at uint64, _ bool) {
			if in == of.Held && m.group == of.By && m.stopped == nil {
				of.Held = nil
				m.stopped = play().stopped
			}
			if in.Op.Class() != ir.Load {
				j.keep(d.Memory, at, in.Width)
			}
		}
		if of.Reversed {
			slices.Reverse(m.waves)
		}
		for len(groups) > 0 && left > 0 && m.stopped == nil {
			g := groups[0]
			if groups = groups[1:]; w != nil {
				w.Group()
			}
			run.Budget = left
			m.runGroup(g)
			left -= min(left, m.spent)
		}
		return m
	}
	if of.Reversed {
		slices.Reverse(groups)
	}
	defer func() { j.undo(d.Memory) }()
	m := play()
	return m.log.Result(m.total, m.stopped), j.written(d.Memory)
}

// journal is what stood where something was written.
type journal []kept

type kept struct {
	at    uint64
	bits  uint32
	width uint8
}

func (j *journal) keep(memory []byte, at uint64, width uint8) {
	*j = append(*j, kept{at, load(memory[at:], width, false), width})
}

// written is what stands at the places now.
func (j journal) written(memory []byte) map[uint64]byte {
	bytes := make(map[uint64]byte, len(j))
	for _, k := range j {
		for at := k.at; at < k.at+uint64(k.width); at++ {
			bytes[at] = memory[at]
		}
	}
	return bytes
}

func (j journal) undo(memory []byte) {
	for _, k := range slices.Backward(j) {
		store(memory[k.at:], k.width, k.bits)
	}
}

// witnessed tells the witness of an access to groupshared memory.
func (m *machine) witnessed(w *wave, in *ir.Instr, lane int, at uint32) {
	old, next := w.change(in, lane, m.shared[at:], 2)
	m.witness.Shared(in, w.first+uint32(lane), at, old, next)
}

// change is what stands at the start of mem, and what an access leaves there; the value is argument v.
func (w *wave) change(in *ir.Instr, lane int, mem []byte, v int) (old, next uint32) {
	old = load(mem, in.Width, false)
	switch in.Op.Class() {
	case ir.Store:
		return old, uint32(uint64(w.arg(in, v, lane)) & (1<<(8*in.Width) - 1))
	case ir.Atomic:
		return old, ir.EvalAtomic(ir.AtomicOp(in.Imm), old, w.arg(in, v, lane), w.arg(in, v+1, lane))
	}
	return old, old
}
