// Package seats finds what belongs to an agent in a list. It knows nothing of what that is.
package seats

import "github.com/gpuscript/gpuscript/gpu/internal/track/internal/clock"

// Index says where something of an agent stands in a list of which only the end grows. The zero value is fit for any list; where there are few they
// are searched.
type Index map[clock.Agent]int

// few is how many are searched.
const few = 8

// Find is the place of what an agent has among so many, and the end of the list if it has nothing: it is to be put there then.
func (p *Index) Find(a clock.Agent, count int, agent func(i int) clock.Agent) (at int, found bool) {
	if count <= few {
		for at < count && agent(at) != a {
			at++
		}
		return at, at < count
	}
	if *p == nil {
		*p = Index{}
	}
	for i := len(*p); i < count; i++ {
		(*p)[agent(i)] = i
	}
	if at, found = (*p)[a]; found {
		return at, true
	}
	return count, false
}
