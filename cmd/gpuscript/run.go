package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/gpu/trace/timeline"
	"github.com/gpuscript/gpuscript/heaps/heapmap"
	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/settings"
)

// runFlags are the flags of the run verb.
type runFlags struct {
	options host.Options
	style   render.Style
	colour  colour
	trace   traceTarget
	frames  frames
	heapMap string
	picture string // of the timeline
	stats   bool
	version bool
}

func (f *runFlags) groups() groups {
	f.options.Out = "out"
	output := settings.NewGroup("Output")
	nameFlag(output, &f.options.Out, "out", "the `FOLDER` for pictures and files that the script writes")
	output.Var(&folderValues{&f.options.Allow}, "read", "a further `FOLDER` that the script may read; may be given several times")
	output.Var(settings.Choice(&f.style, "rich", "short", "json"), "diagnostics",
		"how diagnostics look: with excerpts, one line each, one JSON object each")
	colourFlag(output, &f.colour)
	output.Var(&f.trace, "trace", "show what happens on the machine: text, on the standard error or in a file, or json:FILE for ui.perfetto.dev")
	output.Lookup("trace").NoOptDefVal = formatText
	f.frames.flags(output)
	nameFlag(output, &f.picture, "timeline", "draw what happens on threads, queues and screens over time to a `FILE`, SVG")
	nameFlag(output, &f.heapMap, "heapmap", "draw what is in video memory and in heaps over time to a `FILE`, SVG")
	output.BoolVar(&f.stats, "stats", false, "show memory, work and times at the end")
	output.BoolVar(&f.version, "version", false, "show the version")
	return append(groups{output}, settings.Flags(&f.options)...)
}

// run runs a script.
func (a *app) run(ctx context.Context, args []string) (int, error) {
	var f runFlags
	g := f.groups()
	rest, done, err := a.parse("run", g, args, false)
	switch {
	case done || err != nil:
		return host.ExitOK, err
	case f.version:
		_, err := io.WriteString(a.stdout, version())
		return host.ExitOK, err
	case len(rest) == 0:
		return host.ExitUsage, noScript(g, "gpuscript frame.lua runs one, gpuscript --help shows all flags")
	}
	if err := checkScript(rest[0]); err != nil {
		return host.ExitUsage, err
	}
	if err := f.spares(rest[0]); err != nil {
		return host.ExitUsage, err
	}
	f.options.Args = rest[1:]
	f.options.Named = existing(f.options.Args)
	return a.runScript(ctx, rest[0], &f)
}

// spares refuses to write to the file of the script.
func (f *runFlags) spares(script string) error {
	own, err := os.Stat(script)
	if err != nil {
		return err
	}
	for _, to := range []struct{ flag, path string }{{"trace", f.trace.path}, {"gif", f.frames.gif}, {"apng", f.frames.apng},
		{"heapmap", f.heapMap}, {"timeline", f.picture}} {
		if other, err := os.Stat(to.path); err == nil && os.SameFile(own, other) {
			return fmt.Errorf("--%s: %s is the script; name another file", to.flag, filepath.ToSlash(to.path))
		}
	}
	return nil
}

// runScript runs a script and shows how it went.
func (a *app) runScript(ctx context.Context, path string, f *runFlags) (exit int, err error) {
	stdout, flush := buffered(a.stdout)
	f.options.Dir, f.options.Stdout = filepath.Dir(path), stdout
	a.saved, f.frames.written = saved{}, saved{}
	o := &observer{app: a, flags: f, flush: flush}
	f.options.Observer, f.options.OnFile, f.options.Trace = o, o.onFile, f.trace.wanted() || f.picture != ""
	if f.picture != "" {
		o.timeline = timeline.New()
	}
	if f.frames.wanted() {
		f.options.OnFrame = f.frames.frame
		if err := f.frames.begin(a); err != nil {
			return host.ExitUsage, err
		}
	}
	if err := errors.Join(writable("heapmap", f.heapMap), writable("timeline", f.picture)); err != nil {
		return host.ExitUsage, err
	}
	if err := f.trace.open(a); err != nil {
		return host.ExitUsage, err
	}
	if f.heapMap != "" {
		f.options.HeapMaps = heapmap.NewRecorder(mostMoments)
	}
	h := host.New(f.options)
	defer h.Close()
	o.host = h
	f.trace.begin(o.place)
	start := time.Now()
	_ = h.RunFile(ctx, path) // its diagnostics are the result's
	took := time.Since(start)
	written := errors.Join(flush(), f.trace.close(), a.saved.refuse("trace", f.trace.path), f.frames.end(),
		a.writeHeapMap(f.heapMap, f.options.HeapMaps), a.writeTimeline(f.picture, path, o.timeline, o.place))
	if err := errors.Join(a.showDiagnostics(h, f), written); err != nil { // a full disk does not hide what is wrong with the script
		return host.ExitScript, err
	}
	if ctx.Err() != nil {
		a.showProgress(h)
	}
	if f.stats {
		err = a.showStats(h, took)
	}
	return h.Result().ExitCode, err
}

