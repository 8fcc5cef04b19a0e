package lex

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gpuscript/gpuscript/host/internal/source/habits"
)

// An Error says why bytes [Start, End) of a text are no token. Next panics with it.
type Error struct {
	Title, Label, Help string // Label and Help are "" where there is nothing to say
	Start, End         int
	Advice             *habits.Advice // nil: none
}

func refuse(start, end int, label, format string, args ...any) *Error {
	return &Error{Title: fmt.Sprintf(format, args...), Label: label, Start: start, End: end}
}

func (e *Error) withHelp(format string, args ...any) *Error {
	e.Help = fmt.Sprintf(format, args...)
	return e
}

func (e *Error) advise(a *habits.Advice) *Error {
	if a != nil {
		e.Advice = a
	}
	return e
}

func strangeByte(text string, pos int) *Error {
	if theirs, a := habits.Operator(text, pos); a != nil {
		return refuse(pos, pos+len(theirs), "", "'%s' is not an operator of Lua", theirs).advise(a)
	}
	r, size := utf8.DecodeRuneInString(text[pos:])
	if r == utf8.RuneError || r < ' ' {
		return refuse(pos, pos+size, "", "byte 0x%02x cannot be outside a string or a comment", text[pos]).about(text)
	}
	return refuse(pos, pos+size, "", "character %s cannot be outside a string or a comment", named(r)).advise(habits.Character(text, pos))
}

// named is a letter in quotes, or its number if it cannot be seen.
func named(r rune) string {
	if unicode.IsGraphic(r) && !unicode.IsSpace(r) {
		return fmt.Sprintf("'%c'", r)
	}
	return fmt.Sprintf("U+%04X", r)
}

// about says what a file is that is no script at all.
func (e *Error) about(text string) *Error {
	for _, k := range []struct{ begin, help string }{
		{"\xff\xfe", "The file is text in UTF-16; save it as UTF-8."},
		{"\xfe\xff", "The file is text in UTF-16; save it as UTF-8."},
		{"\x89PNG", "The file is a picture; a script reads one with gpu.LoadImage."},
		{"\x1bLua", "The file is Lua that was compiled; give its source."},
	} {
		if strings.HasPrefix(text, k.begin) {
			e.Help = k.help
		}
	}
	return e
}

func malformedNumber(text string, start, end int) *Error {
	if end < len(text) && text[end] == '.' {
		end++
	}
	return refuse(start, end, "", "malformed number '%s'", text[start:end]).
		withHelp("A number is written 12, 1.5, 1e-3 or 0xff; put a space before a word that follows it.").
		advise(habits.Suffix(text, start, end))
}

func unfinishedString(text string, start, pos int, quote byte) *Error {
	return refuse(start, pos, "", "string is not finished: no closing %c before the end of the line", quote).
		withHelp("Add %c at the end of the string; text over several lines is written [[ … ]].", quote)
}

func unfinishedLong(text string, start int, what, closing string) *Error {
	end := start
	for end < len(text) && !IsNewline(text[end]) {
		end++
	}
	return refuse(start, end, "begins here", "long %s is not finished: no closing %s before the end of the file",
		what, closing)
}

func largeEscape(start, end, n int) *Error {
	return refuse(start, end, "", "escape \\%d is too large: a byte is at most 255", n)
}
