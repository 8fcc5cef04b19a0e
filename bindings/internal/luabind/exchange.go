package luabind

import (
	"cmp"
	"reflect"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/arity"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// repairObject proposes what is in the place of a value that is no object of type t: the other argument that is one, where two were exchanged, or the
// only object of the kind.
func (d *Decoder) repairObject(e *diag.Diagnostic, t reflect.Type, want string, v lua.LValue) *diag.Diagnostic {
	kind := v.Type()
	if k := d.holder(t); k > 0 && (kind == lua.LTNumber || kind == lua.LTTable || kind == lua.LTUserData) {
		return e.HelpFix(0, d.exchange(k), "exchange the arguments: %s is argument %d", d.what(), d.arg)
	}
	got := d.b.Kind(v)
	if len(got) > 1 && got != want && strings.HasSuffix(want, got[1:]) { // a handle of the CPU for one of the GPU, and the other way round
		for _, of := range []string{"", "ForHeapStart"} {
			e.WithHelp(diag.Help{Text: "write Get" + want + of, Word: "Get" + got + of, Replace: "Get" + want + of, Exact: true})
		}
	}
	if hint := cmp.Or(d.b.set.hint(want, got), d.b.set.hint(d.path.Last(), "object")); hint != "" {
		e.HelpFix(0, d.wrapped(want, v), "%s", hint)
	}
	if kind == lua.LTNil { // what should have a value is not told by what has one
		return e
	}
	fix := d.fix(diag.FixPut, "%o")
	fix.Object = diag.Only(show.Makers(want))
	return e.HelpFix(0, fix, "")
}

// wrapped puts around an object what makes a value of a name of it: of a kind of object, or of a parameter or field. The zero Fix: nothing does.
func (d *Decoder) wrapped(name string, v lua.LValue) (fix diag.Fix) {
	if text := d.b.set.renames[name+"."+d.b.Kind(v)]; text != "" {
		fix = d.fix(diag.FixWrap, text)
	}
	return fix
}

// before is how many values are on the stack before the first argument.
func (d *Decoder) before() int {
	if d.sig.class != nil {
		return 1
	}
	return 0
}

// holder is the number of the nearest argument after this one that is an object of type t, 0 if there is none. Those before it are what they must be.
func (d *Decoder) holder(t reflect.Type) int {
	if d.arg == 0 || d.L == nil || len(d.path) != d.root {
		return 0
	}
	for k := d.arg + 1; k <= d.L.GetTop()-d.before(); k++ {
		if ud, ok := d.L.Get(k + d.before()).(*lua.LUserData); ok && ud.Value != nil && reflect.TypeOf(ud.Value).AssignableTo(t) {
			return k
		}
	}
	return 0
}

// owed is the number of an argument before this one that is nil, where the value could be; 0 if there is none.
func (d *Decoder) owed(v lua.LValue) int {
	if d.L == nil || v.Type() != lua.LTUserData || len(d.path) != d.root {
		return 0
	}
	for k := 1; k < d.arg && k <= len(d.sig.params); k++ {
		if strings.TrimSuffix(d.sig.params[k-1].Type, "|nil") == d.b.Kind(v) && d.L.Get(d.before()+k) == lua.LNil {
			return k
		}
	}
	return 0
}

// neighbour is the number of the argument beside this one that belongs in its place, where each is what the other has to be and all others are what
// they must be; 0 if there is none, and in the place of an object, which repairObject looks for.
func (d *Decoder) neighbour() int {
	if d.arg == 0 || d.arg > len(d.sig.params) || d.L == nil || len(d.path) != d.root ||
		d.b.set.hasKind(strings.TrimSuffix(d.sig.params[d.arg-1].Type, "|nil")) {
		return 0
	}
	var arguments, parameters []string
	for i := d.before() + 1; i <= d.L.GetTop(); i++ {
		arguments = append(arguments, d.b.Kind(d.L.Get(i)))
	}
	for _, p := range d.sig.params {
		parameters = append(parameters, p.word())
	}
	return arity.Neighbour(arguments, parameters, d.arg-1, d.b.set.hasKind) + 1
}

// exchange is the call with the argument and another one in each other's place.
func (d *Decoder) exchange(k int) diag.Fix {
	pieces := arity.Places(d.L.GetTop() - d.before())
	pieces[d.arg-1], pieces[k-1] = pieces[k-1], pieces[d.arg-1]
	return d.sig.callWith(arity.Listed(pieces))
}
