package pattern

// classEnd returns where the class at byte p of the pattern ends: a byte, %x or a set.
func (m *Matcher) classEnd(p int) int {
	c, begin := m.pattern[p], p
	p++
	switch c {
	case '%':
		if p == len(m.pattern) {
			refuse("malformed pattern (ends with '%')")
		}
		return p + 1
	case '[':
		if p < len(m.pattern) && m.pattern[p] == '^' {
			p++
		}
		for first := true; first || p < len(m.pattern) && m.pattern[p] != ']'; first = false { // a ']' that comes first is itself
			if p == len(m.pattern) {
				break
			}
			if m.pattern[p] == '%' {
				p++
			}
			p++
		}
		if p >= len(m.pattern) {
			refuse("malformed pattern (missing ']')")
		}
		m.work(p + 1 - begin)
		return p + 1
	}
	return p
}

// fits reports whether the byte of the text at s is in the class of the pattern at [p, next).
func (m *Matcher) fits(s, p, next int) bool {
	m.step()
	if s >= len(m.text) {
		return false
	}
	c := m.text[s]
	switch m.pattern[p] {
	case '.':
		return true
	case '%':
		return inClass(c, m.pattern[p+1])
	case '[':
		return m.inSet(c, p, next-1)
	}
	return m.pattern[p] == c
}

// inSet reports whether a byte is in the set between '[' at p and ']' at end.
func (m *Matcher) inSet(c byte, p, end int) bool {
	set := m.pattern[p+1 : end]
	m.work(len(set))
	in := true
	if set != "" && set[0] == '^' {
		in, set = false, set[1:]
	}
	for i := 0; i < len(set); i++ {
		switch {
		case set[i] == '%' && i+1 < len(set):
			i++
			if inClass(c, set[i]) {
				return in
			}
		case i+2 < len(set) && set[i+1] == '-':
			if set[i] <= c && c <= set[i+2] {
				return in
			}
			i += 2
		case set[i] == c:
			return in
		}
	}
	return !in
}

// inClass is %a, %d and so on; a capital letter is the complement, and any other byte itself. Letters are those of ASCII.
func inClass(c, class byte) bool {
	var in bool
	switch class | 0x20 {
	case 'a':
		in = isLetter(c)
	case 'c':
		in = c < ' ' || c == 0x7f
	case 'd':
		in = isDigit(c)
	case 'l':
		in = 'a' <= c && c <= 'z'
	case 'p':
		in = c > ' ' && c < 0x7f && !isLetter(c) && !isDigit(c)
	case 's':
		in = c == ' ' || '\t' <= c && c <= '\r'
	case 'u':
		in = 'A' <= c && c <= 'Z'
	case 'w':
		in = isLetter(c) || isDigit(c)
	case 'x':
		in = isDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f'
	case 'z':
		in = c == 0
	default:
		return class == c
	}
	if !isLetter(class) {
		return class == c
	}
	return in == (class >= 'a')
}

func isDigit(c byte) bool  { return '0' <= c && c <= '9' }
func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }
