package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
)

// A pair is a place in a function, and the place where the function was called, which may stand for a pair itself:
//
//	lib.lua:8 ◀── lib.lua:12 ◀── scene.lua:40
//	              └─────────────────────────┘ a pair, the caller in
//	└───────────────────────────────────────┘ this one
type pair struct{ site, caller gpu.Site }

// paired is a pair and the site that stands for it.
type paired struct {
	pair
	both gpu.Site
}

// mostPairs is how many pairs are kept: callers of later ones are not known.
const mostPairs = 1 << 20

// Through returns a site that stands for the place site in a function that was called at caller, which may have come of Through itself: it is the same
// place, and Caller knows the call. Equal places with equal callers have equal sites. Caller 0 gives the site itself. A site that is none of the set
// is a call that nobody knows, between others that are.
func (s *Set) Through(site, caller gpu.Site) gpu.Site {
	if caller == 0 || site == 0 {
		return site
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	p := pair{s.own(site), caller}
	if known, ok := s.paired[p]; ok {
		return known
	}
	if len(s.pairs) >= mostPairs {
		return p.site
	}
	made := firstPair + gpu.Site(len(s.pairs))
	s.pairs = append(s.pairs, p)
	s.paired[p] = made
	return made
}

// At is Through for a running script: the first place of a chain, called at the second one, which was called at the third; 0 ends the chain. It
// keeps the last places, so that a call costs one comparison in most cases, and no lock. It is for the goroutine of the script only.
func (s *Set) At(chain []gpu.Site) gpu.Site {
	n := slices.Index(chain, 0)
	if n < 0 {
		n = len(chain)
	}
	at := gpu.Site(0)
	for _, site := range slices.Backward(chain[:n]) {
		at = s.through(site, at)
	}
	return at
}

// through is Through with the last places.
func (s *Set) through(site, caller gpu.Site) gpu.Site {
	if caller == 0 {
		return site
	}
	e := &s.last[(site*31+caller)%gpu.Site(len(s.last))]
	if e.site != site || e.caller != caller {
		e.pair, e.both = pair{site, caller}, s.Through(site, caller)
	}
	return e.both
}

// own is the place itself of a site that Through gave. The caller holds the lock.
func (s *Set) own(site gpu.Site) gpu.Site {
	if i := int(site) - int(firstPair); i >= 0 && i < len(s.pairs) {
		return s.pairs[i].site
	}
	return site
}

// Caller returns where the function was called that a site of Through stands in, 0 for other sites. Caller of that is the next one. several says
// whether the text may call the function more than once.
func (s *Set) Caller(site gpu.Site) (caller gpu.Site, several bool) {
	s.mu.RLock()
	i := int(site) - int(firstPair)
	if i < 0 || i >= len(s.pairs) {
		s.mu.RUnlock()
		return 0, false
	}
	caller = s.pairs[i].caller
	s.mu.RUnlock()
	c, r, ok := s.find(site)
	return caller, ok && c.reused(r.extent.start)
}

// reused says whether a place stands in a function that may be called more than once.
func (c *chunk) reused(pos int) bool {
	for i := range c.tree.records {
		r := &c.tree.records[i]
		if f, ok := r.node.(*ast.FunctionExpr); ok && pos > r.extent.start && pos < r.extent.end && !c.calledOnce(f, 0) {
			return true
		}
	}
	return false
}
