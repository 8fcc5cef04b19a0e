package fault

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Modules is what a script can require. The slices are sorted.
type Modules struct {
	Names func() []string               // all of them; expensive
	With  func(name string) []string    // those that are loaded and have a field of a name, and the libraries of Lua
	Gives func(name, field string) bool // whether one returns something, and has a word: a file that returns nothing is a script
}

// libraries are tables of other languages, and of other versions of Lua, and what a script does instead.
var libraries = map[string]string{
	"Math":    "The library of Lua is called 'math', and its names are in small letters.",
	"bit":     "Lua 5.1 has no operations on bits: in a shader write and_bits(a, b), elsewhere math.floor(a / 2 ^ n) % 2 is bit n.",
	"bit32":   "Lua 5.1 has no operations on bits: in a shader write and_bits(a, b), elsewhere math.floor(a / 2 ^ n) % 2 is bit n.",
	"console": "print writes a line.",
	"ffi":     "Scripts have no access to C: bytes are read and written through a mapped buffer.",
	"jit":     "Scripts are interpreted; what has to be fast goes into a shader.",
	"socket":  "Scripts have no network.",
	"utf8":    "Lua 5.1 counts bytes and has no library for letters: text:gmatch(\"[%z\\1-\\127\\194-\\244][\\128-\\191]*\") visits them.",
}

// missing says where a name comes from that is a global without a value: it is a module that was not loaded, or in one that was.
func (h *Hearing) missing(w *Fault, use *ast.IdentExpr) {
	if module := h.moduleCalled(use.Value, w.field); module != "" {
		line := fmt.Sprintf("local %s = require \"%s\"", use.Value, module)
		w.Help, w.Candidates = fmt.Sprintf("Load the module first: %s.", line), nil
		if at, ok := h.Source.Top(gpu.Site(use.Line())); ok {
			w.Line = &diag.Help{Span: at, Edit: diag.EditInsertBefore, Replace: line}
		}
		return
	}
	with := slices.DeleteFunc(h.Modules.With(use.Value), func(module string) bool {
		library, is := h.L.G.Global.RawGetString(module).(*lua.LTable)
		return w.Code == diag.IndexOfNil && is && library.RawGetString(use.Value).Type() == lua.LTFunction // read[1] is not meant for io.read
	})
	if len(with) > 0 {
		w.Help, w.Candidates = fmt.Sprintf("It is in module %s: %s.%s.", with[0], with[0], use.Value), nil
		if slices.Contains(append(h.Source.Visible(use), Keys(h.L.G.Global)...), with[0]) {
			w.Instead = with[0] + "." + use.Value
		}
		return
	}
	if help := libraries[use.Value]; help != "" {
		w.Help, w.Candidates = help, nil
	} else if helper, ok := cnames.Helpers()[use.Value]; ok {
		w.Help, w.Candidates = sentence(helper.Instead), nil
	}
}

// moduleCalled is the module of a name, or the one with the shortest name that ends in it, and that may have a field; "" if there is none.
func (h *Hearing) moduleCalled(name, field string) (found string) {
	for _, module := range h.Modules.Names() {
		if (module == name || strings.HasSuffix(module, "."+name)) && (found == "" || len(module) < len(found)) && h.Modules.Gives(module, field) {
			found = module
		}
	}
	return found
}
