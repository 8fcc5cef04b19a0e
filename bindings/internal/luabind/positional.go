package luabind

import (
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/arity"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/translate"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// fold makes one table of arguments that were given one after the other, as Direct3D 12 takes them in C; false if they are not.
func (c *Args) fold() bool {
	arguments := make([]lua.LValue, c.n)
	for i := range arguments {
		arguments[i] = c.Value(i + 1)
	}
	folded := translate.Fold(c.b.set.orders[c.sig.owner+"."+c.sig.name], arguments)
	if folded == nil {
		return false
	}
	c.L.SetTop(c.base)
	c.L.Push(folded)
	c.n = 1
	return true
}

// spread reports a table that is the only argument, and has what the call takes one after the other; nil if it does not.
func (c *Args) spread() *diag.Diagnostic {
	table, ok := c.Value(1).(*lua.LTable)
	if !ok {
		return nil
	}
	if pieces := c.before(table); pieces != nil {
		written := append(slices.Clone(pieces), c.sig.params[len(pieces)].Name)
		return diag.New(diag.WrongType, "%s takes its arguments one after the other, got a table", c.sig.callee()).
			Note("Its arguments are %s.", c.sig.paramList()).
			HelpFix(0, c.sig.callWith(arity.Listed(append(pieces, "%1"))), "write what comes before the list, too: %s%s", c.sig.name, arity.Listed(written))
	}
	parameters := make([]string, len(c.sig.params))
	for i, p := range c.sig.params {
		parameters[i] = p.Name
	}
	fix, shown := diag.Fix{}, c.sig.required
	if pieces := arity.Spread(translate.Fields(table), parameters); len(pieces) > 0 && len(pieces) >= c.sig.required && table.Len() == 0 {
		fix, shown = c.sig.callWith(arity.Listed(pieces)), len(pieces)
	} else if n := table.Len(); pieces == nil && n > 0 && n >= c.sig.required && c.takes(table) {
		fix, shown = c.sig.callWith("(%i1)"), n
	}
	if fix.Text == "" && c.sig.required < 2 {
		return nil // it is no table of arguments
	}
	d := diag.New(diag.WrongType, "%s takes its arguments one after the other, got a table", c.sig.callee())
	if len(parameters) > 1 {
		d.Note("Its arguments are %s.", c.sig.paramList())
	}
	return d.HelpFix(0, fix, "write them in parentheses, without braces and names: %s%s", c.sig.name, arity.Listed(parameters[:shown]))
}

// before are the usual arguments before a list of numbers that is the last one that a call needs, 0 for an offset; nil if one of them is not known.
func (c *Args) before(list *lua.LTable) (pieces []string) {
	last := c.sig.required - 1
	if last < 1 || !strings.HasSuffix(c.sig.params[last].Type, "number[]") || list.Len() == 0 || list.RawGetInt(1).Type() != lua.LTNumber {
		return nil
	}
	for i, p := range c.sig.params[:last] {
		switch usual := c.usualOf(i); {
		case usual != "":
			pieces = append(pieces, usual)
		case arity.IsOffset(p.Name):
			pieces = append(pieces, "0")
		default:
			return nil
		}
	}
	return pieces
}

// takes reports whether the entries of a list may be the arguments of the call.
func (c *Args) takes(list *lua.LTable) bool {
	var entries []string
	for i := 1; i <= list.Len(); i++ {
		entries = append(entries, c.b.Kind(list.RawGetInt(i)))
	}
	_, parameters := c.words()
	return arity.Fit(entries, parameters, c.b.set.hasKind)
}

// uncount leaves out the lengths of lists, which C passes before them, and refuses one that is wrong.
func (c *Args) uncount() {
	given := c.n
	lists := strings.Count(c.sig.counts, ".") + strings.Count(c.sig.counts, "s")
	if only := len(c.sig.counts) - lists; given-only > c.sig.max {
		return // not in the order of C: there are too many without what only C has
	}
	left, wrong := translate.Uncount(c.L, c.base, given, c.sig.counts)
	if c.n = left; wrong == nil {
		return
	}
	places, help := slices.Delete(arity.Places(given), wrong.Argument-1, wrong.Argument), "leave the length out: a list knows it"
	if wrong.Nil {
		places, help = slices.Insert(places, wrong.Argument-1, "0"), "write 0: there is no list"
	}
	c.raise(diag.New(diag.NumberOutOfRange, "%s: argument %d says that the list has %s, but it has %d", c.sig.callee(), wrong.Argument,
		show.Number(wrong.Says), wrong.Has).
		HelpFix(0, c.sig.callWith(arity.Listed(places)), "%s", help))
}

// enum says whether a field holds names of values.
func (f *planField) enum() bool { return f != nil && enums.Of(f.typ) != nil }

// wrapped adds the help for a name, an object or a function that was given in the place of a table which has one field for it and needs no other: {
// Type = "DIRECT" }, { Buffer = b }.
func (p *plan) wrapped(d *Decoder, v lua.LValue, e *diag.Diagnostic) *diag.Diagnostic {
	if d.trial {
		return e
	}
	var fits []*planField
	ud, object := v.(*lua.LUserData)
	if object = object && d.b.classOf(ud) != nil; object {
		if hint := p.set.hint(p.typeName(), d.b.classOf(ud).class.Kind); hint != "" {
			return e.HelpText("%s", hint)
		}
	}
	function := v.Type() == lua.LTFunction
	d.trial = true
	for _, f := range p.fields {
		if (f.enum() || object || function && f.typ == reflect.TypeFor[*lua.LFunction]()) &&
			f.decode(d, translate.Bare(enums.Of(f.typ), v), reflect.New(f.typ).Elem()) == nil {
			fits = append(fits, f)
		}
	}
	d.trial = false
	if len(fits) != 1 {
		return e
	}
	name, bare := fits[0].Name, translate.Bare(enums.Of(fits[0].typ), v)
	written, fix := show.Quote(lua.LVAsString(bare)), d.fix(diag.FixWrap, "{ "+name+" = %1 }")
	if object || function {
		written = "..."
	}
	if bare != v {
		fix = d.fix(diag.FixPut, "{ "+name+" = "+written+" }")
	}
	if slices.ContainsFunc(p.fields, func(f *planField) bool { return f.Required && f.Name != name }) {
		if object {
			return e
		}
		fix = diag.Fix{} // others have to be written, too
	}
	return e.HelpFix(0, fix, "write it as the field %s of a table: { %s = %s }", name, name, written)
}
