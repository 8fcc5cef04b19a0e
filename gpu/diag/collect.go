package diag

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// DefaultLimit is how many distinct diagnostics a Collector keeps if nothing else is asked for.
const DefaultLimit = 1000

// Counts says how many diagnostics there were of each severity, repeats included.
type Counts struct {
	Errors, Warnings, Advice int
}

// Total returns the sum.
func (c Counts) Total() int { return c.Errors + c.Warnings + c.Advice }

// String returns "2 errors, 1 warning", without the severities that did not occur, and "no errors" for none at all.
func (c Counts) String() string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(c.Errors, "error", "errors")
	add(c.Warnings, "warning", "warnings")
	add(c.Advice, "piece of advice", "pieces of advice")
	if len(parts) == 0 {
		return "no errors"
	}
	return strings.Join(parts, ", ")
}

// add counts a diagnostic and those folded into it.
func (c *Counts) add(d *Diagnostic) {
	n := 1 + d.Repeats
	switch d.Severity {
	case SeverityError:
		c.Errors += n
	case SeverityWarning:
		c.Warnings += n
	default:
		c.Advice += n
	}
}

// CountOf counts diagnostics, repeats included.
func CountOf(diagnostics []*Diagnostic) Counts {
	var c Counts
	for _, d := range diagnostics {
		c.add(d)
	}
	return c
}

// Collector keeps diagnostics in the order of their first occurrence. A repeat, the same code about the same resource with the same places, is
// folded: it only counts. Advice is about the places alone, and so is what one edit repairs, or what is Alike: what a function of the script makes
// for many is told once. Memory is bounded by the limit. A Collector is safe for concurrent use; the order is that of the calls of Add.
type Collector struct {
	mu      sync.Mutex
	limit   int
	kept    []*Diagnostic
	index   map[string]int // fold keys to positions in kept
	counts  Counts
	dropped int
}

// NewCollector returns a Collector of at most limit distinct diagnostics, DefaultLimit if limit is not positive.
func NewCollector(limit int) *Collector {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Collector{limit: limit, index: map[string]int{}}
}

// Add takes a diagnostic and reports whether it is a new one that was kept: false for a repeat and for one above the limit.
// The diagnostic is not changed, and the caller must not change it afterwards.
func (c *Collector) Add(d *Diagnostic) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.counts.add(d)
	keys := foldKeys(d)
	for _, key := range keys {
		if i, ok := c.index[key]; ok {
			c.kept[i].Repeats += 1 + d.Repeats
			return false
		}
	}
	if len(c.kept) == c.limit {
		c.dropped += 1 + d.Repeats
		return false
	}
	for _, key := range keys {
		c.index[key] = len(c.kept)
	}
	kept := *d
	c.kept = append(c.kept, &kept)
	return true
}

// Diagnostics returns the distinct diagnostics as they are now. The values share their labels with those of later calls.
func (c *Collector) Diagnostics() []*Diagnostic {
	c.mu.Lock()
	defer c.mu.Unlock()
	list := make([]*Diagnostic, len(c.kept))
	for i, d := range c.kept {
		now := *d
		list[i] = &now
	}
	return list
}

// Counts returns how many diagnostics were added, repeats and dropped ones included.
func (c *Collector) Counts() Counts {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.counts
}

// Dropped returns how many diagnostics were not kept because the limit was reached.
func (c *Collector) Dropped() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.dropped
}

// foldKeys has one that is equal to one of another diagnostic iff one is a repeat of the other: of their places, or of an edit.
func foldKeys(d *Diagnostic) []string {
	keys := []string{foldKey(d)}
	if slices.ContainsFunc(d.Help, edits) {
		keys = append(keys, editKey(d))
	}
	return keys
}

// edits says whether a suggestion is an edit.
func edits(h Help) bool { return h.Edit != EditNone }

// foldKey tells by the places. The headline takes part where no place tells two diagnostics apart, and its words, without names and numbers, where
// one code has many rules of a call. Of advice, and of a race that an edit repairs, it takes part what the script says and where it is to be edited,
// not who called it: what a function does is repaired there, for all its callers.
func foldKey(d *Diagnostic) string {
	var key strings.Builder
	fmt.Fprintf(&key, "%d %d", d.Code, d.Severity)
	advice := d.Severity == SeverityAdvice
	oneEdit := advice || d.Alike || d.Code.Hazard() && slices.ContainsFunc(d.Help, edits)
	if !advice && !d.Alike {
		fmt.Fprintf(&key, " %q", d.Resource)
	}
	for i := range d.Labels {
		if i > 0 && (d.Code == WrongState || d.Code == WrongBefore) {
			break // how it came to be in the other state, which differs in the first turn of a loop
		}
		writeLabel(&key, &d.Labels[i], oneEdit)
	}
	for _, h := range d.Help {
		if oneEdit && edits(h) {
			writePlace(&key, Place{Span: h.Span})
		}
	}
	switch {
	case len(d.Labels) == 0:
		fmt.Fprintf(&key, " %q", d.Title)
	case !advice && !d.Code.Hazard(): // a call has many rules of one code
		writeRule(&key, d)
	}
	return key.String()
}

// editKey tells by what is to be written where, and by what the script says at the places, whatever the object is and whoever called it: one edit
// repairs what a loop makes in all its turns.
func editKey(d *Diagnostic) string {
	var key strings.Builder
	fmt.Fprintf(&key, "edit %d %d", d.Code, d.Severity)
	for i := range d.Labels {
		writeLabel(&key, &d.Labels[i], true)
	}
	for _, h := range d.Help {
		for _, e := range h.Edits() {
			writePlace(&key, Place{Span: e.Span})
			fmt.Fprintf(&key, " %v %q", e.Edit, e.Replace)
		}
	}
	writeRule(&key, d)
	return key.String()
}

// writeRule adds the words of the headline.
func writeRule(key *strings.Builder, d *Diagnostic) {
	fmt.Fprintf(key, " %q", particular.ReplaceAllString(d.Title, ""))
}

// writeLabel adds the places of a label: what the script says there alone, or also who called it.
func writeLabel(key *strings.Builder, label *Label, alone bool) {
	at := Place{Site: label.Site, Span: label.Span}
	if alone && label.Span.File != "" {
		at.Site = 0 // which tells apart who called
	}
	writePlace(key, at)
	for _, via := range label.Via {
		if key.WriteByte('>'); alone && via.Span.File != "" {
			via.Site = 0
		}
		writePlace(key, via)
	}
}

// particular is what of a headline may differ from one turn of a loop to the next: names and numbers.
var particular = regexp.MustCompile(`"[^"]*"|[0-9]+`)

// writePlace adds a place to a fold key: the site, or the span where there is no site.
func writePlace(key *strings.Builder, p Place) {
	if p.Site != 0 {
		fmt.Fprintf(key, " @%d", p.Site)
		return
	}
	fmt.Fprintf(key, " %q:%d:%d-%d:%d", p.Span.File, p.Span.Line, p.Span.Col, p.Span.EndLine, p.Span.EndCol)
}
