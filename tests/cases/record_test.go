package cases

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/host"
	"github.com/gpuscript/gpuscript/tests/cases/excerpt"
)

// required finds where a script asks for a module of the API, which testdata/recorder.lua stands for then.
var required = regexp.MustCompile(`require ("gpu(?:\.engine|\.dml)?")`)

// constant finds the lines of a file of cases that name a number for its shaders.
var constant = regexp.MustCompile(`(?m)^local \w+ = \d+$`)

// tape is what recording needs: the files of cases and their modules, which ask for the recorder, and what the recorder knows of texts.
type tape struct {
	files   sources
	library fs.FS
	texts   map[string]string // functions by "file:first line:last line", lines that may declare by "file:line"
}

// newTape reads the files of cases.
func newTape() (*tape, error) {
	files, err := excerpt.Files(".")
	if err != nil {
		return nil, err
	}
	preludes, err := filepath.Glob("*.lua")
	if err != nil {
		return nil, err
	}
	tp, library := &tape{files: sources{}, texts: map[string]string{}}, fstest.MapFS{}
	for _, file := range slices.Concat(files, preludes, []string{"testdata/recorder.lua"}) {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		for _, f := range functionsOf(string(data)) {
			tp.texts[fmt.Sprintf("%s:%d:%d", file, f.line, f.endLine)] = f.text
		}
		for i, line := range strings.Split(string(data), "\n") {
			if strings.Contains(line, "gpu.") {
				tp.texts[fmt.Sprintf("%s:%d", file, i+1)] = line
			}
		}
		tp.files[file] = required.ReplaceAllString(string(data), `require("recorder")($1)`)
		library[path.Base(file)] = &fstest.MapFile{Data: []byte(tp.files[file])}
	}
	library["recorder.lua"] = &fstest.MapFile{Data: []byte(required.ReplaceAllString(string(library["recorder.lua"].Data), "require $1"))}
	tp.library = library
	return tp, nil
}

// extent is a function in a text.
type extent struct {
	line, endLine int
	text          string
}

// tokens are what ends and begins blocks, and what may hide such words.
var tokens = regexp.MustCompile(`--[^\n]*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\b(?:function|if|do|repeat|end|until)\b`)

// functionsOf finds the functions of a text, inner ones after those that they stand in, so that of two with the same lines the inner one is found
// last.
func functionsOf(text string) []extent {
	var open []int // indices into found, -1 for other blocks
	var found []extent
	for _, at := range tokens.FindAllStringIndex(text, -1) {
		switch word := text[at[0]:at[1]]; word {
		case "function":
			open = append(open, len(found))
			found = append(found, extent{line: 1 + strings.Count(text[:at[0]], "\n"), text: text[at[0]:]})
		case "if", "do", "repeat":
			open = append(open, -1)
		case "end", "until":
			if last := open[len(open)-1]; last >= 0 {
				f := &found[last]
				body := text[len(text)-len(f.text) : at[1]]
				f.text, f.endLine = "function"+body[strings.IndexByte(body, '('):], 1+strings.Count(text[:at[1]], "\n")
			}
			open = open[:len(open)-1]
		}
	}
	return found
}

// record runs a case and writes down what it did as a script without functions and loops; "" and the reason if that cannot be.
func (tp *tape) record(t *testing.T, c one) (script, reason string) {
	var stdout bytes.Buffer
	h := host.New(host.Options{Out: t.TempDir(), Stdout: &stdout, Args: []string{c.name}, Library: tp.library, Limits: limits})
	defer func() { require.NoError(t, h.Close()) }()
	h.Expose("texts", tp.texts)
	_ = h.RunString(context.Background(), c.file, excerpt.Of(tp.files[c.file], c.name))
	stdout.Reset()
	_ = h.RunString(context.Background(), "show.lua", "print(recorded())")
	script = stdout.String()
	if why, none := strings.CutPrefix(script, "nil\t"); none {
		return "", strings.TrimSpace(why)
	}
	return strings.Join(append(constant.FindAllString(tp.files[c.file], -1), script), "\n"), ""
}

func TestFunctionsOf(t *testing.T) {
	require.Equal(t, []extent{
		{1, 6, "function(a) -- end\n  if a then for i = 1, 2 do f(\"end\") end end\n  repeat until true\n  return function() end,\n    function(b)\n end end"},
		{4, 4, "function() end"},
		{5, 6, "function(b)\n end"},
	}, functionsOf("x = function(a) -- end\n  if a then for i = 1, 2 do f(\"end\") end end\n  repeat until true\n  return function() end,\n    function(b)\n end end\n"))
}
