package lex

import "sort"

// Lines knows where each line of a text begins. Line breaks are those of Lua: \n, \r, \r\n and \n\r.
type Lines []int

// NewLines finds the lines of a text.
func NewLines(text string) Lines {
	ls := Lines{0}
	for i := 0; i < len(text); i++ {
		c := text[i]
		if !IsNewline(c) {
			continue
		}
		if i+1 < len(text) && IsNewline(text[i+1]) && text[i+1] != c {
			i++
		}
		ls = append(ls, i+1)
	}
	return ls
}

// Count is how many there are.
func (ls Lines) Count() int { return len(ls) }

// At returns the line and the column of a byte, both from 1.
func (ls Lines) At(pos int) (line, col int) {
	i := sort.SearchInts(ls, pos+1) - 1
	return i + 1, pos - ls[i] + 1
}

// Text returns line n of the text without its line break.
func (ls Lines) Text(text string, n int) (string, bool) {
	if n < 1 || n > len(ls) {
		return "", false
	}
	end := len(text)
	if n < len(ls) {
		end = ls[n]
	}
	s := text[ls[n-1]:end]
	for s != "" && IsNewline(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s, true
}
