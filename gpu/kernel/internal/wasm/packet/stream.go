package packet

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// minTurn is how many bytes a turn of a loop must move on in memory for its loads to be worth another order.
const minTurn = 256

// Streams tells whether a loop should be turned inside out, because the loads of one turn lie side by side for the waves of the group, and those
// of one wave far apart:
//
//	for each wave { for each turn { load } }      . . . .      for each turn { for each wave { load } }      ▪▪▪▪
//	                                              . . . .                                                    ▪▪▪▪
//
// Then what the waves carry from turn to turn goes through memory, so there must be a load for each. Whether the order may be
// changed is another question, see Rules.
func (p *Places) Streams(loop *ir.Instr) bool {
	head, body := loop.Blocks[0], loop.Blocks[1]
	if p.effects(head) > 0 {
		return false
	}
	loads, carried := 0, 0
	for _, in := range body.Instrs {
		switch in.Op.Class() {
		case ir.Pure, ir.System:
		case ir.Load:
			if !p.streams(in, head.Params) {
				return false
			}
			loads++
		default:
			return false
		}
	}
	for _, v := range head.Params {
		if !p.Shapes.Of[v].IsUniform() {
			carried++
		}
	}
	return loads >= carried
}

// minTurnedWaves is how many waves a group must have for its loops to be turned.
const minTurnedWaves = 16

// Turned chooses the loops that the group should run turn by turn, all waves in each. They stand where the whole group comes, their conditions are
// the same for it, and their regions may run in lockstep, so that they may be cut.
func (p *Places) Turned(rules *Rules, isForGroup func(ir.Value) bool) map[*ir.Instr]bool {
	out := make(map[*ir.Instr]bool)
	if p.K.Waves() < minTurnedWaves {
		return out
	}
	region := func(list []*ir.Instr) {
		for _, in := range list {
			if in.Op == ir.OpLoop && isForGroup(in.Blocks[0].Yield[0]) && p.Streams(in) && rules.Lockstep(list) {
				out[in] = true
			}
		}
	}
	var visit func(b *ir.Block)
	visit = func(b *ir.Block) {
		start := 0
		for i, in := range b.Instrs {
			if in.HasBarrier() {
				region(b.Instrs[start:i])
				start = i + 1
				for _, nested := range in.Blocks {
					visit(nested)
				}
			}
		}
		region(b.Instrs[start:])
	}
	visit(p.K.Body)
	return out
}

// effects counts the instructions that are not arithmetic.
func (p *Places) effects(b *ir.Block) int {
	n := 0
	for _, in := range b.Instrs {
		if class := in.Op.Class(); class != ir.Pure && class != ir.System {
			n++
		}
	}
	return n
}

// streams tells whether a load goes to elements side by side, further on with each turn.
func (p *Places) streams(in *ir.Instr, params []ir.Value) bool {
	if in.Op != ir.OpLoadBuf || in.Args[2] != 0 {
		return false
	}
	f, step := p.Forms.Of(in.Args[1]), p.Shapes.Of[in.Args[1]].Step
	far := false
	for _, t := range f.Terms {
		for _, v := range params {
			if t.Symbol == reach.Counter && t.Param == v {
				far = t.Factor != 0 || max(t.Coef, -t.Coef)*int64(p.K.Bindings[in.Binding].Stride) >= minTurn
			}
		}
	}
	return far && step == 1 && p.ascends(f, step)
}
