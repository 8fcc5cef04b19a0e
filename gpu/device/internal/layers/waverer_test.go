package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// wavers refuses every call, and finds a cause when the others have gone on.
type wavers struct {
	says
	again bool
	cause *diag.Diagnostic
	asked gpu.Call
}

func (w *wavers) Wavers(call gpu.Call) (again, causes func() []*diag.Diagnostic) {
	if w.asked = call; !w.again {
		return nil, nil
	}
	again = func() []*diag.Diagnostic {
		w.d.Follows = w.cause != nil
		return []*diag.Diagnostic{w.d}
	}
	causes = func() (causes []*diag.Diagnostic) {
		if w.cause != nil {
			causes = append(causes, w.cause)
		}
		return causes
	}
	return again, causes
}

// TestWaverer: the others go on before a call that is wrong is judged, if the layer wants it. A cause that was found meanwhile is the error of the call, and where errors are
// reported nothing is said here.
func TestWaverer(t *testing.T) {
	cause := diag.New(diag.TwoThreads, "two")
	for _, c := range []struct {
		name    string
		again   bool
		cause   *diag.Diagnostic
		mode    ErrorMode
		waits   int
		reports int
		code    diag.Code
	}{
		{"it is certain", false, nil, ErrorsStop, 0, 0, diag.ListClosed},
		{"nothing else comes", true, nil, ErrorsStop, 1, 0, diag.ListClosed},
		{"a cause comes", true, cause, ErrorsStop, 1, 0, diag.TwoThreads},
		{"nothing else comes, and it is reported", true, nil, ErrorsReport, 1, 1, 0},
		{"a cause comes, and will be reported", true, cause, ErrorsReport, 1, 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			reports, waits, call := 0, 0, &gpu.Command{Op: gpu.OpDispatch, Site: 7}
			w := &wavers{says: says{d: diag.New(diag.ListClosed, "closed")}, again: c.again, cause: c.cause}
			chain := New([]Layer{w}, c.mode, func(*diag.Diagnostic) { reports++ })
			chain.Await(func() { waits++; call.Site = 9 })
			proceed, err := chain.Check(call)
			require.False(t, proceed)
			require.Equal(t, []int{c.waits, c.reports}, []int{waits, reports})
			require.Same(t, call, w.asked)
			if c.code == 0 {
				require.NoError(t, err)
				return
			}
			var e *diag.Error
			require.ErrorAs(t, err, &e)
			require.Equal(t, c.code, e.Diagnostics[0].Code)
		})
	}
}

// TestLater: what is told when it is settled stops no call and is not reported with it, and hides what follows from it already.
func TestLater(t *testing.T) {
	for _, mode := range []ErrorMode{ErrorsStop, ErrorsReport} {
		for _, later := range []bool{true, false} {
			reports := 0
			d := diag.New(diag.TwoThreads, "two")
			d.Severity, d.Later = diag.SeverityAdvice, later
			chain := New([]Layer{&says{d: d}}, mode, func(*diag.Diagnostic) { reports++ })
			proceed, err := chain.Check(&gpu.ReleaseCall{Object: 7})
			require.True(t, proceed)
			require.NoError(t, err)
			require.Equal(t, !later, reports == 1)
			require.True(t, chain.told.has(cause{kind: given, of: 7}))
		}
	}
}
