// Package groups emits the loop over the groups of a call: one after another, or several consecutive ones along x side by side (packet.Abreast).
//
// It must not know what a group does.
package groups

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/block"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/packet"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/parts"
)

// Loop writes into one function.
type Loop struct {
	asm.Func
	Block        asm.Local    // address of the worker block
	First, Count asm.Local    // parameters of the call: the linear index of its first group, an i64, and how many groups there are left
	ID           [3]asm.Local // GroupID
	Cost, Total  asm.Local    // of a group, and of the groups of the call before it: i64
	Abreast      *packet.Abreast

	number asm.Local // of groups that run in this turn; 0: one in every iteration
}

// Begin finds the first group.
func (l *Loop) Begin() {
	parts.FirstGroup(l.Func, l.First, l.Block, block.FieldGroups, l.ID)
}

// Run writes the loop. body is what a turn does for its group, and adds to Cost.
func (l *Loop) Run(body func()) {
	l.Open(enc.Block, 0)
	l.Get(l.Count)
	l.Op(enc.I32Eqz)
	l.Index(enc.BrIf, 0)
	l.Open(enc.Loop, 0)
	l.Get(l.Block, l.First)
	l.Mem(enc.I64Store, block.FieldGroup)
	l.I64(0)
	l.Set(l.Cost)
	if l.Abreast != nil {
		l.number = l.Local(enc.I32)
		l.I32(1)
		l.Set(l.number)
	}
	body()
	l.others()
	l.Get(l.Total, l.Cost)
	l.Op(enc.I64Add)
	l.Set(l.Total)
	parts.NextGroup(l.Func, l.Block, block.FieldGroups, l.ID)
	l.Get(l.First)
	l.I64(1)
	l.Op(enc.I64Add)
	l.Set(l.First)
	l.Get(l.Count)
	l.I32(1)
	l.Op(enc.I32Sub)
	l.Tee(l.Count)
	l.Index(enc.BrIf, 0)
	l.End()
	l.End()
}

// Leave ends the call before a group, for a reason.
func (l *Loop) Leave(fault uint32) {
	l.Get(l.Block)
	l.I32(fault)
	l.Mem(enc.I32Store, block.FieldFault)
	l.Get(l.Block, l.Total)
	l.Mem(enc.I64Store, block.FieldCost)
	l.Op(enc.Return)
}

// others counts the groups that ran next to the first one of a turn. Each costs the same.
func (l *Loop) others() {
	if l.number == 0 {
		return
	}
	l.Get(l.number)
	l.I32(1)
	l.Op(enc.I32Sub)
	n := l.Keep(enc.I32)
	l.Get(n)
	l.Op(enc.I64ExtendI32U)
	wide := l.Keep(enc.I64)
	l.Get(l.ID[0], n)
	l.Op(enc.I32Add)
	l.Set(l.ID[0])
	l.Get(l.Count, n)
	l.Op(enc.I32Sub)
	l.Set(l.Count)
	l.Get(l.First, wide)
	l.Op(enc.I64Add)
	l.Set(l.First)
	l.Get(l.Total, l.Cost, wide)
	l.Op(enc.I64Mul, enc.I64Add)
	l.Set(l.Total)
}

// Choose finds how many groups run abreast from this one on: those of its row and of the call, up to the most. inside pushes whether all accesses of
// the group are inside, which is asked for the last one of them: what holds for both ends of a row of groups holds between them. A group that costs
// more than the limit runs alone, because who comes to the limit is to be seen.
func (l *Loop) Choose(inside func(), scalar func(packet.Wide)) {
	l.Get(l.Cost, l.Block)
	l.Mem(enc.I64Load, block.FieldLimit)
	l.Op(enc.I64LeU)
	for _, w := range l.Abreast.Wide {
		scalar(w)
		l.I32(w.Least)
		l.Op(enc.I32GeS, enc.I32And)
	}
	l.When(func() {
		l.Get(l.Block)
		l.Mem(enc.I32Load, block.FieldGroups)
		l.Get(l.ID[0])
		l.Op(enc.I32Sub)
		l.Set(l.number)
		l.least(func() { l.Get(l.Count) })
		l.least(func() { l.I32(uint32(l.Abreast.Most)) })
		l.Get(l.ID[0])
		first := l.Keep(enc.I32)
		l.Get(first, l.number)
		l.Op(enc.I32Add)
		l.I32(1)
		l.Op(enc.I32Sub)
		l.Set(l.ID[0])
		inside()
		l.Op(enc.I32Eqz)
		l.When(func() {
			l.I32(1)
			l.Set(l.number)
		})
		l.Get(first)
		l.Set(l.ID[0])
	})
}

// least lowers the number to what push pushes.
func (l *Loop) least(push func()) {
	push()
	l.Get(l.number)
	push()
	l.Get(l.number)
	l.Op(enc.I32LtU, enc.Select)
	l.Set(l.number)
}

// Each writes what each of the groups that run abreast does.
func (l *Loop) Each(body func()) {
	l.Get(l.ID[0])
	first := l.Keep(enc.I32)
	l.Get(first, l.number)
	l.Op(enc.I32Add)
	end := l.Keep(enc.I32)
	l.Open(enc.Loop, 0)
	body()
	l.Get(l.ID[0])
	l.I32(1)
	l.Op(enc.I32Add)
	l.Tee(l.ID[0])
	l.Get(end)
	l.Op(enc.I32LtU)
	l.Index(enc.BrIf, 0)
	l.End()
	l.Get(first)
	l.Set(l.ID[0])
}
