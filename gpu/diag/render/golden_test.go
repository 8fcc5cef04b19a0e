package render

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// scene is the script that the golden cases point into. Its line numbers are those of the comments at the right.
var scene = strings.Join([]string{
	`local gpu = require "gpu"`,                                  // 1
	`local device = gpu.CreateDevice { Name = "scene" }`,         // 2
	`local main = device:CreateCommandQueue { Type = "DIRECT" }`, // 3
	`local verts, staging = buffers(device, "verts", "staging")`, // 4
	`local function record(list)`,                                // 5
	`  list:CopyBufferRegion(verts, 0, staging, 0, 65536)`,       // 6
	`  list:Close()`,             // 7
	`  return list`,              // 8
	`end`,                        // 9
	`main:ExecuteCommandLists {`, // 10
	`  record(device:CreateCommandList { Type = "DIRECT" }),`, // 11
	`}`,                     // 12
	"\tmain:Signal(\tF, 1)", // 13
	`local s = "größe 漢字 🚀" .. verts.Widht`,                                                           // 14
	"local bad = \"a\x1b[31mb\xffc\u202ed\u200be\" .. verts.Widht",                                    // 15
	`local data = { ` + strings.Repeat("0.25, ", 20) + `"oops", ` + strings.Repeat("0.5, ", 30) + `}`, // 16
	`for i = 1, 3 do`,         // 17
	`  if i > 1 then`,         // 18
	`    a()`,                 // 19
	`    b()`,                 // 20
	`    c()`,                 // 21
	`    d()`,                 // 22
	`    e()`,                 // 23
	`  end`,                   // 24
	`  main:Wait(F, 2)`,       // 25
	`end`,                     // 26
	`main:Wait(F, 2) print(F`, // 27
}, "\n") + "\n"

// frame is the script of DESIGN §7: only the lines that its message shows have text.
var frame = strings.Repeat("\n", 27) + "upload:ExecuteCommandLists { copy }\nupload:Signal(F, 3)\n" + strings.Repeat("\n", 10) +
	"main:Wait(F, 2)\nmain:ExecuteCommandLists { draw }\n"

var files = Files{"scene.lua": scene, "frame.lua": frame}

// at returns the span of the n-th occurrence (from 1) of text in a line of scene.lua.
func at(line int, text string, n int) diag.Span {
	source, ok := files.Line("scene.lua", line)
	col := 0
	for ; ok && n > 0; n-- {
		i := strings.Index(source[col:], text)
		if i < 0 {
			panic("no " + text)
		}
		col += i + 1
	}
	return diag.Span{File: "scene.lua", Line: line, Col: col, EndLine: line, EndCol: col + len(text)}
}

// to returns the span from the start of one span to the end of another.
func to(a, b diag.Span) diag.Span {
	a.EndLine, a.EndCol = b.EndLine, b.EndCol
	return a
}

// oneLine has two labels on one line, to which the program came on two ways of two places each.
func oneLine() *diag.Diagnostic {
	d := diag.New(517, `Dispatch #9 writes buffer "x" too early`).AtSpan(at(7, "Close", 1), "writes it").AlsoSpan(at(7, "Close", 1), "wrote it")
	for i := range d.Labels {
		d.Labels[i].Via = []diag.Place{{Span: diag.Span{File: "scene.lua", Line: 25 + i, Col: 1}, Verb: diag.CalledFrom, Text: "in both\nlines"}, {Span: at(27, "print", 1), Verb: diag.SubmittedAt}}
	}
	return d
}

// race is the diagnostic of DESIGN §7.
func race() *diag.Diagnostic {
	span := func(line, col, n int) diag.Span {
		return diag.Span{File: "frame.lua", Line: line, Col: col, EndLine: line, EndCol: col + n}
	}
	d := diag.New(512, `copy queue "upload" writes buffer "verts" while direct queue "main" reads it`).
		AtSpan(span(41, 6, 19), "reads verts[0, 4096) as vertex buffer").
		AlsoSpan(span(28, 8, 19), "writes verts[0, 65536) by CopyBufferRegion").
		Because(`"main" waits for F >= 2 (frame.lua:40); the copy is covered only by F = 3 (frame.lua:29)`).
		WithHelp(diag.Help{Span: span(40, 14, 1), Edit: diag.EditReplace, Replace: "3"}).
		WithRule("a fence must order a write before another queue reads the written bytes (D3D12 multi-engine synchronization)").
		WithResource(`buffer "verts"`).WithRange(0, 4096)
	d.Labels[0].Via = []diag.Place{{Span: diag.Span{File: "frame.lua", Line: 33, Col: 8}, Text: `list "draw", DrawInstanced #2`}}
	return d
}

