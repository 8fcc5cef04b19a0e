package bindings

import (
	"errors"
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/filter"
)

// messageFilterDesc is the argument of gpu.SetMessageFilter.
type messageFilterDesc struct {
	Allow, Deny []string
	Severities  map[string]string // error, warning or advice by code, name or family
}

// setMessageFilter is gpu.SetMessageFilter.
func (e *env) setMessageFilter(d messageFilterDesc, site gpu.Site) error {
	return withFilter("gpu.SetMessageFilter", d, site, e.filters.Set)
}

// pushMessageFilter is gpu.PushMessageFilter.
func (e *env) pushMessageFilter(d messageFilterDesc, site gpu.Site) error {
	return withFilter("gpu.PushMessageFilter", d, site, e.filters.Push)
}

// popMessageFilter is gpu.PopMessageFilter.
func (e *env) popMessageFilter(site gpu.Site) error {
	if e.filters.Pop() {
		return nil
	}
	return diag.AsError(diag.New(diag.BadMessageFilter, "gpu.PopMessageFilter: no filter was pushed").At(site, "").WithDocRule().
		HelpText("call PushMessageFilter before, or SetMessageFilter {} to show everything"))
}

// withFilter reads a filter and hands it on.
func withFilter(method string, d messageFilterDesc, site gpu.Site, use func(*filter.Filter)) error {
	f, err := filter.New(filter.Rules{Allow: d.Allow, Deny: d.Deny, Severities: d.Severities})
	var wrong *filter.Error
	if errors.As(err, &wrong) {
		return diag.AsError(badFilter(method, wrong, site))
	}
	use(f)
	return nil
}

// badFilter words why an entry of a filter cannot be used.
func badFilter(method string, wrong *filter.Error, site gpu.Site) *diag.Diagnostic {
	path := wrong.List
	if wrong.Index > 0 {
		path = fmt.Sprintf("%s[%d]", wrong.List, wrong.Index)
	}
	d := diag.New(diag.BadMessageFilter, "%s: %s: %s", method, path, wrong.Reason).At(site, "").WithDocRule()
	switch {
	case wrong.Near != "":
		d.HelpSpelling(wrong.Word, wrong.Near, "did you mean %s?", wrong.Near)
	case wrong.Held:
		d.HelpText("catch the error with pcall where it is expected")
	default:
		d.HelpText("gpuscript explain --list lists all codes")
	}
	return d
}
