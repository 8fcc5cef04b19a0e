package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// TestApart: an error of two threads is told once for each order that is missing, and hides races between them; one that the filter made milder, or a
// race, hides nothing.
func TestApart(t *testing.T) {
	here, there := diag.Apart{Threads: [2]int{0, 2}, Knew: [2]uint32{1, 4}}, diag.Apart{Threads: [2]int{0, 2}, Knew: [2]uint32{3, 4}}
	said := func(code diag.Code, at diag.Apart) *diag.Diagnostic {
		d := diag.New(code, "said")
		d.Apart = at
		return d
	}
	var l ledger
	require.False(t, l.apart(said(diag.DataRace, here)), "a race comes first")
	mild := said(diag.TwoThreads, here)
	mild.Severity = diag.SeverityWarning
	require.False(t, l.apart(mild))
	require.False(t, l.apart(said(diag.TwoThreads, here)))
	require.True(t, l.apart(said(diag.TwoThreads, here)))
	require.True(t, l.apart(said(diag.MappedRace, here)))
	require.False(t, l.apart(said(diag.TwoThreads, there)))
	require.False(t, l.apart(said(diag.DataRace, diag.Apart{})), "of threads that are ordered")
	require.False(t, l.apart(said(diag.TwoThreads, diag.Apart{})))
	require.False(t, l.apart(said(diag.DataRace, diag.Apart{})))
}
