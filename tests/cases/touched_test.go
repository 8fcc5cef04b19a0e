package cases

import (
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Where a race says which bytes both sides touch: in a sentence of its own, or, where both touch the same, in the label.
var (
	inSentence = regexp.MustCompile(`[Bb]oth touch (?:are )?(.*)\.$`)
	inLabel    = regexp.MustCompile(`^\w+ (.*?[])])(?: \(\d+ of every \d+ bytes\))?(?: (?:by|through|as|from) .*)?$`)
)

// touched is what both sides of a race touch, as its text says it. It is "" for diagnostics that say nothing of it.
func touched(d *diag.Diagnostic) string {
	for _, texts := range [][]string{d.Notes, d.Why} {
		for _, s := range texts {
			if m := inSentence.FindStringSubmatch(s); m != nil {
				return m[1]
			}
		}
	}
	if m := inLabel.FindStringSubmatch(d.Primary().Text); m != nil && d.Range != nil {
		return m[1]
	}
	return ""
}

// otherAt has the lines of a file at which the other side of a diagnostic stands: its place, and the calls that lead there.
func otherAt(d *diag.Diagnostic, file string) []int {
	lines := []int{}
	if len(d.Labels) < 2 {
		return lines
	}
	l := d.Labels[1]
	if l.Span.File == file {
		lines = append(lines, l.Span.Line)
	}
	for _, v := range l.Via {
		if v.Span.File == file {
			lines = append(lines, v.Span.Line)
		}
	}
	return lines
}

func TestTouched(t *testing.T) {
	for _, tt := range []struct {
		notes, label string
		want         string
	}{
		{"Both touch x[0, 4).", "reads x[0, 256) by CopyBufferRegion", "x[0, 4)"},
		{"The first bytes that both touch are x[x 0..32, y 0..1].", "reads x[0, 256) by CopyBufferRegion", "x[x 0..32, y 0..1]"},
		{"", "reads x[0, 256) by CopyBufferRegion", "x[0, 256)"},
		{"", "reads screen[0][x 0..16, y 0..4] by Present", "screen[0][x 0..16, y 0..4]"},
		{"", "reads x[0, 4)", "x[0, 4)"},
		{"", "writes x[0, 36) (4 of every 16 bytes) through u0 by Dispatch", "x[0, 36)"},
		{"", "does nothing", ""},
	} {
		d := &diag.Diagnostic{Labels: []diag.Label{{Text: tt.label, Primary: true}}, Range: &diag.Range{End: 4}}
		if tt.notes != "" {
			d.Notes = []string{tt.notes}
		}
		require.Equal(t, tt.want, touched(d))
	}
}
