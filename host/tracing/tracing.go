// Package tracing connects a host to the writers of its machine's events: trace.Text and trace.JSON, and the pictures of package timeline.
//
//	host.Observer ── OnTrace ──▶ To ──▶ sink, sink …
//	              ── OnDiagnostic ───▶ those that take them
//
// It must not know what sinks do with events.
package tracing

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/host"
)

// To is an observer that hands the events of the machine to sinks, in this order, and does nothing else. Diagnostics go to those sinks that have a
// method Diagnostic(*diag.Diagnostic), as a timeline.Timeline has, which shows accesses that nothing orders. Events need Options.Trace. A program
// that observes more embeds it and overrides methods.
func To(sinks ...trace.Sink) host.Observer { return observer{sinks: sinks} }

// observer is the observer of To.
type observer struct {
	host.NoObserver
	sinks []trace.Sink
}

// OnTrace implements host.Observer.
func (o observer) OnTrace(e trace.Event) {
	for _, s := range o.sinks {
		s.Event(e)
	}
}

// OnDiagnostic implements host.Observer.
func (o observer) OnDiagnostic(d *diag.Diagnostic) {
	for _, s := range o.sinks {
		if takes, ok := s.(interface{ Diagnostic(*diag.Diagnostic) }); ok {
			takes.Diagnostic(d)
		}
	}
}

// Places names the places of a host's scripts as messages do, "scene.lua:28:8"; "" is one that the host does not know. The function may be
// used from other goroutines.
func Places(h *host.Host) func(gpu.Site) string {
	return func(site gpu.Site) string {
		span, ok := h.Sources().Span(site)
		if !ok {
			return ""
		}
		return span.String()
	}
}
