package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestStandsStill: an error tells of a run that stands still as who found it says, whatever its code is.
func TestStandsStill(t *testing.T) {
	tests := []struct {
		name                   string
		d                      diag.Diagnostic
		standsStill, sometimes bool
	}{
		{"an error that ends the script for another reason", diag.Diagnostic{Severity: diag.SeverityError, Halts: true}, false, false},
		{"a queue that is held up", diag.Diagnostic{Severity: diag.SeverityError, Halts: true, Still: diag.StillHeldUp}, true, false},
		{"a wait that has missed what ends it", diag.Diagnostic{Severity: diag.SeverityError, Halts: true, Still: diag.StillMissed}, true, true},
		{"no error", diag.Diagnostic{Severity: diag.SeverityWarning, Halts: true, Still: diag.StillMissed}, false, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			require.Equal(t, tt.standsStill, standsStill(&tt.d))
			require.Equal(t, tt.sometimes, sometimes(&tt.d))
		})
	}
}
