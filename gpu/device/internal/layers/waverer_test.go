package layers

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// wavers refuses every call. If others matter, the call is disputed from the start, or when they have gone on, if it is then.
type wavers struct {
	says
	others, before, then bool
	lifts                bool // what is wrong is so because of work that may be missing, as is known then
	gone                 bool
	causes               []*diag.Diagnostic
	asked                gpu.Call
}

func (w *wavers) disputed() bool { return w.before || w.then && w.gone }

func (w *wavers) lifted() bool { return w.lifts && w.gone }

func (w *wavers) Clash() *diag.Diagnostic { return diag.New(diag.TwoThreads, "") }

func (w *wavers) Check(call gpu.Call) []*diag.Diagnostic {
	w.d.Disputed, w.d.Open = w.disputed(), w.lifted()
	return []*diag.Diagnostic{w.d}
}

func (w *wavers) Wavers(call gpu.Call) *diag.Dispute {
	if w.asked = call; !w.others {
		return nil
	}
	return &diag.Dispute{
		Disputed: w.disputed,
		Settled:  w.disputed,
		Lifted:   w.lifted,
		Again:    func() []*diag.Diagnostic { return w.Check(call) },
		Causes:   func() []*diag.Diagnostic { return w.causes },
	}
}

func (w *wavers) Contested(thread, object gpu.ID) (disputed func() bool, causes func() []*diag.Diagnostic) {
	if !w.others || thread == 0 {
		return nil, nil
	}
	return w.disputed, func() []*diag.Diagnostic { return w.causes }
}

// TestContested: what a level above finds wrong in a method of a context that two threads use in no order is not told. It lets the others go on
// first; a call that cannot be done fails with the cause.
func TestContested(t *testing.T) {
	for _, c := range []struct {
		name   string
		w      wavers
		thread gpu.ID
		filter bool // makes the clash milder
		waits  int
		refuse diag.Code
		judge  bool // it is told
	}{
		{"in no context", wavers{others: true, before: true}, 0, false, 0, diag.EngineFrameOpen, true},
		{"nothing else comes", wavers{others: true}, 7, false, 2, diag.EngineFrameOpen, true},
		{"another thread disputes it", wavers{others: true, then: true}, 7, false, 1, diag.TwoThreads, false},
		{"another thread has disputed it", wavers{others: true, before: true}, 7, false, 0, diag.TwoThreads, false},
		{"the dispute is no error", wavers{others: true, before: true}, 7, true, 0, diag.EngineFrameOpen, true},
	} {
		w, waits := c.w, 0
		w.causes = []*diag.Diagnostic{diag.New(diag.TwoThreads, "clash")}
		chain := New([]Layer{&w}, ErrorsStop, nil)
		chain.SetFilter(func(d *diag.Diagnostic) bool {
			if c.filter && d.Code == diag.TwoThreads {
				d.Severity = diag.SeverityWarning
			}
			return true
		})
		chain.Await(func(need func() bool) {
			require.True(t, need())
			waits++
			w.gone = true
		})
		var e *diag.Error
		require.ErrorAs(t, chain.Refuse(c.thread, diag.New(diag.EngineFrameOpen, "open")), &e, c.name)
		require.Equal(t, c.refuse, e.Diagnostics[0].Code, c.name)
		require.Equal(t, c.judge, chain.Judge(c.thread, diag.New(diag.EngineFrameBeforeExecution, "late")) != nil, c.name)
		require.Equal(t, c.waits, waits, c.name)
	}
}

