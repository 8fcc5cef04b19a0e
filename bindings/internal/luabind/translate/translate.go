// Package translate translates descriptions written with C's names to the names used here. It makes a new table and leaves the script's unchanged.
// The package must not know plans, paths or messages: what it does not recognise it leaves in the table, for its caller to refuse.
package translate

import (
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/gpu/cnames"
)

// A Description is what a table stands for.
type Description struct {
	Name string // as gpu/cnames has it
	Has  func(key string) bool
}

// Table is t with the names of d; nil if it has none of C's.
func (d Description) Table(t *lua.LTable) *lua.LTable {
	out := &lua.LTable{Metatable: t.Metatable}
	if !d.fill(out, t, d.Name, 0) {
		return nil
	}
	return out
}

// fill copies the entries of t, which is a description or a member of a union of it, and translates their keys. It reports whether there was
// something to translate.
func (d Description) fill(out, t *lua.LTable, of string, depth int) (changed bool) {
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		key, isName := k.(lua.LString)
		name := string(key)
		to := cnames.Key(name)
		inner, isTable := v.(*lua.LTable)
		if isTable && to != "" {
			inner = alone(inner)
			isTable = inner.RawGetInt(1) == lua.LNil
		}
		member := isTable && depth < cnames.Depth && cnames.Union(d.Name, name)
		if member {
			inner = named(name, inner)
		}
		switch {
		case isTable && listed(name, inner) != nil:
			out.RawSet(k, listed(name, inner))
			changed = true
		case cnames.Said(of, name, lua.LVAsString(v)), d.counts(t, cnames.Counted(name), v):
			changed = true
		case !isName || d.Has(name):
			out.RawSet(k, v)
		case to != "" && d.Has(to) && t.RawGetString(to) == lua.LNil && out.RawGetString(to) == lua.LNil:
			out.RawSetString(to, Value(to, v))
			changed = true
		case member && !overlaps(out, t, inner, name):
			if field, value := cnames.Implied(d.Name, name); field != "" && !says(t, field) {
				out.RawSetString(field, lua.LString(value))
			}
			d.fill(out, inner, name, depth+1)
			changed = true
		default:
			out.RawSet(k, v)
		}
	}
	return changed
}

// named is a member of a union whose fields are in a list, with their names: DepthStencil = { 1, 0 }. Of one that holds a list and its length it may
// be the list itself: DescriptorTable = { { … }, { … } }.
func named(member string, t *lua.LTable) *lua.LTable {
	order := cnames.Members(member)
	if len(order) == 0 || t.Len() == 0 {
		return t
	}
	out := &lua.LTable{Metatable: t.Metatable}
	if _, entries := t.RawGetInt(1).(*lua.LTable); entries && cnames.Counted(order[0]) != "" {
		out.RawSetString(order[1], t)
		return out
	}
	for k, v := t.Next(lua.LNil); k != lua.LNil; k, v = t.Next(k) {
		if i, ok := k.(lua.LNumber); ok && i >= 1 && int(i) <= len(order) {
			out.RawSetString(order[int(i)-1], v)
		} else {
			out.RawSet(k, v)
		}
	}
	return out
}

// listed is the list that is in the place of a field with a list and its length: { pInputElementDescs = { … }, NumElements = 2 } and { { … }, 2 }.
// nil: it is none.
func listed(key string, t *lua.LTable) *lua.LTable {
	member := cnames.Listed(key)
	if member == "" {
		return nil
	}
	list, _ := t.RawGetString(member).(*lua.LTable)
	length := t.RawGetString("NumElements")
	if list == nil {
		list, _ = t.RawGetInt(1).(*lua.LTable)
		length = t.RawGetInt(2)
	}
	if list == nil || length != lua.LNumber(list.Len()) {
		return nil
	}
	return list
}

// Fields are the names of the fields of a table, in order.
func Fields(t *lua.LTable) (names []string) {
	for k, _ := t.Next(lua.LNil); k != lua.LNil; k, _ = t.Next(k) {
		if name, ok := k.(lua.LString); ok {
			names = append(names, string(name))
		}
	}
	slices.Sort(names)
	return names
}

// alone is what a pointer of C points at: a table, or the only one of a list.
func alone(t *lua.LTable) *lua.LTable {
	if inner, ok := t.RawGetInt(1).(*lua.LTable); ok && t.Len() == 1 {
		return inner
	}
	return t
}

