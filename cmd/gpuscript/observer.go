package main

import (
	"bytes"
	"fmt"
	"image/png"
	"path/filepath"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/gpu/trace/timeline"
	"github.com/gpuscript/gpuscript/host"
)

// observer shows what happens during a run.
type observer struct {
	host.NoObserver
	app   *app
	flags *runFlags
	host  *host.Host
	flush func() error
	// timeline is drawn at the end; nil if nobody asked for it.
	timeline *timeline.Timeline
	places   map[gpu.Site]string // that were asked for
}

// OnPrint implements host.Observer.
func (o *observer) OnPrint(string) { o.flags.frames.hide() }

// OnImage implements host.Observer: it says where a picture went.
func (o *observer) OnImage(name string, data []byte) {
	if err := o.flush(); err != nil {
		return // the end of the run reports it
	}
	path := filepath.FromSlash(name)
	if !filepath.IsAbs(path) {
		path = filepath.Join(o.flags.options.Out, path)
	}
	size := ""
	if c, err := png.DecodeConfig(bytes.NewReader(data)); err == nil {
		size = fmt.Sprintf(" (%d x %d)", c.Width, c.Height)
	}
	o.flags.frames.hide()
	fmt.Fprintf(o.app.stderr, "wrote %s%s\n", filepath.ToSlash(path), size)
}

// onFile notes a file that the script writes.
func (o *observer) onFile(path string) {
	o.app.saved.add(path)
	o.flags.frames.spare(path)
}

// OnTrace implements host.Observer.
func (o *observer) OnTrace(e trace.Event) {
	if o.flags.trace.wanted() {
		o.flags.trace.events.Event(e)
	}
	if o.timeline != nil {
		o.timeline.Event(e)
	}
}

// OnDiagnostic implements host.Observer.
func (o *observer) OnDiagnostic(d *diag.Diagnostic) {
	if o.timeline != nil {
		o.timeline.Diagnostic(d)
	}
}

// place names a site as messages do.
func (o *observer) place(site gpu.Site) string {
	name, ok := o.places[site]
	if !ok {
		if o.places == nil {
			o.places = map[gpu.Site]string{}
		}
		if span, found := o.host.Sources().Span(site); found {
			name = span.String()
		}
		o.places[site] = name
	}
	return name
}
