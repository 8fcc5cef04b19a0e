package format

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// TestVerbs: flags, widths and precisions belong to a place, and a percent sign is none.
func TestVerbs(t *testing.T) {
	tests := []struct {
		format, verbs string
		known         bool
	}{
		{"plain", "", true},
		{"%d and %5.2f%%", "df", true},
		{"%-08X|%+g", "Xg", true},
		{"%q", "", false},
		{"%d %100d", "d", false},
		{"100%", "", false},
	}
	for _, tt := range tests {
		verbs, known := Verbs(tt.format)
		require.Equal(t, tt.verbs, string(verbs), tt.format)
		require.Equal(t, tt.known, known, tt.format)
	}
}

// TestEdits: the formats that are proposed fit what is passed.
func TestEdits(t *testing.T) {
	scalars := []syntax.Scalar{syntax.Float, syntax.Int, syntax.Float}
	require.Equal(t, `"%g %d %g"`, Fit("%g", scalars), "places are added")
	require.Equal(t, `"%d 100%%"`, Fit("%d 100%% %d", scalars[1:2]), "and taken out, and a percent sign stays")
	verbs, _ := Verbs("%.2f %d %x")
	require.Equal(t, 2, FloatPlace(verbs, scalars))
	require.Equal(t, `"%.2f %d %g"`, Floats("%.2f %d %x", scalars))
	verbs, _ = Verbs("%.2f %d %g")
	require.Equal(t, -1, FloatPlace(verbs, scalars))
}
