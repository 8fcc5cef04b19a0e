package main

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// files makes a folder of files and changes into it.
func files(t *testing.T, content map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range content {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

// command runs the command without a terminal.
func command(args ...string) (stdout, stderr string, exit int) {
	var out, errs strings.Builder
	a := &app{stdout: &out, stderr: &errs, env: func(string) string { return "" }}
	exit = a.main(context.Background(), args)
	return out.String(), errs.String(), exit
}

// uses checks a wrong usage: one line, exit code 2.
func uses(t *testing.T, want string, args ...string) {
	t.Helper()
	stdout, stderr, exit := command(args...)
	require.Empty(t, stdout)
	require.Equal(t, "gpuscript: "+want+"\n", stderr)
	require.Equal(t, 2, exit)
}

func TestRun(t *testing.T) {
	files(t, map[string]string{"sub/a.lua": "print(arg[0], ...) print(require('m'))", "sub/m.lua": "return 'module'"})
	stdout, stderr, exit := command("sub/a.lua", "--stats", "-x", "1")
	require.Equal(t, "sub/a.lua\t--stats\t-x\t1\nmodule\n", stdout)
	require.Empty(t, stderr)
	require.Zero(t, exit)
}

// TestVerbNames shows that a script may have the name of a verb.
func TestVerbNames(t *testing.T) {
	files(t, map[string]string{"test": "print('the script')", "run.lua": "print('another')"})
	stdout, _, exit := command("./test")
	require.Equal(t, "the script\n", stdout)
	require.Zero(t, exit)
	stdout, _, _ = command("run", "run.lua")
	require.Equal(t, "another\n", stdout)
}

func TestRunFails(t *testing.T) {
	files(t, map[string]string{
		"nil.lua": "print('before')\nprint(colour.red)", "loop.lua": "while true do end", "exit.lua": "os.exit(7)", "syntax.lua": "if",
	})
	stdout, stderr, exit := command("nil.lua")
	require.Equal(t, "before\n", stdout)
	require.True(t, strings.HasPrefix(stderr, "error[GS0104]: attempt to index global 'colour' (a nil value)\n --> nil.lua:2:7\n"), stderr)
	require.Equal(t, 1, exit)

	_, stderr, exit = command("--limit-steps=5000", "loop.lua")
	require.Contains(t, stderr, "5,000 steps")
	require.Equal(t, 3, exit)

	_, stderr, exit = command("exit.lua")
	require.Empty(t, stderr)
	require.Equal(t, 7, exit)

	_, stderr, exit = command("syntax.lua")
	require.Contains(t, stderr, "error[GS0101]")
	require.Equal(t, 1, exit)
}

func TestFormats(t *testing.T) {
	files(t, map[string]string{"a.lua": "print(colour.red)"})
	_, short, _ := command("--diagnostics=short", "a.lua")
	require.Equal(t, "a.lua:1:7: error[GS0104]: attempt to index global 'colour' (a nil value)\n", short)

	_, text, _ := command("--diagnostics=json", "a.lua")
	var d struct{ Code diag.Code }
	require.NoError(t, json.Unmarshal([]byte(text), &d))
	require.Equal(t, diag.IndexOfNil, d.Code)

	_, plain, _ := command("a.lua")
	_, never, _ := command("--color=never", "a.lua")
	_, always, _ := command("--color=always", "a.lua")
	require.Equal(t, plain, never)
	require.NotContains(t, plain, "\x1b")
	require.Contains(t, always, "\x1b[")
}

func TestCancelled(t *testing.T) {
	files(t, map[string]string{"loop.lua": "io.open('begun', 'w'):close() while true do end"})
	for _, tt := range []struct {
		want string
		args []string
	}{
		{"the run was cancelled\n --> loop.lua:1:", []string{"loop.lua"}},
		{"gpuscript: interrupted in the first run, on the timeline\n", []string{"check", "loop.lua"}},
		{"1 cancelled\n", []string{"test", "loop.lua"}},
	} {
		ctx, cancel := context.WithCancel(context.Background())
		if tt.args[0] == "loop.lua" {
			go func() { // the user, who sees that it does not end: perhaps while it still closes the file
				for _, err := os.Stat("out/begun"); err != nil; _, err = os.Stat("out/begun") {
					runtime.Gosched()
				}
				cancel()
			}()
		} else {
			cancel()
		}
		var errs strings.Builder
		a := &app{stdout: &errs, stderr: &errs, env: os.Getenv}
		require.Equal(t, 3, a.main(ctx, tt.args))
		require.Contains(t, errs.String(), tt.want)
	}
}

// TestFullOutput: what cannot be written is no success, of any verb.
func TestFullOutput(t *testing.T) {
	files(t, map[string]string{"a.lua": "print(1)"})
	for _, args := range [][]string{{"a.lua"}, {"--version"}, {"help"}, {"docs"}, {"docs", "examples"}, {"explain", "--list"}, {"explain", "GS0104"},
		{"check", "--schedules=1", "a.lua"}, {"test", "--update", "a.lua"}, {"types", "folder"}} {
		var errs strings.Builder
		a := &app{stdout: full{}, stderr: &errs, env: os.Getenv}
		require.Equal(t, 2, a.main(context.Background(), args), args)
		require.Equal(t, "gpuscript: cannot write the output: no space left\n", errs.String(), args)
	}
}

// full is an output that takes nothing.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left") }

func TestOut(t *testing.T) {
	files(t, map[string]string{"a.lua": "local f = io.open('notes.txt', 'w') f:write('x') f:close()"})
	_, stderr, exit := command("a.lua")
	require.Zero(t, exit, stderr)
	require.FileExists(t, "out/notes.txt")
	_, _, exit = command("--out", "pictures/today", "a.lua")
	require.Zero(t, exit)
	require.FileExists(t, "pictures/today/notes.txt")
}

func TestUsage(t *testing.T) {
	files(t, map[string]string{"frame.lua": "", "scripts/frame.lua": "", "scripts/a.lua": "", "scripts/b.lua": "", "scripts/c.lua": "", "empty/x": ""})
	uses(t, "no script is given; gpuscript frame.lua runs one, gpuscript --help shows all flags")
	uses(t, "no script is given: --timeline took frame.lua for its FILE; write --timeline=FILE frame.lua", "--timeline", "frame.lua")
	uses(t, "no script is given: --emit took frame.lua for its STAGE; write --emit=STAGE frame.lua", "check", "--emit", "frame.lua")
	uses(t, "there is no flag --stat; did you mean --stats?", "--stat", "frame.lua")
	uses(t, "there is no flag -stats; did you mean --stats?", "-stats", "frame.lua")
	uses(t, "there is no file fram.lua; did you mean frame.lua?", "fram.lua")
	uses(t, "there is no file scripts/frme.lua; did you mean scripts/frame.lua?", "scripts/frme.lua")
	uses(t, "there is no file explian; did you mean explain?", "explian", "GS0104")
	uses(t, "there is no file nothing/like/this.lua", "nothing/like/this.lua")
	uses(t, "there is no file frame; did you mean frame.lua?", "frame")
	uses(t, "there is no file scripts/frame; did you mean scripts/frame.lua?", "scripts/frame")
	uses(t, "a script is a file; gpuscript does not read the standard input", "-")
	uses(t, "scripts is a folder, not a script (it holds a.lua, b.lua, c.lua, …); gpuscript test scripts tests all scripts in it", "scripts")
	uses(t, "empty is a folder, not a script", "empty")
	uses(t, `--color: got "yes", want auto, always or never`, "--color=yes", "frame.lua")
	uses(t, `--trace: got "jsn:a.json", want text, text:FILE or json:FILE; did you mean json?`, "--trace=jsn:a.json", "frame.lua")
	uses(t, `--trace: got "json", want a file for it: json:FILE, which ui.perfetto.dev opens`, "--trace=json", "frame.lua")
	uses(t, `--trace: got "json:", want the name of a file after the colon`, "--trace=json:", "frame.lua")
	uses(t, "--timeline: frame.lua is the script; name another file", "--timeline=frame.lua", "frame.lua")
	uses(t, `--trace: got "text:", want the name of a file after the colon`, "--trace=text:", "frame.lua")
	uses(t, "there is no verb \"tests\"; did you mean test?", "help", "tests")
	uses(t, "there is no file or folder scrips; did you mean scripts/?", "test", "scrips")
	uses(t, `--jobs: got "-1", want a whole number from 1 to 1000000000`, "test", "--jobs=-1")
	uses(t, "there is no script (*.lua) in the folder empty", "test", "empty")
	uses(t, "which code? gpuscript explain GS0104 explains one, gpuscript explain --list lists all", "explain")
	uses(t, "there is no code GS0100; the nearest is GS0101, SyntaxError", "explain", "100")
	uses(t, "there is no code GS9999; gpuscript explain --list lists all", "explain", "GS9999")
	uses(t, `there is no code "SyntaxEror"; did you mean SyntaxError?`, "explain", "SyntaxEror")
	uses(t, `"what is this" is not a code; gpuscript explain --list lists all`, "explain", "what is this")
	uses(t, "gs05XX is a family of codes; gpuscript explain --list GS05 lists them", "explain", "gs05XX")
	uses(t, `"GS0512x" is not a code; gpuscript explain --list lists all`, "explain", "GS0512x")
	uses(t, `"OBJECT_ACCESSED_WHILE_STILL_IN_USE" is not a code; gpuscript explain --list OBJECT_ACCESSED_WHILE_STILL_IN_USE finds codes by the word`,
		"explain", "OBJECT_ACCESSED_WHILE_STILL_IN_USE")
	uses(t, `"descriptors" is not a code; gpuscript explain --list descriptors finds codes by the word`, "explain", "descriptors")
}

func TestExamples(t *testing.T) {
	stdout, _, exit := command("docs", "examples")
	require.Zero(t, exit)
	require.Contains(t, stdout, "prefix_sum.lua\n    An exclusive prefix sum of 100,000 numbers in three dispatches, checked\n    against Lua.\n")
	stdout, _, exit = command("docs", "examples", "prefix_sum")
	require.Zero(t, exit)
	require.Contains(t, stdout, "require \"gpu\"")
	uses(t, `there is no example "prefix_sums"; did you mean prefix_sum?`, "docs", "examples", "prefix_sums")
	uses(t, `there is no example "nope"; gpuscript docs examples lists them`, "docs", "examples", "nope")
	uses(t, `the reference has no "nonsense"; gpuscript docs lists what it has`, "docs", "nonsense")
}

func TestTypes(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "luals")
	_, stderr, exit := command("types", folder)
	require.Zero(t, exit, stderr)
	text, err := os.ReadFile(filepath.Join(folder, "gpu", "engine.lua"))
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(string(text), "---@meta gpu.engine\n"))
	require.FileExists(t, filepath.Join(folder, "gpu.lua"))
	require.FileExists(t, filepath.Join(folder, "shaders.lua"))
	uses(t, "into which folder? gpuscript types .luals writes the annotations to .luals", "types")
	uses(t, "into which folder? gpuscript types .luals writes the annotations to .luals", "types", "")
}

