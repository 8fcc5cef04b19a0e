package golden

import (
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"strings"
)

// Text is the result for people: one line, and the problems indented below it.
func (r Result) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-9s %s\n", r.Status, r.Script)
	for _, p := range r.Problems {
		b.WriteString(indent("    ", p.Title+"\n"+p.Detail))
	}
	return b.String()
}

// indent puts a prefix before every line that is not empty.
func indent(prefix, text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(prefix)
		}
		b.WriteString(line)
	}
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	return b.String()
}

// count returns how many results have a status.
func count(results []Result, s Status) int {
	n := 0
	for _, r := range results {
		if r.Status == s {
			n++
		}
	}
	return n
}

// Summary is the last line of a text report: "12 passed, 1 failed".
func Summary(results []Result) string {
	var parts []string
	for _, s := range []struct {
		status Status
		word   string
	}{{Passed, "passed"}, {Updated, "updated"}, {Failed, "failed"}, {Cancelled, "cancelled"}} {
		if n := count(results, s.status); n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", n, s.word))
		}
	}
	if len(parts) == 0 {
		return "no tests"
	}
	return strings.Join(parts, ", ")
}

// WriteTAP writes the results in the Test Anything Protocol, version 14.
func WriteTAP(w io.Writer, results []Result) error {
	var b strings.Builder
	fmt.Fprintf(&b, "TAP version 14\n1..%d\n", len(results))
	for i, r := range results {
		word := "ok"
		if !r.OK() {
			word = "not ok"
		}
		fmt.Fprintf(&b, "%s %d - %s\n", word, i+1, strings.NewReplacer(`\`, `\\`, `#`, `\#`).Replace(r.Script))
		if word == "ok" {
			continue
		}
		fmt.Fprintf(&b, "  ---\n  status: %s\n", r.Status)
		if len(r.Problems) > 0 {
			b.WriteString("  message: |\n")
		}
		for _, p := range r.Problems {
			b.WriteString(indent("    ", p.Title+"\n"+p.Detail))
		}
		b.WriteString("  ...\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// The elements of a JUnit report.
type (
	junitSuite struct {
		XMLName  xml.Name    `xml:"testsuite"`
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Skipped  int         `xml:"skipped,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class    string         `xml:"classname,attr"`
		Name     string         `xml:"name,attr"`
		Failures []junitFailure `xml:"failure"`
		Skipped  *junitSkipped  `xml:"skipped"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Text    string `xml:",chardata"`
	}
	junitSkipped struct {
		Message string `xml:"message,attr"`
	}
)

// WriteJUnit writes the results as JUnit XML. It has no times: the same results are the same bytes.
func WriteJUnit(w io.Writer, results []Result) error {
	suite := junitSuite{Name: "gpuscript", Tests: len(results), Failures: count(results, Failed), Skipped: count(results, Cancelled)}
	for _, r := range results {
		c := junitCase{Class: strings.ReplaceAll(path.Dir(r.Script), "/", "."), Name: strings.TrimSuffix(path.Base(r.Script), ".lua")}
		for _, p := range r.Problems {
			c.Failures = append(c.Failures, junitFailure{Message: p.Title, Text: p.Detail})
		}
		if r.Status == Cancelled {
			c.Skipped = &junitSkipped{Message: "cancelled"}
		}
		suite.Cases = append(suite.Cases, c)
	}
	data, err := xml.MarshalIndent(suite, "", "  ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(data)+"\n")
	return err
}
