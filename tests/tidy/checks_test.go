package tidy

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// sample loads a tree of one file, or of several as "path", "text", ….
func sample(t *testing.T, files ...string) *tree {
	t.Helper()
	m := fstest.MapFS{}
	for i := 0; i < len(files); i += 2 {
		m[files[i]] = &fstest.MapFile{Data: []byte(files[i+1])}
	}
	tr, err := load(m)
	require.NoError(t, err)
	return tr
}

// body is a function of n lines.
func body(n int) string { return "func f() {\n" + strings.Repeat("\tg()\n", n-2) + "}\n" }

func TestImports(t *testing.T) {
	for _, tt := range []struct{ file, imported, want string }{
		{"gpu/diag/a.go", module + "/gpu", ""},
		{"gpu/diag/a.go", "strings", ""},
		{"gpu/a.go", module + "/gpu/diag", "gpu may not import gpu/diag"},
		{"gpu/a_test.go", module + "/gpu/diag", ""},
		{"gpu/device/a.go", module + "/gpu/validate", "gpu/device may not import gpu/validate"},
		{"gpu/validate/a.go", module + "/gpu/device", "gpu/validate may not import gpu/device"},
		{"lifetime/a.go", module + "/gpu/device", "lifetime may not import gpu/device"},
		{"bindings/a.go", module + "/host", "bindings may not import host"},
		{"bindings/a.go", module + "/bindings/internal/luabind/luaerr", ""},
		{"gpu/device/a.go", "github.com/yuin/gopher-lua", "gpu/device may not import the library github.com/yuin/gopher-lua"},
		{"host/a.go", "github.com/yuin/gopher-lua/parse", ""},
		{"gpu/kernel/a.go", "github.com/yuin/gopher-lua/parse", ""},
		{"gpu/kernel/a.go", "github.com/yuin/gopher-lua", "gpu/kernel may not import the library github.com/yuin/gopher-lua"},
		{"gpu/a.go", "github.com/unknown/thing", "gpu may not import the library github.com/unknown/thing"},
		{"gpu/a.go", "github.com/tetratelabs/wazeroic", "gpu may not import the library github.com/tetratelabs/wazeroic"},
		{"tests/sim/a.go", module + "/gpu/internal/exec", ""},
		{"gpu/unknown/a.go", "strings", "the package has no line in the import table"},
	} {
		found := checkImports(sample(t, tt.file, "package p\nimport _ \""+tt.imported+"\"\n"))
		if tt.want == "" {
			require.Empty(t, found, tt)
			continue
		}
		require.Len(t, found, 1, tt)
		require.Equal(t, tt.want, found[0].message)
	}
}

func TestLengths(t *testing.T) {
	require.Empty(t, checkLengths(sample(t, "gpu/a.go", "package gpu\n"+body(maxFunction))))
	found := checkLengths(sample(t, "gpu/a.go", "package gpu\n"+body(maxFunction+1)))
	require.Equal(t, []complaint{{"function", "gpu/a.go:f", 71, "71 lines, want at most 70"}}, found)

	comment := func(n int) string { return "package gpu\n" + strings.Repeat("// x\n", n-1) }
	require.Empty(t, checkLengths(sample(t, "gpu/a.go", comment(maxFile))))
	require.Len(t, checkLengths(sample(t, "gpu/a.go", comment(maxFile+1))), 1)
	require.Len(t, checkLengths(sample(t, "gpu/diag/codes_state.go", comment(maxFile+1))), 1)

	code := func(n int) string { return "package gpu\n" + strings.Repeat("var _ = 1 // x\n", n-1) }
	var files []string
	for _, name := range []string{"a", "b", "c", "d", "e", "f"} {
		files = append(files, "gpu/"+name+".go", code(maxFile))
	}
	files = append(files, "gpu/g.go", code(maxPackage-6*maxFile))
	require.Empty(t, checkLengths(sample(t, append(files, "gpu/x_test.go", code(maxFile))...)))
	require.Empty(t, checkLengths(sample(t, append(files, "gpu/b/x.go", comment(maxFile))...)), "comments do not count")
	found = checkLengths(sample(t, append(files, "gpu/x.go", "package gpu\n")...))
	require.Equal(t, []complaint{{"package", "gpu", 3301, "3301 lines without tests and comments, want at most 3300"}}, found)

	wide := func(n int) string {
		return "package gpu\n\n/* x\n" + strings.Repeat("x", n) + " */\n\n\t//" + strings.Repeat(" é", n/2-3) + "\n"
	}
	require.Empty(t, checkLengths(sample(t, "gpu/a.go", wide(maxComment-3)+"var a = 0 // "+strings.Repeat("x", maxComment)+"\n")))
	require.Empty(t, checkLengths(sample(t, "gpu/a.go", "package gpu\n\n//  - "+strings.Repeat("x", maxComment)+"\n\n//\t"+strings.Repeat("x", maxComment)+"\n")), "pictures are wide")
	found = checkLengths(sample(t, "gpu/a.go", wide(maxComment-2)))
	require.Equal(t, []complaint{{"comment", "gpu/a.go", 151, "151 columns in a line of a comment, want at most 150"}}, found)

	sum := func(n int) string { return "package gpu\n\nvar a = 1" + strings.Repeat(" + 1", n) + " + 345\n" }
	require.Empty(t, checkLengths(sample(t, "gpu/a.go", sum((maxCode-15)/4), "gpu/a_test.go", sum(maxCode))))
	require.Empty(t, checkLengths(sample(t, "gpu/a.go", sum(0)+"\nvar b = []string{\"a\", \""+strings.Repeat("é", maxCode)+"\"}\n")), "texts are wide")
	found = checkLengths(sample(t, "gpu/a.go", sum((maxCode-15)/4+1)))
	require.Equal(t, []complaint{{"width", "gpu/a.go:3", 151, "151 columns in a line of code, want at most 150 without its longest text"}}, found)

	for i := range files {
		files[i] = strings.Replace(files[i], "gpu/", "gpu/diag/codes_", 1)
	}
	require.Empty(t, checkLengths(sample(t, append(files, "gpu/diag/x.go", code(maxFile))...)), "documentation does not count for its package")
}

