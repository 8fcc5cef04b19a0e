package cases

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// shape is something that every diagnostic of some codes has, or has not.
type shape struct {
	name  string
	of    func(diag.Code) bool
	fault func(files sources, d *diag.Diagnostic) string // "" if it is as it should be
}

// earlier is how the label of a call in a loop ends that is of a pass before.
const earlier = ", when this call was made before"

// races are the codes of two accesses that nothing orders.
func races(c diag.Code) bool {
	return c >= diag.DataRace && c <= diag.UnorderedTransition || c == diag.TwoThreads
}

// memory are the races about bytes.
func memory(c diag.Code) bool {
	return races(c) && c != diag.UnorderedTransition && c != diag.TwoThreads
}

// hazards are the codes that a call has which is right by itself.
func hazards(c diag.Code) bool { return c >= 401 && c < 700 }

// two are the codes about two calls: what is done too early, or too late, and what it comes before or after.
func two(c diag.Code) bool {
	return races(c) || slices.Contains([]diag.Code{diag.ReleasedObject, diag.TwoSignalers,
		diag.WrongBefore, diag.WrongState, diag.SplitPending, diag.ReleasedInFlight, diag.AllocatorInFlight,
		diag.EngineUseAfterRelease}, c)
}

func every(diag.Code) bool { return true }

// shapes are what the messages of all cases are held against.
var shapes = []shape{
	{"every diagnostic is reported at a place in a script", every, func(_ sources, d *diag.Diagnostic) string {
		if at := d.Primary().Span; at.Line == 0 || at.Col == 0 {
			return fmt.Sprintf("the place is %v", at)
		}
		return ""
	}},
	{"every place is one of the text", every, badSpan},
	{"every headline is a clause", every, func(_ sources, d *diag.Diagnostic) string {
		if d.Title == "" || strings.ContainsAny(d.Title, "\n") || strings.HasSuffix(d.Title, ".") {
			return d.Title
		}
		return ""
	}},
	{"every reason and note is a sentence", every, func(_ sources, d *diag.Diagnostic) string {
		for _, s := range slices.Concat(d.Why, d.Notes) {
			if !strings.HasSuffix(s, ".") || strings.TrimSpace(s) != s {
				return s
			}
		}
		return ""
	}},
	{"every diagnostic says its rule", func(c diag.Code) bool { return c >= 300 }, func(_ sources, d *diag.Diagnostic) string {
		return lacking(d.Rule != "", "no rule")
	}},
	{"no message says the same thing twice", every, repeated},
	{"no address, no type of Go, no hole", every, func(_ sources, d *diag.Diagnostic) string { return inside.FindString(everything(d)) }},
	{"every race has two places with lines of the script", races, func(_ sources, d *diag.Diagnostic) string {
		return lacking(len(chains(d)) >= 2 && !slices.ContainsFunc(chains(d)[:2], helpersOnly), "a side has lines of helpers only: "+strings.Join(chains(d), " | "))
	}},
	{"what is about two calls shows both", two, func(_ sources, d *diag.Diagnostic) string {
		c := chains(d)
		if oneCommand.MatchString(d.Title) {
			return lacking(len(c) >= 2 && c[0] == c[1], "one command has two places: "+strings.Join(c, " | "))
		}
		apart := d.Code == diag.TwoThreads && d.Labels[0].Text != d.Labels[1].Text // two threads of one function
		return lacking(len(c) >= 2 && (c[0] != c[1] || apart || strings.HasSuffix(d.Labels[1].Text, earlier)), "there is one place: "+strings.Join(c, " | "))
	}},
	{"every hazard of memory has a resource and a range", memory, func(_ sources, d *diag.Diagnostic) string {
		return lacking(d.Resource != "" && d.Range != nil && d.Range.Begin < d.Range.End, "no bytes")
	}},
	{"every race says why", races, func(_ sources, d *diag.Diagnostic) string { return lacking(len(d.Why) > 0, "no reason") }},
	{"every hazard says its object", hazards, func(_ sources, d *diag.Diagnostic) string {
		return lacking(named.MatchString(d.Title), "no name in "+d.Title)
	}},
	{"the object concerned is one that the message names", every, func(_ sources, d *diag.Diagnostic) string {
		return lacking(d.Resource == "" || strings.Contains(everything(d), d.Resource), "nothing names "+d.Resource)
	}},
	{"every diagnostic says what to do", func(c diag.Code) bool { return c >= 400 }, func(_ sources, d *diag.Diagnostic) string {
		return lacking(len(d.Help) > 0, "no help")
	}},
	{"as JSON it has the documented fields, and reads back", every, jsonFault},
}

// oneCommand finds what one command does to two resources over the same bytes, or twice to the same ones.
var oneCommand = regexp.MustCompile(`in memory that it (?:reads|writes|updates) as |, which command \d+ of it `)

