package regions

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Slots numbers places in memory for the values that want one; the others have -1. Values of a loop that the group runs share a place
// where that saves the copies between its turns: a carried value with the result that it becomes, and with its successor when nothing reads it any
// more after the region that computes that. Only values that are alike, of one form in memory, share.
func Slots(k *ir.Kernel, cut Cut, wants func(ir.Value) bool, alike func(a, b ir.Value) bool) (slots []int32, count uint32) {
	s := &slotter{cut: cut, slots: make([]int32, k.NumValues()), wants: wants, alike: alike}
	for v := range s.slots {
		s.slots[v] = -1
	}
	s.block(k.Body)
	for v := range s.slots {
		if s.slots[v] < 0 && wants(ir.Value(v)) {
			s.slots[v] = s.fresh()
		}
	}
	return s.slots, s.count
}

type slotter struct {
	cut   Cut
	slots []int32
	count uint32
	wants func(ir.Value) bool
	alike func(a, b ir.Value) bool
}

func (s *slotter) fresh() int32 {
	s.count++
	return int32(s.count - 1)
}

func (s *slotter) block(b *ir.Block) {
	for _, in := range b.Instrs {
		if !s.cut(in) {
			continue
		}
		if in.Op == ir.OpLoop {
			s.loop(in)
		}
		for _, nested := range in.Blocks {
			s.block(nested)
		}
	}
}

func (s *slotter) loop(in *ir.Instr) {
	head, body := in.Blocks[0], in.Blocks[1]
	for i, p := range head.Params {
		if !s.wants(p) || s.slots[p] >= 0 {
			continue
		}
		s.slots[p] = s.fresh()
		for j, r := range in.Results {
			if head.Yield[1+j] == p {
				s.share(r, p)
			}
		}
		if next := body.Yield[i]; next != p && s.isLastUse(body, p, next) {
			s.share(next, p)
		}
	}
}

func (s *slotter) share(v, p ir.Value) {
	if s.wants(v) && s.slots[v] < 0 && s.alike(v, p) {
		s.slots[v] = s.slots[p]
	}
}

// isLastUse tells whether next is computed by a region right in the body, and p is not used after that region.
func (s *slotter) isLastUse(body *ir.Block, p, next ir.Value) bool {
	at := slices.IndexFunc(body.Instrs, func(in *ir.Instr) bool { return slices.Contains(in.Results, next) })
	if at < 0 || s.cut(body.Instrs[at]) || slices.Contains(body.Yield, p) {
		return false
	}
	for at < len(body.Instrs) && !s.cut(body.Instrs[at]) {
		at++
	}
	return !slices.Contains(Used(body.Instrs[at:]), p)
}
