// Package tell decides which diagnostics are shown, and lets levels above the device say some in words of their own. It must not know what
// diagnostics are about.
package tell

import "github.com/gpuscript/gpuscript/gpu/diag"

// Filter is who decides. The zero value shows everything.
type Filter struct {
	show   func(*diag.Diagnostic) bool
	retell []func(*diag.Diagnostic)
}

// SetFilter sets who decides, never nil, which diagnostics of calls and incidents are shown (see package gpu/diag/filter).
func (f *Filter) SetFilter(show func(*diag.Diagnostic) bool) { f.show = show }

// Retell lets a level above say diagnostics in its own words, before the filter sees them: retell changes those that are about
// objects of the level and leaves the others as they are. Those that were added first come first.
func (f *Filter) Retell(retell func(*diag.Diagnostic)) { f.retell = append(f.retell, retell) }

// Shown says whether a diagnostic is shown, and gives it its last words.
func Shown(f *Filter, d *diag.Diagnostic) bool {
	Retold(f, d)
	return f.show == nil || f.show(d)
}

// Retold gives a diagnostic that is shown in any case its last words, and returns it.
func Retold(f *Filter, d *diag.Diagnostic) *diag.Diagnostic {
	for _, retell := range f.retell {
		retell(d)
	}
	return d
}
