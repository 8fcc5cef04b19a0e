// Package excerpt finds the files of cases, and cuts one case out of a file, so that it is read faster: every test of a case runs it in a host of its
// own, many times.
package excerpt

import (
	"path/filepath"
	"slices"
	"strings"
)

// Files lists the files of cases below the folder tests/cases, as paths from there with slashes: each stands in the folder of its subject.
func Files(folder string) ([]string, error) {
	paths, err := filepath.Glob(filepath.Join(folder, "*", "*.lua"))
	var files []string
	for _, path := range paths {
		subject := filepath.Base(filepath.Dir(path))
		if subject != "shaders" && subject != "testdata" {
			files = append(files, subject+"/"+filepath.Base(path))
		}
	}
	slices.Sort(files)
	return files, err
}

// declaration is how a case with a name of its own begins, at the start of a line.
const declaration = "case(\""

// next is where the first declaration from a place on stands, and the name in it; at is -1 without.
func next(text string, from int) (at int, name string) {
	for at = from; ; at++ {
		i := strings.Index(text[at:], declaration)
		if i < 0 {
			return -1, ""
		}
		at += i
		if at > 0 && text[at-1] != '\n' {
			continue
		}
		if name, _, ok := strings.Cut(text[at+len(declaration):], "\""); ok {
			return at, name
		}
	}
}

// Of is the text of a file of cases without the others; every line stays where it is. A case stays whose name the name begins with: it may declare a
// repaired twin, too.
func Of(text, name string) string {
	var out strings.Builder
	done := 0
	for at, declared := next(text, 0); at >= 0; at, declared = next(text, at+1) {
		rest := text[at:]
		first, _, _ := strings.Cut(rest, "\n")
		end := strings.Index(rest, "\nend")
		if strings.HasPrefix(name, declared) || !strings.HasPrefix(opens(first), "function(") || end < len(first) {
			continue
		}
		if n := strings.IndexByte(rest[end+1:], '\n'); n >= 0 {
			end += 1 + n
		} else {
			end = len(rest)
		}
		out.WriteString(text[done:at])
		out.WriteString(strings.Repeat("\n", strings.Count(rest[:end], "\n")))
		done = at + end
	}
	return out.String() + text[done:]
}

// opens is the function that a line ends in the middle of: "function(ok)" of `case("a", "silent", function(ok)`.
func opens(line string) string {
	i := strings.LastIndex(line, "function(")
	if i < 0 || strings.LastIndexByte(line, ')') != len(line)-1 || strings.IndexByte(line[i:], ')') != len(line)-1-i {
		return ""
	}
	return line[i:]
}
