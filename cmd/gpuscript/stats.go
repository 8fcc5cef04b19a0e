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
	s := h.Result().Stats
	row("Lua", "%s steps", grouped(uint64(s.LuaSteps)))
	row("output", "%s", size(uint64(s.OutputBytes)))
	row("real time", "%v", took.Round(time.Microsecond))
	_, err := io.WriteString(a.stderr, b.String())
	return err
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
