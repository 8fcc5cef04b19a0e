package interp

import (
	"context"
	"encoding/binary"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Witness is told what the work items of a group do to each other, in the order in which it happens.
type Witness interface {
	// Shared is an access to a word of groupshared memory, at an address inside its array: it is old, and will be next. Nothing is said of other
	// accesses to groupshared memory, which scripts cannot make.
	Shared(in *ir.Instr, item, at, old, next uint32)
	// Stored is a store to the memory of a view, by the record that was used and the address of the first of the in.Width
	// bytes, which are the lowest ones of the value.
	Stored(in *ir.Instr, item, record uint32, at uint64, value uint32)
	// Atomic is an atomic operation on the memory of a view.
	Atomic(in *ir.Instr, item uint32)
	// Barrier is one that all work items have passed.
	Barrier()
}

// Rehearse is Run with a witness and without effects: what the groups wrote to d.Memory is taken back in the end.
func Rehearse(ctx context.Context, k *ir.Kernel, d *ir.Dispatch, w Witness) ir.Result {
	var j journal
	m := newMachine(ctx, k, d)
	m.witness = w
	m.see = func(in *ir.Instr, _ uint32, at uint64, _ bool) {
		if in.Op.Class() != ir.Load {
			j.keep(d.Memory, at, in.Width)
		}
	}
	defer func() { j.undo(d.Memory) }()
	return m.run()
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

func (j journal) undo(memory []byte) {
	for _, k := range slices.Backward(j) {
		store(memory[k.at:], k.width, k.bits)
	}
}

// witnessed tells the witness of an access to groupshared memory.
func (m *machine) witnessed(w *wave, in *ir.Instr, lane int, at uint32) {
	old := binary.LittleEndian.Uint32(m.shared[at:])
	next := old
	switch in.Op {
	case ir.OpStoreShared:
		next = w.arg(in, 2, lane)
	case ir.OpAtomicShared:
		next = ir.EvalAtomic(ir.AtomicOp(in.Imm), old, w.arg(in, 2, lane), w.arg(in, 3, lane))
	}
	m.witness.Shared(in, w.first+uint32(lane), at, old, next)
}
