// Package habits recognises HLSL, GLSL and C syntax in a script and says how Lua writes it.
//
// Every function is asked about one place where a text is not Lua. It looks at the characters around the place, not at a tree, and returns nil if it
// recognises nothing.
//
//	static const float k = 0.5f;       Declaration   the words before the name become "local"
//	^^^^^^^^^^^^^^^^^^         ^        Suffix        the letter goes
//
// An Advice may fix one mistake of several: the next one is found, and advised on, when the text is read again. The package must not know tokens,
// trees or diagnostics: it maps text to text.
package habits

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// An Advice says how Lua writes something and, where that follows, the exact change: bytes [Start, End) of the text become Edit.
type Advice struct {
	Help       string
	Exact      bool // Start, End and Edit are a change
	Start, End int
	Edit       string
}

func say(format string, args ...any) *Advice { return &Advice{Help: fmt.Sprintf(format, args...)} }

func (a *Advice) change(start, end int, edit string) *Advice {
	a.Exact, a.Start, a.End, a.Edit = true, start, end, edit
	return a
}

// types matches the names of HLSL's numeric types.
const types = `(?:float|half|double|int|uint|bool|min16float|min16int|min16uint)(?:[1-4](?:x[1-4])?)?`

var (
	declaration = regexp.MustCompile(`^((?:(?:static|const|groupshared|uniform|precise|volatile|inline)[ \t]+)*(?:` + types +
		`|void|auto|var|let|const))[ \t]+([A-Za-z_]\w*)[ \t]*([=;(\[]?)`)
	parameter = regexp.MustCompile(`^(?:(?:out|inout|const|` + types + `)[ \t]+)+[A-Za-z_]`)
	switched  = regexp.MustCompile(`\bswitch\b[ \t]*\(?[^{}]*$`)
	header    = regexp.MustCompile(`\bfunction\b[ \t]*[\w.:]*[ \t]*$`)
	cast      = regexp.MustCompile(`\((` + types + `)\)[ \t]*$`)
	suffixed  = regexp.MustCompile(`^(0[xX][0-9a-fA-F]+|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)([fFhHuUlL]+)$`)
	loop      = regexp.MustCompile(
		`^\(\s*(?:[a-z]\w*[ \t]+)?(\w+)\s*=\s*([\w.]+)\s*;\s*(\w+)\s*(<=?)\s*([\w.]+)\s*;\s*(?:(\w+)\+\+|\+\+(\w+))\s*\)\s*\{`)
	within = regexp.MustCompile(`\bMain[ \t]*=[ \t]*function\b`) // a shader may be the function around
	arrow  = regexp.MustCompile(`^([ \t]*->[ \t]*)[A-Za-z_]\w*[ \t]*([("{]?)`)
	begun  = regexp.MustCompile(`\b(?:then|do)\b`)
	flags  = regexp.MustCompile(`"[A-Z][A-Z0-9_|]*("[ \t]*)$`)
	flag   = regexp.MustCompile(`^([ \t]*")[A-Z][A-Z0-9_|]*"`)
	choice = regexp.MustCompile(`^\?[ \t]*(-?[0-9][0-9.]*[fFhHuU]?|"[^"\\\n]*"|` + types + `\([^()\n]*\))[ \t]*:[ \t]*`) // of a value that is never false
	either = regexp.MustCompile(`\bor\b|\|\||\?`)
	braced = regexp.MustCompile(`^\s*\([^{}"']*\)\s*\{`)
)

// operators lists operators of other languages and what Lua writes instead.
var operators = []struct{ theirs, ours, help string }{
	{"!=", "~=", "Lua writes 'not equal' as '~='."},
	{"&&", "and", "Lua writes '&&' as 'and'."},
	{"||", "or", "Lua writes '||' as 'or'."},
	{"!", "not ", "Lua writes '!' as 'not'."},
	{"&", "", "Lua 5.1 has no operators on bits: in a shader write and_bits(a, b)."},
	{"|", "", "Lua 5.1 has no operators on bits: in a shader write or_bits(a, b)."},
	{"~", "", "Lua 5.1 has no operators on bits: in a shader write not_bits(a)."},
	{"?", "", "Lua has no '?:'; write 'condition and a or b', or 'if'."},
}

// Operator is asked about a byte that begins no token of Lua, and returns what stands there in the other languages: `&&`.
func Operator(text string, at int) (theirs string, a *Advice) {
	if m := flags.FindStringSubmatchIndex(lineBefore(text, at)); m != nil {
		if next := flag.FindStringSubmatchIndex(text[at+1:]); next != nil && text[at] == '|' {
			// "A" | "B" becomes "A|B": the quotes between the two go
			return "|", say("Flags are joined in one string: \"A|B\".").change(at-len(lineBefore(text, at))+m[2], at+1+next[3], "|")
		}
	}
	for _, o := range operators {
		if strings.HasPrefix(text[at:], o.theirs) {
			a = say("%s", o.help)
			if o.ours != "" {
				a.change(at, at+len(o.theirs), o.ours)
			} else if o.theirs == "?" {
				a.choose(text, at)
			}
			return o.theirs, a
		}
	}
	return "", nil
}

