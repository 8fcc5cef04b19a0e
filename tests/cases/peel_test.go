package cases

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// furtherRounds is how many suggestions more than what a script said at first may be needed until it is silent, or words alone are left: mistakes
// that others hid.
const furtherRounds = 3

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

// peel follows a suggestion of a script, and the first one that is said then, again and again, until nothing is said, or nothing exact. It returns what is wrong
// with that, "" for nothing: a script that was there before, or too many rounds.
func peel(t *testing.T, script string, said []*diag.Diagnostic, h diag.Help, sayings func(*testing.T, string) []*diag.Diagnostic) string {
	seen, trail := map[string]bool{script: true}, []string{}
	for most := len(said) + furtherRounds; ; most-- {
		script = edited(t, sources{scriptFile: script}, h)[scriptFile]
		said = sayings(t, script)
		trail = append(trail, fmt.Sprintf("%s\n→ %s", h, strings.Join(headlines(said), ", ")))
		var more bool
		switch h, more = firstExact(said); {
		case !more:
			return ""
		case seen[script]:
			return "suggestions lead to each other:\n" + strings.Join(trail, "\n")
		case most == 1:
			return "suggestions do not end:\n" + strings.Join(trail, "\n")
		}
		seen[script] = true
	}
}

// counted is how often a headline was said.
func counted(said []*diag.Diagnostic, d *diag.Diagnostic) (n int) {
	for _, other := range said {
		if other.Code == d.Code && other.Title == d.Title {
			n++
		}
	}
	return n
}

// TestPeel: suggestions that end, that lead to each other, that only grow, and that lead to words.
func TestPeel(t *testing.T) {
	say := func(replace string) []*diag.Diagnostic {
		h := diag.Help{Text: "help", Edit: diag.EditReplaceLine, Span: diag.Span{File: scriptFile, Line: 1, Col: 1, EndLine: 1, EndCol: 2}, Replace: replace}
		return []*diag.Diagnostic{{Code: 301, Title: replace, Help: []diag.Help{{Text: "words"}, h}}}
	}
	words := []*diag.Diagnostic{{Code: 302, Title: "words", Help: []diag.Help{{Text: "words"}}}}
	for _, tt := range []struct {
		name string
		says func(script string) []*diag.Diagnostic
		want string // what the fault begins with
	}{
		{"one round", func(string) []*diag.Diagnostic { return nil }, ""},
		{"words", func(string) []*diag.Diagnostic { return words }, ""},
		{"as many rounds as there may be", func(s string) []*diag.Diagnostic {
			if len(s) == 1+furtherRounds+1 {
				return nil
			}
			return say(s + "x")
		}, ""},
		{"one round more", func(s string) []*diag.Diagnostic {
			if len(s) == 1+furtherRounds+2 {
				return nil
			}
			return say(s + "x")
		}, "suggestions do not end:"},
		{"to and fro", func(s string) []*diag.Diagnostic {
			return say(map[string]string{"a": "ax", "ax": "a"}[s])
		}, "suggestions lead to each other:"},
	} {
		said := say("ax")
		fault := peel(t, "a", said, said[0].Help[1], func(_ *testing.T, s string) []*diag.Diagnostic { return tt.says(s) })
		begins, _, _ := strings.Cut(fault, "\n")
		require.Equal(t, tt.want, begins, tt.name)
	}
}
