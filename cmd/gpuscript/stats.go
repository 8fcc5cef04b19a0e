package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/gpuscript/gpuscript/host"
)

// showStats writes what a run used, one line a subject. Only the real time differs between two runs.
func (a *app) showStats(h *host.Host, took time.Duration) error {
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "  %-14s %s\n", name, fmt.Sprintf(format, args...))
	}
	b.WriteString("statistics\n")
	if m, ok := h.MachineStats(); ok {
		row("objects", "%s at most", grouped(uint64(m.ObjectsPeak)))
		row("video memory", "%s at most, of %s", size(m.VRAMPeak), size(m.VRAMLimit))
		row("submissions", "%s with %s", grouped(m.Submits), counted(m.Commands, "command"))
		row("dispatches", "%s", grouped(m.Dispatches))
		if m.Draws > 0 {
			row("draws", "%s with %s", grouped(m.Draws), counted(m.Primitives, "primitive"))
		}
		row("shaders", "%s, %s", counted(m.WorkItems, "work item"), counted(m.Instructions, "instruction")) // of both
		if m.Frames > 0 {
			row("frames", "%s", grouped(m.Frames))
		}
		row("copies", "%s of %s", grouped(m.Copies), size(m.BytesCopied))
		if b := m.Background; b.Queued > 0 {
			row("background", "%s, %s of %s, %d withdrawn", counted(b.Completed, "task"), counted(b.VariantsInstalled, "variant"),
				counted(b.PipelinesTuned, "pipeline"), b.VariantsWithdrawn)
			row("program runs", "%s as written, %s as variants", grouped(b.ProgramRuns-b.VariantRuns), grouped(b.VariantRuns))
		}
		row("virtual time", "%s", virtual(m.VirtualTime))
	}
	s := h.Result().Stats
	row("Lua", "%s steps", grouped(uint64(s.LuaSteps)))
	row("output", "%s", size(uint64(s.OutputBytes)))
	row("real time", "%v", took.Round(time.Microsecond))
	_, err := io.WriteString(a.stderr, b.String())
	return err
}

// showProgress says how far an interrupted run had come.
func (a *app) showProgress(h *host.Host) {
	if m, ok := h.MachineStats(); ok {
		fmt.Fprintf(a.stderr, "interrupted at %s of virtual time, after %s with %s\n", virtual(m.VirtualTime), counted(m.Submits, "submission"),
			counted(m.Commands, "command"))
	}
}

// virtual writes virtual nanoseconds in the largest unit they fill.
func virtual(ns uint64) string {
	switch {
	case ns < 1_000:
		return fmt.Sprintf("%d ns", ns)
	case ns < 1_000_000:
		return fmt.Sprintf("%.3f µs", float64(ns)/1e3)
	case ns < 1_000_000_000:
		return fmt.Sprintf("%.3f ms", float64(ns)/1e6)
	}
	return fmt.Sprintf("%.3f s", float64(ns)/1e9)
}

// counted writes a number of things, "1 command" or "2 commands".
func counted(n uint64, thing string) string {
	if n != 1 {
		thing += "s"
	}
	return grouped(n) + " " + thing
}

// grouped writes a number with commas.
func grouped(n uint64) string {
	s := strconv.FormatUint(n, 10)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}

// size writes a number of bytes in the largest unit it fills.
func size(n uint64) string {
	for _, u := range []struct {
		bytes uint64
		name  string
	}{{1 << 30, "GiB"}, {1 << 20, "MiB"}, {1 << 10, "KiB"}} {
		if n >= u.bytes {
			return strings.TrimSuffix(fmt.Sprintf("%.2f", float64(n)/float64(u.bytes)), ".00") + " " + u.name
		}
	}
	return grouped(n) + " bytes"
}
