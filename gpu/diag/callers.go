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

// Callers adds to the labels where the functions were called in which they stand, as far as that tells them apart: labels that were reached by
// different calls, and commands of one place that were. A call on a line that has a label already is not told again.
//
//	8 |   queue:ExecuteCommandLists { list }
//	  |         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ reads x[0, 4)
//	  |         ---------------------------- writes x[0, 4)
//	  ::: called from scene.lua:12:1
//	  ::: called from scene.lua:11:1
//
// Places are resolved. Callers are added once.
func (d *Diagnostic) Callers(calls Calls) {
	c := callers{d, calls}
	added := make([][]Place, len(d.Labels))
	for i, l := range d.Labels {
		added[i] = c.after(c.tells(i), l.Site)
		for _, p := range l.Via {
			if p.Verb == CalledFrom {
				return
			}
			added[i] = append(added[i], p)
			for _, call := range c.after(c.tellsVia(p), p.Site) {
				if !slices.Contains(added[i], call) {
					added[i] = append(added[i], call)
				}
			}
		}
	}
	for i := range added {
		d.Labels[i].Via = added[i]
	}
}

type callers struct {
	d *Diagnostic
	Calls
}

// after is the call through which the program came to a site, if it is to be told.
func (c callers) after(told bool, site gpu.Site) []Place {
	call, several := c.Caller(site)
	if !told || call == 0 || !several {
		return nil
	}
	span, _ := c.Span(call)
	for _, l := range c.d.Labels {
		if l.Span.File == span.File && l.Span.Line <= span.Line && span.Line <= max(l.Span.Line, l.Span.EndLine) {
			return nil
		}
	}
	return []Place{{Site: call, Span: span, Verb: CalledFrom}}
}

// tells reports whether another label was reached by another call than label i.
func (c callers) tells(i int) bool {
	mine, _ := c.Caller(c.d.Labels[i].Site)
	for k := range c.d.Labels {
		if other, _ := c.Caller(c.d.Labels[k].Site); other != mine && c.d.Labels[k].Site != 0 {
			return true
		}
	}
	return false
}

// tellsVia reports whether the place of a further place was reached by another call, too.
func (c callers) tellsVia(p Place) bool {
	mine, _ := c.Caller(p.Site)
	for _, l := range c.d.Labels {
		for _, other := range l.Via {
			if call, _ := c.Caller(other.Site); call != mine && other.Span == p.Span {
				return true
			}
		}
	}
	return false
}
