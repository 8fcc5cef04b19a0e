package dml

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/retell"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/watch"
)

// log is what is known of recorded dispatches: for messages of the level below, and for what work does to the operators.
type log struct {
	retell retell.Log
	watch  watch.Log
	broken bool // the level below has told an error about the call that during makes
}

// newLog makes the log of a device, which hears of all that the machine finds and does.
func newLog(a *device.Adapter) *log {
	l := &log{}
	l.watch.Records = l.retell.Recorded
	l.watch.Kept = l.retell.Kept
	l.watch.Awaits, l.watch.Initialisation = l.retell.Initialises, l.retell.Initialisation
	l.watch.Settled, l.watch.Precedes = a.Settled, a.Precedes
	l.retell.Told = l.watch.Uninitialised
	a.Retell(func(d *diag.Diagnostic) {
		l.broken = l.broken || l.retell.Calling != "" && d.Severity == diag.SeverityError
		l.retell.Retell(d)
	})
	a.Follow(&l.watch)
	return l
}

// owns notes whose state a buffer is.
func (l *log) owns(state *device.Resource, by *object) {
	l.retell.Own(state.Name(), by.String(), by.dev.created)
	l.watch.Add(state.ID(), nil)
}

// gone forgets a state buffer that was released.
func (l *log) gone(state *device.Resource) {
	l.retell.Disown(state.Name())
	l.watch.Remove(state.ID())
}

// compiled notes a compiled operator.
func (l *log) compiled(c *CompiledOperator) {
	l.watch.Add(c.state.ID(), &watch.Operator{Said: c.said, Kept: c.kept})
}

// begin notes a RecordDispatch.
func (l *log) begin(list *device.CommandList, t *BindingTable, site gpu.Site) {
	c := retell.Call{Title: t.target.String(), List: list.ID(), Kept: t.boundAt[shader.Persistent]}
	for _, target := range t.target.targets {
		c.Targets = append(c.Targets, target.String())
	}
	for n := range t.sets {
		for _, v := range t.sets[n].plan.views {
			c.Views = append(c.Views, t.spot(n, v))
		}
	}
	l.retell.Record(site, c)
}

// during calls a method of the level below for one of this level.
func (l *log) during(method string, call func() error) error {
	l.retell.Calling, l.broken = method, false
	err := call()
	l.retell.Calling = ""
	return err
}
