package readme

import (
	"io/fs"
	"os"
	slash "path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// guides are the texts about the code.
var guides = []string{"ARCHITECTURE.md", "CONTRIBUTING.md", "RATIONALE.md"}

var (
	block = regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```")
	span  = regexp.MustCompile("`([^`\n]+)`")
	// named is text that can only be a path: names with a slash between them, or a name with the ending of a file. * stands for anything.
	named = regexp.MustCompile(`^(?:\.?[\w*-]+(?:/[\w.*-]+)+|[\w*-]+\.(?:go|lua|md|txt|golden))$`)
	// qualified is a name, or a name with its owner.
	qualified = regexp.MustCompile(`^[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*$`)
	word      = regexp.MustCompile(`[A-Za-z_]\w*`)
	// goCommand is a call of the go tool on packages of this module.
	goCommand = regexp.MustCompile("\\bgo (?:test|build|vet|run|tool staticcheck)\\b[^\n`#]*")
	folder    = regexp.MustCompile(`(?:^| )(\./[\w./-]*)`)
)

// tree lists the files and folders of the repository, as paths from its root.
func tree(t *testing.T) (all []string) {
	t.Helper()
	require.NoError(t, fs.WalkDir(os.DirFS("../.."), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && name != "." {
			all = append(all, name)
		}
		if name == ".git" && d.IsDir() {
			return fs.SkipDir
		}
		return err
	}))
	return all
}

// exists says whether a path, or the end of one, is in the repository.
func exists(all []string, pattern string) bool {
	parts := strings.Count(pattern, "/") + 1
	return slices.ContainsFunc(all, func(name string) bool {
		names := strings.Split(name, "/")
		ok, err := slash.Match(pattern, strings.Join(names[max(0, len(names)-parts):], "/"))
		return ok && err == nil
	})
}

// paths are what a text names in code spans. NAME stands for a name that the reader chooses.
func paths(text string) (out []string) {
	for _, m := range span.FindAllStringSubmatch(block.ReplaceAllString(text, ""), -1) {
		if named.MatchString(m[1]) && !strings.Contains(m[1], "NAME") {
			out = append(out, m[1])
		}
	}
	return out
}

// packages are the folders that a text gives to the go tool.
func packages(text string) (out []string) {
	for _, command := range goCommand.FindAllString(text, -1) {
		for _, m := range folder.FindAllStringSubmatch(command, -1) {
			if name := strings.TrimSuffix(strings.TrimPrefix(m[1], "./"), "/..."); name != "..." {
				out = append(out, name)
			}
		}
	}
	return out
}

func TestPathsOfTheGuidesExist(t *testing.T) {
	all := tree(t)
	for _, guide := range guides {
		data, err := os.ReadFile("../../" + guide)
		require.NoError(t, err)
		require.NotEmpty(t, paths(string(data)), guide)
		for _, p := range paths(string(data)) {
			require.True(t, exists(all, p), "%s names %s, which is not there", guide, p)
		}
		for _, p := range packages(string(data)) {
			files, err := fs.Glob(os.DirFS("../.."), slash.Join(p, "*"))
			require.NoError(t, err)
			require.NotEmpty(t, files, "%s runs go on ./%s, which is not there", guide, p)
		}
	}
}

// foreign are names that the guides tell apart from ours.
var foreign = []string{"SetEventOnFenceCompletion"}

// TestNamesOfTheGuidesExist: the functions, types and fields that the guides name are names of the sources.
func TestNamesOfTheGuidesExist(t *testing.T) {
	known := map[string]bool{}
	for _, name := range tree(t) {
		if !slices.Contains([]string{".c", ".go", ".h", ".lua"}, slash.Ext(name)) || slash.Base(name) == "docs_test.go" {
			continue
		}
		data, err := os.ReadFile("../../" + name)
		require.NoError(t, err)
		for _, w := range word.FindAllString(string(data), -1) {
			known[w] = true
		}
	}
	for _, guide := range guides {
		data, err := os.ReadFile("../../" + guide)
		require.NoError(t, err)
		found := identifiers(string(data))
		require.NotEmpty(t, found, guide)
		for _, name := range found {
			require.True(t, known[name] || slices.Contains(foreign, name), "%s names %s, which is nowhere in the sources", guide, name)
		}
	}
}

// identifiers are the names in code spans, those of "Chain.Check" one by one.
func identifiers(text string) (out []string) {
	for _, m := range span.FindAllStringSubmatch(block.ReplaceAllString(text, ""), -1) {
		if qualified.MatchString(m[1]) && !named.MatchString(m[1]) {
			out = append(out, strings.Split(m[1], ".")...)
		}
	}
	return out
}

// TestPathsThatAreFound holds the reading of the guides against a text.
func TestPathsThatAreFound(t *testing.T) {
	text := "`gpu/op.go`, `words_*.go` and `a / b`, `lua:\"x\"`, `scripts/NAME.lua`, `go test ./tests/tidy -lower`, `exec`\n\n```sh\ngo test ./host/... ./gpu # `no/path`\n```\n"
	require.Equal(t, []string{"gpu/op.go", "words_*.go"}, paths(text))
	require.Equal(t, []string{"tests/tidy", "host", "gpu"}, packages(text))
	require.Equal(t, []string{"exec", "Chain", "Check", "x1"}, identifiers(text+"`Chain.Check` and `x1`, `a()`, `b.go`\n"))
	all := []string{"gpu", "gpu/op.go", "gpu/validate/words_sync.go"}
	for _, p := range []string{"gpu/op.go", "op.go", "validate/words_sync.go", "words_*.go", "gpu"} {
		require.True(t, exists(all, p), p)
	}
	for _, p := range []string{"gpu/ops.go", "p.go", "words_*.lua", "validate/op.go", "a/gpu"} {
		require.False(t, exists(all, p), p)
	}
}

// TestEveryPackageHasALine: the tables of packages in ARCHITECTURE.md have one line for each package that is no test, and none for a folder that is
// not there.
func TestEveryPackageHasALine(t *testing.T) {
	data, err := os.ReadFile("../../ARCHITECTURE.md")
	require.NoError(t, err)
	_, section, _ := strings.Cut(string(data), "\n## The packages\n")
	section, _, _ = strings.Cut(section, "\n## ")
	lines := map[string]int{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]+`) \\|").FindAllStringSubmatch(section, -1) {
		for _, folder := range strings.Split(row[1], ", ") {
			lines[strings.Trim(folder, "`")]++
		}
	}
	there := map[string]bool{}
	for _, name := range tree(t) {
		folder, file := slash.Split(name)
		folder = strings.TrimSuffix(folder, "/")
		there[folder] = true
		if slash.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") || strings.HasPrefix(folder, "tests/") || strings.Contains(folder, "testdata") {
			continue
		}
		require.Equal(t, 1, lines[folder], "lines of ARCHITECTURE.md for %s", folder)
	}
	for folder := range lines {
		require.True(t, there[folder] || folder == "tests", "ARCHITECTURE.md has a line for %s, which is not there", folder)
	}
}

// TestTestsOfCodes: where a code has no example, the tests that its documentation names are there.
func TestTestsOfCodes(t *testing.T) {
	var code strings.Builder
	for _, name := range tree(t) {
		if strings.HasSuffix(name, "_test.go") {
			text, err := os.ReadFile("../../" + name)
			require.NoError(t, err)
			code.Write(text)
		}
	}
	found := 0
	for _, d := range diag.Docs() {
		for _, name := range regexp.MustCompile(`\bTest\w+`).FindAllString(d.NoExample, -1) {
			require.Contains(t, code.String(), "func "+name+"(", d.Name)
			found++
		}
	}
	require.Positive(t, found)
}
