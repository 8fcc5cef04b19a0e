package luabind

import "reflect"

// FieldInfo describes one key of a descriptor.
type FieldInfo struct {
	Name     string
	Type     string       // as LuaLS writes it
	GoType   reflect.Type // where nested structs and enumerations are found
	Owner    reflect.Type // the struct that declares it, which may be embedded in the descriptor
	GoName   string       // the name of the Go field in Owner
	Required bool
	Default  string   // as the tag writes it; empty: the zero value
	Limits   string   // "1 to 16", "a multiple of 256", empty if there are none
	When     []string // the values of the union's tag for which it is read; empty: always
}

// Describe returns the keys of a struct type in the order in which it declares them.
func (s *Set) Describe(t reflect.Type) []FieldInfo {
	p := s.planOf(t)
	infos := make([]FieldInfo, len(p.fields))
	for i, f := range p.fields {
		owner, at := t, f.index
		for ; len(at) > 1; at = at[1:] {
			owner = owner.Field(at[0]).Type
		}
		infos[i] = FieldInfo{Name: f.Name, Type: s.luaType(f.typ), GoType: f.typ, Owner: owner, GoName: owner.Field(at[0]).Name,
			Required: f.Required, Default: f.Default, Limits: f.Limits.Text(), When: f.When}
	}
	return infos
}

// Returns is what Lua gets from a method, as LuaLS writes types; empty if that is nothing.
func (s *Set) Returns(m *Method) string {
	if m.Returns != "" || m.Fn.Result == nil {
		return m.Returns
	}
	if m.Fn.Result == reflect.TypeFor[Values]() {
		return "any ..."
	}
	return s.luaType(m.Fn.Result)
}

// Has reports whether objects of the type belong to a class.
func (s *Set) Has(t reflect.Type) bool { return s.classOf(t) != nil }
