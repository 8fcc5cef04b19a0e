package regions

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Bound says which items of a group have work in a region: those whose GroupIndex is below a number. The zero Bound: perhaps all.
type Bound struct {
	Number uint32   // the number, at least 1; 0: it is Value
	Value  ir.Value // known to the group; 0: there is no bound
	Signed bool     // Value is a signed number
}

// Below tells whether a region is one choice of the items below a number, in the order of GroupIndex, so that the later waves need not run it. defs
// are the instructions of values; stays tells which values other regions want.
func Below(list []*ir.Instr, k *ir.Kernel, defs []*ir.Instr, stays func(ir.Value) bool) Bound {
	if len(list) == 0 {
		return Bound{}
	}
	choice := list[len(list)-1]
	if choice.Op != ir.OpIf || len(choice.Results) > 0 || len(choice.Blocks[1].Instrs) > 0 {
		return Bound{}
	}
	for _, in := range list[:len(list)-1] {
		if class := in.Op.Class(); class != ir.Pure && class != ir.System || stays(in.Result()) {
			return Bound{}
		}
	}
	cond := defs[choice.Args[0]]
	if cond == nil || !slices.Contains(list, cond) || len(cond.Args) != 2 {
		return Bound{}
	}
	if item := defs[cond.Args[0]]; item == nil || !isGroupIndex(k, item) {
		return Bound{}
	}
	signed := cond.Op == ir.OpLtS
	end := defs[cond.Args[1]]
	isNumber := end != nil && end.Op == ir.OpConst
	switch {
	case cond.Op == ir.OpIEq && isNumber && end.Imm == 0:
		return Bound{Number: 1}
	case cond.Op != ir.OpLtU && !signed:
		return Bound{}
	case isNumber && (end.Imm == 0 || signed && int32(end.Imm) < 0): // nobody, which is folded elsewhere
		return Bound{}
	case isNumber:
		return Bound{Number: end.Imm}
	}
	return Bound{Value: cond.Args[1], Signed: signed}
}

// isGroupIndex tells whether in numbers the items of a group in their order.
func isGroupIndex(k *ir.Kernel, in *ir.Instr) bool {
	if in.Op != ir.OpSys {
		return false
	}
	s, n := ir.SysVal(in.Imm), k.NumThreads
	return s == ir.GroupIndex || s == ir.GroupThreadIDX && n[1]*n[2] == 1
}

// Chosen is a region that Below knows, for waves whose items all make the choice: its block, with what that wants of the instructions before it.
//
//	%1 = iadd … ; %2 = ltu …; if %2 { storeshared … %1 }      ->      %1 = iadd … ; storeshared … %1
func Chosen(list []*ir.Instr) []*ir.Instr {
	last := len(list) - 1
	block := list[last].Blocks[0].Instrs
	wanted := make(map[ir.Value]bool)
	for _, v := range Used(block) {
		wanted[v] = true
	}
	var before []*ir.Instr
	for _, in := range slices.Backward(list[:last]) {
		if !wanted[in.Result()] {
			continue
		}
		before = append(before, in)
		for _, a := range in.Args {
			wanted[a] = true
		}
	}
	slices.Reverse(before)
	return append(before, block...)
}

// End is how many waves of a group have work in a region: those with an item below a number. The zero value: all.
type End struct {
	Waves  uint32   // how many; 0: it follows from Below, or all
	Whole  bool     // all their items have work
	Lanes  uint32   // there is one wave, and these of its lanes have work; 0: it is not so
	Below  ir.Value // the number, where that is not a constant
	Signed bool
}

// End is the end of the waves that have work.
func (b Bound) End(k *ir.Kernel) End {
	if n := min(b.Number, k.Threads()); n != 0 {
		e := End{Waves: (n + ir.WaveSize - 1) / ir.WaveSize, Whole: n%ir.WaveSize == 0}
		if n < ir.WaveSize {
			e.Lanes = n
		}
		return e
	}
	return End{Below: b.Value, Signed: b.Signed}
}

// Known tells whether there may be fewer waves than the group has.
func (e End) Known() bool { return e.Waves != 0 || e.Below != 0 }

// Of is how many waves there are at most.
func (e End) Of(k *ir.Kernel) uint32 {
	if e.Waves != 0 {
		return e.Waves
	}
	return k.Waves()
}
