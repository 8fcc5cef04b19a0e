package fault

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// Diagnostic words a fault of an operation at a place.
func (h *Hearing) Diagnostic(w *Fault, at gpu.Site) *diag.Diagnostic {
	site := at
	if w.Site != 0 {
		site = w.Site
	}
	d := diag.New(w.Code, "%s", w.Title)
	if word, ok := h.Source.Point(site); ok && w.Pointed {
		d.AtSpan(word, w.Label)
	} else {
		d.At(site, w.Label)
	}
	if w.Note != "" {
		d.Note("%s", w.Note)
	}
	if w.Unknown != nil && h.declaredLater(d, w.Unknown) {
		return d
	}
	if w.Candidates != nil {
		if near := w.near(w.Candidates()); near != "" {
			help := diag.Help{Text: fmt.Sprintf("did you mean '%s'?", near)}
			if w.Unknown != nil {
				help = h.slip(w.Unknown, near)
			} else if at, ok := h.Source.Point(site); ok && site == w.Site {
				help.Span, help.Replace, help.Edit = at, near, diag.EditReplace
			}
			d.WithHelp(help)
		}
	}
	if w.Line != nil {
		line := *w.Line
		line.Text = w.Help
		return d.WithHelp(line)
	}
	if w.Help != "" {
		d.HelpFix(at, w.Fix, "%s", w.Help)
		if at, ok := h.Source.Extent(w.Site); ok && w.Instead != "" {
			help := &d.Help[len(d.Help)-1]
			help.Span, help.Replace, help.Edit = at, w.Instead, diag.EditReplace
		}
	}
	return d
}

// near is what a name may have been: a function may be called by a longer or a shorter name, a value by no other one.
func (w *Fault) near(candidates []string) string {
	if w.Code == diag.CallOfNonFunction {
		return spell.Nearest(w.Name, candidates)
	}
	return spell.Misspelt(w.Name, candidates)
}
