package diag

import (
	"cmp"
	"regexp"
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
			h.Draft = h.Draft.Copy()
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
	// Places are where a line may stand that has to come before the call at a site and after others, best first: there, or before a call that led
	// there.
	Places(site gpu.Site, behind ...gpu.Site) []gpu.Site
	// Ahead is the outermost loop around a site that none of the others stands in and that calls no method of a name, "", nor Another; 0: there is
	// none.
	Ahead(site gpu.Site, method string, behind ...gpu.Site) gpu.Site
	// Before is where a line goes before the statement of a site: EditInsertBefore, or EditReplace of a point in its line. ok is false where none can
	// stand.
	Before(site gpu.Site) (at Span, edit EditKind, ok bool)
	// After is the statement of a site, if a line can stand after it.
	After(site gpu.Site) (at Span, ok bool)
	// Insertable says whether the statement of a site begins its line.
	Insertable(gpu.Site) bool
	// Once says whether the script certainly comes to a site once at most.
	Once(gpu.Site) bool
	// Together says whether the script comes to two sites in turn, each time to both.
	Together(a, b gpu.Site) bool
	// Sole says whether the script comes from one place to another one, further in, each time by the same functions: no call on the way is of a
	// function that is another one in each pass of a loop, or for each caller.
	Sole(from, to gpu.Site) bool
	// Since says whether the script has come by one place each time that it comes to another one, in the same pass of a loop or call of a function.
	Since(at, before gpu.Site) bool
	// Last is the statement that ends the body of the loop around a site, if the script comes by there in each pass, as by another place after the
	// site; 0: there is none.
	Last(site, after gpu.Site) (at gpu.Site, span Span)
	// Stray is the statement right behind the innermost loop around a site that is written like a line. ok is false where it is another one.
	Stray(at gpu.Site, line string) (span Span, ok bool)
	// GoesOn says whether the functions around a place of a thread go on in a way.
	GoesOn(Onward) bool
}

// Fill turns drafts into exact edits, with the text of the script. A draft of which a piece is not known stays a draft, and so does one that can
// stand nowhere.
//
// A new line goes into the function in which the way to its place parts from the ways to what comes before: that of Draft.Behind, or else, for a line
// before the call that is told, of the other places that are told. Where it cannot stand there, or would name what is not visible there, it goes
// further in.
func (d *Diagnostic) Fill(script Script) {
	d.eachHelp(func(h *Help) {
		switch {
		case h.Draft == nil:
		case h.Draft.Last:
			if at, span := script.Last(h.Site, h.Draft.Since); at != 0 && h.fill(script, at) {
				h.Site, h.Span = at, span
			}
		case h.Draft.Edit == EditInsertAfter && len(h.Draft.Behind) > 0:
			for h.append(script); h.Draft != nil && h.Draft.Or != nil; h.append(script) {
				h.Draft = h.Draft.Or
			}
		case h.Draft.Edit != EditInsertBefore:
			if h.Draft.fits(script, h.Site, h.Site) && script.Insertable(h.Site) {
				h.fill(script, h.Site)
			}
		default:
			behind := d.behind(h)
			for h.insert(script, behind); h.Draft != nil && h.Draft.Or != nil; h.insert(script, behind) {
				h.Draft = h.Draft.Or
			}
		}
	})
}

// Copy copies a draft, and the one that may take its place.
func (d *Draft) Copy() *Draft {
	c := *d
	c.Snippets, c.Behind = slices.Clone(d.Snippets), slices.Clone(d.Behind)
	if d.Or != nil {
		c.Or = d.Or.Copy()
	}
	return &c
}

// behind are the places that a new line has to come after.
func (d *Diagnostic) behind(h *Help) []gpu.Site {
	if len(h.Draft.Behind) > 0 || h.Site != d.Primary().Site {
		return h.Draft.Behind
	}
	var others []gpu.Site
	told := false
	for _, l := range d.Labels {
		if l.Site != 0 && (told || l.Site != h.Site) { // another label may be an earlier pass of the same call
			others = append(others, l.Site)
		}
		told = told || l.Site == h.Site
	}
	return others
}

