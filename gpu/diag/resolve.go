package diag

import (
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Clone returns a copy that shares nothing with the diagnostic.
func (d *Diagnostic) Clone() *Diagnostic {
	c := *d
	c.Labels = slices.Clone(d.Labels)
	for i := range c.Labels {
		c.Labels[i].Via = slices.Clone(c.Labels[i].Via)
	}
	c.Why, c.Notes, c.Help = slices.Clone(d.Why), slices.Clone(d.Notes), slices.Clone(d.Help)
	for i := range c.Help {
		c.Help[i].And = slices.Clone(c.Help[i].And)
	}
	c.eachHelp(func(h *Help) {
		if h.Draft != nil {
			draft := *h.Draft
			draft.Snippets = slices.Clone(draft.Snippets)
			h.Draft = &draft
		}
		if h.Fix != nil {
			fix := *h.Fix
			h.Fix = &fix
		}
	})
	c.Stack, c.Props = slices.Clone(d.Stack), slices.Clone(d.Props)
	if d.Range != nil {
		r := *d.Range
		c.Range = &r
	}
	return &c
}

// Resolve fills the spans of all places that are known by site only. A site that resolve does not know stays as it is.
func (d *Diagnostic) Resolve(resolve func(gpu.Site) (Span, bool)) {
	fill := func(site gpu.Site, span *Span) {
		if site == 0 || !span.IsZero() {
			return
		}
		if s, ok := resolve(site); ok {
			*span = s
		}
	}
	for i := range d.Labels {
		label := &d.Labels[i]
		fill(label.Site, &label.Span)
		for j := range label.Via {
			fill(label.Via[j].Site, &label.Via[j].Span)
		}
	}
	d.eachHelp(func(h *Help) { fill(h.Site, &h.Span) })
	for i := range d.Stack {
		fill(d.Stack[i].Site, &d.Stack[i].Span)
	}
}

// Script knows the text of scripts.
type Script interface {
	// Snippet returns what a piece is called in a line at a site, if there is a name for it that is certain.
	Snippet(at gpu.Site, piece Snippet) (text string, ok bool)
	// Insertable says whether a line before that of a site comes right before the statement of the site.
	Insertable(gpu.Site) bool
	// Once says whether the script certainly comes to a site once at most.
	Once(gpu.Site) bool
}

// Fill turns drafts into exact edits, with the text of the script. A draft of which a piece is not known stays a draft, and so
// does one whose place does not stand where a line can be inserted before it.
func (d *Diagnostic) Fill(script Script) {
	d.eachHelp(func(h *Help) {
		if h.Draft != nil && script.Insertable(h.Site) && (!h.Draft.Once || script.Once(h.Site)) && (!h.Draft.Again || !script.Once(h.Site)) {
			h.fill(script)
		}
	})
}

func (h *Help) fill(script Script) {
	pairs, others := make([]string, 0, 2*len(h.Draft.Snippets)), map[int]string{}
	for i, s := range h.Draft.Snippets {
		piece, ok := script.Snippet(h.Site, s)
		switch {
		case !ok && s.Else == "":
			return
		case !ok:
			others[len(pairs)+1] = s.Else
		}
		pairs = append(pairs, "%"+strconv.Itoa(i+1), piece)
	}
	known := strings.NewReplacer(slices.Clone(pairs)...)
	for i, other := range others {
		pairs[i] = known.Replace(other)
	}
	h.Edit, h.Replace, h.Draft = h.Draft.Edit, strings.NewReplacer(pairs...).Replace(h.Draft.Replace), nil
}