// showDiagnostics writes all diagnostics, and how many there are if there is more than one.
func (a *app) showDiagnostics(h *host.Host, f *runFlags) error {
	if err := h.WriteDiagnostics(a.stderr, a.renderOptions(f.style, f.colour)); err != nil {
		return err
	}
	all := h.Result().Diagnostics
	if f.style != render.Rich || len(all) < 2 {
		return nil
	}
	_, err := fmt.Fprintf(a.stderr, "\n%s\n", render.Summary(all))
	return err
}

// buffered returns a writer that is fast for long output and still shows every line at once on a terminal.
func buffered(w io.Writer) (buffer io.Writer, flush func() error) {
	if _, ok := terminal(w); ok {
		return w, func() error { return nil }
	}
	b := bufio.NewWriterSize(w, 64<<10)
	return b, b.Flush
}

// checkScript says in one sentence why a path is no script.
func checkScript(path string) error {
	shown := filepath.ToSlash(path)
	info, err := os.Stat(path)
	switch {
	case path == "":
		return errors.New("the name of the script is empty")
	case path == "-":
		return errors.New("a script is a file; gpuscript does not read the standard input")
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file %s%s", shown, meant(path))
	case err != nil:
		return fmt.Errorf("cannot read %s: %w", shown, cause(err))
	case info.IsDir():
		return fmt.Errorf("%s is a folder, not a script%s", shown, scriptsIn(path))
	}
	return nil
}

// meant suggests a script for a path that is none.
func meant(path string) string {
	shown := filepath.ToSlash(path)
	if whole := shown + ".lua"; slices.Contains(candidates(path), whole) {
		return fmt.Sprintf("; did you mean %s?", whole)
	}
	return settings.DidYouMean(shown, candidates(path))
}

// candidates are what a misspelt script may have meant: the scripts of its folder, and the verbs for a plain word.
func candidates(path string) []string {
	names := scripts(filepath.Dir(path))
	if dir := filepath.Dir(path); dir != "." {
		for i, n := range names {
			names[i] = filepath.ToSlash(filepath.Join(dir, n))
		}
	}
	if filepath.Base(path) == path && filepath.Ext(path) == "" {
		for _, v := range verbs() {
			names = append(names, v.name)
		}
	}
	return names
}

// scripts lists the Lua files of a folder.
func scripts(dir string) []string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range entries {
		if !e.IsDir() && strings.HasSuffix(e.Name(), ".lua") {
			names = append(names, e.Name())
		}
	}
	return names
}

// scriptsIn names the first scripts of a folder, "" if there is none.
func scriptsIn(dir string) string {
	names := scripts(dir)
	if len(names) == 0 {
		return ""
	}
	if len(names) > 3 {
		names = append(slices.Clone(names[:3]), "…")
	}
	return fmt.Sprintf(" (it holds %s); gpuscript test %s tests all scripts in it", strings.Join(names, ", "), filepath.ToSlash(dir))
}

// existing are the arguments that name files: the script may read what the user hands it.
func existing(args []string) []string {
	var files []string
	for _, arg := range args {
		if info, err := os.Stat(arg); err == nil && info.Mode().IsRegular() {
			files = append(files, arg)
		}
	}
	return files
}
