package luabind

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/tags"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// listLength returns the length of a list, having made sure that it has no holes and no other keys.
func (d *Decoder) listLength(t *lua.LTable, want string) (int, *diag.Diagnostic) {
	n := t.MaxN()
	for i := 1; i <= n; i++ {
		if t.RawGetInt(i) == lua.LNil {
			return 0, d.pushIndex(i).hole(n)
		}
	}
	after := lua.LValue(lua.LNil)
	if n > 0 {
		after = lua.LNumber(n)
	}
	if key, _ := t.Next(after); key != lua.LNil {
		return 0, d.mixedKey(want, key)
	}
	return n, nil
}

func (d *Decoder) hole(n int) *diag.Diagnostic {
	return d.errorf(diag.MissingField, "%s is missing", d.what()).
		Because("A list has no holes, but this one has entries up to %d.", n)
}

// mixedKey reports a key of a list that is none of an entry.
func (d *Decoder) mixedKey(want string, key lua.LValue) *diag.Diagnostic {
	e := d.errorf(diag.UnknownKey, "unknown key %s", d.path.With(d.b.keyText(key))).
		Because("%s is %s: its keys are 1, 2, 3 and so on.", d.plainWhat(), want)
	if key == lua.LNumber(0) {
		e.HelpText("count from 1: the first entry of a list has the key 1")
	} else if s, ok := key.(lua.LString); ok && want != "a list" {
		e.HelpText("write the entries alone, in their order")
	} else if ok {
		e.HelpText("if the table is one entry, put braces around it: { { %s = ... } }", string(s))
	}
	return e
}

// alone proposes to make a list of a value that could be its only entry.
func (d *Decoder) alone(e *diag.Diagnostic, v lua.LValue, elem decodeFunc, t reflect.Type) *diag.Diagnostic {
	if v == lua.LNil {
		return e
	}
	trial := *d
	trial.path, trial.count = slices.Clone(d.path), nil              // which counts for d
	itself := len(d.path) > d.root && v == d.L.Get(d.before()+d.arg) // what the argument contains
	if itself || elem(trial.pushIndex(1), v, reflect.New(t).Elem()) != nil {
		if hint := d.b.set.hints[t.Name()+"."+d.b.Kind(v)]; hint != "" { // an object in the place of a list of what is made of it
			return e.HelpText("%s", hint)
		}
		return d.named(e, v, elem, t)
	}
	e.Help = nil
	return e.HelpFix(0, d.fix(diag.FixWrap, "{ %1 }"), "put braces around it: a list of one entry")
}

// named proposes to make entries of the keys of a table, { POSITION = "float3" }, where an entry is a list that begins with a name. The order of
// several is not known. A key that holds the list elsewhere has a hint of its own.
func (d *Decoder) named(e *diag.Diagnostic, v lua.LValue, elem decodeFunc, t reflect.Type) *diag.Diagnostic {
	table, ok := v.(*lua.LTable)
	if !ok {
		return e
	}
	first, _ := table.Next(lua.LNil)
	if hint := d.b.set.hints[t.Name()+"."+first.String()]; strings.HasPrefix(hint, "write the elements alone") {
		e.Help = nil
		return e.HelpText("%s", hint)
	}
	trial := *d
	trial.path, trial.count = slices.Clone(d.path), nil
	var texts []string
	for key, value := table.Next(lua.LNil); key != lua.LNil; key, value = table.Next(key) {
		name, isName := key.(lua.LString)
		text, isText := value.(lua.LString)
		entry := d.L.NewTable()
		entry.Append(key)
		entry.Append(value)
		if !isName || !isText || elem(&trial, entry, reflect.New(t).Elem()) != nil {
			return e
		}
		texts = append(texts, fmt.Sprintf("{ %s, %s }", show.Quote(string(name)), show.Quote(string(text))))
	}
	e.Help = nil
	if len(texts) > 1 {
		return e.HelpText("make a list of each entry, in their order: { %s, ... }", slices.Min(texts))
	}
	whole := "{ " + texts[0] + " }"
	return e.HelpFix(0, d.fix(diag.FixPut, whole), "make a list of the entry: %s", whole)
}

// plainWhat is what for texts that are not formats, at the start of a sentence.
func (d *Decoder) plainWhat() string {
	if text := d.path.String(); text != "" {
		return text
	}
	return "The argument"
}

// sliceDecoder reads a list of any length within the limits. Bytes may also be a string.
func (s *Set) sliceDecoder(t reflect.Type, l tags.Limits) decodeFunc {
	elem := sync.OnceValue(func() decodeFunc { return s.limited(t.Elem(), tags.Limits{Nonfinite: l.Nonfinite}) })
	bytes := t.Elem().Kind() == reflect.Uint8 && enums.Of(t.Elem()) == nil
	want := "a list"
	if bytes {
		want = "a string or a list of bytes"
	}
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		if text, ok := v.(lua.LString); ok && bytes {
			dst.SetBytes([]byte(text))
			return d.checkLength(len(text), l)
		}
		list, ok := v.(*lua.LTable)
		if !ok && bytes {
			return d.wrongType(want, v)
		}
		if !ok {
			return d.alone(d.wrongType(want, v), v, elem(), t.Elem())
		}
		n, err := d.listLength(list, want)
		if err == nil {
			err = d.checkLength(n, l)
		}
		switch {
		case err != nil && n == 0 && err.Code == diag.UnknownKey:
			return d.alone(err, v, elem(), t.Elem())
		case err != nil:
			return err
		}
		dst.Grow(n)
		dst.SetLen(n)
		return d.entries(list, n, elem(), dst)
	}
}