// inside finds what only the program itself knows: addresses, types and formats of Go.
var inside = regexp.MustCompile(`0x[0-9a-fA-F]{6,}|%!|<nil>|&\{|map\[|[*[](?:gpu|diag|device|validate|track|lua|engine)\.[A-Z]|\bgoroutine\b|\bBUG\b`)

// named finds the name of an object, a kernel or a shader, or the script and the device where they are meant.
var named = regexp.MustCompile(`"[^"]+"|\bthe (?:script|device|CPU)\b|\w+\[\d+\]`)

// lacking is a fault unless a condition holds.
func lacking(ok bool, fault string) string {
	if ok {
		return ""
	}
	return fault
}

// everything is all text of a diagnostic.
func everything(d *diag.Diagnostic) string {
	parts := slices.Concat([]string{d.Title, d.Rule}, d.Why, d.Notes)
	for _, l := range d.Labels {
		parts = append(parts, l.Text)
		for _, v := range l.Via {
			parts = append(parts, v.Text)
		}
	}
	for _, h := range d.Help {
		parts = append(parts, h.Text)
	}
	return strings.Join(parts, "\n")
}

// repeated finds a text that a diagnostic has twice; two places may do the same.
func repeated(_ sources, d *diag.Diagnostic) string {
	parts := slices.Concat([]string{d.Title, d.Rule}, d.Why, d.Notes)
	for _, h := range d.Help {
		parts = append(parts, h.String())
	}
	seen := map[string]bool{}
	for _, p := range parts {
		if seen[p] && p != "" {
			return p
		}
		seen[p] = true
	}
	return ""
}

// chains are the places of a diagnostic, each with those that lead there.
func chains(d *diag.Diagnostic) []string {
	var all []string
	for _, l := range d.Labels {
		places := []string{l.Span.String()}
		for _, v := range l.Via {
			places = append(places, v.Span.String())
		}
		if l.Primary {
			for _, f := range d.Stack {
				places = append(places, f.Span.String())
			}
		}
		all = append(all, strings.Join(places, " "))
	}
	return all
}

// helpersOnly reports whether a place, and all that lead there, are of a file of helpers.
func helpersOnly(chain string) bool {
	return !slices.ContainsFunc(strings.Fields(chain), func(p string) bool { return !strings.Contains(p, "prelude.lua:") })
}

// badSpan finds a place that the text does not have.
func badSpan(files sources, d *diag.Diagnostic) string {
	var spans []diag.Span
	for _, l := range d.Labels {
		spans = append(spans, l.Span)
		for _, v := range l.Via {
			spans = append(spans, v.Span)
		}
	}
	for _, f := range d.Stack {
		spans = append(spans, f.Span)
	}
	for _, s := range spans {
		if s.IsZero() {
			continue // a queue or thread without a place
		}
		lines := strings.Split(files[s.File], "\n")
		if s.Line < 1 || s.Line > len(lines) || s.Col < 1 || s.Col > len(lines[s.Line-1])+1 {
			return "there is no " + s.String()
		}
		if s.EndLine != 0 && (s.EndLine < s.Line || s.EndLine > len(lines) || s.EndCol > len(lines[s.EndLine-1])+1 || s.EndLine == s.Line && s.EndCol <= s.Col) {
			return fmt.Sprintf("%v ends at %d:%d", s, s.EndLine, s.EndCol)
		}
	}
	return ""
}

// misshapen says what is wrong with the shape of diagnostics.
func misshapen(files sources, said []*diag.Diagnostic) map[diag.Code]string {
	faults := map[diag.Code]string{}
	for _, d := range said {
		for _, s := range shapes {
			if !s.of(d.Code) {
				continue
			}
			if fault := s.fault(files, d); fault != "" {
				faults[d.Code] += fmt.Sprintf("%s\n  %s: %s\n", d.OneLine(), s.name, fault)
			}
		}
	}
	return faults
}

// TestShape holds the messages of all cases against what a message must have. TestHelps does so with those of the cases as scripts.
func TestShape(t *testing.T) {
	files, count := everyFile(t), 0
	for _, c := range all(t) {
		_, said := onTheTimeline(t, c)
		count += len(said)
		for code, fault := range misshapen(files, said) {
			t.Errorf("%s: %v:\n%s", c.id(), code, fault)
		}
	}
	t.Logf("%d diagnostics, %d shapes", count, len(shapes))
}

// listed reports whether a table of exceptions has a key.
func listed(table map[string][]string, key string) bool {
	for _, keys := range table {
		if slices.Contains(keys, key) {
			return true
		}
	}
	return false
}

// stale fails for the keys of a table that were not met.
func stale(t *testing.T, table map[string][]string, met map[string]bool) {
	for reason, keys := range table {
		for _, key := range keys {
			if !met[key] {
				t.Errorf("%q is as it should be now, so it leaves the list: %s", key, reason)
			}
		}
	}
}

// everyFile has the files of all cases.
func everyFile(t *testing.T) sources {
	tp, err := newTape()
	require.NoError(t, err)
	files := sources{}
	for name := range tp.files {
		files.of(t, name)
	}
	return files
}
