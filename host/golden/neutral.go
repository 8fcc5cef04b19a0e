package golden

import (
	"io"
	"path/filepath"
	"strings"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
	"github.com/gpuscript/gpuscript/host"
)

// neutral replaces the folders of a run in texts, so that a golden file is the same on every machine.
type neutral struct {
	prefix string // of files in the folder of the script, as spans have it
	texts  *strings.Replacer
}

func newNeutral(dir, given, out string) *neutral {
	var pairs []string
	for _, p := range []struct{ path, name string }{{given, "GIVEN"}, {out, "OUT"}, {dir, "DIR"}} {
		for _, form := range []string{p.path, filepath.ToSlash(p.path)} {
			if p.name == "DIR" {
				pairs = append(pairs, form+"/", "", form+string(filepath.Separator), "")
			}
			pairs = append(pairs, form, p.name)
		}
	}
	return &neutral{filepath.ToSlash(dir) + "/", strings.NewReplacer(pairs...)}
}

// write renders the diagnostics of a host. File names are cut before rendering, because columns are aligned to them.
func (n *neutral) write(w io.Writer, h *host.Host) error {
	var cut []*diag.Diagnostic
	for _, d := range h.Result().Diagnostics {
		cut = append(cut, n.cut(d.Clone()))
	}
	return render.Write(w, cut, sources{h.Sources(), n.prefix}, render.Options{})
}

// cut shortens the names of files in all places of a diagnostic.
func (n *neutral) cut(d *diag.Diagnostic) *diag.Diagnostic {
	short := func(s *diag.Span) { s.File = strings.TrimPrefix(s.File, n.prefix) }
	for i := range d.Labels {
		l := &d.Labels[i]
		short(&l.Span)
		for j := range l.Via {
			short(&l.Via[j].Span)
		}
	}
	for i := range d.Help {
		h := &d.Help[i]
		short(&h.Span)
		for j := range h.And {
			short(&h.And[j].Span)
		}
	}
	for i := range d.Stack {
		short(&d.Stack[i].Span)
	}
	return d
}

// sources finds the lines of files with shortened names.
type sources struct {
	render.Sources
	prefix string
}

// Line implements render.Sources.
func (s sources) Line(file string, line int) (string, bool) {
	if text, ok := s.Sources.Line(file, line); ok {
		return text, true
	}
	return s.Sources.Line(s.prefix+file, line)
}
