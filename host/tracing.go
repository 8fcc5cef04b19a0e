package host

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// Tracing is an observer that hands the events of the machine to sinks, in this order, and does nothing else: trace.Text and trace.JSON write them, a
// timeline.Timeline draws them. Diagnostics go to those sinks that have a method Diagnostic(*diag.Diagnostic), as a Timeline has, which shows accesses
// that nothing orders. Events need Options.Trace. A program that observes more embeds it and overrides methods.
func Tracing(sinks ...trace.Sink) Observer { return tracing{sinks: sinks} }

// tracing is the observer of Tracing.
type tracing struct {
	NoObserver
	sinks []trace.Sink
}

// OnTrace implements Observer.
func (t tracing) OnTrace(e trace.Event) {
	for _, s := range t.sinks {
		s.Event(e)
	}
}

// OnDiagnostic implements Observer.
func (t tracing) OnDiagnostic(d *diag.Diagnostic) {
	for _, s := range t.sinks {
		if takes, ok := s.(interface{ Diagnostic(*diag.Diagnostic) }); ok {
			takes.Diagnostic(d)
		}
	}
}

// Place names a place of the host's scripts as messages do, "scene.lua:28:8"; "" of one that it does not know. It may be used from other
// goroutines.
func (h *Host) Place(site gpu.Site) string {
	span, ok := h.source.Span(site)
	if !ok {
		return ""
	}
	return span.String()
}
