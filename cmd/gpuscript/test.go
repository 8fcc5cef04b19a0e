package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/host/golden"
	"github.com/gpuscript/gpuscript/host/settings"
)

// testFlags are the flags of the test verb.
type testFlags struct {
	options golden.Options
	verbose bool
	tap     bool
	junit   string
}

func (f *testFlags) groups() groups {
	f.options.Out = "out/golden"
	group := settings.NewGroup("Flags")
	group.BoolVar(&f.options.Update, "update", false, "accept what the scripts do: write golden files and pictures")
	group.Var(&countValue{&f.options.Jobs}, "jobs", "run `N` scripts at once (default one a processor)")
	nameFlag(group, &f.options.Out, "out", "the `FOLDER` for pictures of failing tests")
	group.BoolVar(&f.verbose, "verbose", false, "show the tests that pass too")
	group.BoolVar(&f.tap, "tap", false, "write the Test Anything Protocol instead of text")
	nameFlag(group, &f.junit, "junit", "write a JUnit report to the `FILE` as well")
	return groups{group}
}

// test runs golden tests.
func (a *app) test(ctx context.Context, args []string) (int, error) {
	var f testFlags
	paths, done, err := a.parse("test", f.groups(), twoDashes(args, "-update"), true)
	if done || err != nil {
		return host.ExitOK, err
	}
	if err := writable("junit", f.junit); err != nil {
		return host.ExitUsage, err
	}
	if len(paths) == 0 {
		paths = []string{"."}
	}
	for _, p := range paths {
		if _, err := os.Stat(p); err != nil {
			return host.ExitUsage, fmt.Errorf("there is no file or folder %s%s", filepath.ToSlash(p),
				settings.DidYouMean(filepath.ToSlash(p), entries(p)))
		}
	}
	scripts, err := golden.Find(paths)
	if err != nil {
		return host.ExitUsage, err
	}
	results := golden.Run(ctx, scripts, f.options, a.progress(&f, len(scripts)))
	if err := a.report(&f, results); err != nil {
		return host.ExitScript, err
	}
	switch {
	case ctx.Err() != nil:
		return host.ExitLimit, nil
	case !golden.Success(results):
		return host.ExitScript, nil
	}
	return host.ExitOK, nil
}

// entries are what a misspelt path may have meant: the scripts and folders of its folder.
func entries(path string) []string {
	found, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var names []string
	for _, e := range found {
		name := filepath.ToSlash(filepath.Join(filepath.Dir(path), e.Name()))
		switch {
		case e.IsDir():
			names = append(names, name+"/")
		case filepath.Ext(name) == ".lua":
			names = append(names, name)
		}
	}
	return names
}

// twoDashes lets a flag that Go people write with one dash be read.
func twoDashes(args []string, flag string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if arg == flag {
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}

// progress returns what shows the results while they come: the text report, and on a terminal how far it is.
func (a *app) progress(f *testFlags, total int) func(golden.Result) {
	n := uint64(0)
	return func(r golden.Result) {
		n++
		a.counter(0, 0, "")
		if !f.tap && (f.verbose || r.Status != golden.Passed) {
			fmt.Fprint(a.stdout, r.Text())
		}
		a.counter(n%uint64(total), uint64(total), "tests")
	}
}

// report writes the reports that need all results.
func (a *app) report(f *testFlags, results []golden.Result) error {
	if f.junit != "" {
		if err := a.write("junit", f.junit, func(w io.Writer) error { return golden.WriteJUnit(w, results) }); err != nil {
			return err
		}
	}
	if f.tap {
		return golden.WriteTAP(a.stdout, results)
	}
	_, err := io.WriteString(a.stdout, golden.Summary(results)+"\n")
	return err
}
