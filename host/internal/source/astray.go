package source

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/indent"
)

// Astray is the statement that its indentation puts on the other side of where a block begins or ends: the only one that one of the places stands in,
// and so is told, or else the only one of the text of the first place.
func (s *Set) Astray(places []gpu.Site) (a indent.Astray, told, ok bool) {
	var found []indent.Astray
	for _, site := range places {
		c, r, known := s.find(site)
		if !known {
			continue
		}
		for _, astray := range c.astray() {
			same := func(o indent.Astray) bool { return o.Change.Span == astray.Change.Span }
			if astray.At.Contains(r.Extent) && !slices.ContainsFunc(found, same) {
				found = append(found, astray)
			}
		}
	}
	if told = len(found) > 0; !told && len(places) > 0 {
		if c, _, known := s.find(places[0]); known {
			found = c.astray()
		}
	}
	if len(found) != 1 {
		return a, false, false
	}
	return found[0], told, true
}

// Early is sheet.Sheet.Early of what stands at a site.
func (s *Set) Early(site gpu.Site, states bool) (sure, likely diag.Change) {
	if c, r, ok := s.find(site); ok {
		sure, likely = c.sheet().Early(r, states)
	}
	return sure, likely
}
