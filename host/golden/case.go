package golden

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"image"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// test is one script while it is compared.
type test struct {
	path     string
	options  Options
	outcome  *Outcome
	problems []Problem
	updated  bool
}

// runOne runs and compares one script.
func runOne(ctx context.Context, path string, o Options) Result {
	t := &test{path: path, options: o}
	result := Result{Script: filepath.ToSlash(path)}
	if ctx.Err() != nil {
		result.Status = Cancelled
		return result
	}
	err := t.compare(ctx)
	switch {
	case err != nil && ctx.Err() != nil:
		result.Status = Cancelled
		return result
	case err != nil:
		t.fail(err.Error(), "")
	}
	switch {
	case len(t.problems) > 0:
		result.Status, result.Problems = Failed, t.problems
	case t.updated:
		result.Status = Updated
	}
	return result
}

func (t *test) fail(title, detail string) { t.problems = append(t.problems, Problem{title, detail}) }

// compare runs the script and finds all that is not as it should be.
func (t *test) compare(ctx context.Context) error {
	script, err := readFile(ctx, t.path)
	if err != nil {
		return err
	}
	d, err := parseDirectives(string(script))
	if err != nil {
		return err
	}
	if t.outcome, err = execute(ctx, t.path, string(script), d, t.options); err != nil {
		return err
	}
	if t.outcome.Exit != d.exit {
		t.fail(fmt.Sprintf("the exit code is %d, want %d", t.outcome.Exit, d.exit), t.exitAdvice(d.exit))
		if t.options.Update {
			return nil
		}
	}
	if err := t.compareText(ctx); err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(t.outcome.pictures)) {
		if err := t.comparePicture(ctx, name, slices.Contains(d.pictures, name)); err != nil {
			return err
		}
	}
	for _, name := range d.pictures {
		if t.outcome.pictures[name] == nil {
			t.fail(fmt.Sprintf("the script did not write the picture %s of its pictures directive", name), "")
		}
	}
	return nil
}

// exitAdvice shows the end of an unexpected run where the text is not compared, and how to allow it.
func (t *test) exitAdvice(want int) string {
	advice := fmt.Sprintf("Write \"-- exit: %d\" in the first lines of the script if that is right.", t.outcome.Exit)
	if t.options.Update || want != 0 {
		return t.outcome.Text() + advice
	}
	return advice
}

// accept is what accepts that the script does something else.
func (t *test) accept() string {
	return cmp.Or(t.options.Accept, "gpuscript test --update "+filepath.ToSlash(t.path))
}

// goldenPath is the path of the golden file.
func (t *test) goldenPath() string { return strings.TrimSuffix(t.path, ".lua") + ".golden" }

// compareText compares with the golden file, or writes it.
func (t *test) compareText(ctx context.Context) error {
	path := t.goldenPath()
	shown := filepath.ToSlash(path)
	data, err := readFile(ctx, path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	want := strings.ReplaceAll(string(data), "\r\n", "\n")
	switch {
	case !missing && want == t.outcome.Text():
		return nil
	case t.options.Update:
		t.updated = true
		return os.WriteFile(path, []byte(t.outcome.Text()), 0o644)
	case missing:
		t.fail(fmt.Sprintf("there is no %s; read what the script does and accept it with %s", shown, t.accept()), t.outcome.Text())
		return t.keepPictures()
	}
	t.fail("the script does something else than "+shown+" says", Diff(shown, "this run", want, t.outcome.Text()))
	return t.keepPictures()
}

// Diff returns the unified difference of two texts, "" if they are alike.
func Diff(fromName, toName, from, to string) string {
	diff, err := difflib.GetUnifiedDiffString(difflib.UnifiedDiff{A: lines(from), B: lines(to), FromFile: fromName, ToFile: toName, Context: 3})
	if err != nil {
		panic("BUG: golden: writing to memory failed: " + err.Error())
	}
	return diff
}

// lines splits a text for a difference. A last line without newline, which only a file changed by hand has, gets one.
func lines(text string) []string {
	split := strings.SplitAfter(text, "\n")
	if last := len(split) - 1; split[last] == "" {
		return split[:last]
	}
	split[len(split)-1] += "\n"
	return split
}

// goldenPicture is the path of the golden picture for a picture of the script.
func (t *test) goldenPicture(name string) string {
	stem := strings.TrimSuffix(filepath.Base(t.path), ".lua")
	base := strings.ReplaceAll(name, "/", ".")
	if base != stem+".png" {
		base = stem + "." + base
	}
	return filepath.Join(filepath.Dir(t.path), base)
}

// comparePicture compares a picture with its golden one, if there is one or must be, or writes it.
func (t *test) comparePicture(ctx context.Context, name string, required bool) error {
	path := t.goldenPicture(name)
	shown := filepath.ToSlash(path)
	want, err := readPicture(ctx, path)
	missing := errors.Is(err, fs.ErrNotExist)
	switch {
	case missing && !required:
		return nil
	case missing && !t.options.Update:
		t.fail(fmt.Sprintf("there is no %s; look at the picture and accept it with %s", shown, t.accept()), "")
		return t.keepPictures()
	case err != nil && !t.options.Update:
		return err
	case err == nil:
		difference, diff := comparePictures(want, t.outcome.pictures[name])
		if difference == "" {
			return nil
		}
		if !t.options.Update {
			t.fail(fmt.Sprintf("the picture %s is not that of %s: %s", name, shown, difference), "")
			return t.keep(name, diff)
		}
	}
	t.updated = true
	return os.WriteFile(path, t.outcome.files[name], 0o644)
}

// keepPictures keeps all pictures of a failing run.
func (t *test) keepPictures() error {
	for _, name := range slices.Sorted(maps.Keys(t.outcome.pictures)) {
		if err := t.keep(name, nil); err != nil {
			return err
		}
	}
	return nil
}

// keep writes a picture of a failing run, and where it differs, to the folder for that, and says where.
func (t *test) keep(name string, diff *image.NRGBA) error {
	if t.options.Out == "" {
		return nil
	}
	stem := strings.TrimSuffix(t.path, ".lua")
	if !filepath.IsLocal(stem) {
		stem = filepath.Base(stem)
	}
	path := filepath.Join(t.options.Out, stem, filepath.FromSlash(name))
	if err := write(path, t.outcome.files[name]); err != nil {
		return err
	}
	t.note("the picture of this run: " + filepath.ToSlash(path))
	if diff == nil {
		return nil
	}
	data, err := encode(diff)
	if err != nil {
		return err
	}
	path = strings.TrimSuffix(path, ".png") + ".diff.png"
	t.note("where it differs:        " + filepath.ToSlash(path))
	return write(path, data)
}

// note adds a line to the details of the last problem, once.
func (t *test) note(line string) {
	last := &t.problems[len(t.problems)-1]
	last.Detail += line + "\n"
}

func write(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
