// Package enums has the names that scripts write for values of enumerations and sets of flags: what a type says of itself, as a table that is looked up in both
// directions. It must not know Lua, descriptors or messages.
package enums

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	"github.com/gpuscript/gpuscript/gpu"
)

// EnumNames is implemented by enumerations whose values are small numbers from 0. Scripts write the names.
type EnumNames interface {
	// LuaNames returns the name of each value, "" for a value without name. The slice is shared and never changed.
	LuaNames() []string
}

// ValueNames is implemented by enumerations whose values are any numbers.
type ValueNames interface {
	// LuaValueNames returns names and values. The slice is shared and never changed.
	LuaValueNames() []gpu.FlagName
}

// FlagNames is implemented by sets of flags. Scripts write one name, "A|B", a list of names, or 0.
type FlagNames interface {
	// LuaFlagNames returns names and bits. Several names may have the same bits; the first is used when values are shown.
	// The slice is shared and never changed.
	LuaFlagNames() []gpu.FlagName
}

// Table is the table of an enumeration or a set of flags.
type Table struct {
	Type   string   // its name
	List   []string // names as the type lists them
	Flags  bool     // a set of flags
	values []gpu.FlagName
	byName map[string]uint64
}

// cache holds the tables by reflect.Type. They are derived from constants, so it does not matter which Set asks.
var cache sync.Map

// Of returns the table of a type, nil if it is not an enumeration.
func Of(t reflect.Type) *Table {
	if cached, ok := cache.Load(t); ok {
		return cached.(*Table)
	}
	if t.PkgPath() == "" || t.Kind() < reflect.Int || t.Kind() > reflect.Uint64 {
		return nil
	}
	n := &Table{Type: t.Name(), byName: map[string]uint64{}}
	switch zero := reflect.Zero(t).Interface().(type) {
	case EnumNames:
		for i, name := range zero.LuaNames() {
			if name != "" {
				n.values = append(n.values, gpu.FlagName{Name: name, Bits: uint64(i)})
			}
		}
	case ValueNames:
		n.values = zero.LuaValueNames()
	case FlagNames:
		n.values, n.Flags = zero.LuaFlagNames(), true
	default:
		return nil
	}
	for _, v := range n.values {
		if _, twice := n.byName[v.Name]; twice || v.Name == "" {
			panic(fmt.Sprintf("BUG: enums: %v has the name %q twice", t, v.Name))
		}
		n.byName[v.Name] = v.Bits
		n.List = append(n.List, v.Name)
	}
	cached, _ := cache.LoadOrStore(t, n)
	return cached.(*Table)
}

// Value is the value of a name.
func (n *Table) Value(name string) (value uint64, ok bool) {
	value, ok = n.byName[name]
	return value, ok
}

// Joined are the flags of a text, in which they stand beside each other in any way, as scripts join them; "" if it has anything else.
func (n *Table) Joined(text string) string {
	names := strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(" ,;+&/|", r) })
	if !n.Flags || len(names) < 2 {
		return ""
	}
	for _, name := range names {
		if _, known := n.Value(name); !known {
			return ""
		}
	}
	return strings.Join(names, "|")
}

// WithoutPrefix finds the name that a Direct3D spelling, which is one word, ends with: COPY_DEST in D3D12_RESOURCE_STATE_COPY_DEST. The longest
// wins, because one name can be the end of another.
func (n *Table) WithoutPrefix(name string) (bare, prefix string) {
	if strings.ContainsAny(name, " ,;+&/") {
		return "", ""
	}
	for _, candidate := range n.List {
		if strings.HasSuffix(name, "_"+candidate) && len(candidate) > len(bare) {
			bare = candidate
		}
	}
	return bare, strings.TrimSuffix(name, bare)
}

// SetInteger stores the value of an enumeration, whichever integer type it is made of.
func SetInteger(dst reflect.Value, value uint64) {
	if dst.CanInt() {
		dst.SetInt(int64(value))
	} else {
		dst.SetUint(value)
	}
}

// Bits is the value of an enumeration.
func Bits(v reflect.Value) uint64 {
	if v.CanInt() {
		return uint64(v.Int())
	}
	return v.Uint()
}

// Text returns the text of a value as a script would write it, "" for a type without names.
func Text(v reflect.Value) string {
	n := Of(v.Type())
	if n == nil {
		return ""
	}
	text, _ := n.Text(Bits(v))
	return text
}

// Text returns the name of a value, flags joined with "|". Unions of flags come before their parts if the type lists them so.
// It reports false for a value, or a rest of bits, without name; the text then has the number.
func (n *Table) Text(value uint64) (string, bool) {
	var parts []string
	for _, v := range n.values {
		if v.Bits == value && (!n.Flags || len(parts) == 0) {
			return v.Name, true
		}
	}
	if !n.Flags {
		return fmt.Sprint(value), false
	}
	for _, v := range n.values {
		if v.Bits != 0 && value&v.Bits == v.Bits {
			parts = append(parts, v.Name)
			value &^= v.Bits
		}
	}
	if value != 0 {
		parts = append(parts, fmt.Sprintf("0x%x", value))
	}
	if len(parts) == 0 {
		return "NONE", true
	}
	return strings.Join(parts, "|"), value == 0
}
