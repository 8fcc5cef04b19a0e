package luabind

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// asTable adds the help for a call that was given one argument after the other, as in another API: the same call with one table. false if the order of the
// arguments is not known.
func (c *Args) asTable(d *diag.Diagnostic) bool {
	order := c.b.set.orders[c.sig.owner+"."+c.sig.name]
	if len(order) < c.n {
		return false
	}
	var fields []string
	for i, field := range order[:c.n] {
		text, ok := c.asField(i+1, field)
		if !ok {
			return false
		}
		if text != "" {
			fields = append(fields, text)
		}
	}
	help := fmt.Sprintf("pass the description alone: %s { ... }", c.sig.name)
	if names := named(order); len(names) > 0 {
		help = fmt.Sprintf("pass one table with named fields: %s { %s = ... }", c.sig.name, strings.Join(names, " = ..., "))
	}
	d.HelpFix(0, c.sig.callWith(" { "+strings.Join(fields, ", ")+" }"), "%s", help)
	return true
}

// asField writes argument i as a field of the table, in the letters of diag.Fix: "" where it says nothing, or stands for no field (""). A table that stands
// for a field which is none is asked for its Type.
func (c *Args) asField(i int, field string) (text string, ok bool) {
	v := c.Value(i)
	table, isTable := v.(*lua.LTable)
	switch {
	case v == lua.LNil || v == lua.LNumber(0) || field == "":
		return "", true
	case field == "{}":
		return fmt.Sprintf("%%i%d", i), isTable && table.RawGetInt(1) == lua.LNil
	case isTable && c.sig.descriptor.field(field).enum():
		kind, ok := table.RawGetString("Type").(lua.LString)
		return field + " = " + show.Quote(string(kind)), ok
	}
	return fmt.Sprintf("%s = %%%d", field, i), true
}

// named leaves out what is no field.
func named(order []string) []string {
	return slices.DeleteFunc(slices.Clone(order), func(field string) bool { return field == "{}" || field == "" })
}

// field is the field of a name, nil if there is none.
func (p *plan) field(name string) *planField {
	p.once.Do(p.build)
	return p.byName[name]
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
