package luabind

import (
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// decode reads a table into a struct.
func (p *plan) decode(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	p.once.Do(p.build)
	t, ok := v.(*lua.LTable)
	if !ok {
		return d.wrongType("a table", v)
	}
	p.setSites(d, dst)
	used := 0
	for _, f := range p.fields {
		found, err := p.decodeField(d, t, f, dst)
		if err != nil {
			return err
		}
		used += found
	}
	if used != countKeys(t) {
		return p.unknownKey(d, t)
	}
	return nil
}

// decodeField reads one field and returns how many keys of the table that took.
func (p *plan) decodeField(d *Decoder, t *lua.LTable, f *planField, dst reflect.Value) (used int, err *diag.Diagnostic) {
	v, used := p.lookup(d, t, f)
	if used > 1 {
		return 0, d.push(f.name).givenTwice(f.order)
	}
	active := p.active(f, dst)
	at := dst.FieldByIndex(f.index)
	switch {
	case v == lua.LNil && f.required && active:
		if unknown := p.unknownKey(d, t); unknown != nil {
			return 0, unknown // most likely the missing key, misspelt
		}
		return 0, d.push(f.name).missing(f.typ)
	case v == lua.LNil:
		return 0, f.setDefault(d, at)
	case !active:
		return 0, d.push(f.name).notUsed(p.tag.name, enumText(dst.FieldByIndex(p.tag.index)), f.when)
	}
	d.push(f.name)
	if err := f.decode(d, v, at); err != nil {
		return 0, err
	}
	d.pop()
	return used, nil
}

// lookup finds the value of a field: by key, as an entry of the list form, or by inheritance from a metatable. Result tables of
// this package are strict about absent keys and therefore read without their metatable.
func (p *plan) lookup(d *Decoder, t *lua.LTable, f *planField) (v lua.LValue, used int) {
	v = t.RawGetString(f.name)
	if v != lua.LNil {
		used++
	}
	if f.order > 0 {
		if entry := t.RawGetInt(f.order); entry != lua.LNil {
			v = entry
			used++
		}
	}
	if used > 0 || t.Metatable == lua.LNil || d.L == nil || d.b.isResult(t) {
		return v, used
	}
	return d.L.GetField(t, f.name), 0
}

// active reports whether the tag of a union, which is read already, makes use of the field.
func (p *plan) active(f *planField, dst reflect.Value) bool {
	if p.tag == nil || len(f.when) == 0 {
		return true
	}
	return slices.Contains(f.when, enumText(dst.FieldByIndex(p.tag.index)))
}

// countKeys counts the entries of a table. The order of ForEach is random and does not matter here.
func countKeys(t *lua.LTable) int {
	n := 0
	t.ForEach(func(lua.LValue, lua.LValue) { n++ })
	return n
}

// unknownKey reports the first key, in the order in which the script set them, that the struct does not have; nil if it has
// them all.
func (p *plan) unknownKey(d *Decoder, t *lua.LTable) *diag.Diagnostic {
	for key, _ := t.Next(lua.LNil); key != lua.LNil; key, _ = t.Next(key) {
		switch key := key.(type) {
		case lua.LString:
			if p.byName[string(key)] != nil {
				continue
			}
		case lua.LNumber:
			if i := int(key); lua.LNumber(i) == key && 1 <= i && i <= len(p.ordered) {
				continue
			}
		}
		return p.describeUnknown(d, key)
	}
	return nil
}

func (p *plan) describeUnknown(d *Decoder, key lua.LValue) *diag.Diagnostic {
	names := p.keyNames()
	e := d.errorf(diag.UnknownKey, "unknown key %s", d.pathWith(d.b.keyText(key)))
	if s, ok := key.(lua.LString); ok {
		if near := nearest(string(s), names); near != "" {
			e.HelpText("did you mean %s?", near)
		}
	} else if len(p.ordered) == 0 {
		e.HelpText("write the fields with their names, as { %s = ... }", names[0])
	}
	if len(names) > 0 {
		e.Note("%s has %s.", p.typeName(), listNames(names, plainName))
	}
	return e
}

// typeName is the name of the struct in messages.
func (p *plan) typeName() string {
	if name := p.typ.Name(); name != "" {
		return strings.TrimSuffix(name, "Args")
	}
	return "The table"
}

func (p *plan) keyNames() []string {
	names := make([]string, len(p.fields))
	for i, f := range p.fields {
		names[i] = f.name
	}
	return names
}
