// Package excerpt cuts one case out of a file of cases, so that it is read faster: every test of a case runs it in a host of its own, many times.
package excerpt

import (
	"regexp"
	"strings"
)

// declaration finds where a case with a name of its own begins.
var declaration = regexp.MustCompile(`(?m)^case\("([^"]*)"`)

// Of is the text of a file of cases without the others; every line stays where it is. A case stays whose name the name begins with: it may declare a repaired
// twin, too.
func Of(text, name string) string {
	var out strings.Builder
	done := 0
	for _, at := range declaration.FindAllStringSubmatchIndex(text, -1) {
		rest := text[at[0]:]
		first, _, _ := strings.Cut(rest, "\n")
		end := strings.Index(rest, "\nend")
		if strings.HasPrefix(name, text[at[2]:at[3]]) || !strings.HasPrefix(opens(first), "function(") || end < len(first) {
			continue
		}
		if n := strings.IndexByte(rest[end+1:], '\n'); n >= 0 {
			end += 1 + n
		} else {
			end = len(rest)
		}
		out.WriteString(text[done:at[0]])
		out.WriteString(strings.Repeat("\n", strings.Count(rest[:end], "\n")))
		done = at[0] + end
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
