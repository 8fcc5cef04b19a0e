package packet

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// Carried is an address that advances by a constant in every iteration of a loop, and serves all accesses whose closed forms differ from it by
// constants.
//
//	for k = 0 … { load x[row + 64 k + item]; load x[row + 64 k + 64 + item] }      at = x + row + item; for … { load [at]; load [at+64]; at += 64 }
type Carried struct {
	Key   string      // of Places.Place
	First *ir.Instr   // the access of wave 0 that it is the address of: none of the others has a lower one
	Bytes int64       // the constant of its closed form
	Step  uint32      // bytes from turn to turn
	Chain []*ir.Instr // of the loop, what the address is computed from, operands first
}

// Carried lists the addresses that a loop can carry, in the order of its accesses. certain tells which of them are inside.
func (p *Places) Carried(w *Packet, loop *ir.Instr, certain func(*ir.Instr) bool) (out []Carried) {
	at := make(map[string]int)
	for _, in := range loop.Blocks[1].Instrs {
		if _, _, ok := p.index(in); !ok || !certain(in) {
			continue
		}
		for wave := range w.Size {
			key, bytes, ok := p.Place(w, wave, in)
			if !ok {
				break
			}
			i, known := at[key]
			if !known {
				step, ok := p.step(loop, in)
				if !ok {
					break
				}
				i, at[key] = len(out), len(out)
				out = append(out, Carried{Key: key, Step: step})
			}
			if !known || bytes < out[i].Bytes {
				out[i].Bytes, out[i].First = bytes, nil
				if wave == 0 {
					out[i].First = in
				}
			}
		}
	}
	kept := out[:0]
	for _, c := range out {
		if c.First != nil {
			c.Chain = p.chain(c.First, slices.Concat(loop.Blocks[0].Instrs, loop.Blocks[1].Instrs))
			kept = append(kept, c)
		}
	}
	return kept
}

// index is the only value that the address of an access depends on, and how many bytes lie between neighbours.
func (p *Places) index(in *ir.Instr) (v ir.Value, stride uint32, ok bool) {
	switch in.Op {
	case ir.OpLoadShared, ir.OpStoreShared:
		return in.Args[0], 1, true
	case ir.OpLoadBuf, ir.OpStoreBuf:
		return in.Args[1], p.K.Bindings[in.Binding].Stride, in.Args[0] == 0 && in.Args[2] == 0
	}
	return 0, 0, false
}

// step is by how many bytes the address of an access goes on in every iteration, where that is a constant.
func (p *Places) step(loop, in *ir.Instr) (step uint32, ok bool) {
	index, stride, _ := p.index(in)
	for _, t := range p.Forms.Of(index).Terms {
		if t.Symbol != reach.Counter {
			continue
		}
		for i, param := range loop.Blocks[0].Params {
			if param != t.Param {
				continue
			}
			by, counts := p.Shapes.Counts(loop, i)
			if !counts || t.Factor != 0 {
				return 0, false
			}
			step += by * uint32(t.Coef) * stride
		}
	}
	return step, step != 0
}

// chain lists the integers of a list that an access computes its address from.
func (p *Places) chain(access *ir.Instr, list []*ir.Instr) (out []*ir.Instr) {
	index, _, _ := p.index(access)
	wanted := map[ir.Value]bool{index: true}
	for _, in := range slices.Backward(list) {
		r := in.Result()
		if r == 0 || !wanted[r] || in.Op == ir.OpConst {
			continue
		}
		out = append(out, in)
		for _, v := range in.Args {
			wanted[v] = true
		}
	}
	slices.Reverse(out)
	return out
}
