package examples

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/filter"
	"github.com/gpuscript/gpuscript/host"
)

// TestDenied denies every code that can be denied, in the example of that code: the run does not report it, and stays defined. What the
// call breaks afterwards may be reported. Codes that cannot be denied are refused.
func TestDenied(t *testing.T) {
	denied := 0
	for _, d := range diag.Docs() {
		f, err := filter.New(filter.Rules{Deny: []string{d.Name}})
		if filter.Held(d.Code) != "" {
			require.ErrorContains(t, err, "cannot be denied", "%v", d.Code)
			continue
		}
		require.NoError(t, err)
		if d.Example == "" {
			continue
		}
		out, err := runWith(d.Example, t.TempDir(), func(o *host.Options) { o.Filter = f })
		require.NoError(t, err)
		require.NotContains(t, out.codes, d.Code, "%v %s", d.Code, out.text)
		require.NotContains(t, out.codes, diag.Internal, "%v %s", d.Code, out.text)
		denied++
	}
	require.NotZero(t, denied)
	t.Logf("%d codes denied", denied)
}

// TestMilder: as a warning, a code that can be denied stops nothing and is reported all the same.
func TestMilder(t *testing.T) {
	for _, d := range diag.Docs() {
		if filter.Held(d.Code) != "" || d.Example == "" {
			continue
		}
		f, err := filter.New(filter.Rules{Severities: map[string]string{d.Name: "warning"}})
		require.NoError(t, err)
		out, err := runWith(d.Example, t.TempDir(), func(o *host.Options) { o.Filter = f })
		require.NoError(t, err)
		require.Contains(t, out.codes, d.Code, out.text)
		require.NotContains(t, out.codes, diag.Internal, "%v %s", d.Code, out.text)
		if len(out.codes) == 1 {
			require.Equal(t, host.ExitOK, out.exit, "%v %s", d.Code, out.text)
		}
	}
}
