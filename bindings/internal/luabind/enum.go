package luabind

import (
	"fmt"
	"reflect"
	"strings"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
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

// names is the table of an enumeration or a set of flags.
type names struct {
	typ    string
	list   []string // as the type lists them
	values []gpu.FlagName
	byName map[string]uint64
	flags  bool
}

// namesCache holds the tables by reflect.Type. They are derived from constants, so it does not matter which Set asks.
var namesCache sync.Map

// namesOf returns the table of a type, nil if it is not an enumeration.
func namesOf(t reflect.Type) *names {
	if cached, ok := namesCache.Load(t); ok {
		return cached.(*names)
	}
	if t.PkgPath() == "" || t.Kind() < reflect.Int || t.Kind() > reflect.Uint64 {
		return nil
	}
	n := &names{typ: t.Name(), byName: map[string]uint64{}}
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
		n.values, n.flags = zero.LuaFlagNames(), true
	default:
		return nil
	}
	for _, v := range n.values {
		if _, twice := n.byName[v.Name]; twice || v.Name == "" {
			panic(fmt.Sprintf("BUG: luabind: %v has the name %q twice", t, v.Name))
		}
		n.byName[v.Name] = v.Bits
		n.list = append(n.list, v.Name)
	}
	cached, _ := namesCache.LoadOrStore(t, n)
	return cached.(*names)
}

// Names returns the names of an enumeration or set of flags as its type lists them, nil for any other type. Documentation lists
// them.
func Names(t reflect.Type) []string {
	if n := namesOf(t); n != nil {
		return n.list
	}
	return nil
}

// decodeEnum reads a name.
func (n *names) decodeEnum(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	s, ok := v.(lua.LString)
	if !ok {
		e := d.wrongType("a string", v)
		e.Help = nil
		return n.listValues(e)
	}
	value, err := n.value(d, string(s))
	if err != nil {
		return err
	}
	setInteger(dst, value)
	return nil
}

// value looks a name up.
func (n *names) value(d *Decoder, name string) (uint64, *diag.Diagnostic) {
	if value, ok := n.byName[name]; ok {
		return value, nil
	}
	if n.flags && name == "NONE" {
		return 0, nil
	}
	e := d.errorf(diag.UnknownEnumValue, "%s has no value %s", d.what(), show.Quote(name))
	if hint := d.b.set.hint(n.typ, name); hint != "" {
		return 0, e.HelpText("%s", hint)
	}
	if bare, prefix := n.withoutPrefix(name); bare != "" {
		e.HelpSpelling(name, bare, "write %s: values have no prefix %s here", show.Quote(bare), prefix)
	} else if near := spell.Nearest(name, n.list); near != "" {
		e.HelpSpelling(name, near, "did you mean %s?", show.Quote(near))
	}
	return 0, n.listValues(e)
}

// withoutPrefix finds the name that a Direct3D spelling ends with: COPY_DEST in D3D12_RESOURCE_STATE_COPY_DEST. The longest
// wins, because one name can be the end of another.
func (n *names) withoutPrefix(name string) (bare, prefix string) {
	for _, candidate := range n.list {
		if strings.HasSuffix(name, "_"+candidate) && len(candidate) > len(bare) {
			bare = candidate
		}
	}
	return bare, strings.TrimSuffix(name, bare)
}

func (n *names) listValues(e *diag.Diagnostic) *diag.Diagnostic {
	return e.Note("%s is %s.", n.typ, alternatives(n.list))
}

// decodeFlags reads a name, names joined with "|", a list of names, or 0.
func (n *names) decodeFlags(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	var bits uint64
	switch v := v.(type) {
	case lua.LString:
		if flag, ok := n.byName[string(v)]; ok {
			bits = flag
			break
		}
		for _, name := range strings.Split(string(v), "|") {
			flag, err := n.value(d, strings.TrimSpace(name))
			if err != nil {
				return err
			}
			bits |= flag
		}
	case *lua.LTable:
		length, err := d.listLength(v, "a list of names")
		if err != nil {
			return err
		}
		for i := 1; i <= length; i++ {
			entry := reflect.New(dst.Type()).Elem()
			d.pushIndex(i)
			if err := n.decodeEnum(d, v.RawGetInt(i), entry); err != nil {
				return err
			}
			d.pop()
			bits |= integerBits(entry)
		}
	default:
		if v != lua.LNumber(0) {
			e := d.wrongType("a string, a list of strings or 0", v)
			return n.listValues(e)
		}
	}
	setInteger(dst, bits)
	return nil
}

// setInteger stores the value of an enumeration, whichever integer type it is made of.
func setInteger(dst reflect.Value, value uint64) {
	if dst.CanInt() {
		dst.SetInt(int64(value))
	} else {
		dst.SetUint(value)
	}
}

func integerBits(v reflect.Value) uint64 {
	if v.CanInt() {
		return uint64(v.Int())
	}
	return v.Uint()
}

// enumText returns the text of a value as a script would write it, "" for a type without names.
func enumText(v reflect.Value) string {
	n := namesOf(v.Type())
	if n == nil {
		return ""
	}
	text, _ := n.text(integerBits(v))
	return text
}

// text returns the name of a value, flags joined with "|". Unions of flags come before their parts if the type lists them so.
// It reports false for a value, or a rest of bits, without name; the text then has the number.
func (n *names) text(value uint64) (string, bool) {
	var parts []string
	for _, v := range n.values {
		if v.Bits == value && (!n.flags || len(parts) == 0) {
			return v.Name, true
		}
	}
	if !n.flags {
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
