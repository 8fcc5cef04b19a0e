package conformance

import "github.com/gpuscript/gpuscript/gpu/diag"

// sharer is an access of the running call to memory that resources share, and the resources for which an aliasing barrier stands after it.
type sharer struct {
	use
	command int
	settled map[int]bool
}

// shared is the access of the running call that an aliasing barrier has to separate from one that comes now, nil if there is none.
func (s *single) shared(u use) *sharer {
	for i := range s.sharing {
		o := &s.sharing[i]
		if s.neighbours(o.resource, u.resource) && o.command != s.command && !o.settled[u.resource] && o.begin < u.end && u.begin < o.end && (o.write || u.write) {
			return o
		}
	}
	return nil
}

// neighbours says whether two resources stand in the same memory.
func (s *single) neighbours(a, b int) bool {
	return a != b && s.grounds[a].memory != 0 && s.grounds[a].memory == s.grounds[b].memory
}

// share goes through an access to shared memory: the others in it lose what they hold.
func (s *single) share(u use) {
	if s.shared(u) != nil {
		s.broken = append(s.broken, diag.MissingAliasingBarrier)
	}
	memory := s.grounds[u.resource].memory
	if s.idle[memory] == u.resource {
		delete(s.idle, memory)
	}
	if r := s.given(u); r >= 0 {
		s.idle[memory] = r
	}
	s.sharing = append(s.sharing, sharer{u, s.command, map[int]bool{}})
	if s.grounds[u.resource].target && !u.fills && !s.filled[u.resource] {
		s.broken = append(s.broken, diag.TargetNeverFilled)
	}
	s.filled[u.resource] = s.filled[u.resource] || u.fills || !s.stubborn
	for r := range s.grounds {
		if s.neighbours(r, u.resource) && u.write {
			delete(s.filled, r)
		}
	}
}

// given is the other resource to which a barrier of the running call has given the memory of an access; -1: there is none.
func (s *single) given(u use) int {
	r, ok := s.active[s.grounds[u.resource].memory]
	if !ok || r == u.resource || s.grounds[r].buffer && u.begin >= s.grounds[r].bytes {
		return -1
	}
	return r
}

// alias goes through an aliasing barrier; -1 is any resource. What it activates holds nothing yet, and its neighbours nothing any more.
func (s *single) alias(before, after int) {
	for i := range s.sharing {
		if o := &s.sharing[i]; before < 0 || o.resource == before || o.settled[before] { // what comes after it hands the memory on
			for r := range s.grounds {
				o.settled[r] = o.settled[r] || after < 0 || r == after
			}
		}
	}
	s.settle(func(p part) bool { return p.resource == before || before < 0 && p.resource != after })
	for r := range s.grounds {
		if r == after || after >= 0 && s.neighbours(r, after) {
			delete(s.filled, r)
		}
	}
	switch {
	case after < 0:
		clear(s.active)
	case s.grounds[after].memory != 0:
		s.active[s.grounds[after].memory] = after
	}
}