// typo is a small error with one label.
func typo() *diag.Diagnostic {
	return diag.New(diag.UnknownField, `buffer "verts" has no field "Widht"`)
}

func stack(n int) []diag.Frame {
	frames := []diag.Frame{{Span: at(6, "CopyBufferRegion", 1), Function: `function "record"`}}
	for range n {
		frames = append(frames, diag.Frame{Span: at(11, "record", 1), Function: `function "again"`})
	}
	return append(frames, diag.Frame{Span: diag.Span{File: "=[Go]"}}, diag.Frame{Span: at(10, "main", 1), Function: "main chunk"})
}

var goldens = []struct {
	name    string
	d       *diag.Diagnostic
	options Options
}{
	{name: "race", d: race()},
	{name: "race_colour", d: race(), options: Options{Colour: true}},
	{name: "race_json", d: race(), options: Options{Style: JSON}},
	{name: "race_short", d: race(), options: Options{Style: Short}},
	{name: "race_short_colour", d: race(), options: Options{Style: Short, Colour: true}},
	{name: "race_unicode", d: race(), options: Options{Unicode: true}},
	{name: "race_narrow", d: race().Note("Both queues run on engines of their own, so that nothing else orders them."), options: Options{Width: 70}},
	{name: "one_label", d: typo().AtSpan(at(3, "Type", 1), "").HelpText("the nearest field is \"Type\"")},
	{name: "one_line_two_labels", d: diag.New(403, `the ranges overlap`).
		AtSpan(at(6, "verts", 1), "written here").AlsoSpan(at(6, "staging", 1), "read here")},
	{name: "one_line_three_labels", d: diag.New(403, `the ranges overlap`).AlsoSpan(at(6, "65536", 1), "65536 bytes").
		AtSpan(at(6, "staging", 1), "buffer \"staging\" has\n4096 bytes").AlsoSpan(at(6, "verts", 1), "buffer \"verts\"").
		AlsoSpan(at(6, "list", 1), "")},
	{name: "overlapping_labels", d: diag.New(403, `the ranges overlap`).AtSpan(at(6, "verts, 0, staging", 1), "all of it").
		AlsoSpan(at(6, "staging", 1), "this part").AlsoSpan(at(6, "verts, 0, staging", 1), "again")},
	{name: "adjacent_lines", d: diag.New(412, `command list "copy" is closed`).AtSpan(at(8, "list", 1), "used again").
		AlsoSpan(at(6, "CopyBufferRegion", 1), "recorded here").AlsoSpan(at(7, "Close", 1), "closed here")},
	{name: "lines_between", d: diag.New(412, `the list is not closed`).AtSpan(at(11, "record", 1), "executed").
		AlsoSpan(at(8, "list", 1), "returned")},
	{name: "excerpts", d: diag.New(301, `the device is too old`).AlsoSpan(at(2, "CreateDevice", 1), "created here").
		AtSpan(at(11, "CreateCommandList", 1), "used here")},
	{name: "multi_line", d: diag.New(412, `the list is not closed`).
		AtSpan(to(at(10, "main", 1), at(12, "}", 1)), "these lists are executed\nin one call").AlsoSpan(at(11, "record", 1), "this one")},
	{name: "multi_line_inside", d: diag.New(412, `the list is not closed`).
		AtSpan(to(at(10, "{", 1), at(12, "}", 1)), "this table").AlsoSpan(at(10, "main", 1), "the queue")},
	{name: "multi_line_nested", d: diag.New(412, `the loop never ends`).
		AlsoSpan(to(at(17, "for", 1), at(26, "end", 1)), "this loop").AtSpan(to(at(18, "then", 1), at(24, "end", 1)), "this branch")},
	{name: "multi_line_nested_unicode", d: diag.New(412, `the loop never ends`).
		AlsoSpan(to(at(17, "for", 1), at(26, "end", 1)), "this loop").AtSpan(to(at(18, "then", 1), at(24, "end", 1)), "this branch"),
		options: Options{Unicode: true}},
	{name: "multi_line_long", d: diag.New(412, `the loop never ends`).AtSpan(to(at(17, "for", 1), at(26, "end", 1)), "this loop")},
	{name: "multi_line_inside_unicode", d: diag.New(412, `the list is not closed`).
		AtSpan(to(at(10, "{", 1), at(12, "}", 1)), "this table").AlsoSpan(at(10, "main", 1), "the queue"), options: Options{Unicode: true}},
	{name: "multi_line_one_end", d: diag.New(412, `two ends`).AtSpan(to(at(5, "record", 1), at(9, "end", 1)), "outer\nspan").
		AlsoSpan(to(at(7, "Close", 1), at(9, "en", 1)), "inner").AlsoSpan(at(9, "end", 1), "the word")},
	{name: "via_two", d: func() *diag.Diagnostic {
		d := race()
		d.Labels[0].Via = append(d.Labels[0].Via, diag.Place{Span: diag.Span{File: "lib/mesh.lua", Line: 7}, Text: "bundle \"mesh\",\nDispatch #1"})
		d.Labels[1].Via = []diag.Place{{}, {Text: "list 3"}}
		return d
	}()},
	{name: "via_each", d: oneLine()},
	{name: "via_shared", d: func() *diag.Diagnostic {
		d := oneLine()
		d.Labels[1].Span, d.Labels[1].Via = at(8, "return", 1), d.Labels[0].Via[:1]
		return d
	}()},
	{name: "via_each_colour", d: oneLine(), options: Options{Unicode: true, Colour: true}},
	{name: "tabs", d: diag.New(512, `fence "F" goes backwards`).AtSpan(at(13, "F", 1), "signalled again").AlsoSpan(at(13, "main", 1), "by this queue"),
		options: Options{TabWidth: 8}},
	{name: "wide", d: typo().AtSpan(at(14, "Widht", 1), "漢字 here").AlsoSpan(at(14, "漢字", 1), "wide").AlsoSpan(at(14, "größe", 1), "not wide")},
	{name: "unprintable", d: diag.New(diag.UnknownField, "buffer \"a\x1b[2Jb\" has no field \"Wid\xff\u202eht\"").AtSpan(at(15, "Widht", 1), "bell \a").
		Note("A note with\ttab, \x00 and\r\nsecond line.").WithStack([]diag.Frame{{Function: "\x07"}})},
	{name: "long_line", d: diag.New(diag.WrongType, `element 21 is a string, not a number`).AtSpan(at(16, `"oops"`, 1), `got the string "oops"`),
		options: Options{Width: 80}},
	{name: "long_line_start", d: diag.New(diag.WrongType, `x`).AtSpan(at(16, `data`, 1), `here`), options: Options{Width: 80}},
	{name: "long_line_end", d: diag.New(diag.WrongType, `x`).AtSpan(at(16, `}`, 1), `here`).AlsoSpan(at(16, "local", 1), "declared"),
		options: Options{Width: 80}},
	{name: "end_of_file", d: diag.New(diag.SyntaxError, `the script ends inside a call`).
		AtSpan(diag.Span{File: "scene.lua", Line: 28, Col: 1}, "expected ')'").AlsoSpan(at(27, "(", 2), "opened here")},
	{name: "end_of_line", d: diag.New(diag.SyntaxError, `the call is not closed`).AtSpan(diag.Span{File: "scene.lua", Line: 27, Col: 24}, "expected ')'")},
	{name: "whole_line", d: diag.New(diag.RuntimeError, `the loop limit is not a number`).AtSpan(diag.Span{File: "scene.lua", Line: 18}, "")},
	{name: "no_source", d: typo().AtSpan(diag.Span{File: "string \"x\"", Line: 3, Col: 9}, "read here").AlsoSpan(diag.Span{File: "other.lua", Line: 12}, "").
		Because("The field is misspelt.")},
	{name: "no_place", d: typo().At(5, "read here").Also(6, "").Note("Nothing is known about the place.")},
	{name: "no_label", d: diag.New(diag.Cancelled, "the run was cancelled by the program").WithDocRule()},
	{name: "multi_line_title", d: diag.New(diag.ScriptError, "nothing to draw:\n  no object\n  no light").AtSpan(at(7, "Close", 1), "")},
	{name: "help", d: diag.New(412, `the list is not closed`).AtSpan(at(25, "Wait", 1), "").
		WithHelp(diag.Help{Text: "wait for the value that covers the copy", Span: at(25, "2", 1), Edit: diag.EditReplace, Replace: "3"}).
		WithHelp(diag.Help{Span: at(27, "print(F", 1), Edit: diag.EditReplace, Replace: "print(F)"}).
		WithHelp(diag.Help{Text: "close the list first", Span: at(8, "return", 1), Edit: diag.EditInsertBefore, Replace: "list:Close()"}).
		WithHelp(diag.Help{Span: at(7, "list", 1), Edit: diag.EditInsertAfter, Replace: "list:Reset(a)\nlist:Close()"}).
		WithHelp(diag.Help{Span: at(7, "list", 1), Edit: diag.EditDeleteLine}).
		WithHelp(diag.Help{Span: at(17, "for", 1), Edit: diag.EditReplaceLine, Replace: "for i = 1, 4 do"}).
		WithHelp(diag.Help{Span: at(16, `"oops"`, 1), Edit: diag.EditReplace, Replace: "1"}).
		WithHelp(diag.Help{Span: to(at(10, "{", 1), at(12, "}", 1)), Edit: diag.EditReplace, Replace: "{ a,\n  b }"}).
		WithHelp(diag.Help{Span: diag.Span{File: "other.lua", Line: 3, Col: 2, EndCol: 4}, Edit: diag.EditReplace, Replace: "x"}).
		HelpText("or release nothing at all"), options: Options{Width: 80}},
	{name: "help_several", d: diag.New(412, `the list is not closed`).AtSpan(at(25, "Wait", 1), "").
		WithHelp(diag.Help{Text: "close the list, and wait for the value that covers the copy", Span: at(8, "return", 1), Edit: diag.EditInsertBefore, Replace: "list:Close()",
			And: []diag.Help{{Span: at(17, "for", 1), Edit: diag.EditDeleteLine}, {Span: at(25, "2", 1), Edit: diag.EditReplace, Replace: "3"}}})},
	{name: "stack", d: diag.New(diag.ScriptError, "nothing to draw").AtSpan(at(6, "CopyBufferRegion", 1), "").Because("A reason.").WithStack(stack(1))},
	{name: "stack_deep", d: diag.New(diag.StackOverflow, "the stack is full").AtSpan(at(6, "CopyBufferRegion", 1), "").WithStack(stack(200)),
		options: Options{MaxFrames: 5}},
	{name: "repeats", d: func() *diag.Diagnostic {
		d := typo().AtSpan(at(14, "Widht", 1), "").Note("One note.")
		d.Repeats = 998
		return d
	}()},
	{name: "repeats_short", d: func() *diag.Diagnostic {
		d := typo().AtSpan(at(14, "Widht", 1), "")
		d.Repeats = 998
		return d
	}(), options: Options{Style: Short}},
	{name: "warning_colour", d: typo().WithSeverity(diag.SeverityWarning).AtSpan(at(15, "Widht", 1), "read").AlsoSpan(at(15, "bad", 1), "stored").
		WithHelp(diag.Help{Span: at(15, "Widht", 1), Edit: diag.EditReplace, Replace: "Width"}), options: Options{Colour: true}},
	{name: "advice_colour", d: diag.New(901, "the queue is flushed in every frame").AtSpan(to(at(10, "main", 1), at(12, "}", 1)), "here").
		WithHelp(diag.Help{Span: at(25, "main", 1), Edit: diag.EditDeleteLine}), options: Options{Colour: true}},
}

