// Package passage keeps the transitions of a recording and its render passes. It finds the last transition that a subresource went through before a
// command, and the pass that a command stands in.
//
//	recording   barrier 0 ─ dispatch ─ barrier 1 ─ barrier 2 ─ dispatch ─ …
//	resource a      ●                                 ●                        of two resources: the numbers
//	resource b                           ●                                     of their barriers, ascending
//
// What descriptors show is known when a list is submitted, and so is which of its barriers matter; asking costs the barriers of the one resource,
// however many others there are.
//
// The package must not know lists, descriptors or rules.
package passage

import (
	"math"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Passage is a transition of a recording.
type Passage struct {
	gpu.Barrier
	Site gpu.Site
	// Entry is its number among the Of barriers of its call, from 0.
	Entry, Of int
	Command   uint32 // of the recording, by its number
}

// List is the transitions of a recording, in their order. The zero value has none, and so has nil for those who ask for one. It is used by one
// goroutine at a time.
type List struct {
	all   []Passage
	index map[gpu.ID][]int // numbers in all, by resource
	work  int              // how many come before the last command that is no barrier
	spare [][]int          // empty ones, of recordings before
	passes
	// None says that it is of a bundle, which records no barriers.
	None bool
}

// Reset forgets all, and keeps the memory for the next recording.
func (l *List) Reset() {
	l.all, l.work = l.all[:0], 0
	l.passes.reset()
	for _, numbers := range l.index {
		l.spare = append(l.spare, numbers[:0])
	}
	clear(l.index)
}

// Len is how many there are.
func (l *List) Len() int { return len(l.all) }

// Add appends one of the barriers of a call, by its number.
func (l *List) Add(all []gpu.Barrier, entry int, site gpu.Site) {
	b := &all[entry]
	if l.index == nil {
		l.index = map[gpu.ID][]int{}
	}
	numbers, known := l.index[b.Resource]
	if n := len(l.spare); !known && n > 0 {
		numbers, l.spare = l.spare[n-1], l.spare[:n-1]
	}
	l.index[b.Resource] = append(numbers, len(l.all))
	l.all = append(l.all, Passage{Barrier: *b, Site: site, Entry: entry, Of: len(all)})
}

// Trails says whether nothing but barriers is recorded after the last transition of a resource: what comes next with it is in another list.
func (l *List) Trails(resource gpu.ID) bool {
	numbers := l.of(resource)
	return len(numbers) > 0 && numbers[len(numbers)-1] >= l.work
}

// First is the first through which a resource went, nil if there is none.
func (l *List) First(resource gpu.ID) *Passage {
	if list := l.index[resource]; len(list) > 0 {
		return &l.all[list[0]]
	}
	return nil
}

// Leaves is the place of the first of them if it takes a target out of the state in which lists of a type write it, 0 if it does not.
func (l *List) Leaves(target gpu.ID, direct bool) gpu.Site {
	if p := l.First(target); p != nil && (p.Before == gpu.StateRenderTarget && direct || p.Before == gpu.StateDepthWrite) {
		return p.Site
	}
	return 0
}

// At is the first that a call at a site, or any for site 0, recorded for a subresource of a resource, nil if there is none.
func (l *List) At(site gpu.Site, resource gpu.ID, subresource uint32) *Passage {
	for _, i := range l.of(resource) {
		if p := &l.all[i]; (site == 0 || p.Site == site) && (p.Subresource == gpu.AllSubresources || p.Subresource == subresource) {
			return p
		}
	}
	return nil
}

// Together says whether the call of a transition has nothing but transitions from the same state, and no halves of one.
func (l *List) Together(p *Passage) bool {
	for _, i := range l.of(p.Resource) {
		if first := i - p.Entry; &l.all[i] == p && first >= 0 && first+p.Of <= len(l.all) {
			for k := range p.Of {
				if o := &l.all[first+k]; o.Site != p.Site || o.Entry != k || o.Before != p.Before || o.Flags != 0 {
					return false
				}
			}
			return true
		}
	}
	return false
}

// of are the numbers of those of a resource.
func (l *List) of(resource gpu.ID) []int {
	if l == nil {
		return nil
	}
	return l.index[resource]
}

// Last is the last through which a subresource of a resource went, nil if there is none.
func (l *List) Last(resource gpu.ID, subresource uint32) *Passage {
	if l == nil {
		return nil
	}
	return l.Before(len(l.all), resource, subresource)
}

// Alike says whether the last through which a resource went took all of its subresources to one state.
func (l *List) Alike(resource gpu.ID) bool {
	numbers := l.of(resource)
	return len(numbers) > 0 && l.all[numbers[len(numbers)-1]].Subresource == gpu.AllSubresources
}

// Brings says whether one takes a resource to one of some states.
func (l *List) Brings(resource gpu.ID, states gpu.ResourceStates) bool {
	return slices.ContainsFunc(l.of(resource), func(i int) bool { return l.all[i].After&states != 0 })
}

// From is the last that takes a resource, all of it, from one state to another, nil if there is none.
func (l *List) From(resource gpu.ID, before, after gpu.ResourceStates) (last *Passage) {
	for _, i := range l.of(resource) {
		if p := &l.all[i]; p.Before == before && p.After == after && p.Subresource == gpu.AllSubresources {
			last = p
		}
	}
	return last
}

// Instead is the transition that may be meant for a subresource of a resource, before a command: it takes another one from one state to another, free
// says that this does not need it, and it is the last of both. nil: there is none, or more than one.
func (l *List) Instead(of gpu.Barrier, before uint32, free func(*Passage) bool) (found *Passage) {
	for _, i := range l.of(of.Resource) {
		p := &l.all[i]
		if p.Command >= before || p.Subresource == of.Subresource || p.Subresource == gpu.AllSubresources || p.Flags != 0 ||
			p.Before != of.Before || !p.After.Has(of.After) || l.Next(p, p.Subresource) != nil || l.Next(p, of.Subresource) != nil || !free(p) {
			continue
		}
		if found != nil {
			return nil
		}
		found = p
	}
	return found
}

// Next is the first after one of the list through which a subresource of its resource goes, nil if there is none. gpu.AllSubresources goes through
// each.
func (l *List) Next(b *Passage, subresource uint32) *Passage {
	found := false
	for _, i := range l.index[b.Resource] {
		p := &l.all[i]
		if found && (p.Subresource == gpu.AllSubresources || subresource == gpu.AllSubresources || p.Subresource == subresource) {
			return p
		}
		found = found || p == b
	}
	return nil
}

// Exchanged says whether a BEGIN half comes right after the END half of the same barrier, which it was to come before.
func (l *List) Exchanged(b *Passage, subresource uint32) bool {
	if b.Flags != gpu.BarrierBeginOnly {
		return false
	}
	var last *Passage
	for _, i := range l.index[b.Resource] {
		p := &l.all[i]
		if p == b {
			break
		}
		if p.Subresource == gpu.AllSubresources || subresource == gpu.AllSubresources || p.Subresource == subresource {
			last = p
		}
	}
	return last != nil && last.Flags == gpu.BarrierEndOnly && last.Before == b.Before && last.After == b.After
}

// Span is how many transitions a resource has gone through when a subresource of it is as it is after the first n of all: from has to be after it,
// until is no longer.
type Span struct{ From, Until int }

// Has says whether that is so after n transitions of the resource.
func (s Span) Has(n int) bool { return s.From <= n && n < s.Until }

// Around is the span of the commands after the first n. That of gpu.AllSubresources ends at a transition of any.
func (l *List) Around(n int, resource gpu.ID, subresource uint32) Span {
	s, list := Span{0, math.MaxInt}, l.index[resource]
	for k, i := range list {
		if p := &l.all[i]; p.Subresource != gpu.AllSubresources && subresource != gpu.AllSubresources && p.Subresource != subresource {
			continue
		}
		if i >= n {
			s.Until = k + 1
			break
		}
		s.From = k + 1
	}
	return s
}

// Before is the last of the first n through which a subresource of a resource went, nil if there is none. gpu.AllSubresources goes through each.
func (l *List) Before(n int, resource gpu.ID, subresource uint32) *Passage {
	list := l.index[resource]
	k, _ := slices.BinarySearch(list, n)
	for k--; k >= 0; k-- {
		p := &l.all[list[k]]
		if p.Subresource == gpu.AllSubresources || subresource == gpu.AllSubresources || p.Subresource == subresource {
			return p
		}
	}
	return nil
}
