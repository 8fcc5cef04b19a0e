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
// apart, and commands of one place, and out of modules into the file that the outermost call stands in, unless a label shows that. From that file on,
// calls that modules make are left out. A call on a line that has a label already is not told again, and of many calls the innermost are.
//
//	8 |   queue:ExecuteCommandLists { list }
//	  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ reads x[0, 4)
//	  |         |
//	  |         writes x[0, 4)
//	  ::: ^ called from scene.lua:12:1
//	  ::: - called from scene.lua:11:1
//
// Places are resolved. Callers are added once. How the program came to the primary label is not told where the stack of an error tells it. Which call
// of a function has recorded a command is told also where nothing else is at its place, because of the function's other calls.
func (d *Diagnostic) Callers(calls Calls) {
	c := callers{d, calls, map[gpu.Site][]caller{}}
	added := make([][]Place, len(d.Labels))
	for i, l := range d.Labels {
		stacked := l.Primary && len(d.Stack) > 0
		if !stacked {
			added[i] = c.add(nil, l.Site, c.apart(i), false)
		}
		for _, p := range l.Via {
			if p.Verb == CalledFrom {
				return
			}
			added[i] = c.add(append(added[i], p), p.Site, c.apartVia(p), stacked)
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

// of are the calls that led to a site, from inside: all of a module up to the file that the outermost one stands in, and those of that file.
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
	if n := len(all); n > 0 {
		all = kept(all, all[n-1].Span.File, c.inFile(site, all[n-1].Span.File))
	}
	c.known[site] = all
	return all
}

// kept leaves out the calls of modules from a file on. The function of a call that stays may be called elsewhere if that of one that led to it may.
func kept(all []caller, root string, out bool) (list []caller) {
	several := false
	for _, call := range all {
		several = several || call.several
		if out = out || call.Span.File == root; !out || call.Span.File == root {
			list = append(list, caller{call.Place, several})
			several = false
		}
	}
	return list
}

// inFile reports whether a site stands in a file.
func (c callers) inFile(site gpu.Site, file string) bool {
	span, _ := c.Span(site)
	return span.File == file
}

// add adds the calls that led to a site: those that tell it apart, and those that lead out of a module; not those that the stack of the error names,
// if that is shown with it.
func (c callers) add(places []Place, site gpu.Site, apart int, stacked bool) []Place {
	all, out := c.of(site), 0
	if n := len(all); n > 0 && !c.inFile(site, all[n-1].Span.File) {
		root := all[n-1].Span.File
		out = 1 + slices.IndexFunc(all, func(call caller) bool { return call.Span.File == root })
		if c.labelled(all[out-1].Span) {
			out = 0 // what leads out is shown
		}
	}
	for k, call := range all[:min(max(apart, out), len(all))] {
		if k >= out && !call.several || k >= mostCalls || c.labelled(call.Span) || stacked && c.stacked(call.Span) ||
			slices.Contains(places, call.Place) {
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

// stacked reports whether the stack of an error names a call.
func (c callers) stacked(call Span) bool {
	return slices.ContainsFunc(c.d.Stack, func(f Frame) bool { return f.Span == call })
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

// apartVia is how many calls tell a further place apart from others that are the same place, and a command from those that other calls of its
// functions record, as far as these have not led to the other side, too.
func (c callers) apartVia(p Place) (n int) {
	var others []gpu.Site
	for _, l := range c.d.Labels {
		for _, other := range l.Via {
			if other.Span == p.Span {
				n = max(n, c.differ(p.Site, other.Site))
			}
			if other.Verb == RecordedAt && other.Site != p.Site {
				others = append(others, other.Site)
			}
		}
	}
	if p.Verb == RecordedAt {
		n = max(n, c.own(p.Site, others))
	}
	return n
}

// own is how many calls that led to a site, from inside, end with one whose function may be called elsewhere and which led to none of the others.
func (c callers) own(site gpu.Site, others []gpu.Site) int {
	for k, call := range slices.Backward(c.of(site)) {
		shared := func(other gpu.Site) bool {
			return slices.ContainsFunc(c.of(other), func(theirs caller) bool { return theirs.Span == call.Span })
		}
		if call.several && !slices.ContainsFunc(others, shared) {
			return k + 1
		}
	}
	return 0
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
