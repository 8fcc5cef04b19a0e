package host

import "github.com/gpuscript/gpuscript/gpu/diag"

// pinpoint moves the primary label of a fault in an argument from the call to the argument, or to the field of a table that
// is written in the call:
//
//	device:CreateFence("0")                           argument 1
//	list:ResourceBarrier { { Type = "TRANSITON" } }   argument 1, path [1].Type
//
// A table that was made elsewhere keeps the call's place.
func (h *Host) pinpoint(d *diag.Diagnostic) {
	argument, path := 0, ""
	for _, p := range d.Props {
		switch v := p.Value.(type) {
		case int64:
			if p.Key == "argument" {
				argument = int(v)
			}
		case string:
			if p.Key == "path" {
				path = v
			}
		}
	}
	for i := range d.Labels {
		l := &d.Labels[i]
		if !l.Primary || l.Site == 0 || argument == 0 {
			continue
		}
		if site, ok := h.source.Inside(l.Site, argument, path, d.Code == diag.UnknownKey); ok {
			l.Site, l.Span = site, diag.Span{}
		}
		return
	}
}
