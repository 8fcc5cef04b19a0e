package conformance

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// ordering is a line that is one statement and orders something.
var ordering = regexp.MustCompile(`^\s*[\w.\[\]]+:(Signal|Wait|WaitCPU)\(.*\)\s*(--.*)?$`)

// stuck are the codes for what waits for ever.
var stuck = []diag.Code{diag.Deadlock, diag.MissingSignal, diag.PausedWait, diag.StuckAtEnd}

// withoutLine is the tape without the fence calls that a line of the script makes, and how many there are.
func (t *tape) withoutLine(line int, method string) (out []event, gone int) {
	for _, e := range t.events {
		if c, ok := e.call.(*gpu.FenceCall); ok && int(c.Site) == line && c.Method == method {
			gone++
			continue
		}
		out = append(out, e)
	}
	return out, gone
}

// polls says whether the script reads values of fences: without a call it may go another way than on the tape.
func (t *tape) polls() bool {
	return slices.ContainsFunc(t.events, func(e event) bool {
		c, ok := e.call.(*gpu.FenceCall)
		return ok && (c.Act == gpu.FencePoll || c.Act == gpu.FenceCompare)
	})
}

// TestTextMutants takes single lines out of the text of the examples: a signal, or a wait of a queue or of the CPU. The script then says what the
// oracle sees in the tape without the calls of that line: that somebody waits for ever, that a rule is broken, or nothing.
func TestTextMutants(t *testing.T) {
	most := 2
	if testing.Short() {
		most = 1
	}
	for _, file := range examples(t) {
		t.Run(file, func(t *testing.T) {
			t.Parallel()
			lines := strings.Split(source(t, file), "\n")
			var which []int
			for i, line := range lines {
				if ordering.MatchString(line) {
					which = append(which, i)
				}
			}
			if len(which) == 0 {
				return
			}
			taped := play(t, file)
			if taped.polls() {
				t.Logf("left out: it reads values of fences")
				return
			}
			for n := range min(most, len(which)) {
				i := which[n*len(which)/min(most, len(which))]
				events, gone := taped.withoutLine(i+1, ordering.FindStringSubmatch(lines[i])[1])
				if gone == 0 {
					continue // a line that is not reached
				}
				less := append([]string(nil), lines...)
				less[i] = ""
				judgeText(t, strings.TrimSpace(lines[i]), newOracle(events), textOutcome(t, file, strings.Join(less, "\n")))
			}
		})
	}
}

// textOutcome runs the text of an example and returns the codes of what it says, but for advice.
func textOutcome(t *testing.T, file, text string) (codes []diag.Code) {
	h := host.New(host.Options{Dir: filepath.Join("..", "..", "scripts"), Out: t.TempDir()})
	defer func() { require.NoError(t, h.Close()) }()
	_ = h.RunString(context.Background(), file, text) // its errors are diagnostics of the result
	for _, d := range h.Result().Diagnostics {
		if d.Severity == diag.SeverityError {
			codes = append(codes, d.Code)
		}
	}
	return codes
}

func judgeText(t *testing.T, line string, o *oracle, said []diag.Code) {
	t.Helper()
	switch {
	case o.undecided != "":
		t.Logf("%s: undecided: %s", line, o.undecided)
	case o.stuck:
		require.NotEmpty(t, said, "without %s somebody waits for ever", line)
		require.Subset(t, stuck, said[:1], "without %s somebody waits for ever", line)
	case o.broken() != "":
		require.NotEmpty(t, said, "without %s: %s", line, o.broken())
	default:
		require.Empty(t, said, "without %s", line)
	}
}
