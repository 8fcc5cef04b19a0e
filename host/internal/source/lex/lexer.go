// Package lex splits a text into the tokens of Lua 5.1: names, keywords, numbers, strings, symbols.
//
//	x = "a\n" -- note      <name> x   =   <string> a⏎   <eof>
//
// It must not know syntax, places in lines, or scripts.
package lex

import "strings"

// Classes of tokens that are not written with fixed letters. Keywords and symbols are their own class.
const (
	EOF    = "<eof>"
	Name   = "<name>"
	Number = "<number>"
	String = "<string>"
)

// A Token is one word of the text: bytes [start, end).
type Token struct {
	Class      string // one of the classes above, or the keyword or symbol itself
	Value      string // name, number as written (without leading zeros) or decoded string
	Start, End int
}

var keywords = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true,
	"function": true, "goto": true, "if": true, "in": true, "local": true, "nil": true, "not": true, "or": true,
	"repeat": true, "return": true, "then": true, "true": true, "until": true, "while": true,
}

const longestKeyword = len("function")

// symbols are those that begin with a byte, longest first: the first one that fits is the token.
var symbols = func() (all [128][]string) {
	for _, s := range []string{
		"...", "..", "==", "~=", "<=", ">=", "::", "+", "-", "*", "/", "%", "^", "#", "<", ">", "=",
		"(", ")", "{", "}", "[", "]", ";", ":", ",", ".",
	} {
		all[s[0]] = append(all[s[0]], s)
	}
	return all
}()

// A Lexer cuts a text into tokens. It reports a mistake by panicking with *Error.
type Lexer struct {
	Text string
	Pos  int // of the byte that is looked at next
}

// New makes the Lexer of a text. It skips a byte order mark and a first line that begins with '#', as the Lua command does.
func New(text string) *Lexer {
	lx := &Lexer{Text: text}
	if strings.HasPrefix(text, "\ufeff") {
		lx.Pos = len("\ufeff")
	}
	if lx.peek(0) == '#' {
		lx.skipLine()
	}
	return lx
}

// peek returns the byte n places ahead, 0 beyond the end.
func (lx *Lexer) peek(n int) byte {
	if lx.Pos+n < len(lx.Text) {
		return lx.Text[lx.Pos+n]
	}
	return 0
}

func (lx *Lexer) skipLine() {
	for lx.Pos < len(lx.Text) && !IsNewline(lx.Text[lx.Pos]) {
		lx.Pos++
	}
}

// skipBlank moves over white space and comments.
func (lx *Lexer) skipBlank() {
	for lx.Pos < len(lx.Text) {
		switch {
		case isSpace(lx.Text[lx.Pos]):
			lx.Pos++
		case lx.Text[lx.Pos] == '-' && lx.peek(1) == '-':
			start := lx.Pos
			lx.Pos += 2
			if level, ok := lx.longBracket(); ok {
				lx.longText(start, level, "comment")
			} else {
				lx.skipLine()
			}
		default:
			return
		}
	}
}

// Next returns the next token; at the end of the text it returns EOF again and again.
func (lx *Lexer) Next() Token {
	lx.skipBlank()
	start := lx.Pos
	if start >= len(lx.Text) {
		return Token{Class: EOF, Start: len(lx.Text), End: len(lx.Text)}
	}
	ch := lx.Text[start]
	switch {
	case isLetter(ch):
		return lx.word()
	case isDigit(ch), ch == '.' && isDigit(lx.peek(1)):
		return lx.number()
	case ch == '"' || ch == '\'':
		return lx.quoted(ch)
	case ch == '[':
		if level, ok := lx.longBracket(); ok {
			value := lx.longText(start, level, "string")
			return Token{Class: String, Value: value, Start: start, End: lx.Pos}
		}
	}
	for _, s := range symbols[ch&127] {
		if strings.HasPrefix(lx.Text[start:], s) {
			lx.Pos += len(s)
			return Token{Class: s, Start: start, End: lx.Pos}
		}
	}
	panic(strangeByte(lx.Text, start))
}

func (lx *Lexer) word() Token {
	start := lx.Pos
	for lx.Pos < len(lx.Text) && (isLetter(lx.Text[lx.Pos]) || isDigit(lx.Text[lx.Pos])) {
		lx.Pos++
	}
	w := lx.Text[start:lx.Pos]
	if len(w) <= longestKeyword && keywords[w] {
		return Token{Class: w, Start: start, End: lx.Pos}
	}
	return Token{Class: Name, Value: w, Start: start, End: lx.Pos}
}

// Keyword says whether a word is a keyword of Lua.
func Keyword(word string) bool { return keywords[word] }

// Space is the white space of Lua, of which Blank breaks no line.
const (
	Blank = " \t\v\f"
	Space = Blank + "\r\n"
)

// IsNewline says whether a byte begins a line break.
func IsNewline(c byte) bool { return c == '\n' || c == '\r' }
func isSpace(c byte) bool   { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool   { return '0' <= c && c <= '9' }
func isLetter(c byte) bool  { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
