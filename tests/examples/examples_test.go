// Package examples runs the two scripts that document every diagnostic code: the failing one must end in exactly that code,
// its repaired twin must be silent.
package examples

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// outcome is how an example ended.
type outcome struct {
	codes []diag.Code // of all diagnostics, each once, in the order of occurrence
	exit  int
	text  string      // the diagnostics, one line each
	edits []diag.Help // that the diagnostics propose
	marks []string    // what is said of places
}

// run runs a script as its first lines ask for.
func run(script string, dir string) (outcome, error) { return runWith(script, dir, nil) }

// runWith is run with other options.
func runWith(script string, dir string, change func(*host.Options)) (outcome, error) {
	setup, err := diag.ParseSetup(script)
	if err != nil {
		return outcome{}, err
	}
	beside, out := filepath.Join(dir, "beside"), filepath.Join(dir, "out")
	if err := os.Mkdir(beside, 0o755); err != nil {
		return outcome{}, err
	}
	options := host.Options{Dir: beside, Out: out}
	if err := settings.ApplySetup(&options, setup, beside); err != nil {
		return outcome{}, err
	}
	if change != nil {
		change(&options)
	}
	h := host.New(options)
	defer h.Close()
	_ = h.RunString(context.Background(), "example.lua", script) // its diagnostics are the result's
	result := h.Result()
	o := outcome{exit: result.ExitCode}
	for _, d := range result.Diagnostics {
		if !slices.Contains(o.codes, d.Code) {
			o.codes = append(o.codes, d.Code)
		}
		o.text += d.OneLine() + "\n"
		for _, l := range d.Labels {
			o.marks = append(o.marks, l.Text)
		}
		for _, h := range d.Help {
			if h.Edit != diag.EditNone {
				o.edits = append(o.edits, h)
			}
		}
	}
	return o, nil
}

// judge says what is wrong with the two ends of an example, "" if nothing is.
func judge(code diag.Code, example, fixed outcome) string {
	switch {
	case len(example.codes) == 0:
		return "the example is silent"
	case !slices.Equal(example.codes, []diag.Code{code}):
		return fmt.Sprintf("the example ends in %v", example.codes)
	case example.exit == host.ExitOK && code.Severity() == diag.SeverityError && !warns(example):
		return "the example has an error, but its exit code is 0"
	case len(fixed.codes) > 0:
		return fmt.Sprintf("the repaired twin ends in %v", fixed.codes)
	case fixed.exit != host.ExitOK:
		return fmt.Sprintf("the exit code of the repaired twin is %d", fixed.exit)
	}
	return ""
}

// warns reports whether all diagnostics are warnings or advice, which leave the exit code 0.
func warns(o outcome) bool { return !strings.Contains(o.text, ": error[") }

// limitsMemory begins examples about the heap, which is that of the process: what others keep at the same time would be counted, so they run alone.
const limitsMemory = "-- limits: memory="

// TestExamples runs all examples. The last lines of a failing run are a table of the codes that do not pass.
func TestExamples(t *testing.T) {
	docs := diag.Docs()
	failures := make([]string, len(docs))
	t.Run("codes", func(t *testing.T) {
		for i, d := range docs {
			if d.Example == "" {
				continue
			}
			t.Run(d.Code.String(), func(t *testing.T) {
				if !strings.HasPrefix(d.Example, limitsMemory) {
					t.Parallel()
				}
				example, err := run(d.Example, t.TempDir())
				require.NoError(t, err)
				fixed, err := run(d.Fixed, t.TempDir())
				require.NoError(t, err)
				if failures[i] = judge(d.Code, example, fixed); failures[i] != "" {
					t.Errorf("%s\n%s%s", failures[i], example.text, fixed.text)
				}
			})
		}
	})
	var table strings.Builder
	for i, d := range docs {
		if failures[i] != "" {
			fmt.Fprintf(&table, "%v  %-28s %s\n", d.Code, d.Name, failures[i])
		}
	}
	if table.Len() > 0 {
		t.Logf("%d of %d codes do not pass:\n%s", strings.Count(table.String(), "\n"), len(docs), table.String())
	}
}

func TestJudge(t *testing.T) {
	bad := outcome{codes: []diag.Code{301}, exit: 1, text: "a.lua:1:1: error[GS0301]: x\n"}
	require.Empty(t, judge(301, bad, outcome{}))
	require.Empty(t, judge(901, outcome{codes: []diag.Code{901}, text: "a.lua:1:1: advice[GS0901]: x\n"}, outcome{}))
	require.Empty(t, judge(601, outcome{codes: []diag.Code{601}, text: "a.lua:1:1: warning[GS0601]: x\n"}, outcome{}))
	require.Equal(t, "the example is silent", judge(301, outcome{}, outcome{}))
	require.Equal(t, "the example ends in [GS0301]", judge(302, bad, outcome{}))
	require.Equal(t, "the example ends in [GS0301 GS0302]", judge(301, outcome{codes: []diag.Code{301, 302}, exit: 1}, outcome{}))
	require.Equal(t, "the example has an error, but its exit code is 0", judge(301, outcome{codes: bad.codes, text: bad.text}, outcome{}))
	require.Equal(t, "the repaired twin ends in [GS0301]", judge(301, bad, bad))
	require.Equal(t, "the exit code of the repaired twin is 3", judge(301, bad, outcome{exit: 3}))
}
