package barrier

import "github.com/gpuscript/gpuscript/gpu"

// whole are the first transitions of subresources in one call, those in halves apart; nil where there are so few barriers that each is compared with
// those before it.
type whole map[changed]int

// changed is what a transition is of.
type changed struct {
	resource    gpu.ID
	subresource uint32
}

// few barriers are compared with each other.
const few = 32

// isWhole says whether a barrier is a transition that is not in halves.
func isWhole(b *gpu.Barrier) bool { return b.Type == gpu.BarrierTransition && b.Flags == 0 }

// firsts finds those of the barriers of a call.
func firsts(list []gpu.Barrier) whole {
	if len(list) <= few {
		return nil
	}
	out := make(whole, len(list))
	for i := range list {
		b := &list[i]
		at := changed{b.Resource, b.Subresource}
		if _, known := out[at]; isWhole(b) && !known {
			out[at] = i
		}
	}
	return out
}

// before is the first whole transition of the same subresource before a barrier of the list, which has to be one itself.
func (w whole) before(list []gpu.Barrier, i int) (k int, ok bool) {
	b := &list[i]
	if !isWhole(b) {
		return 0, false
	}
	if w != nil {
		k = w[changed{b.Resource, b.Subresource}]
		return k, k < i
	}
	for k := range list[:i] {
		if a := &list[k]; isWhole(a) && a.Resource == b.Resource && a.Subresource == b.Subresource {
			return k, true
		}
	}
	return 0, false
}