func TestExplain(t *testing.T) {
	want := `GS0104  IndexOfNil  (error)

IndexOfNil occurs when a script reads or writes a field of nil, or of another
value that has no fields.

Rule
  Only tables and objects have fields.
  Source: Lua 5.1 Reference Manual, section 2.3.

A script that breaks it
    local settings = { window = { width = 640 } }
    print(settings.windw.width)

What is reported
    error[GS0104]: attempt to index field 'windw' (a nil value)
     --> example.lua:2:16
      |
    2 | print(settings.windw.width)
      |                ^^^^^ nil
      = note: Its field 'width' is used here.
      = help: did you mean 'window'?
              example.lua:2   print(settings.window.width)

What corrects it
      local settings = { window = { width = 640 } }
    - print(settings.windw.width)
    + print(settings.window.width)
`
	for _, word := range []string{"GS0104", "gs104", "104", "indexofnil"} {
		stdout, stderr, exit := command("explain", word)
		require.Equal(t, want, stdout)
		require.Empty(t, stderr)
		require.Zero(t, exit)
	}
	stdout, _, _ := command("explain", "104", "GS0101")
	require.True(t, strings.HasPrefix(stdout, want+"\nGS0101  SyntaxError  (error)\n"), stdout)
}

var explanations sync.Map // see explained

