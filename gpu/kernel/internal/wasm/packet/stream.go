package packet

import (
	"math"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// minTurn is how many bytes an iteration of a loop must move on in memory for its loads to be worth another order.
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

// minBroadcastTurns is how many turns a loop must have to be turned for the sake of what its items share.
const minBroadcastTurns = 16

// Broadcasts tells whether a loop should be turned inside out because the numbers that its turns load are the same for all items:
//
//	for each wave { for each turn { load, spread, work } }        for each turn { load, spread; for each wave { work } }
//
// To spread a number over the lanes of a vector takes five instructions, which the waves of a long packet do once for all of them; in the first order
// few waves fit into the registers. What a wave carries and needs from outside goes through memory in each iteration, so there must be no fewer loads
// than half of that: each saves about two instructions for each wave.
func (p *Places) Broadcasts(loop *ir.Instr, isForGroup func(ir.Value) bool, certain func(*ir.Instr) bool) bool {
	head, body := loop.Blocks[0], loop.Blocks[1]
	turns, known := p.Shapes.Turns(loop, head.Yield[0])
	if p.effects(head) > 0 || known && turns < minBroadcastTurns || minTurnedWaves*len(body.Instrs) > maxTurnInstrs {
		return false
	}
	loads := 0
	for _, in := range body.Instrs {
		switch in.Op.Class() {
		case ir.Pure, ir.System:
		case ir.Load:
			if in.Op != ir.OpLoadBuf || in.Args[2] != 0 || !isForGroup(in.Args[1]) || !certain(in) {
				return false
			}
			loads++
		default:
			return false
		}
	}
	return len(body.Instrs) > 0 && 2*loads >= p.throughMemory(loop)
}

// throughMemory counts the vectors that a wave loads or stores in each iteration of a turned loop: what it carries twice, what it uses from outside
// once. It is very many for a loop whose waves, two at a time, find room in the registers.
func (p *Places) throughMemory(loop *ir.Instr) int {
	pressure := Find(p.K, 2, p.Shapes, p.Forms).loopPressure(p.K, loop, p.Shapes)
	if pressure <= crowded {
		return math.MaxInt
	}
	carried := 0
	for _, v := range loop.Blocks[0].Params {
		if !p.Shapes.Of[v].IsUniform() {
			carried++
		}
	}
	return carried + pressure/2
}

// minTurnedWaves is how many waves a group must have for its loops to be turned.
const minTurnedWaves = 16

// Turned chooses the loops whose iterations the group should do together, all waves in each. The whole group reaches them, their conditions are
// the same for it, and their regions may run in lockstep, so that they may be cut.
func (p *Places) Turned(rules *Rules, isForGroup func(ir.Value) bool) map[*ir.Instr]bool {
	out := make(map[*ir.Instr]bool)
	if p.K.Waves() < minTurnedWaves {
		return out
	}
	region := func(list []*ir.Instr) {
		for _, in := range list {
			if in.Op == ir.OpLoop && isForGroup(in.Blocks[0].Yield[0]) &&
				(p.Streams(in) || p.Broadcasts(in, isForGroup, rules.Certain)) && rules.Lockstep(list) {
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
