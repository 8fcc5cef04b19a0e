// Package vet finds the faults of tables of classes and modules: rows out of order, without documentation or function, parameters without a type, and
// types that a script cannot write. Tests call it, so that a fault is found by them and not by the script that first calls the method.
//
// It knows the tables as package luabind declares them. It must not know what they expose.
package vet

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
)

// Check returns the first fault of the classes of a set and of modules that belong to it, nil if there is none.
func Check(set *luabind.Set, modules ...*luabind.Module) error {
	for _, c := range set.Classes() {
		if err := class(c); err != nil {
			return err
		}
		if err := functions(set, c.Kind, c.Methods); err != nil {
			return err
		}
	}
	for _, m := range modules {
		if m.Doc == "" {
			return fmt.Errorf("module %s has no documentation", m.Name)
		}
		if err := rows(m.Name, m.Functions); err != nil {
			return err
		}
		if err := functions(set, m.Name, m.Functions); err != nil {
			return err
		}
	}
	return nil
}

// class returns the first fault of a class that is seen without reading its types.
func class(c *luabind.Class) error {
	if c.Doc == "" {
		return fmt.Errorf("class %s has no documentation", c.Kind)
	}
	if err := rows(c.Kind, c.Methods); err != nil {
		return err
	}
	for i, f := range c.Fields {
		switch {
		case i > 0 && c.Fields[i-1].Name >= f.Name:
			return fmt.Errorf("%s: field %s must stand before %s", c.Kind, f.Name, c.Fields[i-1].Name)
		case f.Doc == "":
			return fmt.Errorf("%s.%s has no documentation", c.Kind, f.Name)
		case !f.Get.IsGetter():
			return fmt.Errorf("%s.%s: Get must be made by luabind.Get", c.Kind, f.Name)
		case slices.ContainsFunc(c.Methods, func(m luabind.Method) bool { return m.Name == f.Name }):
			return fmt.Errorf("%s.%s is a method and a field", c.Kind, f.Name)
		}
	}
	for _, m := range c.Methods {
		if self := m.Fn.Self; self != nil && !c.Type.AssignableTo(self) {
			return fmt.Errorf("%s.%s is a method of %v", c.Kind, m.Name, self)
		}
	}
	return nil
}

// rows returns the first fault in the order, the documentation and the parameters of methods.
func rows(owner string, ms luabind.Methods) error {
	for i, m := range ms {
		switch {
		case m.Name == "":
			return fmt.Errorf("%s: method %d has no name", owner, i+1)
		case i > 0 && ms[i-1].Name >= m.Name:
			return fmt.Errorf("%s: method %s must stand before %s", owner, m.Name, ms[i-1].Name)
		case m.Doc == "":
			return fmt.Errorf("%s.%s has no documentation", owner, m.Name)
		case m.Fn.IsZero():
			return fmt.Errorf("%s.%s has no function", owner, m.Name)
		}
		for i, p := range m.Params {
			switch {
			case p.Name == "":
				return fmt.Errorf("%s.%s: parameter %d has no name", owner, m.Name, i+1)
			case p.Variadic && i != len(m.Params)-1:
				return fmt.Errorf("%s.%s: parameter %s takes the rest and must be the last", owner, m.Name, p.Name)
			}
		}
	}
	return nil
}

// functions returns the first fault in the types of the arguments of methods.
func functions(set *luabind.Set, owner string, methods luabind.Methods) error {
	for i := range methods {
		if err := function(set, &methods[i]); err != nil {
			return fmt.Errorf("%s.%s: %w", owner, methods[i].Name, err)
		}
	}
	return nil
}

func function(set *luabind.Set, m *luabind.Method) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	for _, t := range m.Fn.Args {
		set.Prepare(t)
	}
	for _, p := range set.Params(m) {
		if p.Type == "" {
			return fmt.Errorf("parameter %s has no type", p.Name)
		}
	}
	return nil
}
