package tell

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

func TestShown(t *testing.T) {
	var f Filter
	d := diag.New(diag.MappedRace, "a")
	require.True(t, Shown(&f, d), "the zero value shows everything")

	f.Retell(func(d *diag.Diagnostic) { d.Title += "b" })
	f.Retell(func(d *diag.Diagnostic) { d.Title += "c" })
	f.SetFilter(func(d *diag.Diagnostic) bool { return d.Title != "abc" })
	require.False(t, Shown(&f, d), "the filter sees the last words")
	require.Equal(t, "abc", d.Title)
	require.True(t, Shown(&f, d), "it is told again")
	require.Equal(t, "abcbc", d.Title)
}
