package value

import (
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// FieldValue is one entry of a table that initialises a struct or an array: { pos = p, mass = 1 } or { 1, 2, 3 }.
type FieldValue struct {
	Name  string // empty in a list
	Value Value
}

// NewFields is a table whose entries are values. It has no type: it can only be stored where a struct or an array is expected.
func NewFields(site gpu.Site, list []FieldValue) Value {
	return Value{Kind: Fields, Site: site, Fields: list}
}

// IsList says whether a table holds numbers only, without names.
func (v Value) IsList() bool {
	for _, f := range v.Fields {
		if f.Name != "" || f.Value.Kind != Constant {
			return false
		}
	}
	return true
}

// initialise gives the components of a struct or an array from a table: every field by its name, every element in order.
func (l *Context) initialise(v Value, t *syntax.Type, to *Target) []V {
	switch t.Kind {
	case syntax.Struct:
		return l.initialiseStruct(v, t, to)
	case syntax.Array:
		return l.initialiseArray(v, t, to)
	}
	l.noTable(v, t, to)
	return l.Zeros(t)
}

func (l *Context) initialiseStruct(v Value, t *syntax.Type, to *Target) []V {
	given := make([]*Value, len(t.Fields))
	for _, f := range v.Fields {
		i := t.FieldNamed(f.Name)
		if i < 0 {
			l.unknownField(v, f, t)
			return l.Zeros(t)
		}
		given[i] = &f.Value
	}
	var c []V
	for i, f := range t.Fields {
		if given[i] == nil {
			d := l.Fail(diag.WrongComponents, v.Site, "field %q is missing%s", f.Name, to.phrase())
			describeTarget(d, to, t)
			d.Because("A struct is stored as a whole: every field needs a value.").
				HelpFix(v.Site, diag.Fix{Path: f.Name, Text: f.Type.String() + "(0)"}, "add %s = %s(0)", f.Name, f.Type)
			return l.Zeros(t)
		}
		c = append(c, l.ConvertTo(*given[i], f.Type, &Target{What: "field " + f.Name})...)
	}
	return c
}

// unknownField refuses an entry of a table by a name that the struct does not have, or without a name.
func (l *Context) unknownField(table Value, f FieldValue, t *syntax.Type) {
	names := make([]string, len(t.Fields))
	for i := range t.Fields {
		names[i] = t.Fields[i].Name
	}
	if f.Name == "" {
		d := l.FailOn(diag.NoMember, f.Value, "an entry of this table has no name, but %s has named fields", t)
		if slices.ContainsFunc(table.Fields, func(f FieldValue) bool { return f.Name != "" }) || len(table.Fields) != len(names) {
			d.HelpText("write %s = …", names[0])
			return
		}
		d.HelpFix(f.Value.Site, diag.Around(names[0]+" = %1"), "name them, in the order of a list in HLSL: { %s = … }", strings.Join(names, " = …, "))
		for i, name := range names[1:] {
			d.AndFix(table.Fields[i+1].Value.Site, diag.Around(name+" = %1"))
		}
		return
	}
	d := l.FailOn(diag.NoMember, f.Value, "%s has no field %q", t, f.Name)
	if near := spell.Nearest(f.Name, names); near != "" {
		d.HelpSpelling(f.Name, near, "did you mean %s?", near)
		return
	}
	d.HelpText("its fields are %s", strings.Join(names, ", "))
}

func (l *Context) initialiseArray(v Value, t *syntax.Type, to *Target) []V {
	if len(v.Fields) != t.Len {
		l.Fail(diag.WrongComponents, v.Site, "%s needs %d elements%s, but gets %d", t, t.Len, to.phrase(), len(v.Fields))
		return l.Zeros(t)
	}
	var c []V
	for _, f := range v.Fields {
		if f.Name != "" {
			l.FailOn(diag.NoMember, f.Value, "%s has no field %q", t, f.Name).HelpText("list its elements without names")
			return l.Zeros(t)
		}
		c = append(c, l.ConvertTo(f.Value, t.Elem, &Target{What: "an element of " + t.String()})...)
	}
	return c
}

// noTable refuses a table where something else than a struct or an array is expected.
func (l *Context) noTable(v Value, t *syntax.Type, to *Target) {
	d := l.Fail(diag.UnsupportedLua, v.Site, "%s is expected%s, but this is a table", t, to.phrase())
	describeTarget(d, to, t)
	d.HelpText("a table can only be stored into a struct or an array; write float3(x, y, z) for a vector")
}
