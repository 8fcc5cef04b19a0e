// Package way gives numbers to places of scripts and the calls that led there, so that whoever keeps the number of a place keeps how the program came
// to it.
//
//	recorded command ── site 2^31+7 ──▶ lib.lua:8, called at site 2^31+3 ──▶ lib.lua:12, called at ──▶ scene.lua:40
//
// Numbers are given once for each chain of calls, and few are: a command costs a look into a table of those that were met last.
//
// The package must not know texts: places are numbers.
package way

import (
	"sync"

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

// Ways keeps how a program came to its places. The zero value has none. Through, Own and Caller are safe for concurrent use; At is for one goroutine.
type Ways struct {
	mu     sync.RWMutex
	pairs  []pair // what the sites from First on stand for
	paired map[pair]gpu.Site
	last   [256]paired // of At
}

// First is the smallest site that Through gives. Places have smaller ones.
const First gpu.Site = 1 << 31

// mostPairs is how many pairs are kept: callers of later ones are not known.
const mostPairs = 1 << 20

// Through returns a site that stands for the place site in a function that was called at caller, which may have come of Through itself: it is the
// same place, and Caller knows the call. Equal places with equal callers have equal sites. Caller 0 gives the site itself. A site that is no place is
// a call that nobody knows, between others that are.
func (w *Ways) Through(site, caller gpu.Site) gpu.Site {
	if caller == 0 || site == 0 {
		return site
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if i, ok := w.index(site); ok {
		site = w.pairs[i].site
	}
	p := pair{site, caller}
	if known, ok := w.paired[p]; ok {
		return known
	}
	if len(w.pairs) >= mostPairs {
		return site
	}
	if w.paired == nil {
		w.paired = map[pair]gpu.Site{}
	}
	made := First + gpu.Site(len(w.pairs))
	w.pairs = append(w.pairs, p)
	w.paired[p] = made
	return made
}

// At is Through for a running script: the first place of a chain, called at the second one, which was called at the third; after the last one
// may be zeros. It keeps the last places, so that a call costs one comparison in most cases, and no lock.
func (w *Ways) At(chain []gpu.Site) gpu.Site {
	at := gpu.Site(0)
	for i := len(chain) - 1; i >= 0; i-- {
		site := chain[i]
		if at == 0 { // the first place, or what is beyond the end
			at = site
			continue
		}
		e := &w.last[(site*31+at)%gpu.Site(len(w.last))]
		if e.site != site || e.caller != at {
			e.pair, e.both = pair{site, at}, w.Through(site, at)
		}
		at = e.both
	}
	return at
}

// index is the number of the pair that a site stands for. The caller holds the lock.
func (w *Ways) index(site gpu.Site) (i int, ok bool) {
	i = int(site) - int(First)
	return i, i >= 0 && i < len(w.pairs)
}

// Own is the place itself of a site that Through gave; other sites are that already.
func (w *Ways) Own(site gpu.Site) gpu.Site {
	if site < First {
		return site
	}
	w.mu.RLock()
	defer w.mu.RUnlock()
	if i, ok := w.index(site); ok {
		return w.pairs[i].site
	}
	return site
}

// Caller is where the function was called that a site of Through stands in, 0 for other sites. Caller of that is the next one.
func (w *Ways) Caller(site gpu.Site) gpu.Site {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if i, ok := w.index(site); ok {
		return w.pairs[i].caller
	}
	return 0
}

// Inside are all places that the program came to in functions that were called at a place, whatever led there.
func (w *Ways) Inside(call gpu.Site) (list []gpu.Site) {
	call = w.Own(call)
	w.mu.RLock()
	defer w.mu.RUnlock()
	for _, p := range w.pairs {
		caller := p.caller
		if i, ok := w.index(caller); ok {
			caller = w.pairs[i].site
		}
		if caller == call {
			list = append(list, p.site)
		}
	}
	return list
}
