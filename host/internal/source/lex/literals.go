package lex

import (
	"math/big"
	"strconv"
	"strings"
)

// number reads 12, 1.5e3, .5 or 0xff. Its value is text that gopher-lua's compiler reads as the same number.
func (lx *Lexer) number() Token {
	start := lx.Pos
	hex := lx.peek(0) == '0' && lx.peek(1)|0x20 == 'x'
	if hex {
		lx.Pos += 2
		lx.digits(isHex)
	} else {
		lx.decimal()
	}
	complete := !hex || lx.Pos > start+2
	if c := lx.Text[lx.Pos-1]; !hex && (c|0x20 == 'e' || c == '+' || c == '-') {
		complete = false
	}
	end := lx.Pos
	lx.digits(func(c byte) bool { return isLetter(c) || isDigit(c) })
	if !complete || lx.Pos > end || lx.peek(0) == '.' && lx.peek(1) != '.' {
		panic(malformedNumber(lx.Text, start, lx.Pos))
	}
	return Token{Class: Number, Value: numberText(lx.Text[start:end], hex), Start: start, End: end}
}

func (lx *Lexer) digits(is func(byte) bool) {
	for lx.Pos < len(lx.Text) && is(lx.Text[lx.Pos]) {
		lx.Pos++
	}
}

func (lx *Lexer) decimal() {
	lx.digits(isDigit)
	if lx.peek(0) == '.' && lx.peek(1) != '.' {
		lx.Pos++
		lx.digits(isDigit)
	}
	if lx.peek(0)|0x20 != 'e' {
		return
	}
	lx.Pos++
	if c := lx.peek(0); c == '+' || c == '-' {
		lx.Pos++
	}
	lx.digits(isDigit)
}

// numberText respells the two kinds of literals that gopher-lua would misread: a leading zero (octal to it) and a
// hexadecimal number beyond 63 bits (not a number to it).
func numberText(s string, hex bool) string {
	if hex {
		if _, err := strconv.ParseInt(s, 0, 64); err != nil {
			n, _ := new(big.Float).SetString(s)
			f, _ := n.Float64()
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
		return s
	}
	for len(s) > 1 && s[0] == '0' && isDigit(s[1]) {
		s = s[1:]
	}
	return s
}

// quoted reads a string in single or double quotes and decodes its escapes.
func (lx *Lexer) quoted(quote byte) Token {
	start := lx.Pos
	lx.Pos++
	var b strings.Builder
	for {
		if lx.Pos >= len(lx.Text) || IsNewline(lx.Text[lx.Pos]) {
			panic(unfinishedString(lx.Text, start, lx.Pos, quote))
		}
		c := lx.Text[lx.Pos]
		lx.Pos++
		switch c {
		case quote:
			return Token{Class: String, Value: b.String(), Start: start, End: lx.Pos}
		case '\\':
			lx.escape(&b, start, quote)
		default:
			b.WriteByte(c)
		}
	}
}

var simpleEscapes = map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// escape decodes what follows a backslash: a letter, up to three digits, a line break, or any byte as itself.
func (lx *Lexer) escape(b *strings.Builder, start int, quote byte) {
	if lx.Pos >= len(lx.Text) {
		panic(unfinishedString(lx.Text, start, lx.Pos, quote))
	}
	c := lx.Text[lx.Pos]
	if isDigit(c) {
		from := lx.Pos
		for lx.Pos < from+3 && isDigit(lx.peek(0)) {
			lx.Pos++
		}
		n, _ := strconv.Atoi(lx.Text[from:lx.Pos])
		if n > 255 {
			panic(largeEscape(from-1, lx.Pos, n))
		}
		b.WriteByte(byte(n))
		return
	}
	if IsNewline(c) {
		lx.newline()
		b.WriteByte('\n')
		return
	}
	lx.Pos++
	if e, ok := simpleEscapes[c]; ok {
		c = e
	}
	b.WriteByte(c)
}

// newline moves over one line break: \n, \r, \r\n or \n\r.
func (lx *Lexer) newline() {
	c := lx.Text[lx.Pos]
	lx.Pos++
	if d := lx.peek(0); IsNewline(d) && lx.Pos < len(lx.Text) && d != c {
		lx.Pos++
	}
}

// longBracket moves over '[', '='*, '[' and returns the number of '='; it stays where it is when that is not there.
func (lx *Lexer) longBracket() (level int, ok bool) {
	if lx.peek(0) != '[' {
		return 0, false
	}
	n := 1
	for lx.peek(n) == '=' {
		n++
	}
	if lx.peek(n) != '[' {
		return 0, false
	}
	lx.Pos += n + 1
	return n - 1, true
}

// longText reads up to the closing bracket of the level. Line breaks become \n, the first one is dropped.
func (lx *Lexer) longText(start, level int, what string) string {
	closing := "]" + strings.Repeat("=", level) + "]"
	length := strings.Index(lx.Text[lx.Pos:], closing)
	if length < 0 {
		panic(unfinishedLong(lx.Text, start, what, closing))
	}
	end := lx.Pos + length
	if lx.Pos < end && IsNewline(lx.Text[lx.Pos]) {
		lx.newline()
	}
	var b strings.Builder
	for lx.Pos < end {
		if c := lx.Text[lx.Pos]; IsNewline(c) {
			lx.newline()
			b.WriteByte('\n')
		} else {
			b.WriteByte(c)
			lx.Pos++
		}
	}
	lx.Pos = end + len(closing)
	return b.String()
}
