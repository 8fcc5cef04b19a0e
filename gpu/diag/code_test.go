package diag

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseCode(t *testing.T) {
	tests := []struct {
		text string
		want Code
		ok   bool
	}{
		{"GS0512", 512, true},
		{"gs0512", 512, true},
		{"gs512", 512, true},
		{"512", 512, true},
		{" GS0512\n", 512, true},
		{"1", 1, true},
		{"9999", 9999, true},
		{"10000", 0, false},
		{"65536", 0, false},
		{"0", 0, false},
		{"GS", 0, false},
		{"", 0, false},
		{"+512", 0, false},
		{"-512", 0, false},
		{"GSGS512", 0, false},
		{"GS 512", 0, false},
		{"WrongType", 0, false},
	}
	for _, tt := range tests {
		got, ok := ParseCode(tt.text)
		require.Equal(t, tt.ok, ok, "%q", tt.text)
		require.Equal(t, tt.want, got, "%q", tt.text)
	}
}

func FuzzParseCode(f *testing.F) {
	f.Add("GS0512")
	f.Fuzz(func(t *testing.T, text string) {
		code, ok := ParseCode(text)
		if !ok {
			require.Zero(t, code)
			return
		}
		again, ok := ParseCode(code.String())
		require.True(t, ok)
		require.Equal(t, code, again)
	})
}

func TestCodeForms(t *testing.T) {
	require.Equal(t, "GS0101", SyntaxError.String())
	require.Equal(t, SeverityError, Code(899).Severity())
	require.Equal(t, SeverityAdvice, Code(900).Severity())
	require.Equal(t, SeverityAdvice, Code(999).Severity())
	require.Equal(t, SeverityError, Code(1000).Severity())

	var back struct {
		C Code
		S Severity
	}
	require.NoError(t, json.Unmarshal([]byte(`{"C":"GS0512","S":"warning"}`), &back))
	require.Equal(t, Code(512), back.C)
	require.Equal(t, SeverityWarning, back.S)
	require.Error(t, json.Unmarshal([]byte(`{"C":"x"}`), &back))
	require.Error(t, json.Unmarshal([]byte(`{"S":"x"}`), &back))
	require.Equal(t, "severity(7)", Severity(7).String())
	require.Equal(t, "edit(99)", EditKind(99).String())
}

func TestExplain(t *testing.T) {
	doc, ok := Explain(WrongType)
	require.True(t, ok)
	require.Equal(t, "WrongType", doc.Name)
	require.Equal(t, "Values are never converted between types", doc.Rule)
	require.Equal(t, "gpuscript, Lua API", doc.Source)
	require.Equal(t, "Values are never converted between types (gpuscript, Lua API)", doc.RuleText())
	require.Equal(t, "local gpu = require \"gpu\"\nlocal device = gpu.CreateDevice { Name = \"demo\" }\n"+
		"device:CreateCommittedResource { Name = \"b\", HeapType = \"DEFAULT\", Dimension = \"BUFFER\",\n"+
		"  Width = \"256\", InitialState = \"COMMON\" }\n", doc.Example)
	require.Contains(t, doc.Text, "Fixed:")

	_, ok = Explain(199)
	require.False(t, ok)
	require.Equal(t, doc.RuleText(), New(WrongType, "x").WithDocRule().Rule)
	require.Empty(t, New(199, "x").WithDocRule().Rule)
}

// TestDocs shows that the list is sorted, complete for the file of this package's author and not shared.
func TestDocs(t *testing.T) {
	docs := Docs()
	for i := 1; i < len(docs); i++ {
		require.Less(t, docs[i-1].Code, docs[i].Code)
	}
	require.Equal(t, SyntaxError, docs[0].Code)
	docs[0].Name = "changed"
	require.Equal(t, "SyntaxError", Docs()[0].Name)
}

func TestParseCodeFileRefuses(t *testing.T) {
	for name, source := range map[string]string{
		"no number": "const A Code = x",
		"no value":  "const (\nA Code = iota\nB\n)",
		"text":      "const A Code = \"x\"",
		"two":       "const A, B Code = 1, 2",
		"zero":      "const A Code = 0",
		"syntax":    "const A Code =",
	} {
		_, err := parseCodeFile("codes_x.go", []byte("package diag\n"+source+"\n"))
		require.Error(t, err, name)
	}
	docs, err := parseCodeFile("codes_x.go", []byte("package diag\nvar x = 1\nconst y = 2\nconst z int = 3\nfunc f() {}\n"))
	require.NoError(t, err)
	require.Empty(t, docs)
}

func TestParseSetup(t *testing.T) {
	s, err := ParseSetup("-- a comment\n-- limits: steps=10 time=5 vram=3\n--limits: objects=4 output=2 memory=6\n" +
		"-- file: a.txt text one  two\n-- file: b.bin base64 AAH/\nprint(1)\n-- limits: steps=99\n")
	require.NoError(t, err)
	require.Equal(t, Setup{Steps: 10, Output: 2, VRAM: 3, Memory: 6, Objects: 4, TimeMS: 5, Files: []SetupFile{
		{Name: "a.txt", Data: []byte("one  two")}, {Name: "b.bin", Data: []byte{0, 1, 255}},
	}}, s)

	for _, bad := range []string{
		"-- limits: steps", "-- limits: steps=0", "-- limits: steps=-1", "-- limits: steps=1.5", "-- limits: gas=1",
		"-- limits: steps=9223372036854775808", "-- file:", "-- file: a", "-- file: a hex 00", "-- file: a base64 !",
	} {
		_, err := ParseSetup(bad + "\n")
		require.Error(t, err, bad)
	}
	s, err = ParseSetup("-- limits: steps=9223372036854775807\n")
	require.NoError(t, err)
	require.Equal(t, uint64(1<<63-1), s.Steps)
}

// TestExampleSetups shows that the directives in all examples are well formed and the same in both twins, but for files.
func TestExampleSetups(t *testing.T) {
	for _, doc := range Docs() {
		example, err := ParseSetup(doc.Example)
		require.NoError(t, err, doc.Name)
		fixed, err := ParseSetup(doc.Fixed)
		require.NoError(t, err, doc.Name)
		example.Files, fixed.Files = nil, nil
		require.Equal(t, example, fixed, doc.Name)
	}
}

func FuzzParseSetup(f *testing.F) {
	f.Add("-- limits: steps=1\n-- file: a text b\n")
	f.Fuzz(func(t *testing.T, script string) {
		s, err := ParseSetup(script)
		if err != nil {
			require.Zero(t, s)
		}
	})
}

func FuzzParseComment(f *testing.F) {
	f.Add("A occurs when b.\n\nRule: c (source: d).\n\nExample:\n\te\n\nFixed:\n\tf\n")
	f.Add("Example:\n\t a\n\tb\n \nNo example: x")
	f.Fuzz(func(t *testing.T, text string) {
		doc := parseComment(text)
		require.Equal(t, text, doc.Text)
		require.NotContains(t, doc.Summary, "\n")
	})
}
