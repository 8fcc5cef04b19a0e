package habits

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

var (
	attribute = regexp.MustCompile(`^[ \t]*<[ \t]*(?:const|close)[ \t]*>`)
	brackets  = regexp.MustCompile(`^\[([^\[\]{}\n"']*|(?:[^\[\]{}\n"']*(?:"[^"\\\n]*"|'[^'\\\n]*'))+[^\[\]{}\n"']*)\]`)
	unrolling = regexp.MustCompile(
		`^\[(?:unroll|loop|branch|flatten|fastopt|allow_uav_condition|forcecase|call|numthreads|earlydepthstencil|WaveSize|shader)(?:\([^()\n]*\))?\][ \t]*`)
	directive = regexp.MustCompile(
		`^#[ \t]*(define|undef|include|ifdef|ifndef|if|elif|else|endif|pragma|line|error)\b[ \t]*(?:(\w+)(\()?[ \t]*([^\r\n]*))?`)
	plain     = regexp.MustCompile(`^-?[\w.]+$`)
	backticks = regexp.MustCompile("^`([^`\"\\\\$\n]*)`")
	assigning = regexp.MustCompile(`^(\+|-|\*|/|%|\^|\.\.)=`)
	curled    = regexp.MustCompile(`^[“”„]([^“”„"\\\n]*)[“”]|^[‘’‚]([^‘’‚"\\\n]*)[‘’]`)
)

// Attribute is asked about a '<' at byte at that begins no expression, after byte end of a name: `local a <const> = 1`.
func Attribute(text string, end, at int) *Advice {
	m := attribute.FindString(text[end:])
	if m == "" || strings.TrimSpace(text[end:at]) != "" {
		return nil
	}
	return say("Locals of Lua 5.1 have no attributes: leave %s out.", strings.TrimSpace(m)).change(end, end+len(m), "")
}

// List is asked about a '[' at byte at where an expression should begin: `x = [1, 2]`.
func List(text string, at int) *Advice {
	if m := unrolling.FindString(text[at:]); m != "" {
		return say("A shader has no attributes: leave %s out. Loops and branches are compiled as they need, and NumThreads is a field of gpu.ComputeShader.", strings.TrimSpace(m)).
			change(at, at+len(m), "")
	}
	a := say("Lua writes a list in braces: { 1, 2, 3 }.")
	if m := brackets.FindStringSubmatch(text[at:]); m != nil {
		inside := strings.TrimSpace(m[1])
		if inside != "" {
			inside = " " + inside + " "
		}
		a.change(at, at+len(m[0]), "{"+inside+"}")
	}
	return a
}

// Assigning is asked about an operator at byte at where an expression should begin, or a '=' after one: `local a += 1`. It returns nil where it is no
// assignment of C.
func Assigning(text string, at int) *Advice {
	if m := assigning.FindStringSubmatch(text[at:]); m != nil {
		return say("Lua has no '%s': write x = x %s 1 with '=' alone.", m[0], m[1])
	}
	return nil
}

// Character is asked about a letter at byte at that begins no token, such as the quotes of a word processor; nil if nothing is known of it.
func Character(text string, at int) *Advice {
	if m := curled.FindStringSubmatch(text[at:]); m != nil {
		return say("Quotes are straight: \"…\" or '…'.").change(at, at+len(m[0]), `"`+m[1]+m[2]+`"`)
	}
	r, size := utf8.DecodeRuneInString(text[at:])
	switch r {
	case '`':
		a := say("A string is in quotes, \"…\", or over several lines in [[ … ]].")
		if m := backticks.FindStringSubmatch(text[at:]); m != nil {
			a.change(at, at+len(m[0]), `"`+m[1]+`"`)
		}
		return a
	case '“', '”', '„', '‘', '’', '‚':
		return say("Quotes are straight: \"…\" or '…'.")
	case '−', '–', '—':
		return say("A minus is written '-'.").change(at, at+size, "-")
	case '×', '·':
		return say("A product is written with '*'.").change(at, at+size, "*")
	case '÷':
		return say("A quotient is written with '/'.").change(at, at+size, "/")
	case '≤', '≥', '≠':
		ours := map[rune]string{'≤': "<=", '≥': ">=", '≠': "~="}[r]
		return say("Lua writes '%c' as '%s'.", r, ours).change(at, at+size, ours)
	case '\u00a0', '\u2002', '\u2003', '\u2009', '\u202f', '\u3000':
		return say("It looks like a space and is none: write a plain one.").change(at, at+size, " ")
	case '\u200b', '\ufeff':
		return say("It cannot be seen and has no place in a script: remove it.").change(at, at+size, "")
	case '\\':
		return say("A statement of Lua may go on in the next line without a sign.").change(at, at+size, "")
	case '@', '$':
		return say("A name of Lua has letters, digits and '_'.")
	}
	return nil
}

// Directive is asked about a '#' at byte at that begins a statement: `#define N 8`. It returns nil if there is no word of the preprocessor after it.
func Directive(text string, at int) *Advice {
	m := directive.FindStringSubmatch(text[at:])
	if m == nil {
		return nil
	}
	name, value := m[2], strings.TrimSpace(m[4])
	switch {
	case m[1] == "define" && m[3] != "":
		return say("Lua has no preprocessor: write a function, local function %s(…) return … end.", name)
	case m[1] == "define" && plain.MatchString(value):
		return say("Lua has no preprocessor: a constant is a local, which a shader may capture.").
			change(at, at+len(strings.TrimRight(m[0], " \t")), "local "+name+" = "+value)
	case m[1] == "define":
		return say("Lua has no preprocessor: a constant is a local, local %s = …, which a shader may capture.", name)
	case m[1] == "include":
		return say("Lua has no preprocessor: write local name = require \"name\".")
	case strings.HasPrefix(m[1], "if") || strings.HasPrefix(m[1], "el"):
		return say("Lua has no preprocessor: write 'if'; in a shader, what an if with a false constant guards is not compiled.")
	}
	return say("Lua has no preprocessor: leave the line out.")
}
