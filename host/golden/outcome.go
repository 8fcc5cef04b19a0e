package golden

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"

	"github.com/gpuscript/gpuscript/host"
)

// outcome is all that a script did.
type outcome struct {
	text     string // the content of its golden file
	exit     int
	pictures map[string]image.Image // by the name it was written under, with '/'
	files    map[string][]byte      // the bytes of the pictures
}

// execute runs a script in a host of its own. The error is about the test, not about the script.
func execute(ctx context.Context, path, script string, d directives, o Options) (*outcome, error) {
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
	_ = h.RunString(ctx, filepath.Base(path), script) // the diagnostics of the host are this error
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var diagnostics strings.Builder
	neutral := newNeutral(dir, given, out)
	if err := neutral.write(&diagnostics, h); err != nil {
		return nil, err
	}
	result := &outcome{exit: h.Result().ExitCode, pictures: map[string]image.Image{}, files: map[string][]byte{}}
	result.text = neutral.texts.Replace(section(printed.String(), diagnostics.String(), result.exit))
	return result, result.collect(out)
}

// section writes what was printed, the diagnostics and the exit code.
func section(printed, diagnostics string, exit int) string {
	var b strings.Builder
	b.WriteString(printed)
	if printed != "" && !strings.HasSuffix(printed, "\n") {
		b.WriteString("\n=== no newline at the end of the output\n")
	}
	if diagnostics != "" {
		b.WriteString("=== diagnostics\n" + diagnostics)
	}
	if exit != host.ExitOK {
		fmt.Fprintf(&b, "=== exit code %d\n", exit)
	}
	return b.String()
}

// collect adds what the script wrote below the folder out.
func (r *outcome) collect(out string) error {
	var lines []string
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
		if picture, err := png.Decode(bytes.NewReader(data)); err == nil {
			r.pictures[name], r.files[name] = picture, data
			line = describePicture(name, picture)
		}
		lines = append(lines, "=== "+line+"\n")
		return nil
	})
	sort.Strings(lines)
	r.text += strings.Join(lines, "")
	return err
}
