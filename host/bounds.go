package host

import (
	"regexp"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/strlib"
)

// bound puts the functions in place that make texts of any length or search in them.
func (h *Host) bound(str, table *lua.LTable) {
	bounded := strlib.Library{Check: h.checkLength, Look: h.look, Text: h.text}
	h.source.Concat(h.L.NewFunction(bounded.Concat))
	texts := bounded.Strings()
	texts["format"] = h.boundFormat(stock(str, "format"))
	for lib, fns := range map[*lua.LTable]functions{str: texts, table: bounded.Tables()} {
		fields := map[string]lua.LValue{}
		h.add(fields, fns)
		fill(lib, fields)
	}
}

// widest is how many characters a conversion of string.format may ask for: two digits, as in Lua.
const widest = 99

var (
	wideConversion  = regexp.MustCompile(`%[-+ #0]*(\d*\.)?\d{3}`)
	otherConversion = regexp.MustCompile(`%[-+ #0\d.]*[\[*]`) // Go's own, which take an argument more than once
)

// boundFormat is string.format that is refused if its result might be too long.
func (h *Host) boundFormat(format lua.LGFunction) lua.LGFunction {
	return func(L *lua.LState) int {
		text := L.CheckString(1)
		switch {
		case otherConversion.MatchString(text):
			L.RaiseError("invalid conversion in the text of string.format")
		case wideConversion.MatchString(text):
			L.RaiseError("a width or precision in the text of string.format is larger than %d", widest)
		}
		length := len(text) + widest*strings.Count(text, "%")
		for i := 2; i <= L.GetTop(); i++ {
			if s, ok := L.Get(i).(lua.LString); ok {
				length += len(s)
			}
		}
		h.checkLength(L, "string.format", length)
		return format(L)
	}
}

// checkLength refuses a text that would be too long, before it is made.
func (h *Host) checkLength(L *lua.LState, what string, n int) {
	if n > maxString {
		h.raise(L, diag.New(diag.RuntimeError, "%s would make a string of more than %s bytes", what, grouped(maxString)))
	}
}

// look ends a long search in a Go function when the run is over. The search counts as some instructions.
func (h *Host) look(L *lua.LState) {
	h.meter.charge(lookEvery)
	h.stopAgain(L)
}
