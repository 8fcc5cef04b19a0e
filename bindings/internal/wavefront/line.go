package wavefront

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// line is one statement: its first word, and the fields after it.
type line struct {
	file   string
	number int
	column int // of word
	word   string
	fields []field
	rest   string // all after the word
}

type field struct {
	text   string
	column int
}

// mostFields is how many fields a statement may have: a polygon of many corners has some hundreds.
const mostFields = 1 << 16

// eachLine calls do for every statement. A backslash at the end of a line joins the next one.
func eachLine(file string, text []byte, do func(*line) error) error {
	rest, more := strings.TrimPrefix(string(text), "\ufeff"), true
	for number := 1; more; {
		l := line{file: file, number: number}
		var part string
		var joined strings.Builder
		for {
			part, rest, more = strings.Cut(rest, "\n")
			part = trim(part)
			number++
			head, goesOn := strings.CutSuffix(part, "\\")
			if !goesOn || !more {
				break
			}
			joined.WriteString(head + " ")
		}
		if joined.Len() > 0 {
			part = joined.String() + part
		}
		l.split(part)
		if l.word == "" {
			continue
		}
		if len(l.fields) > mostFields {
			return l.fail(0, "there are more than %d words on a line", mostFields)
		}
		if err := do(&l); err != nil {
			return err
		}
	}
	return nil
}

// split cuts a statement into its fields, up to one more than there may be.
func (l *line) split(s string) {
	for at := 0; at < len(s) && len(l.fields) <= mostFields; {
		if s[at] == ' ' || s[at] == '\t' {
			at++
			continue
		}
		end := at
		for end < len(s) && s[end] != ' ' && s[end] != '\t' {
			end++
		}
		if l.word == "" {
			l.word, l.column, l.rest = s[at:end], at+1, strings.TrimSpace(s[end:])
		} else {
			l.fields = append(l.fields, field{s[at:end], at + 1})
		}
		at = end
	}
}

// fail is an error at the word, or at a field counted from 1.
func (l *line) fail(at int, format string, args ...any) error {
	column := l.column
	if at > 0 && at <= len(l.fields) {
		column = l.fields[at-1].column
	}
	return &Error{File: l.file, Line: l.number, Column: column, Text: fmt.Sprintf(format, args...)}
}

// numbers reads least to most finite numbers.
func (l *line) numbers(least, most int) ([]float32, error) {
	if len(l.fields) < least || len(l.fields) > most {
		return nil, l.fail(0, "%s has %d to %d numbers, and there are %d", l.word, least, most, len(l.fields))
	}
	out := make([]float32, 0, most+1)
	for i, f := range l.fields {
		x, err := strconv.ParseFloat(f.text, 32)
		if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
			return nil, l.fail(i+1, "%q is not a number", f.text)
		}
		out = append(out, float32(x))
	}
	return out, nil
}
