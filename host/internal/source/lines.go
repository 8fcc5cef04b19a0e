package source

import (
	"sort"

	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// lines knows where each line of a text begins. Line breaks are those of Lua: \n, \r, \r\n and \n\r.
type lines []int

func newLines(text string) lines {
	ls := lines{0}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !lex.IsNewline(c) {
			continue
		}
		if i+1 < len(text) && lex.IsNewline(text[i+1]) && text[i+1] != c {
			i++
		}
		ls = append(ls, i+1)
	}
	return ls
}

func (ls lines) count() int { return len(ls) }

// at returns the line and the column of a byte, both from 1.
func (ls lines) at(pos int) (line, col int) {
	i := sort.SearchInts(ls, pos+1) - 1
	return i + 1, pos - ls[i] + 1
}

// text returns line n of the text without its line break.
func (ls lines) text(text string, n int) (string, bool) {
	if n < 1 || n > len(ls) {
		return "", false
	}
	end := len(text)
	if n < len(ls) {
		end = ls[n]
	}
	s := text[ls[n-1]:end]
	for s != "" && lex.IsNewline(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s, true
}
