package luabind

import "reflect"

// FieldInfo describes one key of a descriptor.
type FieldInfo struct {
	Name     string
	Type     string       // as LuaLS writes it
	GoType   reflect.Type // where nested structs and enumerations are found
	Required bool
}

// Describe returns the keys of a struct type in the order in which it declares them.
func (s *Set) Describe(t reflect.Type) []FieldInfo {
	p := s.planOf(t)
	infos := make([]FieldInfo, len(p.fields))
	for i, f := range p.fields {
		infos[i] = FieldInfo{Name: f.name, Type: s.luaType(f.typ), GoType: f.typ, Required: f.required}
	}
	return infos
}
