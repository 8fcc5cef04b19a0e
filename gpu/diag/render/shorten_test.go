package render

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestLongNames: the middle of a long name is left out of what people read, wherever it stands, and nothing of it out of JSON.
func TestLongNames(t *testing.T) {
	long, fits := `fence "`+strings.Repeat("a", 5000)+`é`+strings.Repeat("z", 5000)+`"`, `"`+strings.Repeat("b", 120)+`"`
	d := diag.New(diag.EmptySubmit, "%s and %s", long, fits)
	d.Labels = append(d.Labels, diag.Label{Span: diag.Span{File: "a.lua", Line: 1, Col: 1}, Text: long})
	d.Because("%s", long).Note("%s", long).HelpText("wait for %s", long)
	whole := jsonLine(d)
	for _, style := range []Style{Rich, Short} {
		for _, unicode := range []bool{false, true} {
			text := Text(d, Files{"a.lua": "x"}, Options{Style: style, Unicode: unicode})
			require.NotContains(t, text, strings.Repeat("a", 61))
			require.NotContains(t, text, strings.Repeat("z", 61))
			require.Contains(t, text, `"`+strings.Repeat("a", 58))
			require.Contains(t, text, strings.Repeat("z", 58)+`" and `+fits)
		}
	}
	require.Equal(t, whole, jsonLine(d), "the diagnostic itself keeps them")
	require.Equal(t, whole, Text(d, nil, Options{Style: JSON}))
	require.Contains(t, whole, strings.Repeat("z", 5000))
}
