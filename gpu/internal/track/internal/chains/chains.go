// Package chains keeps many short lists in one slice, which grow and end all the time. It knows nothing of what is in them.
package chains

// Pool has the links of all chains. A chain is the number of its first link; number 0 is the empty one.
//
//	7 → 3 → 0    two values: that of link 7, and that of link 3, which was put in earlier
type Pool[T any] struct {
	all  []link[T]
	free int32
}

type link[T any] struct {
	value T
	next  int32
}

// Add puts a value in front of a chain, and returns what the chain is now.
func (p *Pool[T]) Add(chain int32, value T) int32 {
	n := p.free
	if n == 0 {
		if len(p.all) == 0 {
			p.all = append(p.all, link[T]{})
		}
		p.all = append(p.all, link[T]{})
		n = int32(len(p.all) - 1)
	} else {
		p.free = p.all[n].next
	}
	p.all[n] = link[T]{value, chain}
	return n
}

// First is the value in front of a chain that is not empty.
func (p *Pool[T]) First(chain int32) T { return p.all[chain].value }

// Take takes the value in front of a chain that is not empty away, and returns it and the rest.
func (p *Pool[T]) Take(chain int32) (value T, rest int32) {
	l := p.all[chain]
	p.all[chain] = link[T]{next: p.free}
	p.free = chain
	return l.value, l.next
}

// Links is how many links there are, those that are free among them.
func (p *Pool[T]) Links() int { return len(p.all) }
