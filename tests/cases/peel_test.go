package cases

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// mostEdits is how many edits a diagnostic may need, one after the other, until nothing is said but what was said at first, or words alone are left:
// mistakes that others hid.
const mostEdits = 6

// exact are the suggestions of a diagnostic that are edits.
func exact(d *diag.Diagnostic) []diag.Help {
	return slices.DeleteFunc(slices.Clone(d.Help), func(h diag.Help) bool { return h.Edit == diag.EditNone })
}

// firstExact is the first suggestion of all that was said.
func firstExact(said []*diag.Diagnostic) (diag.Help, bool) {
	for _, d := range said {
		if list := exact(d); len(list) > 0 {
			return list[0], true
		}
	}
	return diag.Help{}, false
}

// chain is where a suggestion leads, if those of what is said then are followed, too.
type chain struct {
	edits int    // how many were made
	rest  string // what is said in the end, for which there are words alone; "": nothing but what was said at first without an exact suggestion
	trail string // each suggestion, and what is said after it
	fault string // they lead to a text that was there before, or do not end; "": neither
}

// or is the longer of two chains; one that ends in words comes before one that does not.
func (c chain) or(o chain) chain {
	if o.edits > c.edits && c.rest == "" || o.rest != "" && (c.rest == "" || o.edits > c.edits) {
		return o
	}
	return c
}

// peel follows a suggestion of a diagnostic, and the first one that is said then, again and again, until nothing else is said than at first, or
// nothing exact. To follow all is to go on to the end of what was said at first, which is no part of the chain: it must end all the same.
func (tr trial) peel(t *testing.T, d *diag.Diagnostic, h diag.Help, all bool) (c chain) {
	changed, seen, most, repaired := sources{}, []sources{{}}, mostEdits, false
	if all {
		most += len(tr.said)
	}
	for n := 1; ; n++ {
		maps.Copy(changed, edited(t, changed.or(tr.files), h))
		ran, after := tr.again(maps.Clone(changed))
		c.trail += fmt.Sprintf("  help: %s\n    → %s\n", h, strings.Join(headlines(after), ", "))
		if !repaired {
			if c.edits, c.rest = n, left(d, tr.said, after); c.rest == "" && !ran {
				c.rest = "the case does not run"
			}
			repaired = c.rest == ""
		}
		next, more := firstExact(after)
		switch {
		case !more || repaired && !all:
			return c
		case slices.ContainsFunc(seen, func(s sources) bool { return maps.Equal(s, changed) }):
			c.fault = "suggestions lead to each other"
			return c
		case n == most:
			c.fault = "suggestions do not end"
			return c
		}
		h, seen = next, append(seen, maps.Clone(changed))
	}
}

// TestPeel: suggestions that repair at once, that end, that lead to each other, that only grow, and that lead to words.
func TestPeel(t *testing.T) {
	say := func(replace string) []*diag.Diagnostic {
		h := diag.Help{Text: "help", Edit: diag.EditReplaceLine, Span: diag.Span{File: scriptFile, Line: 1, Col: 1, EndLine: 1, EndCol: 2}, Replace: replace}
		return []*diag.Diagnostic{{Code: 301, Title: replace, Help: []diag.Help{{Text: "words"}, h}}}
	}
	words := []*diag.Diagnostic{{Code: 302, Title: "words", Help: []diag.Help{{Text: "words"}}}}
	for _, tt := range []struct {
		name  string
		says  func(script string) []*diag.Diagnostic
		edits int
		rest  string
		fault string
	}{
		{"one round", func(string) []*diag.Diagnostic { return nil }, 1, "", ""},
		{"words", func(string) []*diag.Diagnostic { return words }, 1, "it leads to error[GS0302]: words", ""},
		{"words after two", func(s string) []*diag.Diagnostic {
			if len(s) == 3 {
				return words
			}
			return say(s + "x")
		}, 2, "it leads to error[GS0302]: words", ""},
		{"as many as there may be", func(s string) []*diag.Diagnostic {
			if len(s) == 1+mostEdits {
				return nil
			}
			return say(s + "x")
		}, mostEdits, "", ""},
		{"one more", func(s string) []*diag.Diagnostic {
			if len(s) == 1+mostEdits+1 {
				return nil
			}
			return say(s + "x")
		}, mostEdits, "it comes again: error[GS0301]: axxxxxxx", "suggestions do not end"},
		{"to and fro", func(s string) []*diag.Diagnostic { return say(map[string]string{"a": "ax", "ax": "a"}[s]) }, 3, "it comes again: error[GS0301]: a", "suggestions lead to each other"},
	} {
		said := say("ax")
		tr := trial{sources{scriptFile: "a"}, said, func(changed sources) (bool, []*diag.Diagnostic) { return true, tt.says(changed[scriptFile]) }}
		got := tr.peel(t, said[0], said[0].Help[1], false)
		got.trail = ""
		require.Equal(t, chain{edits: tt.edits, rest: tt.rest, fault: tt.fault}, got, tt.name)
	}
}