// counts reports whether v is the length of a list of t. A list that is not there has none.
func (d Description) counts(t *lua.LTable, list string, v lua.LValue) bool {
	return list != "" && v == lua.LNumber(Length(t, list))
}

// Length is how long a list of t is, 0 if it is not there.
func Length(t *lua.LTable, list string) int {
	if entries := listOf(t, list); entries != nil {
		return entries.Len()
	}
	return 0
}

// listOf is a list of t, which may be under its name in C.
func listOf(t *lua.LTable, list string) *lua.LTable {
	for k, entries := t.Next(lua.LNil); list != "" && k != lua.LNil; k, entries = t.Next(k) {
		name := lua.LVAsString(k)
		if entries, ok := entries.(*lua.LTable); ok && (name == list || cnames.Key(name) == list) {
			return entries
		}
	}
	return nil
}

// says reports whether a table has a field, or has it under its name in C.
func says(t *lua.LTable, field string) bool {
	return slices.ContainsFunc(Fields(t), func(name string) bool { return name == field || cnames.Key(name) == field })
}

// Decided is the value of a field that a table does not have, where other fields of it are used with that value only; "" if none are.
func Decided(description, field string, t *lua.LTable) string {
	if strings.HasSuffix(description, "ResourceDesc") && field == "Dimension" {
		return dimension(t)
	}
	for _, name := range Fields(t) {
		if of, value := cnames.Implied(description, name); of == field {
			return value
		}
	}
	return ""
}

// dimension is that of a resource of which the other fields are said; "" where they leave a choice.
func dimension(t *lua.LTable) string {
	format := lua.LVAsString(t.RawGetString("Format"))
	more := func(field string) bool { return float64(lua.LVAsNumber(t.RawGetString(field))) > 1 }
	switch texels := format != "" && !strings.HasSuffix(format, "UNKNOWN"); {
	case more("DepthOrArraySize"):
		return "" // slices, or depth
	case texels && more("Height"):
		return "TEXTURE2D"
	case !texels && !more("Height") && !more("MipLevels"):
		return "BUFFER"
	}
	return ""
}

// Bare is a text without the prefix of C, if that leaves a name of an enumeration, else the value as it is.
func Bare(of *enums.Table, v lua.LValue) lua.LValue {
	s, ok := v.(lua.LString)
	if !ok || of == nil {
		return v
	}
	if _, known := of.Value(string(s)); known {
		return v
	}
	if bare, _ := of.WithoutPrefix(string(s)); bare != "" {
		return lua.LString(bare)
	}
	return v
}

// overlaps reports whether one of the tables has a key of inner, the member of, so that a field would be said twice.
func overlaps(out, t, inner *lua.LTable, of string) bool {
	for k, v := inner.Next(lua.LNil); k != lua.LNil; k, v = inner.Next(k) {
		if (out.RawGet(k) != lua.LNil || t.RawGet(k) != lua.LNil) && !cnames.Said(of, lua.LVAsString(k), lua.LVAsString(v)) {
			return true
		}
	}
	return false
}

// Value is what a field holds. C describes a heap's type in a struct of its own, of which the type is all that there is here. What stands beside
// CUSTOM is left out too, so that the refusal tells of CUSTOM. Contents are in a struct with their length there.
func Value(name string, v lua.LValue) lua.LValue {
	t, ok := v.(*lua.LTable)
	if ok && name == "Data" {
		for _, pointer := range []string{"pData", "pSubResources"} {
			if data := t.RawGetString(pointer); data != lua.LNil {
				return data
			}
		}
	}
	if !ok || name != "HeapType" {
		return v
	}
	kind := t.RawGetString("Type")
	for k, other := t.Next(lua.LNil); k != lua.LNil; k, other = t.Next(k) {
		switch lua.LVAsString(k) {
		case "Type":
		case "CPUPageProperty", "MemoryPoolPreference":
			ok = ok && (other == lua.LString("UNKNOWN") || kind == lua.LString("CUSTOM"))
		case "CreationNodeMask", "VisibleNodeMask": // both 0 and 1 are the only GPU
			ok = ok && (other == lua.LNumber(0) || other == lua.LNumber(1))
		default:
			ok = false
		}
	}
	if ok && kind != lua.LNil {
		return kind
	}
	return v
}
