package luabind

import (
	"cmp"
	"math"
	"reflect"
	"strconv"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/path"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/translate"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Decoder reads one argument of one call. It knows where in the argument it is, so that messages name the path. It is valid during
// the call only.
type Decoder struct {
	L *lua.LState // nil while defaults are evaluated

	b    *Binder
	sig  *signature
	path path.Path
	arg  int // number of the argument, from 1; 0: none
	root int // leading steps of the path that name the argument itself

	keys  int // what count has counted
	count func(key, value lua.LValue)
	trial bool // wrapped tries a value, which is not put into tables of a table: a description may have one of its own kind
}

// decodeFunc reads v into dst, which is addressable and zero, or says what is wrong with v.
type decodeFunc func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic

// LuaDecoder is implemented by (pointers to) types that read Lua values themselves.
type LuaDecoder interface {
	// DecodeLua sets the receiver from v. Errors are made by the methods of d, so that they name the path.
	DecodeLua(d *Decoder, v lua.LValue) *diag.Diagnostic
}

var luaDecoderType = reflect.TypeFor[LuaDecoder]()

func implementsDecoder(t reflect.Type) bool { return reflect.PointerTo(t).Implements(luaDecoderType) }

// Decode reads v into the value that target points to, as a descriptor field of its type would.
func (d *Decoder) Decode(v lua.LValue, target any) *diag.Diagnostic {
	dst := reflect.ValueOf(target).Elem()
	return d.b.set.decoderOf(dst.Type())(d, v, dst)
}

// Field is Decode for a value that a script finds under a name; messages add it to the path.
func (d *Decoder) Field(name string, v lua.LValue, target any) *diag.Diagnostic {
	d.push(name)
	if err := d.Decode(v, target); err != nil {
		return err
	}
	d.pop()
	return nil
}

// WrongType reports a value that is not what it must be, as in "a list or a number".
func (d *Decoder) WrongType(want string, v lua.LValue) *diag.Diagnostic { return d.wrongType(want, v) }

func (d *Decoder) push(name string) *Decoder {
	d.path.Push(name)
	return d
}

func (d *Decoder) pushIndex(i int) *Decoder {
	d.path.PushIndex(i)
	return d
}

func (d *Decoder) pop() { d.path.Pop() }

// what names the value at the path.
func (d *Decoder) what() string {
	if text := d.path.String(); text != "" {
		return text
	}
	return "the argument"
}

// errorf makes a diagnostic that begins with the method. Its properties say where in the arguments the fault is: "argument"
// is the argument's number, "path" the path in it, from which a host finds the place in the source.
func (d *Decoder) errorf(code diag.Code, format string, args ...any) *diag.Diagnostic {
	name := d.sig.name
	if d.sig.class == nil && d.sig.owner != "" {
		name = d.sig.callee()
	}
	e := diag.New(code, name+": "+format, args...)
	if d.arg > 0 {
		e.Prop("argument", d.arg).Prop("path", d.path[d.root:].Written())
	}
	return e
}

// fix is the edit of the value at the path, in the argument of the call where the diagnostic is raised.
func (d *Decoder) fix(action diag.FixAction, text string) diag.Fix {
	if d.arg == 0 {
		return diag.Fix{}
	}
	return diag.Fix{Method: d.sig.name, Argument: d.arg, Path: d.path[d.root:].Written(), Action: action, Text: text}
}

// meant is what a number is called, or how it is written, in the place of a text or of a number that stands for it elsewhere; "" if nothing is known.
func (d *Decoder) meant(text string) string { return d.b.set.renames[d.path.Last()+"."+text] }

// wrongType reports a value of another type.
func (d *Decoder) wrongType(want string, v lua.LValue) *diag.Diagnostic {
	e := d.errorf(diag.WrongType, "%s must be %s, got %s", d.what(), want, d.b.Describe(v))
	if s, ok := v.(lua.LString); ok && strings.Contains(want, "number") {
		if x, err := strconv.ParseFloat(strings.TrimSpace(string(s)), 64); err == nil && !math.IsNaN(x) {
			e.Because("Strings are not converted to numbers.").
				HelpFix(0, d.fix(diag.FixPut, show.Number(x)), "write %s without quotes", show.Number(x))
		}
	}
	if put := d.meant(v.String()); put != "" {
		e.HelpFix(0, d.fix(diag.FixPut, put), "write %s", put)
	}
	if next := d.before() + d.arg + 1; d.arg > 0 && d.arg < len(d.sig.params) && d.sig.params[d.arg].Type == d.b.Kind(v) &&
		d.L.Get(next).Type() == lua.LTNumber {
		e.HelpFix(0, d.exchange(d.arg+1), "exchange the arguments: %s is argument %d", d.what(), d.arg)
	}
	if k := d.neighbour(); k > 0 && len(e.Help) == 0 {
		e.HelpFix(0, d.exchange(k), "exchange the arguments: %s is argument %d", d.what(), d.arg)
	}
	if k := d.owed(v); k > 0 {
		e.HelpFix(0, d.exchange(k), "exchange the arguments: %s is argument %d", d.b.Describe(v), k)
	}
	if fix := d.wrapped(d.path.Last(), v); fix != (diag.Fix{}) && strings.Contains(want, "number") {
		e.HelpFix(0, fix, "write %s", strings.ReplaceAll(fix.Text, "%1", "..."))
	}
	if hint := d.b.set.hint(d.sig.name, v.Type().String()); hint != "" && d.arg > 0 && len(d.path) == d.root {
		e.HelpFix(0, d.fix(diag.FixDrop, ""), "%s", hint)
	}
	if v.Type() == lua.LTNumber && want == "a string" && d.neighbour() == 0 {
		d.notText(e, v)
	}
	d.expected(e)
	return e
}

// notText says what to write where a number stands in the place of a text: one that the script makes up, or one of some, for which there is a hint.
func (d *Decoder) notText(e *diag.Diagnostic, v lua.LValue) {
	method := d.sig.name[strings.LastIndex(d.sig.name, ".")+1:]
	place := method + "." + d.path.Last()
	hint := cmp.Or(d.b.set.hints[place+"."+v.String()], d.b.set.hints[place+".number"], d.b.set.hints[method+".any.number"])
	switch {
	case strings.HasPrefix(hint, "leave it out"):
		e.HelpFix(0, d.fix(diag.FixDrop, ""), "%s", hint)
	case hint != "":
		e.HelpText("%s", hint)
	default:
		e.Because("Numbers are not converted to strings.").HelpFix(0, d.fix(diag.FixWrap, "tostring(%1)"), "write tostring(...) around it, or quotes")
	}
}

// expected adds what the method takes to what is wrong with an argument, where nothing says yet what to write.
func (d *Decoder) expected(e *diag.Diagnostic) {
	switch s := d.sig; {
	case d.arg == 0 || d.path[d.root:].String() != "" || len(e.Help) > 0:
	case s.descriptor != nil:
		e.HelpText("pass one table with named fields: %s %s", s.name, s.fields())
	case len(s.params) > 1:
		e.Note("Its arguments are %s.", s.paramList())
	}
}

// wrongObject reports a value that is not an object of type t.
func (d *Decoder) wrongObject(t reflect.Type, v lua.LValue) *diag.Diagnostic {
	want := show.Kinds(d.b.set.kindText(t))
	if ud, ok := v.(*lua.LUserData); ok && d.b.classOf(ud) != nil {
		e := d.errorf(diag.WrongObjectKind, "%s must be %s, got %s", d.what(), show.Article(want), d.b.Describe(v))
		d.expected(e)
		return d.repairObject(e, t, want, v)
	}
	return d.repairObject(d.wrongType(show.Article(want), v), t, want, v)
}

// missing reports an absent required field of a struct.
func (d *Decoder) missing(t reflect.Type, owner string, table *lua.LTable) *diag.Diagnostic {
	e := d.errorf(diag.MissingField, "%s is missing", d.what())
	name := d.path.Last()
	decided, hint := translate.Decided(owner, name, table), d.b.set.hints[owner+"."+name]
	if names := enums.Of(t); names != nil && decided == "" && hint == "" {
		var fix diag.Fix
		list := names.List
		if strings.HasPrefix(list[0], "UN") && len(list) > 1 { // that is what it is without a value
			list = list[1:]
		} else if len(list) <= show.MaxListed { // of a few values the usual one is the first
			fix = d.fix(diag.FixPut, show.Quote(list[0]))
		}
		return e.HelpFix(0, fix, "add %s = %s", name, show.Alternatives(list))
	} else if decided != "" {
		return e.HelpFix(0, d.fix(diag.FixPut, show.Quote(decided)), "add %s = %s", name, show.Quote(decided))
	}
	return e.HelpText("%s", cmp.Or(hint, "add "+name+" = <"+show.Kinds(d.b.set.luaType(t))+">"))
}

// givenTwice reports a field that is in the list and under its name.
func (d *Decoder) givenTwice(order int) *diag.Diagnostic {
	name := d.path.Last()
	return d.errorf(diag.UnknownKey, "%s is given twice", d.what()).
		Because("Entry %d of the list is %s already.", order, name).
		HelpFix(0, d.fix(diag.FixDrop, ""), "remove one of the two")
}
