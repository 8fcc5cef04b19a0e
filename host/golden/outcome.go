package golden

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/host"
)

// Outcome is all that a script did. Folders of the run are replaced in all texts.
type Outcome struct {
	Printed     string   // what it printed
	Diagnostics string   // in rich style, without colours
	Exit        int      // the exit code
	Files       []string // a line for each picture and file that it wrote, sorted

	pictures map[string]image.Image // by the name it was written under, with '/'
	files    map[string][]byte      // the bytes of the pictures
}

// Observe runs a script once, as its directives and then the options say, and returns what it did. The error is about the
// run itself, a directive or the context for example; errors of the script are part of the outcome.
func Observe(ctx context.Context, path string, o Options) (*Outcome, error) {
	script, err := readFile(ctx, path)
	if err != nil {
		return nil, err
	}
	d, err := parseDirectives(string(script))
	if err != nil {
		return nil, err
	}
	return execute(ctx, path, string(script), d, o)
}

// execute runs a script in a host of its own. The error is about the test, not about the script.
func execute(ctx context.Context, path, script string, d directives, o Options) (*Outcome, error) {
	scratch, err := os.MkdirTemp("", "gpuscript-golden-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	given, out := filepath.Join(scratch, "given"), filepath.Join(scratch, "out")
	for _, dir := range []string{given, out} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			return nil, err
		}
	}
	dir, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	var printed bytes.Buffer
	options := host.Options{Dir: dir, Allow: []string{given}, Out: out, Library: o.Library, Stdout: &printed}
	if o.Configure != nil {
		o.Configure(&options)
	}
	if err := d.apply(&options, given); err != nil {
		return nil, err
	}
	h := host.New(options)
	defer h.Close()
	if o.Prepare != nil {
		o.Prepare(h)
	}
	_ = h.RunString(ctx, filepath.Base(path), script) // the diagnostics of the host are this error
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var diagnostics strings.Builder
	neutral := newNeutral(dir, given, out)
	if err := neutral.write(&diagnostics, h); err != nil {
		return nil, err
	}
	result := &Outcome{Printed: neutral.texts.Replace(printed.String()), Diagnostics: neutral.texts.Replace(diagnostics.String()),
		Exit: h.Result().ExitCode, pictures: map[string]image.Image{}, files: map[string][]byte{}}
	return result, result.collect(out)
}

// Text is the content of the golden file.
func (r *Outcome) Text() string {
	var b strings.Builder
	b.WriteString(r.Printed)
	if r.Printed != "" && !strings.HasSuffix(r.Printed, "\n") {
		b.WriteString("\n=== no newline at the end of the output\n")
	}
	if r.Diagnostics != "" {
		b.WriteString("=== diagnostics\n" + r.Diagnostics)
	}
	if r.Exit != host.ExitOK {
		fmt.Fprintf(&b, "=== exit code %d\n", r.Exit)
	}
	for _, line := range r.Files {
		b.WriteString("=== " + line + "\n")
	}
	return b.String()
}

// collect adds what the script wrote below the folder out.
func (r *Outcome) collect(out string) error {
	err := filepath.WalkDir(out, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(out, path)
		if err != nil {
			return err
		}
		name := filepath.ToSlash(rel)
		line := fmt.Sprintf("file %s %d bytes sha256 %s", name, len(data), digest(data))
		if picture, err := decode(data); err == nil {
			r.pictures[name], r.files[name] = picture, data
			line = describePicture(name, picture)
		}
		r.Files = append(r.Files, line)
		return nil
	})
	slices.Sort(r.Files)
	return err
}