// choose makes the change of a choice between two values at byte at, `c ? 1 : 2`, to `c and 1 or 2`. It makes none where the operators of Lua would
// read it in another way, or where the first value may be false.
func (a *Advice) choose(text string, at int) {
	before := lineBefore(text, at)
	m := choice.FindStringSubmatch(text[at:])
	if m == nil || either.MatchString(before) {
		return
	}
	rest, _, _ := strings.Cut(text[at+len(m[0]):], "\n")
	if strings.Contains(rest, "?") { // one choice in another
		return
	}
	space := ""
	if strings.TrimRight(before, " \t") == before {
		space = " "
	}
	a.change(at, at+len(m[0]), space+"and "+m[1]+" or ")
}

// Arrow is asked about a value that ends at byte end and is followed by an arrow of C: `queue->Signal(fence, 1)`.
func Arrow(text string, end int) *Advice {
	m := arrow.FindStringSubmatch(text[end:])
	if m == nil {
		return nil
	}
	sign, what := ".", "a field"
	if m[2] != "" {
		sign, what = ":", "a method"
	}
	return say("Lua writes '->' before %s as '%s'.", what, sign).change(end, end+len(m[1]), sign)
}

// Declaration is asked about a statement that begins at byte start with two names: `float x = 1.0`.
func Declaration(text string, start int) *Advice {
	if m := imported.FindStringSubmatchIndex(text[start:]); m != nil {
		name := text[start+m[2] : start+m[3]]
		return say("Lua writes 'local %s = require \"%s\"'.", name, name).change(start, start+m[3], "local "+name+" = require \""+name+"\"")
	}
	m := declaration.FindStringSubmatch(text[start:])
	if m == nil {
		return statementWord(text[start:])
	}
	words, name, next := m[1], m[2], m[3]
	end := start + len(words)
	switch {
	case strings.Contains(words, "groupshared"):
		return say("Declare it outside of the kernel: local %s = gpu.GroupShared(\"float\", n).", name)
	case next == "(":
		return say("Lua writes 'local function %s(…) … end', without types.", name).change(start, end, "local function")
	case next == "[":
		return say("Lua declares without a type; an array in a shader is local %s = Array(\"float\", n).", name)
	case next == "":
		return say("Lua declares without a type: local %s = ….", name)
	}
	return say("Lua declares without a type: local %s = ….", name).change(start, end, "local")
}

// statementWords begin statements of other languages.
var statementWords = map[string]string{
	"class":    "Lua has no classes: an object is a table, and what its methods share is a table of functions that is the __index of its metatable.",
	"def":      "Lua writes 'function name(…) … end'.",
	"fn":       "Lua writes 'function name(…) … end'.",
	"func":     "Lua writes 'function name(…) … end'.",
	"import":   "Lua writes 'local gpu = require \"gpu\"'.",
	"include":  "Lua writes 'local name = require \"name\"'.",
	"struct":   "A table has its fields without a declaration; the layout of a struct in a shader is a list of { \"name\", \"type\" }.",
	"switch":   "Lua has no 'switch': write 'if … then … elseif … then … end', or look a function up in a table.",
	"template": "Lua has no types, so every function takes all of them.",
	"typedef":  "Lua has no types to name.",
	"using":    "Lua writes 'local name = require \"name\"'.",
}

// statementWord is the advice on a first word that begins statements of other languages.
func statementWord(text string) *Advice {
	word := text
	for i := range len(text) {
		if !isWord(text[i]) {
			word = text[:i]
			break
		}
	}
	if help := statementWords[word]; help != "" {
		return say("%s", help)
	}
	return nil
}

// imported is the line that loads a module in other languages.
var imported = regexp.MustCompile(`^import[ \t]+([A-Za-z_]\w*)[ \t]*;?[ \t]*(?:[\r\n]|$)`)

// Switch is asked about a '{' at byte at that is not closed as a table is: `switch (x) { case 0: … }`.
func Switch(text string, at int) *Advice {
	if !switched.MatchString(lineBefore(text, at)) {
		return nil
	}
	return say("%s", statementWords["switch"])
}

// Parameter is asked about a name at byte at, in the parentheses that open at byte open, that follows another name: `function(float x)`.
func Parameter(text string, open, at int) *Advice {
	if !header.MatchString(lineBefore(text, open)) {
		return nil
	}
	start := len(strings.TrimRight(text[:at], " \t"))
	for start > open+1 && isWord(text[start-1]) {
		start--
	}
	m := parameter.FindString(text[start:])
	switch {
	case m == "":
		return nil
	case strings.Contains(m, "out "):
		return say("Parameters have no types and bring values in only: return what is computed.")
	}
	return say("Parameters have no types.").change(start, start+len(m)-1, "")
}

// Cast is asked about a value in bytes [start, end) that follows a parenthesis: `(float)i`.
func Cast(text string, start, end int) *Advice {
	line := lineBefore(text, start)
	m := cast.FindStringSubmatchIndex(line)
	if m == nil {
		return nil
	}
	name := line[m[2]:m[3]]
	a := say("A type is called like a function: %s(%s).", name, text[start:end])
	if end < len(text) && strings.IndexByte(".[(:", text[end]) >= 0 {
		return say("A type is called like a function: %s(…).", name)
	}
	return a.change(start-len(line)+m[0], end, name+"("+text[start:end]+")")
}