func TestComments(t *testing.T) {
	good := "// Package p is good.\npackage p\n\n// F is.\nfunc F() {}\n\nfunc g() {}\n\ntype t int\n\nfunc (t) Exported() {}\n\n" +
		"// Kinds.\nconst (\n\tA = 1\n\tB = 2\n)\n\nvar (\n\tC = 1 // of the sea\n)\n"
	require.Empty(t, checkComments(sample(t, "gpu/p.go", good)))
	found := checkComments(sample(t, "gpu/p.go", "package p\n\nfunc F() {}\n\ntype T[P any] struct{}\n\nfunc (*T[P]) M() {}\n\nconst A = 1\n"))
	var subjects []string
	for _, c := range found {
		subjects = append(subjects, c.subject)
	}
	require.Equal(t, []string{"gpu", "gpu/p.go:F", "gpu/p.go:T", "gpu/p.go:M", "gpu/p.go:A"}, subjects)
}

func TestLeftovers(t *testing.T) {
	require.Len(t, checkLeftovers(sample(t, "scripts/a.lua", "-- TO"+"DO later\n")), 1)
	require.Len(t, checkLeftovers(sample(t, "gpu/a.go", "package gpu // FIX"+"ME\n")), 1)
	require.Empty(t, checkLeftovers(sample(t, "gpu/a.go", "package gpu // TO"+"DOS and mastodons\n")))
}

func TestCalls(t *testing.T) {
	clock := "package p\nimport \"time\"\nvar a, b = time.Now(), time.Now()\nvar c = time.Second\n"
	found := checkCalls(sample(t, "gpu/device/a.go", clock))
	require.Len(t, found, 1)
	require.Equal(t, "gpu/device/a.go:time.Now", found[0].subject)
	require.Empty(t, checkCalls(sample(t, "host/a.go", clock)))
	require.Empty(t, checkCalls(sample(t, "gpu/device/a_test.go", clock)))

	errorf := "package p\nimport \"fmt\"\nvar a = fmt.Errorf(\"x\")\n"
	require.Len(t, checkCalls(sample(t, "gpu/internal/exec/a.go", errorf)), 1)
	require.Empty(t, checkCalls(sample(t, "gpu/device/a.go", errorf)))
	require.Len(t, checkCalls(sample(t, "gpu/a.go", "package p\nimport _ \"math/rand/v2\"\n")), 1)
}

