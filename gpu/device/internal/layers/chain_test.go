package layers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// says is a layer that says one thing, whatever it is asked.
type says struct {
	d        *diag.Diagnostic
	follows  bool
	calls    []gpu.Call
	executed int
	retired  []bool
}

func (s *says) Check(gpu.Call) []*diag.Diagnostic          { return []*diag.Diagnostic{s.d} }
func (s *says) Record(c gpu.Call)                          { s.calls = append(s.calls, c) }
func (s *says) Explain(incident.Incident) *diag.Diagnostic { return s.d }
func (s *says) Follows() bool                              { return s.follows }
func (s *says) Executed(*gpu.Executed)                     { s.executed++ }
func (s *says) Retired(_ gpu.ID, _ uint64, completed bool) { s.retired = append(s.retired, completed) }
func (s *says) Findings(atEnd incident.Ending) (out []*diag.Diagnostic) {
	return []*diag.Diagnostic{s.d}
}
func (s *says) Removes() gpu.RemovedReason { return gpu.RemovedInvalidCall }

// TestWhatBecomesOfADiagnostic: an error of a call stops it, or is reported where it is one of order and errors are; what an
// incident or a follower finds stops the next call in one mode only; warnings never stop anything, and the filter hides all.
func TestWhatBecomesOfADiagnostic(t *testing.T) {
	warning, hazard, mistake := diag.New(diag.EmptyDispatch, "w"), diag.New(diag.Deadlock, "h"), diag.New(diag.SyntaxError, "m")
	consequence := diag.New(diag.SyntaxError, "c")
	consequence.Follows = true
	require.NotEqual(t, diag.SeverityError, warning.Severity)
	require.True(t, hazard.Code.Hazard() && !mistake.Code.Hazard())
	nothing, submit, create := outcome{proceeds: true}, &gpu.SubmitCall{}, &gpu.CreateCall{}
	for _, c := range []struct {
		name   string
		d      *diag.Diagnostic
		mode   ErrorMode
		hidden bool
		call   gpu.Call
		want   outcome
		later  bool // what work found is an error
	}{
		{"a warning", warning, ErrorsStop, false, submit, outcome{proceeds: true, reports: 1}, false},
		{"a hazard stops", hazard, ErrorsStop, false, submit, outcome{failed: true}, true},
		{"a hazard is reported", hazard, ErrorsReport, false, submit, outcome{proceeds: true, reports: 1}, false},
		{"a mistake stops", mistake, ErrorsStop, false, submit, outcome{failed: true}, true},
		{"a mistake is reported, and the call dropped", mistake, ErrorsReport, false, submit, outcome{reports: 1}, false},
		{"what follows from a mistake stops", consequence, ErrorsStop, false, submit, outcome{failed: true}, true},
		{"what follows from a mistake is not reported, and the call dropped", consequence, ErrorsReport, false, submit, outcome{}, false},
		{"a creation cannot be dropped", mistake, ErrorsReport, false, create, outcome{failed: true}, false},
		{"nor can a creation that is not available", mistake, ErrorsReport, false, &gpu.UnsupportedCall{CallHead: gpu.CallHead{Method: "CreateStateObject"}}, outcome{failed: true}, false},
		{"nor can a question for a back buffer", mistake, ErrorsReport, false, &gpu.ListCall{CallHead: gpu.CallHead{Method: "GetBuffer"}, Act: gpu.Use}, outcome{failed: true}, false},
		{"a command that is not available is dropped", mistake, ErrorsReport, false, &gpu.UnsupportedCall{CallHead: gpu.CallHead{Method: "BeginEvent"}}, outcome{reports: 1}, false},
		{"hidden", mistake, ErrorsStop, true, submit, nothing, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			reports := 0
			chain := New([]Layer{&says{d: c.d, follows: true}}, c.mode, func(*diag.Diagnostic) { reports++ })
			if c.hidden {
				chain.SetFilter(func(*diag.Diagnostic) bool { return false })
			}
			ok, err := chain.Check(c.call)
			require.Equal(t, c.want, outcome{ok, err != nil, reports})
			reports = 0
			chain.Incident(&incident.Hang{})
			later := []error{chain.Pending(), chain.Findings(incident.Goes), chain.Judge(0, c.d)}
			for _, err := range later {
				require.Equal(t, c.later, err != nil)
			}
			want := 3
			if c.later || c.hidden {
				want = 0
			}
			require.Equal(t, want, reports)
			require.NoError(t, chain.Pending(), "it was taken")
			require.Error(t, chain.Fail(&incident.Hang{}), "a call that cannot go on fails in any mode")
		})
	}
}

// outcome is what Check made of a call.
type outcome struct {
	proceeds, failed bool
	reports          int
}

