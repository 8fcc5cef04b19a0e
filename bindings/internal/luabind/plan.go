package luabind

import (
	"fmt"
	"reflect"
	"slices"
	"sort"
	"sync"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/tags"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// plan says how tables become values of one struct type. It is built when it is first used, by whichever state comes first, and does not
// look into the plans of nested structs while it is built, so that types may contain themselves.
type plan struct {
	set  *Set
	typ  reflect.Type
	once sync.Once

	fields  []*planField          // in the order in which they are read: the tag field first, then as declared
	byName  map[string]*planField // by key
	ordered []*planField          // the entries of the list form; empty if there is none
	long    []*planField          // the entries of the long list form
	sites   [][]int               // fields of type gpu.Site
	tag     *planField            // nil if the struct is not a union
}

// planField is one key of a struct.
type planField struct {
	tags.Tag
	typ       reflect.Type
	index     []int
	decode    decodeFunc
	fallback  reflect.Value // the default; invalid if there is none or the struct has its own
	structure *plan         // for default={}
}

// planOf returns the plan of a struct type, built.
func (s *Set) planOf(t reflect.Type) *plan {
	p := s.planShell(t)
	p.once.Do(p.build)
	return p
}

// planShell returns the plan of a struct type, which may not be built yet.
func (s *Set) planShell(t reflect.Type) *plan {
	if p, ok := s.plans.Load(t); ok {
		return p.(*plan)
	}
	p, _ := s.plans.LoadOrStore(t, &plan{set: s, typ: t})
	return p.(*plan)
}

// build reads the fields of the type.
func (p *plan) build() {
	p.byName = map[string]*planField{}
	p.addFields(p.typ, nil)
	for _, f := range p.fields {
		if f.IsTag {
			p.tag = f
		}
	}
	p.ordered = p.listForm("order", func(f *planField) int { return f.Order })
	p.long = p.listForm("long", func(f *planField) int { return f.Long })
	sort.SliceStable(p.fields, func(i, j int) bool { return p.fields[i].IsTag && !p.fields[j].IsTag })
}

// listForm is the fields that are in a list, in their places there, which an option of the tags says.
func (p *plan) listForm(option string, place func(*planField) int) (list []*planField) {
	for range p.fields {
		at := slices.IndexFunc(p.fields, func(f *planField) bool { return place(f) == len(list)+1 })
		if at < 0 {
			break
		}
		list = append(list, p.fields[at])
	}
	if slices.ContainsFunc(p.fields, func(f *planField) bool { return place(f) > len(list) }) {
		panic(fmt.Sprintf("BUG: luabind: %v has no field with %s=%d", p.typ, option, len(list)+1))
	}
	return list
}

// addFields adds the fields of t, which is at index of the planned struct.
func (p *plan) addFields(t reflect.Type, index []int) {
	for i := range t.NumField() {
		field := t.Field(i)
		at := append(append([]int(nil), index...), i)
		parsed := tags.Parse(field)
		switch {
		case field.Anonymous && field.Type.Kind() == reflect.Struct && field.Tag.Get("lua") == "":
			p.addFields(field.Type, at)
		case parsed.Hidden:
		case field.Type == siteType:
			p.sites = append(p.sites, at)
		case p.byName[parsed.Name] != nil:
			panic(fmt.Sprintf("BUG: luabind: %v has two fields %s", p.typ, parsed.Name))
		default:
			f := &planField{Tag: parsed, typ: field.Type, index: at}
			p.byName[f.Name] = f
			p.fields = append(p.fields, f)
			p.set.planField(f)
		}
	}
}

// planField chooses the decoder of a field and evaluates its default.
func (s *Set) planField(f *planField) {
	f.decode = s.limited(f.typ, f.Limits)
	if !f.HasDefault {
		return
	}
	if f.Default == "{}" {
		f.structure = s.planShell(f.typ)
		return
	}
	d := &Decoder{b: &Binder{set: s}, sig: &signature{name: "default"}}
	f.fallback = reflect.New(f.typ).Elem()
	if err := f.decode(d, defaultValue(f.typ, f.Default), f.fallback); err != nil {
		panic(fmt.Sprintf("BUG: luabind: default of %s: %s", f.Name, err.Title))
	}
}

// hasRequired reports whether a table must be given at all.
func (p *plan) hasRequired() bool {
	for _, f := range p.fields {
		if f.Required {
			return true
		}
	}
	return false
}

// setSites stores the place of the call. Looking it up costs a walk of the call stack, so it is done only where it is kept.
func (p *plan) setSites(d *Decoder, dst reflect.Value) {
	if len(p.sites) == 0 || d.L == nil {
		return
	}
	site := uint64(d.b.site(d.L))
	for _, index := range p.sites {
		dst.FieldByIndex(index).SetUint(site)
	}
}

// depending is a struct that sets fields that are left out where their values depend on fields before them.
type depending interface{ LuaDefault(field string) (set bool) }

// setDefault gives an absent field of a struct its value.
func (f *planField) setDefault(d *Decoder, of, dst reflect.Value) *diag.Diagnostic {
	if of, ok := of.Addr().Interface().(depending); ok && of.LuaDefault(f.Name) {
		return nil
	}
	switch {
	case f.structure != nil:
		return d.b.set.planOf(f.typ).decodeAbsent(d, dst)
	case f.fallback.IsValid():
		dst.Set(f.fallback)
	}
	return nil
}

// idle says whether a field holds what it does where it is left out, or may hold anything.
func (f *planField) idle(at reflect.Value) bool {
	if f.fallback.IsValid() {
		return at.Equal(f.fallback)
	}
	return f.Spare || at.IsZero() || at.Kind() == reflect.Slice && at.Len() == 0
}

// decodeAbsent fills a struct as an empty table would.
func (p *plan) decodeAbsent(d *Decoder, dst reflect.Value) *diag.Diagnostic {
	return p.decode(d, &lua.LTable{Metatable: lua.LNil}, dst)
}