// arrayDecoder reads a list of exactly as many entries as the array has.
func (s *Set) arrayDecoder(t reflect.Type, l tags.Limits) decodeFunc {
	elem := sync.OnceValue(func() decodeFunc { return s.limited(t.Elem(), tags.Limits{Nonfinite: l.Nonfinite}) })
	want := fmt.Sprintf("a list of %d", t.Len())
	named, _ := reflect.Zero(t).Interface().(ListNames)
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		if name, ok := v.(lua.LString); ok && named != nil {
			return d.namedList(string(name), named.LuaNamedLists(), dst)
		}
		list, ok := v.(*lua.LTable)
		if !ok {
			return d.wrongType(want, v)
		}
		n, err := d.listLength(list, want)
		if err != nil {
			return err
		}
		if n != t.Len() {
			return d.errorf(diag.NumberOutOfRange, "%s must have exactly %d entries, got %d", d.what(), t.Len(), n)
		}
		return d.entries(list, n, elem(), dst)
	}
}

// entries decodes entries 1 to n into dst.
func (d *Decoder) entries(list *lua.LTable, n int, decode decodeFunc, dst reflect.Value) *diag.Diagnostic {
	for i := 1; i <= n; i++ {
		d.pushIndex(i)
		if err := decode(d, list.RawGetInt(i), dst.Index(i-1)); err != nil {
			return err
		}
		d.pop()
	}
	return nil
}

// checkLength compares the length of a list with the limits of its tag.
func (d *Decoder) checkLength(n int, l tags.Limits) *diag.Diagnostic {
	switch x := float64(n); {
	case l.Min != nil && x < *l.Min:
		return d.errorf(diag.NumberOutOfRange, "%s must have at least %s, got %d", d.what(), show.Entries(*l.Min), n)
	case l.Max != nil && x > *l.Max:
		return d.errorf(diag.NumberOutOfRange, "%s must have at most %s, got %d", d.what(), show.Entries(*l.Max), n)
	case l.Multiple != 0 && float64(int(x/l.Multiple))*l.Multiple != x:
		return d.errorf(diag.NumberOutOfRange, "%s must have a multiple of %s entries, got %d", d.what(), show.Number(l.Multiple), n)
	}
	return nil
}

// mapDecoder reads a table with keys of the script's choice. Entries are read in the order in which the script set them, so the first
// error is always the same one.
func (s *Set) mapDecoder(t reflect.Type) decodeFunc {
	key := sync.OnceValue(func() decodeFunc { return s.decoderOf(t.Key()) })
	elem := sync.OnceValue(func() decodeFunc { return s.decoderOf(t.Elem()) })
	return func(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
		table, ok := v.(*lua.LTable)
		if !ok {
			return d.wrongType("a table", v)
		}
		m := reflect.MakeMap(t)
		for k, entry := table.Next(lua.LNil); k != lua.LNil; k, entry = table.Next(k) {
			d.push(d.b.keyText(k))
			goKey, goValue := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
			if err := key()(d, k, goKey); err != nil {
				return err
			}
			if err := elem()(d, entry, goValue); err != nil {
				return err
			}
			d.pop()
			m.SetMapIndex(goKey, goValue)
		}
		dst.Set(m)
		return nil
	}
}

// ListNames is implemented by lists of floats of which scripts may write some by name.
type ListNames interface {
	// LuaNamedLists returns names and entries, as many as the list has. The slice is shared and never changed.
	LuaNamedLists() []gpu.NamedList
}

// namedList reads a list by its name.
func (d *Decoder) namedList(name string, all []gpu.NamedList, dst reflect.Value) *diag.Diagnostic {
	var names []string
	for _, n := range all {
		if n.Name == name {
			for i, x := range n.Values {
				dst.Index(i).SetFloat(x)
			}
			return nil
		}
		names = append(names, n.Name)
	}
	e := d.errorf(diag.UnknownEnumValue, "%s has no value %s", d.what(), show.Quote(name))
	if bare := slices.IndexFunc(names, func(n string) bool { return strings.HasSuffix(name, "_"+n) }); bare >= 0 {
		e.HelpSpelling(name, names[bare], "write %s: values have no prefix here", show.Quote(names[bare]))
	} else if near := spell.Nearest(name, names); near != "" {
		e.HelpSpelling(name, near, "did you mean %s?", show.Quote(near))
	}
	return e.Note("It is a list of %d numbers, or %s.", dst.Len(), show.Alternatives(names))
}
