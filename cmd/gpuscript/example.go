package main

import (
	"context"
	"os"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
	"github.com/gpuscript/gpuscript/host/settings"
)

// messages runs the example of a code in a folder of its own, and returns what it ends in, without the rule, which the page has told. The script
// works within the limits that it asks for, so it ends. The process works in that folder meanwhile, so that its name, which is another one each time,
// is in no message.
func messages(ctx context.Context, d diag.Doc, options render.Options) (string, error) {
	dir, err := os.MkdirTemp("", "gpuscript")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	setup, err := diag.ParseSetup(d.Example)
	if err != nil {
		return "", err
	}
	back, err := os.Getwd()
	if err != nil {
		return "", err
	}
	if err := os.Chdir(dir); err != nil {
		return "", err
	}
	defer func() { _ = os.Chdir(back) }() // it was there a moment ago
	o := host.Options{Dir: ".", Out: "out"}
	if err := settings.ApplySetup(&o, setup, "."); err != nil {
		return "", err
	}
	h := host.New(o)
	defer h.Close()
	_ = h.RunString(ctx, "example.lua", d.Example) // that it fails is what it is for
	var b strings.Builder
	for _, told := range h.Result().Diagnostics {
		told = told.Clone()
		told.Rule = ""
		b.WriteString(render.Text(told, h.Sources(), options))
	}
	return b.String(), nil
}

// changes are the lines in which the repaired script differs, each after a sign, with some of those around them.
func changes(d diag.Doc) string {
	var b strings.Builder
	for line := range strings.Lines(golden.Diff("broken", "repaired", d.Example, d.Fixed)) {
		switch {
		case strings.HasPrefix(line, "--- broken"), strings.HasPrefix(line, "+++ repaired"):
		case strings.HasPrefix(line, "@@"):
			if b.Len() > 0 {
				b.WriteString("…\n")
			}
		default:
			b.WriteString(line[:1] + " " + line[1:])
		}
	}
	return b.String()
}
