package tidy

import (
	"fmt"
	"go/ast"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The largest lengths in lines.
const (
	maxFunction = 70
	maxFile     = 500
	maxPackage  = 3300 // without tests, and without comments: who explains more must not have to write less
)

// How wide lines are, in columns.
const (
	maxComment = 150 // one that holds nothing but a comment
	maxCode    = 150 // one of code, without its longest text: a message is not taken apart. Rows of tests may be as wide as they like
)

// drawn are lines of a comment that are code, a picture or an item of a list: they are as wide as they have to be.
var drawn = regexp.MustCompile(`^\t*//(\t|  )`)

// tabWidth are the columns of a tab.
const tabWidth = 4

// documentation are files that hold nothing but documented constants; their lengths do not count for their package.
const documentation = "gpu/diag/codes_"

// checkLengths measures functions, files, packages and comments.
func checkLengths(t *tree) []complaint {
	var out []complaint
	total := map[string]int{}
	for _, s := range t.golang {
		if n := s.lines(); n > maxFile {
			out = append(out, complaint{"file", s.path, n, fmt.Sprintf("%d lines, want at most %d", n, maxFile)})
		}
		comments := s.commentLines()
		if !s.isTest() && !strings.HasPrefix(s.path, documentation) {
			total[s.dir()] += s.lines() - len(comments)
		}
		for _, line := range comments {
			if n := width(line); n > maxComment && !drawn.MatchString(line) {
				out = append(out, complaint{"comment", s.path, n, fmt.Sprintf("%d columns in a line of a comment, want at most %d", n, maxComment)})
				break
			}
		}
		out = append(out, s.wideCode()...)
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if n := s.line(f.End()) - s.line(f.Pos()) + 1; n > maxFunction {
				out = append(out, complaint{"function", s.path + ":" + f.Name.Name, n, fmt.Sprintf("%d lines, want at most %d", n, maxFunction)})
			}
		}
	}
	for dir, n := range total {
		if n > maxPackage {
			out = append(out, complaint{"package", dir, n, fmt.Sprintf("%d lines without tests and comments, want at most %d", n, maxPackage)})
		}
	}
	return out
}

// commentLines are the lines of a file that hold nothing but a comment.
func (s *source) commentLines() []string {
	var out []string
	lines := strings.Split(s.text, "\n")
	for _, group := range s.file.Comments {
		if strings.HasPrefix(group.Text(), "Output:") {
			continue // what an example prints
		}
		for _, c := range group.List {
			for n := s.line(c.Pos()); n <= s.line(c.End()); n++ {
				if line := lines[n-1]; n > s.line(c.Pos()) || strings.HasPrefix(strings.TrimLeft(line, "\t"), "/") {
					out = append(out, line)
				}
			}
		}
	}
	return out
}

// wideCode finds lines of code that are too wide.
func (s *source) wideCode() (out []complaint) {
	if s.isTest() {
		return nil
	}
	longest := s.longestTexts()
	for i, line := range strings.Split(s.text, "\n") {
		if n := width(line) - longest[i+1]; n > maxCode {
			where := fmt.Sprintf("%s:%d", s.path, i+1)
			out = append(out, complaint{"width", where, n,
				fmt.Sprintf("%d columns in a line of code, want at most %d without its longest text", n, maxCode)})
		}
	}
	return out
}

// longestTexts are the columns of the longest string or comment of each line.
func (s *source) longestTexts() map[int]int {
	longest := map[int]int{}
	note := func(from token.Pos, text string) {
		for i, line := range strings.Split(text, "\n") {
			longest[s.line(from)+i] = max(longest[s.line(from)+i], width(line))
		}
	}
	for _, group := range s.file.Comments {
		for _, c := range group.List {
			note(c.Pos(), c.Text)
		}
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			note(lit.Pos(), lit.Value)
		}
		return true
	})
	return longest
}

// width is how many columns a line has.
func width(line string) int {
	return utf8.RuneCountInString(line) + strings.Count(line, "\t")*(tabWidth-1)
}