// explained is what the command explains of a code. It runs the example, so it is asked once for all tests.
func explained(t *testing.T, c diag.Code) string {
	if known, ok := explanations.Load(c); ok {
		return known.(string)
	}
	stdout, _, exit := command("explain", c.String())
	require.Zero(t, exit)
	explanations.Store(c, stdout)
	return stdout
}

// TestExplainAll shows that every code has a page of lines that fit a terminal.
func TestExplainAll(t *testing.T) {
	for _, d := range diag.Docs() {
		stdout := explained(t, d.Code)
		require.Contains(t, stdout, d.Name)
		require.NotContains(t, stdout, filepath.ToSlash(os.TempDir()), "where the example ran is another folder each time")
		if d.Example != "" {
			require.Contains(t, stdout, "["+d.Code.String()+"]: ", "the message that the example ends in")
		}
		prose, _, _ := strings.Cut(stdout, "\nA script that breaks it")
		for line := range strings.Lines(prose) {
			require.LessOrEqual(t, len([]rune(line)), 81, d.Name)
		}
	}
	list, _, _ := command("explain", "--list")
	codes := 0
	for line := range strings.Lines(list) {
		if fields := strings.Fields(line); len(fields) > 0 {
			if _, ok := diag.ParseCode(fields[0]); ok {
				codes++
			}
		}
	}
	require.Equal(t, len(diag.Docs()), codes)
	require.True(t, strings.HasPrefix(list, "GS01xx  Language, host and bindings\nGS0101  SyntaxError"), list[:80])
	require.Contains(t, list, "\n\nGS09xx  Advice\nGS0901  EmptyDispatch ")
	few, _, _ := command("explain", "--list", "syntaxerror")
	require.Regexp(t, `^GS01xx  Language, host and bindings\nGS0101  [^\n]*\n$`, few)
	native, _, _ := command("explain", "--list", "D3D12_MESSAGE_ID_EMPTY_DISPATCH")
	require.Regexp(t, `^GS09xx  Advice\nGS0901  [^\n]*\n$`, native)
	page, _, _ := command("explain", "EmptyDispatch")
	require.Contains(t, page, "  Direct3D 12 debug layer: EMPTY_DISPATCH (1254).\n")
}

