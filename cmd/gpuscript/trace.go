package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/trace"
	"github.com/gpuscript/gpuscript/host/settings"
)

// formatText is the text form of traces.
const formatText = "text"

// traceTarget is the value of --trace: a form, and a file after a colon.
type traceTarget struct {
	form, path string
	text       *trace.Text
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
func (t *traceTarget) Type() string { return "text[:FILE]" }

// Set implements pflag.Value.
func (t *traceTarget) Set(value string) error {
	form, path, hasPath := strings.Cut(value, ":")
	switch {
	case form != formatText:
		return fmt.Errorf("got %q, want text or text:FILE%s", value, settings.DidYouMean(form, []string{formatText}))
	case hasPath && path == "":
		return fmt.Errorf("got %q, want the name of a file behind the colon", value)
	}
	t.form, t.path = form, path
	return nil
}

// wanted reports whether a trace was asked for.
func (t *traceTarget) wanted() bool { return t.form != "" }

// open creates the file, if there is one. The text form needs the places of a host, so begin follows.
func (t *traceTarget) open(stderr io.Writer) error {
	if !t.wanted() {
		return nil
	}
	t.buffer = bufio.NewWriter(stderr)
	if t.path == "" {
		return nil
	}
	file, err := os.Create(t.path)
	if err != nil {
		return unwritable("trace", t.path, err)
	}
	t.buffer, t.file = bufio.NewWriter(file), file
	return nil
}

// begin sets where the places of events come from.
func (t *traceTarget) begin(place func(gpu.Site) string) {
	if t.wanted() {
		t.text = trace.NewText(t.buffer, place)
	}
}

// close writes what is left.
func (t *traceTarget) close() error {
	if !t.wanted() {
		return nil
	}
	err := t.text.Err()
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

// kinds are the words of traces for the events of the device.
var kinds = map[device.EventKind]trace.Kind{
	device.EventBatchDropped: trace.BatchDropped, device.EventBatchRetired: trace.BatchRetired, device.EventBatchStart: trace.BatchStart,
	device.EventCommandEnd: trace.CommandEnd, device.EventCommandStart: trace.CommandStart, device.EventPaused: trace.Paused,
	device.EventPreempted: trace.Preempted, device.EventQueueGoesOn: trace.QueueGoesOn, device.EventQueueWaits: trace.QueueWaits,
	device.EventRemoved: trace.Removed, device.EventReset: trace.EventReset, device.EventResumed: trace.Resumed,
	device.EventSet: trace.EventSet, device.EventSignal: trace.Signal, device.EventThreadBlocks: trace.ThreadBlocks,
	device.EventThreadEnd: trace.ThreadEnd, device.EventThreadStart: trace.ThreadStart, device.EventThreadWakes: trace.ThreadWakes,
}

// traceEvent turns an event of the device into one of traces.
func traceEvent(e device.MachineEvent) trace.Event {
	return trace.Event{Kind: kinds[e.Kind], Time: e.Time, Device: e.Device, Engine: e.Engine, Queue: e.Queue, Thread: e.Thread, Fence: e.Fence,
		Object: e.Event, Value: e.Value, Op: e.Op, List: e.List, Index: e.Index, Text: e.Text, Site: e.Site}
}
