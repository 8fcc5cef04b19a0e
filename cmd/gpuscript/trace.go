package main

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/host/settings"
)

// The forms of traces.
const (
	formatText = "text"
	formatJSON = "json"
)

// traceTarget is the value of --trace: a form, and a file after a colon.
type traceTarget struct {
	form, path string
	events     trace.Sink
	finish     func() error // writes the end of the form
	buffer     *bufio.Writer
	file       io.Closer
}

// String implements pflag.Value.
func (t *traceTarget) String() string {
	if t.path == "" {
		return t.form
	}
	return t.form + ":" + t.path
}

// Type implements pflag.Value.
func (t *traceTarget) Type() string { return "FORM[:FILE]" }

// Set implements pflag.Value.
func (t *traceTarget) Set(value string) error {
	form, path, hasPath := strings.Cut(value, ":")
	switch {
	case form != formatText && form != formatJSON:
		return fmt.Errorf("got %q, want text, text:FILE or json:FILE%s", value, settings.DidYouMean(form, []string{formatText, formatJSON}))
	case hasPath && path == "":
		return fmt.Errorf("got %q, want the name of a file after the colon", value)
	case form == formatJSON && !hasPath:
		return fmt.Errorf("got %q, want a file for it: json:FILE, which ui.perfetto.dev opens", value)
	}
	t.form, t.path = form, path
	return nil
}

// wanted reports whether a trace was asked for.
func (t *traceTarget) wanted() bool { return t.form != "" }

// open creates the file, if there is one. The forms need the places of a host, so begin follows.
func (t *traceTarget) open(a *app) error {
	if !t.wanted() {
		return nil
	}
	t.buffer = bufio.NewWriter(a.stderr)
	if t.path == "" {
		return nil
	}
	file, err := a.create(t.path)
	if err != nil {
		return unwritable("trace", t.path, err)
	}
	t.buffer, t.file = bufio.NewWriter(file), file
	return nil
}

// begin sets where the places of events come from.
func (t *traceTarget) begin(place func(gpu.Site) string) {
	switch t.form {
	case formatText:
		text := trace.NewText(t.buffer, place)
		t.events, t.finish = text, text.Err
	case formatJSON:
		out := trace.NewJSON(t.buffer, place)
		t.events, t.finish = out, out.Close
	}
}

// close writes what is left.
func (t *traceTarget) close() error {
	if !t.wanted() {
		return nil
	}
	err := t.finish()
	if e := t.buffer.Flush(); err == nil {
		err = e
	}
	if t.file != nil {
		if e := t.file.Close(); err == nil {
			err = e
		}
	}
	if err != nil {
		return fmt.Errorf("--trace: %w", err)
	}
	return nil
}
