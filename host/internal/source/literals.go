package source

import (
	"math/big"
	"strconv"
	"strings"
)

// number reads 12, 1.5e3, .5 or 0xff. Its value is text that gopher-lua's compiler reads as the same number.
func (lx *lexer) number() token {
	start := lx.pos
	hex := lx.peek(0) == '0' && lx.peek(1)|0x20 == 'x'
	if hex {
		lx.pos += 2
		lx.digits(isHex)
	} else {
		lx.decimal()
	}
	complete := !hex || lx.pos > start+2
	if c := lx.text[lx.pos-1]; !hex && (c|0x20 == 'e' || c == '+' || c == '-') {
		complete = false
	}
	end := lx.pos
	lx.digits(func(c byte) bool { return isLetter(c) || isDigit(c) })
	if !complete || lx.pos > end || lx.peek(0) == '.' && lx.peek(1) != '.' {
		panic(malformedNumber(lx.text, start, lx.pos))
	}
	return token{class: classNumber, value: numberText(lx.text[start:end], hex), start: start, end: end}
}

func (lx *lexer) digits(is func(byte) bool) {
	for lx.pos < len(lx.text) && is(lx.text[lx.pos]) {
		lx.pos++
	}
}

func (lx *lexer) decimal() {
	lx.digits(isDigit)
	if lx.peek(0) == '.' && lx.peek(1) != '.' {
		lx.pos++
		lx.digits(isDigit)
	}
	if lx.peek(0)|0x20 != 'e' {
		return
	}
	lx.pos++
	if c := lx.peek(0); c == '+' || c == '-' {
		lx.pos++
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
func (lx *lexer) quoted(quote byte) token {
	start := lx.pos
	lx.pos++
	var b strings.Builder
	for {
		if lx.pos >= len(lx.text) || isNewline(lx.text[lx.pos]) {
			panic(unfinishedString(lx.text, start, lx.pos, quote))
		}
		c := lx.text[lx.pos]
		lx.pos++
		switch c {
		case quote:
			return token{class: classString, value: b.String(), start: start, end: lx.pos}
		case '\\':
			lx.escape(&b, start, quote)
		default:
			b.WriteByte(c)
		}
	}
}

var simpleEscapes = map[byte]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

// escape decodes what follows a backslash: a letter, up to three digits, a line break, or any byte as itself.
func (lx *lexer) escape(b *strings.Builder, start int, quote byte) {
	if lx.pos >= len(lx.text) {
		panic(unfinishedString(lx.text, start, lx.pos, quote))
	}
	c := lx.text[lx.pos]
	if isDigit(c) {
		from := lx.pos
		for lx.pos < from+3 && isDigit(lx.peek(0)) {
			lx.pos++
		}
		n, _ := strconv.Atoi(lx.text[from:lx.pos])
		if n > 255 {
			panic(largeEscape(from-1, lx.pos, n))
		}
		b.WriteByte(byte(n))
		return
	}
	if isNewline(c) {
		lx.newline()
		b.WriteByte('\n')
		return
	}
	lx.pos++
	if e, ok := simpleEscapes[c]; ok {
		c = e
	}
	b.WriteByte(c)
}

// newline moves over one line break: \n, \r, \r\n or \n\r.
func (lx *lexer) newline() {
	c := lx.text[lx.pos]
	lx.pos++
	if d := lx.peek(0); isNewline(d) && lx.pos < len(lx.text) && d != c {
		lx.pos++
	}
}

// longBracket moves over '[', '='*, '[' and returns the number of '='; it stays where it is when that is not there.
func (lx *lexer) longBracket() (level int, ok bool) {
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
	lx.pos += n + 1
	return n - 1, true
}

// longText reads up to the closing bracket of the level. Line breaks become \n, the first one is dropped.
func (lx *lexer) longText(start, level int, what string) string {
	closing := "]" + strings.Repeat("=", level) + "]"
	length := strings.Index(lx.text[lx.pos:], closing)
	if length < 0 {
		panic(unfinishedLong(lx.text, start, what, closing))
	}
	end := lx.pos + length
	if lx.pos < end && isNewline(lx.text[lx.pos]) {
		lx.newline()
	}
	var b strings.Builder
	for lx.pos < end {
		if c := lx.text[lx.pos]; isNewline(c) {
			lx.newline()
			b.WriteByte('\n')
		} else {
			b.WriteByte(c)
			lx.pos++
		}
	}
	lx.pos = end + len(closing)
	return b.String()
}
