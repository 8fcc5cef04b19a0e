package luabind

import (
	"reflect"
	"slices"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/translate"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// fold makes one table of arguments that were given one after the other, as Direct3D 12 takes them in C; false if the order of the arguments is not known, or one of them
// does not fit there. A number 0 says nothing: it is what C writes for no flags.
func (c *Args) fold() bool {
	order := c.b.set.orders[c.sig.owner+"."+c.sig.name]
	if c.n < 2 || len(order) < c.n {
		return false
	}
	folded := &lua.LTable{Metatable: lua.LNil}
	for i, field := range order[:c.n] {
		v := c.Value(i + 1)
		switch table, isTable := v.(*lua.LTable); {
		case v == lua.LNil || v == lua.LNumber(0) || field == cnames.Dropped:
		case field != cnames.Description:
			folded.RawSetString(field, translate.Value(field, v))
		case !isTable || table.RawGetInt(1) != lua.LNil:
			return false
		default:
			table.ForEach(folded.RawSet)
			folded.Metatable = table.Metatable
		}
	}
	c.L.SetTop(c.base)
	c.L.Push(folded)
	c.n = 1
	return true
}

// enum says whether a field holds names of values.
func (f *planField) enum() bool { return f != nil && enums.Of(f.typ) != nil }

// wrapped adds the help for a name, or an object, that was given in the place of a table which has one field for it and needs no other: { Type = "DIRECT" },
// { Buffer = b }.
func (p *plan) wrapped(d *Decoder, v lua.LValue, e *diag.Diagnostic) *diag.Diagnostic {
	var fits []*planField
	ud, object := v.(*lua.LUserData)
	if object = object && d.b.classOf(ud) != nil; object {
		if hint := p.set.hint(p.typeName(), d.b.classOf(ud).class.Kind); hint != "" {
			return e.HelpText("%s", hint)
		}
	}
	for _, f := range p.fields {
		if (f.enum() || object) && f.decode(d, v, reflect.New(f.typ).Elem()) == nil {
			fits = append(fits, f)
		}
	}
	if len(fits) != 1 {
		return e
	}
	name, written := fits[0].Name, show.Quote(lua.LVAsString(v))
	if object {
		written = "..."
	}
	if object && slices.ContainsFunc(p.fields, func(f *planField) bool { return f.Required && f.Name != name }) {
		return e
	}
	return e.HelpFix(0, d.fix(diag.FixWrap, "{ "+name+" = %1 }"), "write it as the field %s of a table: { %s = %s }", name, name, written)
}
