package conformance

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// part is a subresource of one of the resources of a program.
type part struct{ resource, subresource int }

// use is what a command does to a part.
type use struct {
	part
	needs         gpu.ResourceStates
	begin, end    uint64 // bytes from the start of the part
	write, atomic bool
	fills         bool // all of a target, whatever was there
}

// ground is a kind of resource, as far as its states depend on it.
type ground struct {
	parts        int
	buffer       bool
	simultaneous bool
	initial      gpu.ResourceStates
	memory       int    // that several resources share; 0: its own
	bytes        uint64 // of a buffer there
	target       bool   // a render target of shared memory, which is filled before other uses
}

// decays says whether every call leaves a resource in COMMON.
func (g *ground) decays() bool { return g.buffer || g.simultaneous }

// promotable are the states into which a resource goes from COMMON by itself.
func (g *ground) promotable() gpu.ResourceStates {
	if g.decays() {
		return ^(gpu.StateDepthRead | gpu.StateDepthWrite)
	}
	return gpu.StateAllShaderResource | gpu.StateCopyDest | gpu.StateCopySource
}

// writeStates are the states that write.
const writeStates = gpu.StateRenderTarget | gpu.StateUnorderedAccess | gpu.StateDepthWrite | gpu.StateStreamOut | gpu.StateCopyDest | gpu.StateResolveDest

// standings is where a part is.
type standings struct {
	now      gpu.ResourceStates
	promoted bool
	split    *[2]gpu.ResourceStates // before and after, between the halves
}

// scattered is an access as UNORDERED_ACCESS of the running call.
type scattered struct {
	use
	command int
}

// single is a model of the states and hazards of one queue. It goes through commands in their order and collects the codes of what
// is broken; then it goes on as if the missing barrier had been there, or, if it is stubborn, as if the command had not.
//
//	ExecuteCommandLists ── command ─ command ─ barrier ─ command ──▶ finish: what decays goes back to COMMON
//	                          COMMON ─▶ promoted ─▶ more reads
type single struct {
	grounds  []ground
	copies   bool // a COPY queue
	stubborn bool
	at       map[part]*standings
	touched  map[part]bool
	open     []scattered
	command  int
	broken   []diag.Code
	sharing  []sharer
	filled   map[int]bool
	active   map[int]int // by memory: the resource to which a barrier gave it last, in the running call
	idle     map[int]int // by memory: that resource, where another one was used since, and it was not
}

func newSingle(grounds []ground, copies bool) *single {
	s := &single{grounds: grounds, copies: copies, at: map[part]*standings{}, touched: map[part]bool{}, filled: map[int]bool{}, active: map[int]int{}, idle: map[int]int{}}
	for r, g := range grounds {
		for k := range g.parts {
			s.at[part{r, k}] = &standings{now: g.initial}
		}
	}
	return s
}

// fits says whether a part is in a state, or goes into it by itself.
func (s *single) fits(p part, needs gpu.ResourceStates) bool {
	at, promotable := s.at[p], s.grounds[p.resource].promotable()
	switch {
	case at.split != nil:
		return false
	case at.now == gpu.StateCommon:
		return needs&^promotable == 0
	case at.now&needs == needs:
		return true
	}
	return at.promoted && at.now&writeStates == 0 && needs&writeStates == 0 && needs&^promotable == 0
}

// uses goes through one command.
func (s *single) uses(all []use) {
	s.command++
	for _, u := range all {
		at := s.at[u.part]
		s.touched[u.part] = true
		switch {
		case at.split != nil:
			s.wrong(diag.SplitPending, at, u.needs)
		case !s.fits(u.part, u.needs):
			s.wrong(diag.WrongState, at, u.needs)
		case at.now == gpu.StateCommon:
			*at = standings{now: u.needs, promoted: true}
		default:
			at.now |= u.needs
		}
	}
	for _, u := range all {
		if u.needs == gpu.StateUnorderedAccess {
			s.scatter(u)
		}
		if s.grounds[u.resource].memory != 0 {
			s.share(u)
		}
	}
}

// wrong notes that a command needs another state.
func (s *single) wrong(code diag.Code, at *standings, needs gpu.ResourceStates) {
	s.broken = append(s.broken, code)
	if !s.stubborn {
		*at = standings{now: needs}
	}
}

// scatter compares an unordered access with those before it in the call.
func (s *single) scatter(u use) {
	for _, o := range s.open {
		if o.command != s.command && o.part == u.part && o.begin < u.end && u.begin < o.end && (o.write || u.write) && !(o.atomic && u.atomic) {
			s.broken = append(s.broken, diag.MissingUAVBarrier)
		}
	}
	s.open = append(s.open, scattered{u, s.command})
}

// settle forgets the unordered accesses for which a barrier stands.
func (s *single) settle(covers func(part) bool) {
	kept := s.open[:0]
	for _, o := range s.open {
		if !covers(o.part) {
			kept = append(kept, o)
		}
	}
	s.open = kept
}

// half says which half of a transition a barrier is.
type half uint8

const (
	wholeMove half = iota
	beginOnly
	endOnly
)

// transition goes through a transition of one part.
func (s *single) transition(p part, before, after gpu.ResourceStates, h half) {
	s.touched[p] = true
	at := s.at[p]
	switch {
	case h == endOnly && at.split == nil, h != endOnly && at.split != nil, h == endOnly && *at.split != [2]gpu.ResourceStates{before, after}:
		s.broken = append(s.broken, diag.SplitMismatch)
	case h != endOnly && !s.leaves(p, before):
		s.broken = append(s.broken, diag.WrongBefore)
	}
	if h == beginOnly {
		*at = standings{now: before, split: &[2]gpu.ResourceStates{before, after}}
		return
	}
	*at = standings{now: after}
	s.settle(func(q part) bool { return q == p })
}

// leaves says whether before is where a part is. From COMMON every state counts into which it goes by itself, and from reads that it
// went into by itself every set of reads that is larger.
func (s *single) leaves(p part, before gpu.ResourceStates) bool {
	at := s.at[p]
	if at.now != gpu.StateCommon && before&at.now != at.now {
		return false
	}
	return at.now == before || at.split == nil && s.fits(p, before)
}

// unordered goes through a UAV barrier of a resource, or of all: -1.
func (s *single) unordered(resource int) {
	s.settle(func(p part) bool { return resource < 0 || p.resource == resource })
}

// finish ends a call of ExecuteCommandLists.
func (s *single) finish() {
	for p := range s.touched {
		at := s.at[p]
		if at.split == nil && (s.copies || s.grounds[p.resource].decays() || at.promoted && at.now&writeStates == 0) {
			*at = standings{}
		}
	}
	clear(s.touched)
	for range s.idle {
		s.broken = append(s.broken, diag.MissingAliasingBarrier)
	}
	clear(s.active)
	clear(s.idle)
	s.open, s.sharing = s.open[:0], s.sharing[:0]
}