// TestHelp shows that the help names every verb and every flag.
func TestHelp(t *testing.T) {
	help, stderr, exit := command("--help")
	require.Zero(t, exit)
	require.Empty(t, stderr)
	again, _, _ := command("help")
	require.Equal(t, help, again)
	for _, v := range verbs() {
		require.Contains(t, help, "gpuscript "+v.name)
		text, _, exit := command("help", v.name)
		require.Zero(t, exit)
		require.NotEmpty(t, text)
	}
	var f runFlags
	for _, g := range f.groups() {
		g.VisitAll(func(flag *pflag.Flag) { require.Contains(t, help, "--"+flag.Name) })
	}
	version, _, exit := command("--version")
	require.Zero(t, exit)
	require.True(t, strings.HasPrefix(version, "gpuscript "), version)
}

func TestVerbsAreSorted(t *testing.T) {
	all := verbs()
	for i := 1; i < len(all); i++ {
		require.Less(t, all[i-1].name, all[i].name)
	}
}

func TestTest(t *testing.T) {
	files(t, map[string]string{"good.lua": "print(1)", "good.golden": "1\n", "bad.lua": "print(2)", "bad.golden": "3\n"})
	stdout, _, exit := command("test")
	require.Equal(t, 1, exit)
	require.True(t, strings.HasPrefix(stdout, "FAIL      bad.lua\n"), stdout)
	require.True(t, strings.HasSuffix(stdout, "1 passed, 1 failed\n"), stdout)

	stdout, _, exit = command("test", "--verbose", "good.lua")
	require.Equal(t, "pass      good.lua\n1 passed\n", stdout)
	require.Zero(t, exit)

	stdout, _, exit = command("test", "--tap", "--junit=report.xml", "good.lua", "--jobs=1")
	require.Equal(t, "TAP version 14\n1..1\nok 1 - good.lua\n", stdout)
	require.Zero(t, exit)
	require.FileExists(t, "report.xml")

	stdout, _, exit = command("test", "bad.lua", "-update")
	require.Equal(t, "update    bad.lua\n1 updated\n", stdout)
	require.Zero(t, exit)
}

func TestStatsWords(t *testing.T) {
	for n, want := range map[uint64]string{
		0: "0 bytes", 1023: "1,023 bytes", 1024: "1 KiB", 1536: "1.50 KiB", 1 << 20: "1 MiB", 5 << 29: "2.50 GiB",
	} {
		require.Equal(t, want, size(n))
	}
	for n, want := range map[uint64]string{
		0: "0 ns", 999: "999 ns", 1_000: "1.000 µs", 1_234_567: "1.235 ms", 2_000_000_000: "2.000 s",
	} {
		require.Equal(t, want, virtual(n))
	}
	files(t, map[string]string{"a.lua": "print(1)"})
	stdout, stderr, _ := command("--stats", "a.lua")
	require.Equal(t, "1\n", stdout)
	require.True(t, strings.HasPrefix(stderr, "statistics\n"), stderr)
	require.Contains(t, stderr, "  output         2 bytes\n")
}