func TestCodes(t *testing.T) {
	const one = "package p\nimport \"" + module + "/gpu/diag\"\nvar a = diag.New(diag.SyntaxError, \"x\")\n"
	emitted := func(tr *tree) string {
		for _, c := range checkCodes(tr) {
			if c.subject == "SyntaxError" {
				return c.message
			}
		}
		return ""
	}
	require.Equal(t, "GS0101 is emitted nowhere", emitted(sample(t, "host/a_test.go", one)))
	require.Empty(t, emitted(sample(t, "host/a.go", one, "host/b.go", one)))
	asks := "package p\nimport \"" + module + "/gpu/diag\"\nvar m = map[diag.Code]int{diag.SyntaxError: 1}\nvar b = m == nil && c != diag.SyntaxError\n"
	require.Empty(t, emitted(sample(t, "host/a.go", one, "bindings/b.go", asks)))
	require.Equal(t, "GS0101 is used in bindings, host", emitted(sample(t, "host/a.go", one, "bindings/b.go", one)))
}

func TestTables(t *testing.T) {
	table := func(names string) *tree {
		return sample(t, "gpu/a.go", "package p\n\n// rows are sorted by name.\nvar rows = []row{"+names+"}\n")
	}
	require.Empty(t, checkTables(table(`{"a", 1}, {Name: "b"}, f("c")`)))
	require.Empty(t, checkTables(table(``)))
	require.Len(t, checkTables(table(`{"a", 1}, {"c", 1}, {"b", 1}`)), 1)
	require.Len(t, checkTables(table(`{"a", 1}, {"a", 1}`)), 1)
	require.Empty(t, checkTables(sample(t, "gpu/a.go", "package p\n\n// rows have no order.\nvar rows = []string{\"b\", \"a\"}\n")))
}

func TestFiles(t *testing.T) {
	require.Empty(t, checkFormat(sample(t, "gpu/a.go", "package p\n")))
	require.Len(t, checkFormat(sample(t, "gpu/a.go", "package  p\n")), 1)

	require.Empty(t, checkLayout(sample(t, "gpu/a.go", "package p\n", ".ci/run", "", "README.md", "# copyright law\n")))
	require.Len(t, checkLayout(sample(t, "util/a.go", "package p\n")), 1)
	require.Len(t, checkLayout(sample(t, "gpu/vendor/a.go", "package p\n")), 1)
	require.Len(t, checkLayout(sample(t, "gpu/a.go", "// Copyright"+" 2019 Somebody\npackage p\n")), 1)
}

func TestLinks(t *testing.T) {
	readme := func(text string) []complaint {
		return checkLinks(sample(t, "README.md", "# The title\n\n## What it's for: a, b\n\n"+text, "gpu/a.md", "# Deep `code`\n"))
	}
	require.Empty(t, readme("[a](gpu/a.md) [b](#the-title) [c](gpu) [d](https://example.org/x) [e](gpu/a.md#deep-code) [f](#what-its-for-a-b)\n"))
	require.Empty(t, readme("```\n[a](nowhere.md)\n```\n"))
	for _, bad := range []string{"gpu/b.md", "#title", "gpu/a.md#deep", "gpu#title"} {
		require.Len(t, readme("[x]("+bad+")\n"), 1, bad)
	}
}

func TestRatchet(t *testing.T) {
	allowed, err := parseRatchet("# comment\n\nfile gpu/a.go 510\ncall gpu/b.go:time.Now 0\ngone x 3\n")
	require.NoError(t, err)
	found := []complaint{{"file", "gpu/a.go", 510, "m"}, {"call", "gpu/b.go:time.Now", 0, "m"}, {"link", "README.md", 0, "broken"}}
	worse, stale, lower := verdict(found, allowed)
	require.Equal(t, []string{"link: README.md: broken"}, worse)
	require.Equal(t, []string{"gone x 3"}, stale)
	require.Equal(t, ratchetComment+"call gpu/b.go:time.Now 0\nfile gpu/a.go 510\n", formatRatchet(lower))

	worse, stale, _ = verdict([]complaint{{"file", "gpu/a.go", 511, "longer"}}, map[string]int{"file gpu/a.go": 510})
	require.Equal(t, []string{"file: gpu/a.go: longer"}, worse)
	require.Equal(t, []string{"file gpu/a.go 510"}, stale)
	worse, stale, lower = verdict([]complaint{{"file", "gpu/a.go", 509, "shorter"}}, map[string]int{"file gpu/a.go": 510})
	require.Empty(t, worse)
	require.Equal(t, []string{"file gpu/a.go 510"}, stale)
	require.Equal(t, map[string]int{"file gpu/a.go": 509}, lower)

	for _, bad := range []string{"file gpu/a.go", "file gpu/a.go x", "file a b 1"} {
		_, err := parseRatchet(bad)
		require.Error(t, err)
	}
}