// TestLayersAreTold: every layer of calls, followers of work, and a layer that is none of it.
func TestLayersAreTold(t *testing.T) {
	quiet := diag.New(diag.EmptyDispatch, "w")
	plain, follower := &says{d: quiet}, &says{d: quiet, follows: true}
	c := New([]Layer{plain, follower}, ErrorsStop, nil)
	require.False(t, c.Empty())
	require.True(t, c.Followed())
	c.Record(&gpu.SubmitCall{})
	c.Executed(&gpu.Executed{})
	c.Retired(1, 2, true)
	require.Len(t, plain.calls, 1)
	require.Len(t, follower.calls, 1)
	require.Zero(t, plain.executed)
	require.Equal(t, 1, follower.executed)
	require.Empty(t, plain.retired)
	require.Equal(t, []bool{true}, follower.retired)
	require.Equal(t, gpu.RemovedInvalidCall, c.Removal())
	c.Delay(quiet)
	require.Error(t, c.Pending())

	above := &says{d: quiet, follows: true}
	c.Follow(above)
	c.Follow(&says{d: quiet})
	c.Executed(&gpu.Executed{})
	require.Equal(t, 1, above.executed)
	require.NoError(t, c.Findings(incident.Ended), "a warning is no error")

	none := New(nil, ErrorsStop, nil)
	none.Follow(above)
	require.False(t, none.Followed(), "without a layer that follows, nothing is worked out")
	require.True(t, none.Empty())
	require.False(t, none.Followed())
	require.Equal(t, gpu.RemovedNot, none.Removal())
	require.ErrorContains(t, none.Fail(&incident.Hang{}), "no layer words the incident")
}

// TestRetell: a level above has the last word, also on what stops the running call, and the filter sees what it said.
func TestRetell(t *testing.T) {
	chain := New([]Layer{&says{d: diag.New(diag.Deadlock, "a")}}, ErrorsStop, nil)
	chain.Retell(func(d *diag.Diagnostic) { d.Title += "b" })
	chain.Retell(func(d *diag.Diagnostic) { d.Title += "c" })
	require.ErrorContains(t, chain.Fail(&incident.OutOfMemory{}), "abc")
	chain.SetFilter(func(d *diag.Diagnostic) bool { return d.Title != "xbc" })
	require.NoError(t, chain.Judge(0, diag.New(diag.Deadlock, "x")))
	require.ErrorContains(t, chain.Judge(0, diag.New(diag.Deadlock, "y")), "ybc")
}

// swift is a layer that passes everything.
type swift struct{ says }

func (*swift) PassesFence(*gpu.FenceCall) bool   { return true }
func (*swift) PassesSubmit(*gpu.SubmitCall) bool { return true }

// TestSwiftLayersAreAskedWhereTheyAreAlone: not beside other layers, not where they follow work, and not while something was told that calls may add
// to.
func TestSwiftLayersAreAskedWhereTheyAreAlone(t *testing.T) {
	passes := func(c *Chain) bool {
		fence, submit := c.PassesFence(&gpu.FenceCall{}), c.PassesSubmit(&gpu.SubmitCall{})
		require.Equal(t, fence, submit)
		return fence
	}
	require.False(t, passes(New(nil, ErrorsStop, nil)))
	require.False(t, passes(New([]Layer{&says{}}, ErrorsStop, nil)))
	require.True(t, passes(New([]Layer{&swift{}}, ErrorsStop, nil)))
	require.False(t, passes(New([]Layer{&swift{}, &says{}}, ErrorsStop, nil)))
	require.False(t, passes(New([]Layer{&swift{says{follows: true}}}, ErrorsStop, nil)))
	c := New([]Layer{&swift{says{d: diag.New(diag.ReleasedInFlight, "r")}}}, ErrorsReport, nil)
	require.True(t, passes(c))
	proceed, err := c.Check(&gpu.ReleaseCall{Object: 1})
	require.True(t, proceed)
	require.NoError(t, err)
	require.False(t, passes(c))
}

// TestOneCauseOfManyFindings: what is found at once is told once for each cause, whether the script stops there or goes on.
func TestOneCauseOfManyFindings(t *testing.T) {
	race := func(title, turn string) Layer {
		d := diag.New(diag.DataRace, "%s", title).At(1, "")
		d.Turn = turn
		return &says{d: d, follows: true}
	}
	for _, mode := range []ErrorMode{ErrorsStop, ErrorsReport} {
		var told []string
		c := New([]Layer{race("first", "pages"), race("second", "pages"), race("other", "vertices")}, mode, func(d *diag.Diagnostic) { told = append(told, d.Title) })
		if err := c.Findings(incident.Ended); mode == ErrorsStop {
			told = titles(err)
		}
		require.Equal(t, []string{"first", "other"}, told)
	}
}
