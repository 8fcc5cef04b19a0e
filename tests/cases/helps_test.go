package cases

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// runText runs a text as a file of cases, or as a script without arguments. Kernels are interpreted: most run once, and compiling them takes longer.
func runText(t *testing.T, file, script string, library fs.FS, args ...string) (out string, said []*diag.Diagnostic) {
	var stdout bytes.Buffer
	seen := &observer{}
	h := host.New(host.Options{Out: t.TempDir(), Stdout: &stdout, Args: args, Observer: seen, Library: library, Limits: limits, Interpreter: true})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), file, script) // what it returns is among the diagnostics
	return stdout.String(), seen.said
}

// modules are the modules that cases require, some of them changed.
func modules(t *testing.T, changed sources) fs.FS {
	names, err := filepath.Glob("*prelude.lua")
	require.NoError(t, err)
	library, original := fstest.MapFS{}, sources{}
	for _, name := range names {
		library[name] = &fstest.MapFile{Data: []byte(changed.or(original).of(t, name))}
	}
	return library
}

// or has the texts of one and of another where the first has none.
func (s sources) or(other sources) sources {
	both := maps.Clone(other)
	maps.Copy(both, s)
	return both
}

// number is that of a command in a title: a new line before it makes it another one.
var number = regexp.MustCompile(`#[0-9]+`)

// left says what a suggestion leaves to be done, from what was said before it was followed and after: the same code must not come for the same
// object, and nothing that was not said before. It is "" where the suggestion repairs.
func left(d *diag.Diagnostic, before, after []*diag.Diagnostic) string {
	rest := slices.DeleteFunc(slices.Clone(before), func(b *diag.Diagnostic) bool { return b == d })
	for _, a := range after {
		title := number.ReplaceAllString(a.Title, "#")
		i := slices.IndexFunc(rest, func(b *diag.Diagnostic) bool {
			return b.Code == a.Code && number.ReplaceAllString(b.Title, "#") == title
		})
		switch {
		case i >= 0:
			rest = slices.Delete(rest, i, i+1)
		case a.Code == d.Code && a.Resource == d.Resource:
			return "it comes again: " + a.OneLine()
		default:
			return "it leads to " + a.OneLine()
		}
	}
	return ""
}

// trial is one form of a case: its text, what it said, and how to run it when some files have changed.
type trial struct {
	files sources
	said  []*diag.Diagnostic
	again func(changed sources) (ran bool, said []*diag.Diagnostic)
}

// stands is a case as it stands in its file. Its helpers are functions that many calls share, so few suggestions are exact.
func stands(t *testing.T, c one) trial {
	_, said := onTheTimeline(t, c)
	files := sources{}
	return trial{files, said, func(changed sources) (bool, []*diag.Diagnostic) {
		out, after := runText(t, c.file, excerpt.Of(changed.or(files).of(t, c.file), c.name), modules(t, changed), c.name)
		return strings.HasPrefix(out, "case "+c.name+"\n"), after
	}}
}

// asScript is what a case does, as a script without functions and loops, which says what the case says.
func asScript(t *testing.T, tp *tape, c one, stands trial) trial {
	text, reason := tp.record(t, c)
	if listed(unwritten, c.id()) {
		require.True(t, reason != "" || !slices.Equal(headlines(stands.said), headlines(sayings(t, text))), "the case can be written down: take it out of the table")
		return trial{files: sources{}}
	}
	require.Empty(t, reason, "the case cannot be written down")
	said := sayings(t, text)
	require.Equal(t, headlines(stands.said), headlines(said), "the case as a script says something else:\n%s", text)
	if slices.Contains(unfinished, c.id()) {
		require.False(t, slices.ContainsFunc(said, func(d *diag.Diagnostic) bool {
			return slices.ContainsFunc(exact(d), func(h diag.Help) bool {
				_, after := runText(t, scriptFile, edited(t, sources{scriptFile: text}, h)[scriptFile], nil)
				return len(after) == 0
			})
		}), "the case is repaired as it is written down: take it out of the table")
		return trial{files: sources{}}
	}
	return trial{sources{scriptFile: text}, said, func(changed sources) (bool, []*diag.Diagnostic) {
		_, after := runText(t, scriptFile, changed[scriptFile], nil)
		return true, after
	}}
}

// sayings is what a case says that was written down.
func sayings(t *testing.T, text string) []*diag.Diagnostic {
	_, said := runText(t, scriptFile, text, nil)
	return said
}

// scriptFile is the name of a case that was written down.
const scriptFile = "script.lua"

// headlines is what diagnostics say, each once: those of a loop are folded.
func headlines(said []*diag.Diagnostic) []string {
	lines := strings.Split(text(said), "\n")
	slices.Sort(lines)
	return slices.Compact(lines)
}

// outcome is what became of the suggestions of a trial.
type outcome struct {
	repair, fail, words int
	chains              map[diag.Code]chain // of suggestions after which something is still said, for each code the one that is followed longest
}

// add adds what became of those of another trial.
func (o *outcome) add(other outcome) {
	o.repair, o.fail, o.words = o.repair+other.repair, o.fail+other.fail, o.words+other.words
}

// String counts.
func (o *outcome) String() string {
	return fmt.Sprintf("%d exact suggestions repair, %d do not, %d diagnostics have words only", o.repair, o.fail, o.words)
}

