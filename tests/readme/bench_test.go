package readme

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// shortTables are the columns that the README shows of the tables of the bench. Those of the rates are named first, those of the
// table that says how many times faster gpuscript is after them.
var shortTables = []struct {
	title          string
	columns, peers []string
}{
	{"Kernels", []string{"gpuscript", "gpuscript, validation on", "gpuscript, 2 cores", "Go", "gcc -O3 -march=native", "SSE4 by hand in C", "PoCL"},
		[]string{"", "", "", "Go", "gcc -O3 -march=native", "SSE4 by hand in C", "PoCL"}},
	{"Draws", []string{"gpuscript", "gpuscript, validation on", "gpuscript, 2 cores", "llvmpipe", "fauxgl", "Go"},
		[]string{"", "", "", "llvmpipe", "fauxgl", "Go"}},
}

// cells are the cells of a row of a table.
func cells(row string) (out []string) {
	for _, c := range strings.Split(strings.Trim(row, "|"), "|") {
		out = append(out, strings.TrimSpace(c))
	}
	return out
}

// tablesBelow are the tables after a heading and before the next one, as rows of cells without the ruler.
func tablesBelow(text, heading string) (out [][][]string) {
	_, text, _ = strings.Cut(text, "\n## "+heading+"\n")
	text, _, _ = strings.Cut(text, "\n## ")
	inside := false
	for _, line := range strings.Split(text, "\n") {
		if !strings.HasPrefix(line, "|") {
			inside = false
			continue
		}
		if !inside {
			out = append(out, nil)
		}
		inside = true
		if !strings.HasPrefix(line, "|---") {
			out[len(out)-1] = append(out[len(out)-1], cells(line))
		}
	}
	return out
}

// best is the second number of "median / 10th percentile".
func best(cell string) string {
	_, after, found := strings.Cut(cell, " / ")
	if !found {
		return cell
	}
	return after
}

// shortTable is the rates of some columns at the 10th percentile, and the geometric means of what gpuscript is faster than peers.
func shortTable(t *testing.T, rates, faster [][]string, columns, peers []string) string {
	t.Helper()
	var b strings.Builder
	row := func(all ...string) { b.WriteString("| " + strings.Join(all, " | ") + " |\n") }
	row(append([]string{"", ""}, columns...)...)
	b.WriteString(strings.Repeat("|---", len(columns)+2) + "|\n")
	for _, r := range rates[1:] {
		line := slices.Clone(r[:2])
		for _, c := range columns {
			i := slices.Index(rates[0], c)
			require.GreaterOrEqual(t, i, 0, "TABLE.md has no column %s", c)
			line = append(line, best(r[i]))
		}
		row(line...)
	}
	last := faster[len(faster)-1]
	line := []string{"**times faster**", "geometric mean"}
	for _, p := range peers {
		i := slices.Index(faster[0][1:], p)
		require.True(t, p == "" || i >= 0, "TABLE.md has no column %s", p)
		if p == "" {
			line = append(line, "")
		} else {
			line = append(line, last[i+1])
		}
	}
	row(line...)
	return b.String()
}

// TestBench: the README shows a part of the table that the bench writes.
func TestBench(t *testing.T) {
	table, err := os.ReadFile("../bench/TABLE.md")
	require.NoError(t, err)
	text := string(table)
	_, machine, found := strings.Cut(text, "Machine: ")
	require.True(t, found)
	machine, _, _ = strings.Cut(machine, "\n")
	var b strings.Builder
	b.WriteString("Rates at the 10th percentile of the times: what the machine does when nobody disturbs it. " + strings.TrimSuffix(machine, ".") + "; one core unless a column says two; validation off unless it says on.\n")
	for _, s := range shortTables {
		found := tablesBelow(text, s.title)
		require.GreaterOrEqual(t, len(found), 2, s.title)
		b.WriteString("\n" + shortTable(t, found[0], found[1], s.columns, s.peers))
	}
	section(t, "bench", b.String())
}