func TestGolden(t *testing.T) {
	for _, tt := range goldens {
		t.Run(tt.name, func(t *testing.T) {
			got := Text(tt.d, files, tt.options)
			path := filepath.Join("testdata", tt.name+".txt")
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o666))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			require.Equal(t, strings.ReplaceAll(string(want), "\r\n", "\n"), got)
		})
	}
}

// TestDesign holds the message of DESIGN §7 to the letter, but for the name of the script and the native message below the
// rule.
func TestDesign(t *testing.T) {
	const want = `error[GS0512]: copy queue "upload" writes buffer "verts" while direct queue "main" reads it
  --> frame.lua:41:6
   |
41 | main:ExecuteCommandLists { draw }
   |      ^^^^^^^^^^^^^^^^^^^ reads verts[0, 4096) as vertex buffer
   |
  ::: recorded at frame.lua:33:8   list "draw", DrawInstanced #2
  --> frame.lua:28:8
   |
28 | upload:ExecuteCommandLists { copy }
   |        ------------------- writes verts[0, 65536) by CopyBufferRegion
   = why:  "main" waits for F >= 2 (frame.lua:40); the copy is covered only by F = 3 (frame.lua:29)
   = help: frame.lua:40   main:Wait(F, 3)
   = rule: a fence must order a write before another queue reads the written bytes (D3D12 multi-engine synchronization)
   = d3d:  OBJECT_ACCESSED_WHILE_STILL_IN_USE (1047)
`
	require.Equal(t, want, Text(race(), files, Options{}))
}

// sited is a Sources that knows sites.
type sited struct{ Files }

func (sited) Span(site gpu.Site) (diag.Span, bool) {
	return at(int(site), "list", 1), site == 7 || site == 8
}

func TestSitesAreResolvedWithoutChangingTheDiagnostic(t *testing.T) {
	d := diag.New(412, "closed").At(8, "used").Also(7, "closed").Also(99, "lost")
	require.Equal(t, "scene.lua:8:10: error[GS0412]: closed\n", Text(d, sited{files}, Options{Style: Short}))
	require.True(t, d.Labels[0].Span.IsZero())
}
