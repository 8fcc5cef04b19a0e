package bench

import (
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var (
	writeTable = flag.Bool("table", false, "measure everything and write TABLE.md")
	rounds     = flag.Int("rounds", 21, "turns that each implementation gets for the table, at least 20")
	only       = flag.String("only", "", "for the table: workloads whose name contains this; the table is printed, not written")
	beside     = flag.String("beside", "", "for the table: columns, separated by semicolons, that are measured; the table is printed, not written")
)

// columns are the rates that the table shows; the first is compared with the others.
var columns = []string{ours, checked, ours2, checked2, plainGo, plainGo2, plainC, vectorC, vectorC2, openCL, openCL2}

// table collects what the Markdown shows.
type table struct {
	out     strings.Builder
	ratios  map[string][]float64 // by column: ours against it, one a workload
	skipped map[string]string
}

// TestTable writes TABLE.md. It takes minutes, so it runs on demand only.
func TestTable(t *testing.T) {
	if !*writeTable {
		t.Skip("run with -table to measure")
	}
	require.GreaterOrEqual(t, *rounds, 20, "fewer turns do not give a 10th percentile")
	tab := &table{ratios: map[string][]float64{}, skipped: map[string]string{}}
	tab.head()
	for _, s := range sections() {
		tab.section(t, s)
	}
	if *only != "" || *beside != "" {
		fmt.Println(tab.out.String())
		return
	}
	tab.calls(t)
	tab.allocators(t)
	require.NoError(t, os.WriteFile("TABLE.md", []byte(tab.out.String()), 0o644))
}

func (tab *table) printf(format string, args ...any) { fmt.Fprintf(&tab.out, format, args...) }

func (tab *table) head() {
	tab.printf("# What gpuscript costs beside its peers\n\n")
	tab.printf("Written by `go test ./tests/bench -run TestTable -table`. Machine: %s, %d cores, %s/%s, %s%s.\n\n",
		processor(), runtime.NumCPU(), runtime.GOOS, runtime.GOARCH, runtime.Version(), compiler())
	tab.printf("All implementations run in turns of a few milliseconds, %d each (a fifth of that where one run takes longer than 120 ms). A cell is *median / 10th percentile* of the times, as a rate; the second is what the machine does when nobody disturbs it.\n\n",
		*rounds)
}

func processor() string {
	data, _ := os.ReadFile("/proc/cpuinfo") // empty where there is none
	_, rest, ok := strings.Cut(string(data), "model name")
	name, _, _ := strings.Cut(rest, "\n")
	if !ok {
		return "unknown processor"
	}
	return strings.TrimSpace(strings.TrimLeft(name, "\t :"))
}

func compiler() string {
	out, err := exec.Command("gcc", "-dumpfullversion").Output()
	if err != nil {
		return ""
	}
	return ", gcc " + strings.TrimSpace(string(out))
}

// section is a part of the table: workloads in rows, implementations in columns.
type section struct {
	title     string
	workloads []workload
	columns   []string
	against   []string // columns of the ratios
	pairs     []pair   // whose two cores are compared with one
	variants  func(t testing.TB, w workload) []*variant
	note      string // what a reader has to know of the rows
}

func sections() []section {
	peers := []string{llvmpipe, llvmpipe2, fauxgl, fauxgl2, plainGo, plainGo2}
	return []section{
		{"Kernels", workloads(), columns, against(), kernelPairs, variants,
			"The 64 Ki numbers of a reduction are one dispatch of one group, and PoCL's one work group: a second dispatch costs as much as a part of the numbers. " +
				"With two dispatches, as many numbers need them, gpuscript takes what the row below shows, which the geometric mean does not contain."},
		{"Draws", drawWorkloads(), append([]string{ours, checked, ours2, checked2}, peers...), append(slices.Clone(peers), checked), drawPairs, drawVariants, ""},
	}
}

// section writes the rates and the ratios.
func (tab *table) section(t *testing.T, s section) {
	tab.printf("## %s\n\n| | | %s |\n|---|---|%s\n", s.title, strings.Join(s.columns, " | "), strings.Repeat("---|", len(s.columns)))
	var compared []string
	tab.ratios = map[string][]float64{}
	cores := scaling{pairs: s.pairs, ratios: map[string][]float64{}}
	for _, w := range s.workloads {
		if !strings.Contains(w.name, *only) {
			continue
		}
		t.Run(w.name, func(t *testing.T) {
			all := slices.DeleteFunc(slices.Clone(s.variants(t, w)), func(v *variant) bool { return !isBeside(v.name) })
			for _, v := range all {
				if v.skip != "" {
					tab.skipped[v.name] = v.skip
				}
			}
			times := measure(t, all, *rounds)
			tab.rates(w, s.columns, times)
			compared = append(compared, tab.compare(w, s.against, times))
			cores.add(w, times)
		})
	}
	tab.printf("\n")
	if s.note != "" {
		tab.printf("%s\n\n", s.note)
	}
	for _, name := range s.columns {
		if why, ok := tab.skipped[name]; ok {
			tab.printf("Skipped: %s (%s).\n\n", name, why)
		}
	}
	tab.printf("How many times faster than …, at the 10th percentile; gpuscript with validation off, on as many cores as the other:\n\n| | %s |\n|---|%s\n%s",
		strings.Join(s.against, " | "), strings.Repeat("---|", len(s.against)), strings.Join(compared, ""))
	tab.printf("| **geometric mean** |")
	for _, name := range s.against {
		tab.printf(" %s |", geometricMean(tab.ratios[name]))
	}
	tab.printf("\n\n%s", cores.text())
}

func (tab *table) rates(w workload, columns []string, times map[string]timing) {
	tab.printf("| %s | %s |", w.name, w.unit)
	for _, name := range columns {
		got, ok := times[name]
		if !ok {
			tab.printf(" |")
			continue
		}
		tab.printf(" %s / %s |", short(w.amount/float64(got.median)), short(w.amount/float64(got.p10)))
	}
	tab.printf("\n")
}

// isBeside tells whether a column is measured.
func isBeside(name string) bool {
	return *beside == "" || slices.Contains(strings.Split(*beside, ";"), name)
}

// against are the columns of the ratios: the peers, and what validation costs.
func against() []string {
	return []string{plainGo, plainC, vectorC, openCL, plainGo2, vectorC2, openCL2, checked}
}

// oursFor is what is compared with a column.
func oursFor(name string) string {
	if slices.Contains([]string{plainGo2, vectorC2, openCL2, llvmpipe2, fauxgl2}, name) {
		return ours2
	}
	return ours
}

func (tab *table) compare(w workload, against []string, times map[string]timing) string {
	row := "| " + w.name + " |"
	for _, name := range against {
		mine, ok := times[oursFor(name)]
		other, there := times[name]
		if !ok || !there {
			row += " |"
			continue
		}
		ratio := float64(other.p10) / float64(mine.p10)
		if !w.apart {
			tab.ratios[name] = append(tab.ratios[name], ratio)
		}
		row += fmt.Sprintf(" %.2f |", ratio)
	}
	return row + "\n"
}

// geometricMean is in bold face, as the last row of a table has it, and empty where nothing was measured.
func geometricMean(ratios []float64) string {
	if len(ratios) == 0 {
		return ""
	}
	sum := 0.0
	for _, r := range ratios {
		sum += math.Log(r)
	}
	return fmt.Sprintf("**%.2f**", math.Exp(sum/float64(len(ratios))))
}

// calls writes what the host side costs.
func (tab *table) calls(t *testing.T) {
	tab.printf("## Calls from Lua\n\n| | median | 10th percentile | allocations |\n|---|---|---|---|\n")
	all := callVariants(t)
	times := measure(t, all, *rounds)
	for _, v := range all {
		tab.printf("| %s | %s | %s | %.1f |\n", v.name, times[v.name].median, times[v.name].p10, allocations(t, v, 64))
	}
	v := startVariant(t)
	if v.skip != "" {
		tab.printf("\nSkipped: %s (%s).\n", v.name, v.skip)
		return
	}
	start := measure(t, []*variant{v}, *rounds)[v.name]
	tab.printf("| %s | %s | %s | |\n\n", v.name, start.median.Round(10*time.Microsecond), start.p10.Round(10*time.Microsecond))
}

// short is a number with two or three significant digits.
func short(x float64) string {
	switch {
	case x >= 100:
		return fmt.Sprintf("%.0f", x)
	case x >= 10:
		return fmt.Sprintf("%.1f", x)
	}
	return fmt.Sprintf("%.2f", x)
}

func TestTableText(t *testing.T) {
	require.Equal(t, []string{"123", "12.3", "1.23", "0.12"}, []string{short(123.4), short(12.34), short(1.234), short(0.1234)})
	require.Equal(t, "**2.00**", geometricMean([]float64{1, 4}))
	require.Empty(t, geometricMean(nil))
	for _, s := range sections() {
		for _, name := range s.against {
			require.True(t, slices.Contains(s.columns, name), name)
		}
		for _, p := range s.pairs {
			require.True(t, slices.Contains(s.columns, p.one) && slices.Contains(s.columns, p.two), p)
		}
	}
	tab := &table{ratios: map[string][]float64{}}
	w := workload{name: "w", amount: 100, unit: "GB/s"}
	times := map[string]timing{ours: {median: 20, p10: 10}, plainGo: {median: 50, p10: 40}}
	tab.rates(w, columns, times)
	require.Contains(t, tab.out.String(), "| w | GB/s | 5.00 / 10.0 |")
	require.Contains(t, tab.compare(w, against(), times), "| w | 4.00 |")
	require.Equal(t, []float64{4}, tab.ratios[plainGo])
	cores := scaling{pairs: []pair{{ours, ours2}, {plainGo, plainGo2}}, ratios: map[string][]float64{}}
	times[ours2] = timing{median: 9, p10: 5}
	cores.add(w, times)
	require.Contains(t, cores.text(), "| w | 2.00 | |\n| **geometric mean** | **2.00** |  |")
}