// insert makes a new line of a draft, in the first place where that can be.
func (h *Help) insert(script Script, behind []gpu.Site) {
	places := script.Places(h.Site, behind...)
	switch {
	case !h.Draft.Ahead:
	case h.Draft.Until == "": // whatever calls there are in the loops, also around the calls that led there
		var loops []gpu.Site
		for _, p := range append([]gpu.Site{h.Site}, places...) {
			if at := script.Ahead(p, "", behind...); at != 0 {
				loops = append(loops, at)
			}
		}
		slices.Reverse(loops)
		places = append(loops, places...)
	default:
		if at := script.Ahead(h.Site, h.Draft.Until, behind...); at != 0 {
			first := 0
			if h.Draft.Until == Another { // no better than its place
				first = max(0, slices.Index(places, h.Site))
			}
			places = slices.Insert(places, first, at)
		}
	}
	for _, at := range places {
		span, edit, ok := script.Before(at)
		if !ok || !h.Draft.fits(script, at, h.Site) || !h.fill(script, at) {
			continue
		}
		h.Site, h.Span, h.Edit = at, span, edit
		if edit == EditReplace {
			h.Replace = strings.ReplaceAll(h.Replace, "\n", "; ") + "; "
		}
		return
	}
}

// append makes a new line of a draft after its place, or after a call that led there, in the first place where that can be.
func (h *Help) append(script Script) {
	for _, at := range script.Places(h.Site, h.Draft.Behind...) {
		if span, ok := script.After(at); ok && h.Draft.fits(script, at, h.Site) && h.fill(script, at) {
			h.Site, h.Span = at, span
			return
		}
	}
}

// fits says whether a draft of a place is right at another one, as often as the script comes by there.
func (d *Draft) fits(script Script, at, told gpu.Site) bool {
	if d.Onward != nil && !script.GoesOn(*d.Onward) {
		return false
	}
	return (!d.Once || script.Once(at) || d.Of != 0 && script.Together(at, d.Of) && (d.Any || script.Sole(at, told)) ||
		d.Since != 0 && script.Since(at, d.Since) && (!d.Each || script.Together(told, at))) && (!d.Again || !script.Once(at))
}

// sum is a number, a name or a field, or terms of them, to which a number is added without parentheses.
var sum = regexp.MustCompile(`^[\w.\[\]]+( [+*/%-] [\w.\[\]]+)*$`)

// plus is an expression of the script with a number added to it: of a number the sum itself.
func plus(piece string, n uint64) string {
	written, err := strconv.ParseUint(piece, 10, 53)
	switch {
	case n == 0:
		return piece
	case err == nil:
		return strconv.FormatUint(written+n, 10)
	case !sum.MatchString(piece):
		piece = "(" + piece + ")"
	}
	return piece + " + " + strconv.FormatUint(n, 10)
}

// fill makes an edit of a draft if all pieces are known.
func (h *Help) fill(script Script, at gpu.Site) bool {
	pairs, others := make([]string, 0, 2*len(h.Draft.Snippets)), map[int]string{}
	for i, s := range h.Draft.Snippets {
		piece, ok := script.Snippet(at, s)
		switch {
		case !ok && s.Else == "":
			return false
		case !ok:
			others[len(pairs)+1] = s.Else
		}
		pairs = append(pairs, "%"+strconv.Itoa(i+1), plus(piece, s.Plus))
	}
	known := strings.NewReplacer(slices.Clone(pairs)...)
	for i, other := range others {
		pairs[i] = known.Replace(other)
	}
	h.Edit, h.Replace, h.Text = h.Draft.Edit, strings.NewReplacer(pairs...).Replace(h.Draft.Replace), cmp.Or(h.Draft.Text, h.Text)
	if span, ok := script.Stray(at, h.Replace); h.Draft.Stray && ok {
		h.And = append(h.And, Help{Span: span, Edit: EditDeleteLine})
	}
	h.Draft = nil
	return true
}
