package main

import (
	"fmt"
	"io"

	"github.com/spf13/pflag"

	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host/settings"
)

// colour is the value of --color.
type colour uint8

const (
	colourAuto colour = iota
	colourAlways
	colourNever
)

// colourFlag adds --color to a group.
func colourFlag(group *pflag.FlagSet, c *colour) {
	group.Var(settings.Choice(c, "auto", "always", "never"), "color", "colours in messages; auto: on a terminal, unless NO_COLOR is set")
}

// wanted decides about colours on a writer (no-color.org).
func (c colour) wanted(a *app, w io.Writer) bool {
	if c != colourAuto {
		return c == colourAlways
	}
	_, ok := terminal(w)
	return ok && a.env("NO_COLOR") == "" && a.env("TERM") != "dumb"
}

// renderOptions are how diagnostics look on the standard error.
func (a *app) renderOptions(style render.Style, c colour) render.Options {
	o := render.Options{Style: style, Colour: c.wanted(a, a.stderr)}
	if width, ok := terminal(a.stderr); ok {
		o.Width = min(max(width, 40), 1000)
	}
	return o
}

// counter shows on a terminal how far long work is, "12 of 40 tests"; n = 0 takes it away again.
func (a *app) counter(n, total uint64, things string) {
	if _, ok := terminal(a.stderr); !ok {
		return
	}
	fmt.Fprint(a.stderr, "\r\x1b[K")
	if n > 0 {
		fmt.Fprintf(a.stderr, "%d of %d %s", n, total, things)
	}
}

// The escape sequences of the texts that are not diagnostics.
const (
	bold  = "\x1b[1m"
	reset = "\x1b[0m"
)

// strong makes text bold.
func strong(text string, colours bool) string {
	if !colours {
		return text
	}
	return bold + text + reset
}
