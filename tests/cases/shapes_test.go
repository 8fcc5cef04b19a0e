package cases

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// race is a message as it should be: two places, bytes, a reason, a rule, two edits that belong together.
func race() *diag.Diagnostic {
	at := func(line, col, endCol int) diag.Span {
		return diag.Span{File: "a.lua", Line: line, Col: col, EndLine: line, EndCol: endCol}
	}
	return &diag.Diagnostic{
		Code: diag.DataRace, Severity: diag.SeverityError, Title: `copy queue "a" writes buffer "x" while queue "b" reads it`,
		Resource: `buffer "x"`, Range: &diag.Range{Begin: 0, End: 16}, Rule: "a fence must order them", Repeats: 1,
		Why: []string{"Nothing orders them."}, Notes: []string{"They share 16 bytes."},
		Labels: []diag.Label{{Span: at(2, 1, 6), Text: "reads x[0, 16)", Primary: true, Via: []diag.Place{{Span: at(1, 1, 2)}}}, {Span: at(3, 1, 4), Text: "writes x[0, 16)"}},
		Help: []diag.Help{{Text: "wait"}, {Text: "signal and wait", Edit: diag.EditInsertBefore, Span: at(1, 1, 2), Replace: "w",
			And: []diag.Help{{Edit: diag.EditReplace, Span: at(2, 1, 2), Replace: "r"}}}, {Edit: diag.EditDeleteLine, Span: at(3, 1, 4)}},
		Stack: []diag.Frame{{Span: at(2, 1, 6), Function: "main chunk"}},
	}
}

// TestShapes: a message as it should be has every shape; each change takes one away.
func TestShapes(t *testing.T) {
	files := sources{"a.lua": "first\nsecond\nthird"}
	require.Empty(t, misshapen(files, []*diag.Diagnostic{race()}))
	for _, tt := range []struct {
		shape, fault string
		change       func(d *diag.Diagnostic)
	}{
		{"every diagnostic is reported at a place in a script", "the place is ", func(d *diag.Diagnostic) { d.Labels = nil }},
		{"every place is one of the text", "there is no a.lua:4:1", func(d *diag.Diagnostic) { d.Labels[1].Span.Line = 4 }},
		{"every place is one of the text", "there is no a.lua:3:7", func(d *diag.Diagnostic) { d.Labels[1].Span.Col = 7 }},
		{"every place is one of the text", "a.lua:1:1 ends at 1:7", func(d *diag.Diagnostic) { d.Labels[0].Via[0].Span.EndCol = 7 }},
		{"every place is one of the text", "a.lua:2:1 ends at 2:1", func(d *diag.Diagnostic) { d.Stack[0].Span.EndCol = 1 }},
		{"every headline is a clause", "", func(d *diag.Diagnostic) { d.Title += "." }},
		{"every reason and note is a sentence", "nothing orders them", func(d *diag.Diagnostic) { d.Why[0] = "nothing orders them" }},
		{"every reason and note is a sentence", "They share bytes", func(d *diag.Diagnostic) { d.Notes[0] = "They share bytes" }},
		{"every diagnostic says its rule", "no rule", func(d *diag.Diagnostic) { d.Rule = "" }},
		{"no message says the same thing twice", "Nothing orders them.", func(d *diag.Diagnostic) { d.Notes[0] = d.Why[0] }},
		{"no address, no type of Go, no hole", "0xc000123456", func(d *diag.Diagnostic) { d.Notes[0] = "It stands at 0xc000123456." }},
		{"no address, no type of Go, no hole", "*gpu.B", func(d *diag.Diagnostic) { d.Notes[0] = "It is a *gpu.Buffer." }},
		{"no address, no type of Go, no hole", "%!", func(d *diag.Diagnostic) { d.Title += " %!d(MISSING)" }},
		{"every race has two places with lines of the script", "prelude.lua:1:1", func(d *diag.Diagnostic) { d.Labels[1].Span = diag.Span{File: "prelude.lua", Line: 1, Col: 1} }},
		{"every race has two places with lines of the script", "a.lua:2:1", func(d *diag.Diagnostic) { d.Labels = d.Labels[:1] }},
		{"what is about two calls shows both", "there is one place", func(d *diag.Diagnostic) { d.Labels[1] = d.Labels[0]; d.Stack = nil }},
		{"every hazard of memory has a resource and a range", "no bytes", func(d *diag.Diagnostic) { d.Range = nil }},
		{"every hazard of memory has a resource and a range", "no bytes", func(d *diag.Diagnostic) { d.Range.End = 0 }},
		{"every race says why", "no reason", func(d *diag.Diagnostic) { d.Why = nil }},
		{"every hazard says its object", "no name in", func(d *diag.Diagnostic) { d.Title = "they race" }},
		{"the object concerned is one that the message names", `nothing names buffer "y"`, func(d *diag.Diagnostic) { d.Resource = `buffer "y"` }},
		{"every diagnostic says what to do", "no help", func(d *diag.Diagnostic) { d.Help = nil }},
		{"as JSON it has the documented fields, and reads back", "diagnostic has no name", func(d *diag.Diagnostic) { d.Code = 9999 }},
	} {
		d := race()
		tt.change(d)
		var all strings.Builder
		for _, fault := range misshapen(files, []*diag.Diagnostic{d}) {
			all.WriteString(fault)
		}
		_, behind, found := strings.Cut(all.String(), "  "+tt.shape+": ")
		line, _, _ := strings.Cut(behind, "\n")
		require.True(t, found, "%s: %s", tt.shape, all.String())
		require.Contains(t, line, tt.fault)
	}
}

// TestReadBack: what is read of a diagnostic is compared field by field.
func TestReadBack(t *testing.T) {
	data, err := json.Marshal(race())
	require.NoError(t, err)
	var read readDiagnostic
	require.NoError(t, json.Unmarshal(data, &read))
	require.Empty(t, read.fault(race()))
	for field, change := range map[string]func(d *diag.Diagnostic){
		"code":    func(d *diag.Diagnostic) { d.Code = diag.MappedRace },
		"text":    func(d *diag.Diagnostic) { d.Title = "other" },
		"range":   func(d *diag.Diagnostic) { d.Range.End++ },
		"why":     func(d *diag.Diagnostic) { d.Why = nil },
		"notes":   func(d *diag.Diagnostic) { d.Notes[0] = "Other." },
		"repeats": func(d *diag.Diagnostic) { d.Repeats = 0 },
		"labels":  func(d *diag.Diagnostic) { d.Labels[0].Via[0].Span.Line++ },
		"help":    func(d *diag.Diagnostic) { d.Help[1].And[0].Replace = "other" },
		"stack":   func(d *diag.Diagnostic) { d.Stack[0].Function = "" },
	} {
		d := race()
		change(d)
		require.Contains(t, read.fault(d), field+" was ", field)
	}
}
