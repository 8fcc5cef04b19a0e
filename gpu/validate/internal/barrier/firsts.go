package barrier

import "github.com/gpuscript/gpuscript/gpu"

// whole are the first two transitions of subresources in one call, those in halves apart; nil where there are so few barriers that each is compared
// with those before it.
type whole map[changed]pair

// changed is what a transition is of.
type changed struct {
	resource    gpu.ID
	subresource uint32
}

// pair are the numbers of two barriers. The second is 0 where there is none.
type pair struct{ first, second int }

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
		switch p, known := out[at]; {
		case !isWhole(b) || p.second > 0:
		case known:
			out[at] = pair{p.first, i}
		default:
			out[at] = pair{first: i}
		}
	}
	return out
}

// second says whether a barrier of the list is the second whole transition of its subresource, and which one is the first. The third and later ones
// have the same cause, and are not told.
func (w whole) second(list []gpu.Barrier, i int) (first int, ok bool) {
	b := &list[i]
	if !isWhole(b) {
		return 0, false
	}
	if w != nil {
		p := w[changed{b.Resource, b.Subresource}]
		return p.first, p.first < i && p.second == i
	}
	for k := range list[:i] {
		if a := &list[k]; isWhole(a) && a.Resource == b.Resource && a.Subresource == b.Subresource {
			if ok {
				return 0, false
			}
			first, ok = k, true
		}
	}
	return first, ok
}
