// Package cases tries the rules from outside: small scripts, each a mistake or its repaired twin, written from the texts that define
// the rules and not from what the program says. Each folder is a subject, from accesses to states, and each file a script of its own; what they
// share is in the preludes beside the folders:
//
//	case("copy then copy", "GS0512 dst", function(t) … end)
//	      name              expectation           body
//
// An expectation is "silent", or the diagnostics that must be said, in any order and no others, joined by "; ": a code and, after it,
// words that its headline contains, and after " @ " the bytes or texels that both sides touch: x[64, 128). GS08xx is any code of a family, GS0xxx any
// code. In the body, a line that ends in --! is where the error must be reported, and one that ends in --1 is where the other side stands.
//
// Every case runs in a host of its own: on the timeline and, without -short, with errors that are only reported; TestExplored runs it on other
// schedules. Disagreements between a rule and the program stand in one list, known, and must last: a case that does not fail any more has to
// leave it.
package cases

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// minimum is how many cases there are at least: a folder that is not found must not pass.
const minimum = 300

// limits are those of every run.
var limits = host.Limits{LuaSteps: 50_000_000, KernelSteps: 1 << 22, VRAMBytes: 256 << 20}

// observer keeps the diagnostics of a run.
type observer struct {
	host.NoObserver
	said []*diag.Diagnostic
}

func (o *observer) OnDiagnostic(d *diag.Diagnostic) { o.said = append(o.said, d) }

// run executes a file of cases with one argument, the name of the case that is run, or none.
func run(t *testing.T, file string, change func(*host.Options), args ...string) (out string, said []*diag.Diagnostic) {
	script := (sources{}).of(t, file)
	if len(args) > 0 {
		script = excerpt.Of(script, args[0])
	}
	var stdout bytes.Buffer
	seen := &observer{}
	options := host.Options{Dir: ".", Out: t.TempDir(), Stdout: &stdout, Args: args, Observer: seen,
		Limits: limits}
	if change != nil {
		change(&options)
	}
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), file, script) // what it returns is among the diagnostics
	return stdout.String(), seen.said
}

// TestCases runs every case of every file.
func TestCases(t *testing.T) {
	names := map[string]bool{}
	for _, c := range all(t) {
		require.False(t, names[c.id()], "%s stands there twice", c.id())
		names[c.id()] = true
		t.Run(c.id(), func(t *testing.T) {
			t.Parallel()
			judge(t, c)
		})
	}
	for id := range known {
		require.True(t, names[id], "known names a case that does not exist: %s", id)
	}
}

// judge runs one case in every way, and compares with what is expected and what is known.
func judge(t *testing.T, c one) {
	fault := verdict(t, c)
	if reason, ok := known[c.id()]; ok {
		require.NotEmpty(t, fault, "works now, so it leaves the list of what is known: %s", reason)
		return
	}
	require.Empty(t, fault)
}

// verdict says what is wrong with a case, "" for nothing.
func verdict(t *testing.T, c one) string {
	file, name, expected := c.file, c.name, c.expected
	out, said := onTheTimeline(t, c)
	if !strings.HasPrefix(out, "case "+name+"\n") {
		return "does not run:\n" + text(said)
	}
	if fault := compare(expected, said); fault != "" {
		return fault
	}
	if fault := place(file, name, said); fault != "" {
		return fault
	}
	if testing.Short() {
		return ""
	}
	if len(said) == 0 || strings.Contains(expected, diag.ListFailed.String()) {
		return "" // where errors are reported, a refused command is dropped and its list lives on
	}
	_, reported := inReports(t, c)
	for _, d := range said {
		if !slices.ContainsFunc(reported, func(r *diag.Diagnostic) bool { return r.Code == d.Code }) && caught[c.id()] == "" {
			return fmt.Sprintf("%v is missing where errors are reported:\n%s", d.Code, text(reported))
		}
	}
	return ""
}

// caught are the cases that catch an error with pcall, of which another one follows: where errors are only reported, the first one is told, and the
// other is not.
var caught = map[string]string{
	"engine/rules/an object released behind its device": "the device is released with an object that was not",
}

// compare holds diagnostics against an expectation.
func compare(expected string, said []*diag.Diagnostic) string {
	var wanted []string
	if expected != "silent" {
		wanted = strings.Split(expected, "; ")
	}
	left := slices.Clone(said)
	for _, w := range wanted {
		headline, bytes, _ := strings.Cut(w, " @ ")
		code, words, _ := strings.Cut(headline, " ")
		i := slices.IndexFunc(left, func(d *diag.Diagnostic) bool {
			return strings.HasPrefix(d.Code.String(), strings.TrimRight(code, "x")) && strings.Contains(d.Title, words) && (bytes == "" || touched(d) == bytes)
		})
		if i < 0 {
			return fmt.Sprintf("expected %s, got\n%s", expected, text(said))
		}
		left = slices.Delete(left, i, i+1)
	}
	if len(left) > 0 {
		return fmt.Sprintf("expected %s, got\n%s", expected, text(said))
	}
	return ""
}

// place checks that the last diagnostic of a case is reported where a line ends in --!, and has its other side where one ends in --1.
func place(file, name string, said []*diag.Diagnostic) string {
	source, err := os.ReadFile(file)
	if err != nil {
		return err.Error()
	}
	_, body, found := strings.Cut(string(source), fmt.Sprintf("\ncase(%q", name))
	if !found || len(said) == 0 {
		return "" // made by a loop, or nothing to say
	}
	first := strings.Count(string(source[:len(source)-len(body)]), "\n") + 1
	if line, _, _ := strings.Cut(body, "\n"); strings.HasSuffix(line, " end)") {
		body = line
	}
	body, _, _ = strings.Cut(body, "\nend")
	last := said[len(said)-1]
	for i, line := range strings.Split(body, "\n") {
		at := reportedAt(last, file)
		switch {
		case strings.HasSuffix(line, "--1"):
			at = otherAt(last, file)
		case !strings.HasSuffix(line, "--!"):
			continue
		}
		if !slices.Contains(at, first+i) {
			return fmt.Sprintf("expected %q at line %d, got %v:\n%s", line[len(line)-3:], first+i, at, text(said))
		}
	}
	return ""
}

// reportedAt has the lines of a file at which a diagnostic is reported: its place, and the calls that lead there.
func reportedAt(d *diag.Diagnostic, file string) []int {
	lines := []int{}
	if at := d.Primary().Span; at.File == file {
		lines = append(lines, at.Line)
	}
	for _, f := range d.Stack {
		if f.Span.File == file {
			lines = append(lines, f.Span.Line)
		}
	}
	for _, v := range d.Primary().Via { // what is found at the end of the run has no stack
		if v.Verb != diag.CalledFrom {
			break
		}
		if v.Span.File == file {
			lines = append(lines, v.Span.Line)
		}
	}
	return lines
}

// text is what diagnostics say, a headline each.
func text(said []*diag.Diagnostic) string {
	lines := make([]string, len(said))
	for i, d := range said {
		lines[i] = fmt.Sprintf("%v: %s", d.Code, d.Title)
	}
	return strings.Join(lines, "\n")
}
