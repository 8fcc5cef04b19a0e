package luabind

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/inherit"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/translate"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/union"
	"github.com/gpuscript/gpuscript/gpu/cnames"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// decode reads a table into a struct. Keys that are not there are looked up among the names of C, so that what is written with the names here costs
// nothing.
func (p *plan) decode(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	p.once.Do(p.build)
	t, ok := v.(*lua.LTable)
	if !ok {
		return p.wrapped(d, v, d.wrongType("a table", v))
	}
	steps := len(d.path)
	err := p.decodeTable(d, t, dst)
	if err == nil {
		return nil
	}
	names := translate.Description{Name: p.typeName(), Has: func(key string) bool { return p.byName[key] != nil }}
	if here := names.Table(t); here != nil {
		d.path = d.path[:steps]
		dst.SetZero()
		return p.decodeTable(d, here, dst)
	}
	return err
}

// decodeTable is decode of a table as it is.
func (p *plan) decodeTable(d *Decoder, t *lua.LTable, dst reflect.Value) *diag.Diagnostic {
	if t.Metatable != lua.LNil {
		if err := d.computed(t); err != nil {
			return err
		}
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
	if used != d.countKeys(t) {
		return p.unknownKey(d, t)
	}
	return p.misfit(d, t, dst)
}

// decodeField reads one field and returns how many keys of the table that took.
func (p *plan) decodeField(d *Decoder, t *lua.LTable, f *planField, dst reflect.Value) (used int, err *diag.Diagnostic) {
	v, used, place := p.lookup(d, t, f)
	if used > 1 {
		return 0, d.push(f.Name).givenTwice(slices.Index(p.form(t), f) + 1)
	}
	at := dst.FieldByIndex(f.index)
	switch {
	case v == lua.LNil && f.Required && p.active(f, dst):
		if unknown := p.unknownKey(d, t); unknown != nil {
			return 0, unknown // most likely the missing key, misspelt
		}
		return 0, d.push(f.Name).missing(f.typ, p.typeName(), t)
	case v == lua.LNil:
		return 0, f.setDefault(d, dst, at)
	}
	d.path.PushEntry(f.Name, place)
	if err := f.decode(d, v, at); err != nil {
		if form := p.form(t); len(form) > len(p.ordered) {
			err.Note("A list of more than %d entries has the order %s.", len(p.ordered), show.Names(fieldNames(form), show.Plain))
		}
		return 0, err
	}
	d.pop()
	return used, nil
}

// lookup finds the value of a field: by key, as an entry of the list form, or by inheritance from a metatable. used counts the
// entries of the table itself that it took, and place is which one of the list it was, from 1; 0: none.
func (p *plan) lookup(d *Decoder, t *lua.LTable, f *planField) (v lua.LValue, used, place int) {
	v = t.RawGetString(f.Name)
	if v != lua.LNil {
		used++
	}
	if at := slices.Index(p.form(t), f) + 1; at > 0 {
		if entry := t.RawGetInt(at); entry != lua.LNil {
			v, place = entry, at
			used++
		}
	}
	if used > 0 || t.Metatable == lua.LNil {
		return v, used, place
	}
	return inherit.Value(t, f.Name), 0, 0
}

// form is the fields of the list form that a table has: the long one if it has more entries than the short one.
func (p *plan) form(t *lua.LTable) []*planField {
	if len(p.long) > 0 && t.RawGetInt(len(p.ordered)+1) != lua.LNil {
		return p.long
	}
	return p.ordered
}

// computed reports a table that computes fields by a function. The results of this package do, to be strict, but have all their
// fields themselves.
func (d *Decoder) computed(t *lua.LTable) *diag.Diagnostic {
	if by := inherit.Computed(t); by == nil || d.b.isResult(by) {
		return nil
	}
	return d.errorf(diag.WrongType, "%s must be a plain table, got a table whose __index is a function", d.what()).
		Because("Fields that a function computes are not read.").
		HelpText("copy the fields into a table, or make __index a table")
}

// active reports whether the tag of a union, which is read already, makes use of the field.
func (p *plan) active(f *planField, dst reflect.Value) bool {
	return p.tag == nil || union.Field{When: f.When}.Used(enums.Text(dst.FieldByIndex(p.tag.index)))
}

// misfit reports the fields that the tag of a union makes no use of, unless they say nothing: what they hold where they are left out.
func (p *plan) misfit(d *Decoder, t *lua.LTable, dst reflect.Value) *diag.Diagnostic {
	idle := func(f *planField) bool { return f.idle(dst.FieldByIndex(f.index)) }
	if p.tag == nil || !slices.ContainsFunc(p.fields, func(f *planField) bool { return !p.active(f, dst) && !idle(f) }) {
		return nil
	}
	var set []union.Field
	for _, f := range p.fields {
		if f != p.tag && !idle(f) {
			set = append(set, union.Field{Name: f.Name, When: f.When})
		}
	}
	m := union.Find(p.tag.Name, enums.Text(dst.FieldByIndex(p.tag.index)), enums.Of(p.tag.typ).List, set)
	e := d.errorf(diag.UnknownKey, "%s has %s, which %s %s does not use", d.what(), m.Names(), m.Tag, show.Quote(m.Value)).Because("%s", m.Owners())
	put := p.set.renames[p.typeName()+"."+m.Value+"."+m.Names()]
	switch left, _, _ := p.lookup(d, t, p.tag); {
	case m.Fits != "" && (left == lua.LNil || p.byName[m.Unused[0].Name].typ.Kind() == reflect.Slice): // nobody fills a list by mistake
		return e.HelpFix(0, d.push(m.Tag).fix(diag.FixPut, show.Quote(m.Fits)), "write %s = %s", m.Tag, show.Quote(m.Fits))
	case put != "" && idle(p.byName[put]):
		return e.HelpFix(0, d.push(m.Names()).fix(diag.FixKey, put), "write %s = ...", put)
	}
	var drops []diag.Fix
	for _, f := range m.Unused {
		drops = append(drops, d.push(f.Name).fix(diag.FixDrop, ""))
		d.pop()
	}
	return e.HelpFixes(0, drops, "%s", m.Help())
}

// countKeys counts the entries of a table. The order of ForEach is random and does not matter here. The function that counts
// belongs to the decoder because a new one a table would be two allocations.
func (d *Decoder) countKeys(t *lua.LTable) int {
	if d.count == nil {
		d.count = func(lua.LValue, lua.LValue) { d.keys++ }
	}
	d.keys = 0
	t.ForEach(d.count)
	return d.keys
}

// unknownKey reports the first key that the struct does not have; nil if it has them all.
func (p *plan) unknownKey(d *Decoder, t *lua.LTable) *diag.Diagnostic {
	if key := p.unknown(t); key != lua.LNil {
		return p.describeUnknown(d, key, t)
	}
	return nil
}

// unknown is the first key, in the order in which the script set them, that the struct does not have; nil if it has them all.
func (p *plan) unknown(t *lua.LTable) lua.LValue {
	for key, _ := t.Next(lua.LNil); key != lua.LNil; key, _ = t.Next(key) {
		switch key := key.(type) {
		case lua.LString:
			if p.byName[string(key)] != nil {
				continue
			}
		case lua.LNumber:
			if i := int(key); lua.LNumber(i) == key && 1 <= i && i <= len(p.form(t)) {
				continue
			}
		}
		return key
	}
	return lua.LNil
}

// nested names the first field of p among the keys of a table that stands under an unknown key, as the members of C's unions do; "" if there is none.
func (p *plan) nested(v lua.LValue) string {
	if t, ok := v.(*lua.LTable); ok {
		for key, _ := t.Next(lua.LNil); key != lua.LNil; key, _ = t.Next(key) {
			s, ok := key.(lua.LString)
			if f := p.byName[string(s)]; ok && f != nil {
				return f.Name
			}
		}
	}
	return ""
}

// listOf is the list of structs whose entries have a field; "" if there is none.
func (p *plan) listOf(name string) string {
	for _, f := range p.fields {
		if k := f.typ.Kind(); k != reflect.Slice && k != reflect.Array || f.typ.Elem().Kind() != reflect.Struct {
			continue
		}
		if p.set.planOf(f.typ.Elem()).byName[name] != nil {
			return f.Name
		}
	}
	return ""
}

// structOf is the field of a struct, or of a pointer to one, that has a field; "" if there is none.
func (p *plan) structOf(name string) string {
	for _, f := range p.fields {
		t := f.typ
		if t.Kind() == reflect.Pointer {
			t = t.Elem()
		}
		if t.Kind() == reflect.Struct && p.set.named(f.typ) == nil && luaValueDecoder(f.typ) == nil && p.set.planOf(t).byName[name] != nil {
			return f.Name
		}
	}
	return ""
}

// listFor is the list of structs whose entries a table has that is nothing but a list; "" if there is none.
func (p *plan) listFor(t *lua.LTable) string {
	first, ok := t.RawGetInt(1).(*lua.LTable)
	if k, _ := t.Next(lua.LNumber(t.Len())); !ok || k != lua.LNil {
		return ""
	}
	key, _ := first.Next(lua.LNil)
	return p.listOf(lua.LVAsString(key))
}

// fieldFor is the only field that a table does not have yet and that a value without a name fits, of several the only enumeration or the only one
// that is required; "" if there is none.
func (p *plan) fieldFor(d *Decoder, t *lua.LTable, v lua.LValue) string {
	var fits []*planField
	for _, f := range p.fields {
		if t.RawGetString(f.Name) == lua.LNil && (v.Type() == lua.LTString || enums.Of(f.typ) == nil) &&
			f.decode(d, v, reflect.New(f.typ).Elem()) == nil {
			fits = append(fits, f)
		}
	}
	for _, better := range []func(*planField) bool{func(f *planField) bool { return enums.Of(f.typ) != nil },
		func(f *planField) bool { return f.Required }} {
		if some := slices.DeleteFunc(slices.Clone(fits), func(f *planField) bool { return !better(f) }); len(some) > 0 {
			fits = some
		}
	}
	if len(fits) != 1 {
		return ""
	}
	return fits[0].Name
}

// mustNames are the required fields of p, or the first one if none is required.
func (p *plan) mustNames() (names []string) {
	p.once.Do(p.build)
	for _, f := range p.fields {
		if f.Required {
			names = append(names, f.Name)
		}
	}
	if names == nil {
		names = p.keyNames()[:1]
	}
	return names
}

func (p *plan) describeUnknown(d *Decoder, key lua.LValue, t *lua.LTable) *diag.Diagnostic {
	names := p.keyNames()
	title := d.path.With(d.b.keyText(key))
	d.push(d.b.keyText(key))
	e := d.errorf(diag.UnknownKey, "unknown key %s", title)
	if s, ok := key.(lua.LString); ok {
		if hint := cmp.Or(p.set.hints[p.typeName()+"."+string(s)], p.set.hints["Value."+d.b.Kind(t.RawGet(key))]); hint != "" {
			if strings.HasPrefix(hint, "leave it out") {
				return e.HelpFix(0, d.fix(diag.FixDrop, ""), "%s", hint)
			}
			var fix diag.Fix
			if s == "Desc" && p.nested(t.RawGet(key)) != "" {
				fix = d.fix(diag.FixUnfold, "")
			}
			return e.HelpFix(0, fix, "%s", hint)
		}
		if to := cnames.Key(string(s)); p.byName[to] != nil {
			e.Title = d.sig.name + ": " + d.what() + " is " + to + ", which is given too"
			return e.HelpFix(0, d.fix(diag.FixDrop, ""), "remove one of the two")
		}
		counts := cmp.Or(cnames.Counted(string(s)), strings.TrimPrefix(string(s), "Num"))
		near, inner, list := spell.Nearest(string(s), names), p.nested(t.RawGet(key)), p.listOf(string(s))
		written := p.set.renames[p.typeName()+"."+string(s)]
		if _, rest, ok := strings.Cut(written, ", "); ok && t.RawGetString("Type") != lua.LNil {
			written = rest
		}
		switch {
		case strings.HasSuffix(written, "%0") && t.RawGet(key) == lua.LFalse:
			e.HelpFix(0, d.fix(diag.FixDrop, ""), "leave it out")
		case written != "":
			e.HelpFix(0, d.fix(diag.FixKey, written), "write %s", show.Key(written))
		case inner != "" && t.RawGet(key) != t && (near == "" || p.structOf(inner) != near):
			e.HelpFix(0, d.fix(diag.FixUnfold, ""), "take the inner table away: %s and its other fields belong beside %s", inner, p.tagName())
		case counts != string(s) && p.byName[counts] != nil && p.byName[counts].typ == reflect.TypeFor[int](): // a number itself
			e.HelpFix(0, d.fix(diag.FixKey, counts), "write %s = ...", counts)
		case counts != string(s) && p.byName[counts] != nil:
			e.Title = d.sig.name + ": " + d.what() + " is " + d.b.Describe(t.RawGet(key)) + ", and the list " + counts + " has " +
				show.Number(float64(translate.Length(t, counts)))
			e.HelpFix(0, d.fix(diag.FixDrop, ""), "leave it out: a list knows its length")
		case list != "":
			e.HelpText("it belongs to the entries of the list %s: %s = { { %s = … } }", list, list, s)
		case p.structOf(string(s)) != "":
			into := p.structOf(string(s))
			if t.RawGetString(into) == lua.LNil {
				e.HelpFix(0, d.fix(diag.FixKey, into+" = { "+string(s)+" = %1 }"), "it belongs in %s", into)
			} else {
				e.HelpText("it belongs in %s, which is given too", into)
			}
		case near != "" && t.RawGetString(near) != lua.LNil:
			e.HelpText("did you mean %s, which is given too?", near)
		case near != "":
			e.HelpFix(0, d.fix(diag.FixKey, near), "did you mean %s?", near)
		}
	} else if list := p.listFor(t); list != "" {
		d.pop()
		e.HelpFix(0, d.fix(diag.FixWrap, "{ "+list+" = %1 }"), "the list belongs in %s: write { %s = { ... } }", list, list)
	} else if len(p.ordered) == 0 {
		if name := p.fieldFor(d, t, t.RawGet(key)); name != "" && key.Type() == lua.LTNumber {
			e.HelpFix(0, d.fix(diag.FixWrap, name+" = %1"), "write the fields with their names, as { %s = ... }", name)
		} else {
			e.HelpText("write the fields with their names, as { %s = ... }", p.mustNames()[0])
		}
	}
	if len(names) > 0 {
		e.Note("%s has %s.", p.typeName(), show.Names(names, show.Plain))
	}
	return e
}

// tagName is the field that says which others are used: Type, where there is one, else the first.
func (p *plan) tagName() string {
	if p.byName["Type"] != nil {
		return "Type"
	}
	return p.fields[0].Name
}

// typeName is the name of the struct in messages.
func (p *plan) typeName() string {
	if name := p.typ.Name(); name != "" {
		return strings.ToUpper(name[:1]) + strings.TrimSuffix(name[1:], "Args")
	}
	return "The table"
}

func (p *plan) keyNames() []string { return fieldNames(p.fields) }

func fieldNames(fields []*planField) []string {
	return show.Each(fields, func(f *planField) string { return f.Name })
}
