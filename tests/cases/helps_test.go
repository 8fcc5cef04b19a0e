package cases

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host"
)

// runEdited runs a case in which some files are other than they stand in the folder.
func runEdited(t *testing.T, c one, files, changed sources) (out string, said []*diag.Diagnostic) {
	var stdout bytes.Buffer
	seen := &observer{}
	options := host.Options{Out: t.TempDir(), Stdout: &stdout, Args: []string{c.name}, Observer: seen,
		Limits: host.Limits{LuaSteps: 50_000_000, KernelSteps: 1 << 22, VRAMBytes: 256 << 20}}
	options.Library = modules(t, changed)
	h := host.New(options)
	defer func() { require.NoError(t, h.Close()) }()
	text, ok := changed[c.file]
	if !ok {
		text = files.of(t, c.file)
	}
	_ = h.RunString(context.Background(), c.file, text) // what it returns is among the diagnostics
	return stdout.String(), seen.said
}

// modules are the modules that cases require, where some are other than they stand in the folder.
func modules(t *testing.T, changed sources) fs.FS {
	names, err := filepath.Glob("*prelude.lua")
	require.NoError(t, err)
	library, files := fstest.MapFS{}, sources{}
	for _, name := range names {
		text, ok := changed[name]
		if !ok {
			text = files.of(t, name)
		}
		library[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return library
}

// left says what is wrong with a suggestion for a diagnostic, from what was said before it was followed and after: the same code must not come
// for the same object, and nothing that was not said before. It is "" where the suggestion repairs.
func left(d *diag.Diagnostic, before, after []*diag.Diagnostic) string {
	rest := slices.DeleteFunc(slices.Clone(before), func(b *diag.Diagnostic) bool { return b == d })
	for _, a := range after {
		i := slices.IndexFunc(rest, func(b *diag.Diagnostic) bool { return b.Code == a.Code && b.Title == a.Title })
		switch {
		case i >= 0:
			rest = slices.Delete(rest, i, i+1)
		case a.Code == d.Code && a.Resource == d.Resource:
			return "comes again: " + a.OneLine()
		default:
			return "leads to " + a.OneLine()
		}
	}
	return ""
}

// TestHelps applies every exact edit that the diagnostics of all cases propose, each suggestion by itself, and runs the case again.
func TestHelps(t *testing.T) {
	files := sources{}
	words, repaired, failed := 0, 0, 0
	for _, c := range all(t) {
		_, said := onTheTimeline(t, c)
		for _, d := range said {
			exact := 0
			for i, h := range d.Help {
				if h.Edit == diag.EditNone {
					continue
				}
				exact++
				out, after := runEdited(t, c, files, edited(t, files, h))
				fault := left(d, said, after)
				if fault == "" && !strings.HasPrefix(out, "case "+c.name+"\n") {
					fault = "the case does not run"
				}
				if fault == "" {
					repaired++
					continue
				}
				failed++
				fmt.Printf("%s: %s\n    help %d: %s\n    %s\n", c.id(), d.OneLine(), i, h, fault)
				for _, e := range h.Edits() {
					fmt.Printf("      %v\n", e)
				}
			}
			if exact == 0 {
				words++
			}
		}
	}
	t.Logf("%d suggestions repair, %d do not, %d diagnostics have words only", repaired, failed, words)
}
