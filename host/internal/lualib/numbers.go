package lualib

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
)

// The numbers that a text may hold (Lua 5.1 Reference Manual, sections 2.1 and 2.2.1).
var (
	decimalNumber = regexp.MustCompile(`^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$`)
	hexNumber     = regexp.MustCompile(`^[-+]?0[xX][0-9a-fA-F]+$`)
)

const spaces = " \t\n\v\f\r"

// Number reads the text of a number of Lua, with spaces around it.
func Number(text string) (float64, bool) {
	text = strings.Trim(text, spaces)
	switch {
	case decimalNumber.MatchString(text):
		v, _ := strconv.ParseFloat(text, 64) // beyond the range it is infinite, as in C
		return v, true
	case hexNumber.MatchString(text):
		sign, digits, _ := strings.Cut(strings.ToLower(text), "0x")
		return parseDigits(sign+digits, 16)
	}
	return 0, false
}

// parseDigits reads a whole number in a base from 2 to 36.
func parseDigits(text string, base int) (float64, bool) {
	digits := strings.TrimLeft(text, "-+")
	if digits == "" || len(text)-len(digits) > 1 {
		return 0, false
	}
	v := 0.0
	for i := range len(digits) {
		d, err := strconv.ParseUint(digits[i:i+1], base, 8)
		if err != nil {
			return 0, false
		}
		v = float64(v*float64(base)) + float64(d)
	}
	if text[0] == '-' {
		v = -v
	}
	return v, true
}

// NumberText writes a number as Lua 5.1 does (%.14g), except that whole numbers up to 2^63 are written in full: byte
// offsets and fence values stay readable.
func NumberText(n float64) string {
	switch {
	case math.IsNaN(n):
		return "nan"
	case math.IsInf(n, 0):
		return strings.ToLower(strings.TrimPrefix(fmt.Sprint(n), "+"))
	case n == math.Trunc(n) && math.Abs(n) < 1<<63:
		return strconv.FormatInt(int64(n), 10)
	}
	return cFormat(n)
}

// cFormat is C's %.14g: Go's %g without superfluous zeros, with an exponent of at least two digits.
func cFormat(n float64) string { return fmt.Sprintf("%.14g", n) }

// ToNumber is tonumber. gopher-lua's does not read exponents without a point, and takes every base.
func ToNumber(L *lua.LState) int {
	value, base := L.CheckAny(1), L.OptNumber(2, 10)
	if !(base >= 2 && base <= 36) {
		L.ArgError(2, "base out of range")
	}
	text := ""
	switch v := value.(type) {
	case lua.LNumber:
		if base == 10 {
			L.Push(v)
			return 1
		}
		text = NumberText(float64(v))
	case lua.LString:
		text = string(v)
	}
	n, ok := Number(text)
	if base != 10 {
		text = strings.ToLower(strings.Trim(text, spaces))
		if base == 16 {
			text = strings.Replace(text, "0x", "", 1)
		}
		n, ok = parseDigits(text, int(base))
	}
	if !ok {
		L.Push(lua.LNil)
		return 1
	}
	L.Push(lua.LNumber(n))
	return 1
}