// follow applies every exact edit of a trial, each suggestion by itself, and where one does not repair, those of what is said then. Of what a loop
// says again and again it takes the first.
func (tr trial) follow(t *testing.T) outcome {
	o, seen := outcome{chains: map[diag.Code]chain{}}, map[string]bool{}
	for _, d := range tr.said {
		headline := text([]*diag.Diagnostic{d})
		if seen[headline] {
			continue
		}
		seen[headline] = true
		list := exact(d)
		if len(list) == 0 {
			o.words++
		}
		for _, h := range list {
			c := tr.peel(t, d, h, o.repair+o.fail == 0)
			if c.fault != "" {
				t.Errorf("%s: %s\n%s", d.OneLine(), c.fault, c.trail)
			}
			if c.edits == 1 && c.rest == "" {
				o.repair++
				continue
			}
			o.fail++
			o.chains[d.Code] = o.chains[d.Code].or(c)
		}
	}
	return o
}

// repairable are files whose cases must get exact edits that repair them as they stand.
var repairable = []string{"messages/helpers.lua", "messages/left_out.lua", "frames/porting.lua"}

// results are those of all cases. It is safe for concurrent use.
type results struct {
	sync.Mutex
	cases           int
	stands, scripts outcome
	met             map[string]bool // cases and codes with a suggestion that does not repair by itself
}

// try follows the suggestions of a case in both forms.
func (r *results) try(t *testing.T, tp *tape, c one) {
	form := stands(t, c)
	first := form.follow(t)
	script := asScript(t, tp, c, form)
	second := script.follow(t)
	r.Lock()
	defer r.Unlock()
	r.cases++
	if slices.Contains(repairable, c.file) && (first.repair == 0 || first.words > 0) {
		t.Errorf("%s: no exact help repairs it as it stands", c.id())
	}
	r.stands.add(first)
	r.scripts.add(second)
	for code, found := range first.chains {
		if found.rest != "" && script.files[scriptFile] != "" {
			continue // helpers that many calls share leave words, where the script has edits
		}
		second.chains[code] = second.chains[code].or(found)
	}
	for code, found := range second.chains {
		key := fmt.Sprintf("%s: %v", c.id(), code)
		r.met[key] = true
		switch edits, chained := editsOf(key); {
		case found.rest != "" && !listed(unrepaired, key):
			t.Errorf("%s: helps end in words:\n%s\n%s", key, found.trail, script.files[scriptFile])
		case found.rest == "" && (!chained || edits != found.edits):
			t.Errorf("%s: is repaired in %d edits, not in %d:\n%s\n%s", key, found.edits, max(edits, 1), found.trail, script.files[scriptFile])
		}
	}
	for code, fault := range misshapen(script.files, script.said) {
		t.Errorf("%s: %v:\n%s\n%s", c.id(), code, fault, script.files[scriptFile])
	}
}

// TestHelps applies every exact edit that the diagnostics of all cases propose, each suggestion by itself, to the case as it stands and to the case
// written down as a script, and runs the result: what was said does not come again, and nothing new. Where that is not so, the suggestions of what is
// said then are followed, one after the other. A table has how many it takes until nothing is said, and another one the cases that end in words.
func TestHelps(t *testing.T) {
	tp, err := newTape()
	require.NoError(t, err)
	list := slices.DeleteFunc(chosen(t), func(c one) bool { return c.expected == "silent" })
	r := &results{met: map[string]bool{}}
	t.Run("cases", func(t *testing.T) {
		for _, c := range list {
			t.Run(c.id(), func(t *testing.T) {
				t.Parallel()
				r.try(t, tp, c)
			})
		}
	})
	t.Logf("%d cases as they stand: %s", r.cases, &r.stands)
	t.Logf("%d cases as scripts: %s", r.cases, &r.scripts)
	if r.cases < len(list) {
		return // only some were asked for, or some failed
	}
	require.Greater(t, r.scripts.repair, len(list)/2, "most suggestions are exact in a script")
	rows := maps.Clone(unrepaired)
	for edits, keys := range repairedIn {
		rows[fmt.Sprintf("repaired in %d edits", edits)] = keys
	}
	omitted := map[string]bool{}
	for _, c := range all(t) {
		omitted[c.id()] = !slices.Contains(list, c)
	}
	for reason, keys := range rows {
		rows[reason] = slices.DeleteFunc(slices.Clone(keys), func(key string) bool { return omitted[key[:strings.LastIndex(key, ": ")]] })
	}
	stale(t, rows, r.met)
}

func TestLeft(t *testing.T) {
	said := func(code diag.Code, title, resource string) *diag.Diagnostic {
		return &diag.Diagnostic{Code: code, Severity: code.Severity(), Title: title, Resource: resource}
	}
	d, other, third := said(401, "is in COPY_DEST", "x"), said(512, "races", "x"), said(614, "Dispatch #4 reads y", "y")
	for _, tt := range []struct {
		name  string
		after []*diag.Diagnostic
		want  string
	}{
		{"nothing", nil, ""},
		{"what else was said", []*diag.Diagnostic{said(512, "races", "x")}, ""},
		{"the same", []*diag.Diagnostic{said(401, "is in COPY_DEST", "x")}, "it comes again: error[GS0401]: is in COPY_DEST"},
		{"the same in other words", []*diag.Diagnostic{said(401, "is in COMMON", "x")}, "it comes again: error[GS0401]: is in COMMON"},
		{"the same for another object", []*diag.Diagnostic{said(401, "is in COMMON", "y")}, "it leads to error[GS0401]: is in COMMON"},
		{"the same of a command that has another number now", []*diag.Diagnostic{said(614, "Dispatch #5 reads y", "y")}, ""},
		{"what else was said, twice", []*diag.Diagnostic{said(512, "races", "x"), said(512, "races", "x")}, "it leads to error[GS0512]: races"},
		{"advice", []*diag.Diagnostic{said(901, "is slow", "x")}, "it leads to advice[GS0901]: is slow"},
	} {
		require.Equal(t, tt.want, left(d, []*diag.Diagnostic{d, other, third}, tt.after), tt.name)
	}
}
