package lualib

import (
	"fmt"
	"math"
	"regexp"
	"strings"

	"github.com/yuin/gopher-lua"
)

// conversion is one of string.format: flags, width, precision and a letter, each with two digits at most as in Lua 5.1.
var conversion = regexp.MustCompile(`^%([-+ #0]*)(\d{0,2})(\.\d{0,2})?(.?)`)

// Format is string.format (Lua 5.1 Reference Manual, section 5.4). %s takes every value, as tostring shows it, and widths
// count characters, not bytes, so that columns with "µs" stand straight.
// It reports false if the text is longer than most bytes; show is tostring.
func Format(L *lua.LState, most int, show func(L *lua.LState, v lua.LValue) string) (string, bool) {
	text := L.CheckString(1)
	var b strings.Builder
	for n := 1; ; {
		plain, _, found := strings.Cut(text, "%")
		b.WriteString(plain)
		if !found {
			break
		}
		text = text[len(plain):]
		if strings.HasPrefix(text, "%%") {
			b.WriteByte('%')
			text = text[2:]
			continue
		}
		m := conversion.FindStringSubmatch(text)
		n++
		b.WriteString(convert(L, n, m, show))
		text = text[len(m[0]):]
		if b.Len() > most {
			return "", false
		}
	}
	return b.String(), true
}

// convert formats argument n with the parts of a conversion: all of it, flags, width, precision, letter.
func convert(L *lua.LState, n int, m []string, show func(L *lua.LState, v lua.LValue) string) string {
	spec := "%" + m[1] + m[2] + m[3]
	switch letter := m[4]; letter {
	case "d", "i":
		return fmt.Sprintf(spec+"d", whole(L, n))
	case "u":
		return fmt.Sprintf(spec+"d", uint64(whole(L, n)))
	case "o", "x", "X":
		return fmt.Sprintf(spec+letter, uint64(whole(L, n)))
	case "c":
		return fmt.Sprintf("%"+strings.ReplaceAll(m[1], "0", "")+m[2]+"s", string([]byte{byte(whole(L, n))}))
	case "e", "E", "f", "g", "G":
		return realText(formatNumber(L, n), m, letter)
	case "q":
		return quoted(L.CheckString(n))
	case "s":
		if L.GetTop() < n {
			L.ArgError(n, "no value")
		}
		return fmt.Sprintf("%"+strings.ReplaceAll(m[1], "0", "")+m[2]+m[3]+"s", show(L, L.Get(n)))
	}
	L.RaiseError("invalid option '%s' to 'format'", m[0])
	return ""
}

// formatNumber reads an argument that is a number or the text of one.
func formatNumber(L *lua.LState, n int) float64 {
	if text, ok := L.Get(n).(lua.LString); ok {
		if v, ok := Number(string(text)); ok {
			return v
		}
	}
	if L.GetTop() < n {
		L.ArgError(n, "number expected, got no value")
	}
	return float64(L.CheckNumber(n))
}

// whole reads a number without its fraction. Go leaves open what a number of more than 64 bits becomes, so it is refused.
func whole(L *lua.LState, n int) int64 {
	v := math.Trunc(formatNumber(L, n))
	switch {
	case v >= -1<<63 && v < 1<<63:
		return int64(v)
	case v >= 1<<63 && v < 1<<64:
		return int64(uint64(v))
	}
	L.ArgError(n, "number has no integer representation")
	return 0
}

// realText formats a number as C does. Infinity and NaN have letters and no precision.
func realText(v float64, m []string, letter string) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		text := NumberText(v)
		if v > 0 && strings.Contains(m[1], "+") {
			text = "+" + text
		}
		return fmt.Sprintf("%"+strings.Trim(m[1], "0+# ")+m[2]+"s", text)
	}
	precision := m[3]
	if precision == "" {
		precision = ".6" // what C does; Go would write all digits for %g
	}
	return fmt.Sprintf("%"+m[1]+m[2]+precision+letter, v)
}

// quoted writes a string so that Lua reads it back.
func quoted(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; c {
		case '"', '\\', '\n':
			b.WriteByte('\\')
			b.WriteByte(c)
		case '\r':
			b.WriteString(`\r`)
		case 0:
			b.WriteString(`\000`)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}
