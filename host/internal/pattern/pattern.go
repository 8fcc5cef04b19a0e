// Package pattern matches Lua 5.1 patterns (manual §5.4.1).
//
// gopher-lua's own matcher collects all matches of a text before it returns the first, and cannot be interrupted: a pattern such as (".-"):rep(20) ..
// "x" would block the host for years. This one finds one match at a time and asks every few thousand steps whether to continue.
//
//	item        = class [ * + - ? ] | ( items ) | () | %1 … %9 | %bxy | %f[set] | $ at the end
//	match(item, position) = for each way the item fits here: match(next item, after it)
//
// The package must not know Lua values, the host or what is done with a match.
package pattern

import (
	"errors"
	"slices"
	"strings"
)

// Limits of a pattern.
const (
	maxCaptures = 32  // as the reference implementation (LUA_MAXCAPTURES)
	maxDepth    = 200 // items that wait for those after them (MAXCCALLS of Lua 5.2)
)

// lookEvery is after how many steps Look is asked.
const lookEvery = 1 << 14

// A Capture is the bytes [Start, End) of a text, or only a position.
type Capture struct {
	Start, End int
	Position   bool // of an empty pair of parentheses: Start, from 0
}

// A Matcher finds one pattern in one text. It belongs to one goroutine.
type Matcher struct {
	text, pattern string
	look          func() // may panic to end the search; nil for none
	steps, depth  int
	next          int // steps at which look is asked
	level         int // captures that were opened
	captures      [maxCaptures]Capture
	open          [maxCaptures]bool
}

// New prepares a search. look is called now and then during long ones.
func New(text, pattern string, look func()) *Matcher {
	return &Matcher{text: text, pattern: pattern, look: look, next: lookEvery}
}

// Plain reports whether a pattern has no special characters, so that it only matches itself.
func Plain(pattern string) bool { return !strings.ContainsAny(pattern, "^$*+?.([%-") }

// refusal is what the matcher panics with for a malformed pattern.
type refusal struct{ error }

func refuse(text string) { panic(refusal{errors.New(text)}) }

// Find looks for the pattern from byte init on, 0 the first. The error says what is wrong with the pattern.
func (m *Matcher) Find(init int) (start, end int, found bool, err error) {
	defer func() {
		if r := recover(); r != nil {
			bad, ok := r.(refusal)
			if !ok {
				panic(r)
			}
			err = bad.error
		}
	}()
	p, anchored := 0, false
	if strings.HasPrefix(m.pattern, "^") {
		p, anchored = 1, true
	}
	for start = init; start <= len(m.text); start++ {
		m.level, m.depth = 0, 0
		if end, ok := m.match(start, p); ok {
			if slices.Contains(m.open[:m.level], true) {
				refuse("unfinished capture")
			}
			return start, end, true, nil
		}
		if anchored {
			break
		}
	}
	return 0, 0, false, nil
}

// Captures returns those of the last match. They are valid until the next Find.
func (m *Matcher) Captures() []Capture { return m.captures[:m.level] }

// step counts the work.
func (m *Matcher) step() {
	if m.steps++; m.steps >= m.next {
		m.next = m.steps + lookEvery
		if m.look != nil {
			m.look()
		}
	}
}

// work counts what one step does with n bytes, where there may be many: 16 of them are as a step.
func (m *Matcher) work(n int) { m.steps += n >> 4 }

// match matches the pattern from byte p on with the text from byte s on, and returns where the match ends.
func (m *Matcher) match(s, p int) (end int, ok bool) {
	if m.depth++; m.depth > maxDepth {
		refuse("pattern too complex")
	}
	defer func() { m.depth-- }()
	for p < len(m.pattern) {
		m.step()
		switch c := m.pattern[p]; {
		case c == '(':
			return m.openCapture(s, p)
		case c == ')':
			return m.closeCapture(s, p+1)
		case c == '$' && p+1 == len(m.pattern):
			return s, s == len(m.text)
		case c == '%' && p+1 < len(m.pattern) && (m.pattern[p+1] == 'b' || m.pattern[p+1] == 'f' || isDigit(m.pattern[p+1])):
			if s, p, ok = m.special(s, p+1); !ok {
				return 0, false
			}
			continue
		}
		next := m.classEnd(p)
		suffix := byte(0)
		if next < len(m.pattern) {
			suffix = m.pattern[next]
		}
		switch suffix {
		case '*':
			return m.most(s, p, next, 0)
		case '+':
			return m.most(s, p, next, 1)
		case '-':
			return m.least(s, p, next)
		case '?':
			if m.fits(s, p, next) {
				if end, ok := m.match(s+1, next+1); ok {
					return end, true
				}
			}
			p = next + 1
		default:
			if !m.fits(s, p, next) {
				return 0, false
			}
			s, p = s+1, next
		}
	}
	return s, true
}