// TestWaverer: the others go on before a call that is wrong is judged, if the layer wants it. A call that is disputed does not wait for them, and
// neither fails nor is done; a creation cannot be left out, and fails with the cause.
func TestWaverer(t *testing.T) {
	command := func() gpu.Call { return &gpu.Command{Op: gpu.OpDispatch, Site: 7} }
	create := func() gpu.Call { return &gpu.CreateCall{} }
	for _, c := range []struct {
		name    string
		w       wavers
		call    func() gpu.Call
		filter  bool // makes the clash milder
		waits   int
		reports int       // where errors are reported
		code    diag.Code // where they stop the script
	}{
		{"there are no others", wavers{}, command, false, 0, 1, diag.ListClosed},
		{"nothing else comes", wavers{others: true}, command, false, 1, 1, diag.ListClosed},
		{"another thread disputes it", wavers{others: true, then: true}, command, false, 1, 0, 0},
		{"another thread has disputed it", wavers{others: true, before: true}, command, false, 0, 0, 0},
		{"a creation", wavers{others: true, before: true}, create, false, 0, 0, diag.TwoThreads},
		{"the dispute is no error", wavers{others: true, before: true}, command, true, 0, 1, diag.ListClosed},
		{"it is lifted", wavers{others: true, lifts: true}, command, false, 1, 0, 0},
		{"it is lifted, and the dispute is no error", wavers{others: true, lifts: true}, command, true, 1, 1, diag.ListClosed},
	} {
		for _, mode := range []ErrorMode{ErrorsStop, ErrorsReport} {
			t.Run(fmt.Sprint(c.name, mode), func(t *testing.T) {
				w, reports, waits, call := c.w, 0, 0, c.call()
				w.says, w.causes = says{d: diag.New(diag.ListClosed, "closed")}, []*diag.Diagnostic{diag.New(diag.TwoThreads, "two")}
				chain := New([]Layer{&w}, mode, func(*diag.Diagnostic) { reports++ })
				chain.SetFilter(func(d *diag.Diagnostic) bool {
					if d.Code == diag.TwoThreads && c.filter {
						d.Severity = diag.SeverityWarning
					}
					return true
				})
				chain.Await(func(need func() bool) {
					waits++
					require.True(t, need())
					w.gone = true
					require.Equal(t, !w.then && !w.lifts, need(), "it goes on as soon as it is disputed, or lifted")
					if command, is := call.(*gpu.Command); is {
						command.Site = 9 // another thread records
					}
				})
				proceed, err := chain.Check(call)
				require.Equal(t, c.w.lifts && !c.filter, proceed)
				require.Equal(t, c.waits, waits)
				require.Same(t, call, w.asked)
				if command, is := call.(*gpu.Command); is {
					require.Equal(t, gpu.Site(7), command.Site)
				}
				if _, creates := call.(*gpu.CreateCall); c.code == 0 || mode == ErrorsReport && !creates {
					require.NoError(t, err)
					require.Equal(t, c.reports*int(mode), reports)
					return
				}
				var e *diag.Error
				require.ErrorAs(t, err, &e)
				require.Equal(t, c.code, e.Diagnostics[0].Code)
			})
		}
	}
}

// TestLeftOut: what a script does with what a disputed call was to make is not wrong, though errors stop the script; what is wrong besides is.
func TestLeftOut(t *testing.T) {
	w := &wavers{others: true, before: true, says: says{d: diag.New(diag.PipelineKindMismatch, "disputed")}}
	chain := New([]Layer{w}, ErrorsStop, nil)
	chain.Await(func(func() bool) {})
	check := func(op gpu.Op, code diag.Code) error {
		w.d = diag.New(code, "x")
		_, err := chain.Check(&gpu.Command{Op: op, List: 3})
		return err
	}
	require.NoError(t, check(gpu.OpSetPipelineState, diag.PipelineKindMismatch))
	w.before = false
	require.NoError(t, check(gpu.OpDispatch, diag.NoPipeline))
	require.Error(t, check(gpu.OpDispatch, diag.CopyOutOfBounds))
}

// TestOpen: what goes wrong in a call that may be impossible in another run is told where that another thread uses its objects is no error.
func TestOpen(t *testing.T) {
	for _, mild := range []bool{false, true} {
		chain := New([]Layer{&wavers{}}, ErrorsStop, nil)
		chain.SetFilter(func(d *diag.Diagnostic) bool { return d.Code != diag.TwoThreads || !mild })
		d := diag.New(diag.DataRace, "race")
		d.Open = true
		require.Equal(t, mild, chain.Judge(0, d) != nil)
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