// Suffix is asked about a malformed number in bytes [start, end): `0.5f`.
func Suffix(text string, start, end int) *Advice {
	m := suffixed.FindStringSubmatch(text[start:end])
	if m == nil {
		return nil
	}
	number, letters := m[1], m[2]
	if strings.ContainsAny(letters, "uU") {
		edit := number
		if within.MatchString(text[:start]) {
			edit = "uint(" + number + ")"
		}
		return say("Numbers have no suffix '%s': in a shader write uint(%s), elsewhere %s.", letters, number, number).change(start, end, edit)
	}
	if strings.ContainsAny(letters, "fFhH") {
		if strings.HasSuffix(number, ".") {
			number += "0"
		} else if !strings.ContainsAny(number, ".eE") {
			number += ".0"
		}
	}
	return say("Numbers have no suffix '%s': write %s.", letters, number).change(start, end, number)
}

// Comment is asked about an operator at byte at that follows nothing: the '/' or the '*' of `/* … */`.
func Comment(text string, at int) *Advice {
	if at > 0 && (text[at] == '*' || text[at-1] == '/') { // it was read as a quotient
		at--
	}
	if strings.HasPrefix(text[at:], "//") && strings.TrimSpace(lineBefore(text, at)) == "" {
		return say("A comment begins with '--'.").change(at, at+2, "--")
	}
	if !strings.HasPrefix(text[at:], "/*") {
		return nil
	}
	a := say("A comment begins with '--', one over several lines is --[[ … ]].")
	body, _, closed := strings.Cut(text[at+2:], "*/")
	if !closed || strings.Contains(body+"]", "]]") {
		return a
	}
	return a.change(at, at+2+len(body)+2, "--[["+body+"]]")
}

// Loop is asked about the '(' at byte at that follows `for`: `for (int k = 0; k < 4; k++) {`.
func Loop(text string, at int) *Advice {
	m := loop.FindStringSubmatch(text[at:])
	if m == nil || m[1] != m[3] || m[1] != m[6]+m[7] {
		return say("Lua writes 'for k = 0, 3 do … end': first and last value, the last one included.")
	}
	last, exact := m[5], true
	if n, err := strconv.Atoi(last); m[4] == "<" && err == nil {
		last = strconv.Itoa(n - 1)
	} else if m[4] == "<" {
		last, exact = last+" - 1", false // of a uint that is 0 it would be the largest one
	}
	head := fmt.Sprintf("%s = %s, %s do", m[1], m[2], last)
	if !exact {
		return say("Lua writes 'for %s … end': the last value is included; of a uint that may be 0 it is int(%s) - 1.", head, m[5])
	}
	return say("Lua writes 'for %s … end': the last value is included.", head).change(at, at+len(m[0]), head)
}

// Head is asked about the head of an `if` or `while` whose keyword ends at byte start and that should be closed by word, `then` or `do`:
// `if (a < b) { … }`, of which at is the place where the text is no longer Lua.
func Head(text string, start, at int, word string) *Advice {
	brace := -1
	if m := braced.FindString(text[start:]); m != "" && !begun.MatchString(m) {
		brace = start + len(m) - 1
	} else if at < len(text) && text[at] == '{' {
		brace = at
	}
	if brace < 0 || brace > at {
		return nil
	}
	keyword := map[string]string{"then": "if", "do": "while"}[word]
	return say("Lua writes '%s … %s … end', without braces.", keyword, word).change(brace, brace+1, spaced(text, brace, word))
}

// Brace is asked about a brace at byte at where a statement should begin; block says that `end` may stand there.
func Brace(text string, at int, block bool) *Advice {
	if text[at] == '{' {
		before := strings.TrimSpace(lineBefore(text, at))
		for _, end := range []string{")", "else", "then", "do"} {
			if strings.HasSuffix(before, end) {
				return say("A block of Lua has no braces: it ends with 'end'.").change(at, at+1, "")
			}
		}
		return say("A block is written 'do … end'.").change(at, at+1, "do")
	}
	if text[at] != '}' || !block {
		return nil
	}
	if strings.HasPrefix(strings.TrimSpace(text[at+1:]), "else") {
		return say("A block of Lua has no braces: 'else' ends the one before it.").change(at, at+1, "")
	}
	return say("A block of Lua ends with 'end'.").change(at, at+1, spaced(text, at, "end"))
}

// spaced puts a space around word where it would touch another one in place of the byte at.
func spaced(text string, at int, word string) string {
	if at > 0 && isWord(text[at-1]) {
		word = " " + word
	}
	if at+1 < len(text) && isWord(text[at+1]) {
		word += " "
	}
	return word
}

// lineBefore is what stands on the line before byte at.
func lineBefore(text string, at int) string {
	return text[strings.LastIndexAny(text[:at], "\r\n")+1 : at]
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
}
