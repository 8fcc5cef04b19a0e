package source

import "strings"

// Classes of tokens that are not written with fixed letters. Keywords and symbols are their own class.
const (
	classEOF    = "<eof>"
	className   = "<name>"
	classNumber = "<number>"
	classString = "<string>"
)

// A token is one word of the text: bytes [start, end).
type token struct {
	class      string // one of the classes above, or the keyword or symbol itself
	value      string // name, number as written (without leading zeros) or decoded string
	start, end int
}

var keywords = map[string]bool{
	"and": true, "break": true, "do": true, "else": true, "elseif": true, "end": true, "false": true, "for": true,
	"function": true, "goto": true, "if": true, "in": true, "local": true, "nil": true, "not": true, "or": true,
	"repeat": true, "return": true, "then": true, "true": true, "until": true, "while": true,
}

// Longest first: the first one that fits is the token.
var symbols = []string{
	"...", "..", "==", "~=", "<=", ">=", "::", "+", "-", "*", "/", "%", "^", "#", "<", ">", "=",
	"(", ")", "{", "}", "[", "]", ";", ":", ",", ".",
}

// A lexer cuts a text into tokens. It reports a mistake by panicking with *syntaxError, which parse recovers.
type lexer struct {
	text string
	pos  int
}

// newLexer skips a byte order mark and a first line that begins with '#', as the Lua command does.
func newLexer(text string) *lexer {
	lx := &lexer{text: text}
	if strings.HasPrefix(text, "\ufeff") {
		lx.pos = len("\ufeff")
	}
	if lx.peek(0) == '#' {
		lx.skipLine()
	}
	return lx
}

// peek returns the byte n places ahead, 0 beyond the end.
func (lx *lexer) peek(n int) byte {
	if lx.pos+n < len(lx.text) {
		return lx.text[lx.pos+n]
	}
	return 0
}

func (lx *lexer) skipLine() {
	for lx.pos < len(lx.text) && !isNewline(lx.text[lx.pos]) {
		lx.pos++
	}
}

// skipBlank moves over white space and comments.
func (lx *lexer) skipBlank() {
	for lx.pos < len(lx.text) {
		switch {
		case isSpace(lx.text[lx.pos]):
			lx.pos++
		case strings.HasPrefix(lx.text[lx.pos:], "--"):
			start := lx.pos
			lx.pos += 2
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

// next returns the next token; at the end of the text it returns classEOF again and again.
func (lx *lexer) next() token {
	lx.skipBlank()
	start := lx.pos
	if start >= len(lx.text) {
		return token{class: classEOF, start: len(lx.text), end: len(lx.text)}
	}
	ch := lx.text[start]
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
			return token{class: classString, value: value, start: start, end: lx.pos}
		}
	}
	for _, s := range symbols {
		if strings.HasPrefix(lx.text[start:], s) {
			lx.pos += len(s)
			return token{class: s, start: start, end: lx.pos}
		}
	}
	panic(strangeByte(lx.text, start))
}

func (lx *lexer) word() token {
	start := lx.pos
	for lx.pos < len(lx.text) && (isLetter(lx.text[lx.pos]) || isDigit(lx.text[lx.pos])) {
		lx.pos++
	}
	w := lx.text[start:lx.pos]
	if keywords[w] {
		return token{class: w, start: start, end: lx.pos}
	}
	return token{class: className, value: w, start: start, end: lx.pos}
}

func isNewline(c byte) bool { return c == '\n' || c == '\r' }
func isSpace(c byte) bool   { return c == ' ' || c >= '\t' && c <= '\r' }
func isDigit(c byte) bool   { return '0' <= c && c <= '9' }
func isLetter(c byte) bool  { return c == '_' || 'a' <= c|0x20 && c|0x20 <= 'z' }

func isHex(c byte) bool { return isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