// most matches as many of a class as there are, at least some, and fewer if what follows does not match.
func (m *Matcher) most(s, p, next, least int) (end int, ok bool) {
	n := 0
	for m.fits(s+n, p, next) {
		n++
	}
	for ; n >= least; n-- {
		if end, ok := m.match(s+n, next+1); ok {
			return end, true
		}
	}
	return 0, false
}

// least matches as few of a class as what follows lets.
func (m *Matcher) least(s, p, next int) (end int, ok bool) {
	for {
		if end, ok := m.match(s, next+1); ok {
			return end, true
		}
		if !m.fits(s, p, next) {
			return 0, false
		}
		s++
	}
}

func (m *Matcher) openCapture(s, p int) (end int, ok bool) {
	if m.level == maxCaptures {
		refuse("too many captures")
	}
	i := m.level
	m.level++
	if p+1 < len(m.pattern) && m.pattern[p+1] == ')' {
		m.captures[i], m.open[i] = Capture{Start: s, End: s, Position: true}, false
		end, ok = m.match(s, p+2)
	} else {
		m.captures[i], m.open[i] = Capture{Start: s}, true
		end, ok = m.match(s, p+1)
	}
	if !ok {
		m.level = i
	}
	return end, ok
}

func (m *Matcher) closeCapture(s, p int) (end int, ok bool) {
	i := m.level - 1
	for i >= 0 && !m.open[i] {
		i--
	}
	if i < 0 {
		refuse("invalid pattern capture")
	}
	m.captures[i].End, m.open[i] = s, false
	if end, ok = m.match(s, p); !ok {
		m.open[i] = true
	}
	return end, ok
}

// special matches what begins with % and is no class; p is after the %. It returns where to go on.
func (m *Matcher) special(s, p int) (int, int, bool) {
	switch c := m.pattern[p]; c {
	case 'b':
		end, ok := m.balanced(s, p+1)
		return end, p + 3, ok
	case 'f':
		if p+1 >= len(m.pattern) || m.pattern[p+1] != '[' {
			refuse("missing '[' after '%f' in pattern")
		}
		next := m.classEnd(p + 1)
		return s, next, !m.inSet(m.at(s-1), p+1, next-1) && m.inSet(m.at(s), p+1, next-1)
	default:
		i := int(c) - '1'
		if i < 0 || i >= m.level || m.open[i] {
			refuse("invalid capture index")
		}
		text := m.text[m.captures[i].Start:m.captures[i].End]
		m.work(len(text))
		if !strings.HasPrefix(m.text[s:], text) {
			return 0, 0, false
		}
		return s + len(text), p + 1, true
	}
}

// at is a byte of the text; those outside it are 0.
func (m *Matcher) at(s int) byte {
	if s >= 0 && s < len(m.text) {
		return m.text[s]
	}
	return 0
}

// balanced matches %bxy from x to the y that closes it.
func (m *Matcher) balanced(s, p int) (end int, ok bool) {
	if p+1 >= len(m.pattern) {
		refuse("unbalanced pattern")
	}
	if s >= len(m.text) || m.text[s] != m.pattern[p] {
		return 0, false
	}
	for depth := 1; ; {
		if s++; s >= len(m.text) {
			return 0, false
		}
		m.step()
		switch m.text[s] {
		case m.pattern[p+1]:
			if depth--; depth == 0 {
				return s + 1, true
			}
		case m.pattern[p]:
			depth++
		}
	}
}