// upload is a script that copies 16 bytes and waits.
const upload = `local gpu = require "gpu"
local device = gpu.CreateDevice { Name = "demo" }
local queue = device:CreateCommandQueue { Type = "COPY", Name = "upload" }
local fence = device:CreateFence(0, "F")
local from = device:CreateCommittedResource { Name = "from", HeapType = "UPLOAD", Dimension = "BUFFER", Width = 16, InitialState = "GENERIC_READ" }
local to = device:CreateCommittedResource { Name = "to", HeapType = "DEFAULT", Dimension = "BUFFER", Width = 16, InitialState = "COMMON" }
local list = device:CreateCommandList { Type = "COPY", Name = "copy", Allocator = device:CreateCommandAllocator "COPY" }
list:CopyBufferRegion(to, 0, from, 0, 16)
list:Close()
queue:ExecuteCommandLists { list }
queue:Signal(fence, 1)
fence:WaitCPU(1)
`

func TestStats(t *testing.T) {
	files(t, map[string]string{"a.lua": upload})
	_, stderr, exit := command("--stats", "a.lua")
	require.Zero(t, exit, stderr)
	require.Contains(t, stderr, "  submissions    1 with 1 command\n")
	require.Contains(t, stderr, "  dispatches     0\n  shaders        0 work items, 0 instructions\n")
	require.Contains(t, stderr, "  copies         1 of 16 bytes\n")
	require.Contains(t, stderr, "  virtual time   ")
}

// TestStatsOfBackgroundProcessing: every dispatch of the example ran in one of the two forms.
func TestStatsOfBackgroundProcessing(t *testing.T) {
	_, stderr, exit := command("--stats", "--developer-mode", "--out="+t.TempDir(), "../../scripts/background_processing.lua")
	require.Zero(t, exit, stderr)
	require.Contains(t, stderr, "  background     4 tasks, 4 variants of 1 pipeline, 4 withdrawn\n")
	m := regexp.MustCompile(`dispatches +(\d+)\n(?s:.*)program runs +(\d+) as written, (\d+) as variants`).FindStringSubmatch(stderr)
	require.NotNil(t, m, stderr)
	number := func(s string) int { n, err := strconv.Atoi(s); require.NoError(t, err); return n }
	require.Equal(t, number(m[1]), number(m[2])+number(m[3]))
	require.Positive(t, number(m[3]))
}

func TestTrace(t *testing.T) {
	files(t, map[string]string{"a.lua": upload})
	_, stderr, exit := command("--trace", "a.lua")
	require.Zero(t, exit, stderr)
	require.Regexp(t, `(?m)^ +[0-9.,]+  COPY       upload          start         CopyBufferRegion, command 1 .* a\.lua:8:\d+$`, stderr)
	require.Regexp(t, `(?m)^ +[0-9.,]+             upload          signal        fence "F" = 1 .* a\.lua:11:\d+$`, stderr)

	_, quiet, exit := command("--trace=text:trace.txt", "a.lua")
	require.Zero(t, exit)
	require.Empty(t, quiet)
	text, err := os.ReadFile("trace.txt")
	require.NoError(t, err)
	require.Equal(t, stderr, string(text))

	_, again, exit := command("--seed=5", "--trace", "a.lua")
	require.Zero(t, exit)
	require.Contains(t, again, "CopyBufferRegion")
	_, _, exit = command("--trace=text:nowhere/trace.txt", "a.lua")
	require.Equal(t, 2, exit)
}

func TestInterpreterPaintsTheSame(t *testing.T) {
	files(t, map[string]string{"a.lua": upload + `print(gpu.Hash(to))`})
	compiled, _, _ := command("a.lua")
	interpreted, _, exit := command("--interpreter", "a.lua")
	require.Zero(t, exit)
	require.Equal(t, compiled, interpreted)
}

// TestTableOfFlags shows that the table of flags in the guide has the flags of the help, in their order.
func TestTableOfFlags(t *testing.T) {
	guide, err := os.ReadFile("../../docs/command.md")
	require.NoError(t, err)
	_, table, ok := strings.Cut(string(guide), "<!-- BEGIN flags")
	require.True(t, ok)
	table, _, _ = strings.Cut(table, "<!-- END flags")
	var want, got []string
	var f runFlags
	for _, g := range f.groups() {
		g.VisitAll(func(flag *pflag.Flag) { want = append(want, "--"+flag.Name) })
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `(--[a-z-]+)").FindAllStringSubmatch(table, -1) {
		got = append(got, m[1])
	}
	require.Equal(t, want, got)
}
