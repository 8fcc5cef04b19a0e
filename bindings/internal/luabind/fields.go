package luabind

import "reflect"

// FieldInfo describes one key of a descriptor to the documentation.
type FieldInfo struct {
	Name     string
	Type     string       // as LuaLS writes it
	GoType   reflect.Type // where documentation finds nested structs and enumerations
	GoField  reflect.StructField
	Required bool
	Default  string // as the tag has it; "" if there is none
	Min, Max string // "" if there is none
	Multiple string // "" if there is none
	Order    int    // its place in the list form, from 1; 0 if it has none
	When     []string
}

// Describe returns the keys of a struct type in the order in which it declares them.
func (s *Set) Describe(t reflect.Type) []FieldInfo {
	p := s.planOf(t)
	infos := make([]FieldInfo, len(p.fields))
	for i, f := range p.fields {
		infos[i] = FieldInfo{
			Name: f.name, Type: s.luaType(f.typ), GoType: f.typ, GoField: t.FieldByIndex(f.index),
			Required: f.required, Default: f.defaultTo, Order: f.order, When: f.when,
			Min: limitText(f.limits.min), Max: limitText(f.limits.max),
		}
		if f.limits.multiple != 0 {
			infos[i].Multiple = formatNumber(f.limits.multiple)
		}
	}
	return infos
}

// TypeName returns a Go type as LuaLS annotations write it.
func (s *Set) TypeName(t reflect.Type) string { return s.luaType(t) }

func limitText(x *float64) string {
	if x == nil {
		return ""
	}
	return formatNumber(*x)
}
