package host

import (
	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/strlib"
)

// bounded are the functions that make texts of any length or search in them.
func (h *Host) bounded() strlib.Library {
	return strlib.Library{Check: h.checkLength, Room: h.room, Look: h.look, Text: h.text}
}

// checkLength refuses a text that would be too long, before it is made.
func (h *Host) checkLength(L *lua.LState, what string, n int) {
	if n > maxString {
		h.raise(L, diag.New(diag.RuntimeError, "%s would make a string of more than %s bytes", what, grouped(maxString)))
	}
	if h.meter.memory.Pressed() {
		h.meter.room(0)
		h.stopAgain(L)
	}
}

// room ends the run if n bytes are not within its memory, before they are taken. Fewer than 1 MiB are left to the watch.
func (h *Host) room(L *lua.LState, n int) {
	if n >= 1<<20 {
		h.meter.room(n)
		h.stopAgain(L)
	}
}

// look ends a long search in a Go function when the run is over. The search counts as some instructions.
func (h *Host) look(L *lua.LState) {
	h.meter.charge(lookEvery)
	h.stopAgain(L)
}
