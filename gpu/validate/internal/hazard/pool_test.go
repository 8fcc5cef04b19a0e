package hazard

import (
	"cmp"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// checkAll is inside.check as it is defined: every resource in the memory is looked at, the one that was touched last first.
func (n *inside) checkAll(w *work, memory gpu.ID, s *span) {
	if p := n.find(memory); p != nil {
		groups := slices.Clone(p.groups)
		slices.SortFunc(groups, func(a, b *group) int { return cmp.Compare(b.touched, a.touched) })
		for _, g := range groups {
			if s.begin < g.end && g.begin < s.end {
				g.matter(w, s)
			}
		}
	}
	n.sealed = seal{}
}

// crowd are resources in one heap, some of which share bytes.
type crowd struct {
	r     *rand.Rand
	count int
	large int // every so manieth has many bytes
}

func (c crowd) place(id gpu.ID) Place {
	return Place{Memory: 1, Offset: uint64(c.bytes(id)[0])}
}

// bytes are where a resource stands in the heap.
func (c crowd) bytes(id gpu.ID) [2]int {
	if begin := int(id) % (c.count/2 + 1) * 8; int(id)%c.large != 0 {
		return [2]int{begin, begin + 16}
	}
	return [2]int{0, 4 * c.count}
}

// event does something at random to works, which must stay alike.
func (c crowd) event(number uint32, do func(barrier *gpu.Barrier, s *span)) {
	any := func() gpu.ID { return gpu.ID(2 + c.r.Intn(c.count)) }
	b := &gpu.Barrier{Type: gpu.BarrierAliasing}
	switch c.r.Intn(8) {
	case 0:
		b.Aliased[1] = any()
	case 1, 2:
		b.Aliased = [2]gpu.ID{any(), any()}
	case 3:
		if c.r.Intn(8) > 0 {
			b.Aliased[0] = any()
		}
	case 4:
		b = &gpu.Barrier{Type: gpu.BarrierUAV}
		if c.r.Intn(8) > 0 {
			b.Resource = any()
		}
	default:
		id := any()
		at := c.bytes(id)
		begin := uint64(at[0] + c.r.Intn(at[1]-at[0]))
		a := gpu.Access{Resource: id, Begin: begin - uint64(at[0]), End: uint64(at[1] - at[0]), Kind: gpu.AccessRead, As: gpu.StateCopySource, Exact: true}
		switch c.r.Intn(4) {
		case 0:
			a.Kind, a.As = gpu.AccessWrite, gpu.StateCopyDest
		case 1:
			a.Kind, a.As = gpu.AccessWrite, gpu.StateUnorderedAccess
		}
		do(nil, spanOf(begin, uint64(at[1]), Side{Queue: 1, Op: gpu.OpDispatch, Access: a, number: number}))
		return
	}
	do(b, nil)
}

// TestPools: what is left out of a comparison of resources in one memory could not have been a conflict.
func TestPools(t *testing.T) {
	found, levels := 0, 0
	for seed := range int64(120) {
		r := rand.New(rand.NewSource(seed))
		c := crowd{r: r, count: 2 + r.Intn(24), large: 1 + r.Intn(8)}
		if seed%10 == 0 {
			c.count = 200
		}
		fast, plain := &work{inside: &inside{}}, &work{inside: &inside{}}
		for number := uint32(1); number < 400; number++ {
			c.event(number, func(b *gpu.Barrier, s *span) {
				for _, w := range []*work{fast, plain} {
					w.inside.commands = number
					if b != nil {
						at := Place{}
						if id := cmp.Or(b.Resource, b.Aliased[0]); id != 0 {
							at = c.place(id)
						}
						w.inside.barrier(b, &at)
						continue
					}
					if w == fast {
						w.inside.check(w, 1, s)
					} else {
						w.inside.checkAll(w, 1, s)
					}
					kept := *s
					w.inside.add(w.inside.pool(1), &kept, false)
				}
			})
			require.Len(t, fast.conflicts, len(plain.conflicts), "seed %d", seed)
		}
		require.Equal(t, plain.conflicts, fast.conflicts, "seed %d", seed)
		found += len(fast.conflicts)
		levels = max(levels, len(fast.inside.pools[0].levels))
	}
	require.Greater(t, found, 1000)
	require.Equal(t, 2, levels)
}

// TestResourcesInTurns: of resources that have the same memory in turns, each is compared with the one before it only, however the barriers name
// them.
func TestResourcesInTurns(t *testing.T) {
	for _, named := range []bool{false, true} {
		w := &work{inside: &inside{}}
		for id := gpu.ID(2); id < 2002; id++ {
			w.inside.commands++
			b := &gpu.Barrier{Type: gpu.BarrierAliasing, Aliased: [2]gpu.ID{0, id}}
			if named {
				b.Aliased[0] = id - 1
			}
			w.inside.barrier(b, &Place{Memory: 1})
			w.inside.commands++
			a := gpu.Access{Resource: id, End: 64, Kind: gpu.AccessWrite, As: gpu.StateCopyDest, Exact: true}
			s := spanOf(0, 64, Side{Queue: 1, Op: gpu.OpCopyResource, number: w.inside.commands, Access: a})
			w.inside.check(w, 1, s)
			w.inside.add(w.inside.pool(1), s, false)
		}
		require.Empty(t, w.conflicts)
		require.Less(t, w.inside.find(1).steps, 2000*4*8, "some of each of the four levels")
	}
}
