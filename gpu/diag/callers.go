package diag

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Calls knows where functions were called.
type Calls interface {
	// Caller returns where the function was called in which a site stands, 0 if it is not known, and whether that may be at several places.
	Caller(site gpu.Site) (call gpu.Site, several bool)
	// Span is the place of a site.
	Span(site gpu.Site) (Span, bool)
}

// Callers adds to the labels how the program came there, a call of a function around a call of a function: as far as that tells labels
// apart, and commands of one place, and out of modules into the file that the outermost call stands in, unless a label shows that. A call on a line that has a
// label already is not told again, and of many calls the innermost are.
//
//	8 |   queue:ExecuteCommandLists { list }
//	  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ reads x[0, 4)
//	  |         ---------------------------- writes x[0, 4)
//	  ::: called from scene.lua:12:1
//	  ::: called from scene.lua:11:1
//
// Places are resolved. Callers are added once. The stack of an error tells how the program came to its primary label.
func (d *Diagnostic) Callers(calls Calls) {
	c := callers{d, calls, map[gpu.Site][]caller{}}
	added := make([][]Place, len(d.Labels))
	for i, l := range d.Labels {
		stacked := l.Primary && len(d.Stack) > 0
		added[i] = c.add(nil, l.Site, l.Span, c.apart(i), stacked)
		for _, p := range l.Via {
			if p.Verb == CalledFrom {
				return
			}
			added[i] = c.add(append(added[i], p), p.Site, p.Span, c.apartVia(p), stacked)
		}
	}
	for i := range added {
		d.Labels[i].Via = added[i]
	}
}

// mostCalls is how many calls are told of one place at most.
const mostCalls = 4

type callers struct {
	d *Diagnostic
	Calls
	known map[gpu.Site][]caller
}

// caller is one call of those that led to a place.
type caller struct {
	Place
	several bool // the function that it called may be called elsewhere
}

// of are the calls that led to a site, from inside.
func (c callers) of(site gpu.Site) (all []caller) {
	if known, ok := c.known[site]; ok {
		return known
	}
	for at := site; at != 0; {
		call, several := c.Caller(at)
		if span, ok := c.Span(call); ok && call != 0 {
			all = append(all, caller{Place{Site: call, Span: span, Verb: CalledFrom}, several})
		}
		at = call
	}
	c.known[site] = all
	return all
}

// add adds the calls that led to a site: those that tell it apart, and those that lead out of a module.
func (c callers) add(places []Place, site gpu.Site, at Span, apart int, stacked bool) []Place {
	all := c.of(site)
	out := 0
	if n := len(all); n > 0 && !stacked {
		root := all[n-1].Span.File
		for out < n && at.File != root && (out == 0 || all[out-1].Span.File != root) {
			out++
		}
		if out > 0 && c.labelled(all[out-1].Span) {
			out = 0 // what leads out is shown
		}
	}
	for k, call := range all[:min(max(apart, out), len(all))] {
		if k >= out && !call.several || k >= mostCalls || c.labelled(call.Span) || slices.Contains(places, call.Place) {
			continue
		}
		places = append(places, call.Place)
	}
	return places
}

// labelled reports whether a label stands on the line of a call.
func (c callers) labelled(call Span) bool {
	return slices.ContainsFunc(c.d.Labels, func(l Label) bool {
		return l.Span.File == call.File && l.Span.Line <= call.Line && call.Line <= max(l.Span.Line, l.Span.EndLine)
	})
}

// apart is how many calls tell label i apart from those that other calls led to.
func (c callers) apart(i int) (n int) {
	for k := range c.d.Labels {
		if c.d.Labels[k].Site != 0 {
			n = max(n, c.differ(c.d.Labels[i].Site, c.d.Labels[k].Site))
		}
	}
	return n
}

// apartVia is how many calls tell a further place apart from others that are the same place.
func (c callers) apartVia(p Place) (n int) {
	for _, l := range c.d.Labels {
		for _, other := range l.Via {
			if other.Span == p.Span {
				n = max(n, c.differ(p.Site, other.Site))
			}
		}
	}
	return n
}

// differ is the number of calls, from inside, by which a site differs from another one; 0 if the same calls led to both.
func (c callers) differ(site, other gpu.Site) int {
	mine, theirs := c.of(site), c.of(other)
	for k, call := range mine {
		if k >= len(theirs) || theirs[k].Span != call.Span {
			return k + 1
		}
	}
	return 0
}
