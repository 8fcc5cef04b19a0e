package bench

import (
	"fmt"
	"strings"
)

// pair are the columns of one implementation on one core and on two.
type pair struct{ one, two string }

// kernelPairs and drawPairs are what the table compares of two cores with one.
var (
	kernelPairs = []pair{{ours, ours2}, {checked, checked2}, {plainGo, plainGo2}, {vectorC, vectorC2}, {openCL, openCL2}}
	drawPairs   = []pair{{ours, ours2}, {checked, checked2}, {llvmpipe, llvmpipe2}, {fauxgl, fauxgl2}, {plainGo, plainGo2}}
)

// scaling collects how many times faster two cores are than one.
type scaling struct {
	pairs  []pair
	rows   strings.Builder
	ratios map[string][]float64 // by the column of one core
}

// add is the row of a workload.
func (s *scaling) add(w workload, times map[string]timing) {
	fmt.Fprintf(&s.rows, "| %s |", w.name)
	for _, p := range s.pairs {
		one, ok := times[p.one]
		two, there := times[p.two]
		if !ok || !there {
			s.rows.WriteString(" |")
			continue
		}
		ratio := float64(one.p10) / float64(two.p10)
		if !w.apart {
			s.ratios[p.one] = append(s.ratios[p.one], ratio)
		}
		fmt.Fprintf(&s.rows, " %.2f |", ratio)
	}
	s.rows.WriteString("\n")
}

// text is the table. Peers stand beside gpuscript because two threads of a machine share its memory, and often more than that.
func (s *scaling) text() string {
	names, means := "", ""
	for _, p := range s.pairs {
		names += " " + p.one + " |"
		means += fmt.Sprintf(" %s |", geometricMean(s.ratios[p.one]))
	}
	return fmt.Sprintf("How many times faster two cores are than one, at the 10th percentile:\n\n| |%s\n|---|%s\n%s| **geometric mean** |%s\n\n",
		names, strings.Repeat("---|", len(s.pairs)), &s.rows, means)
}
