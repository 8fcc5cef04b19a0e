package luabind

import (
	"cmp"
	"reflect"
	"slices"
	"sort"
	"sync"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/foreign"
)

// Set is the classes that a program exposes, and the plans by which descriptors of their methods are read. It is immutable to
// its users and safe for concurrent use: many Binders, each with its own Lua state, share one Set.
type Set struct {
	classes []*Class
	byType  map[reflect.Type]*Class
	plans   sync.Map // reflect.Type → *plan
	codecs  sync.Map // reflect.Type → decodeFunc
	hints   map[string]string
	calls   foreign.Calls
	orders  map[string][]string
	renames map[string]string
	numbers map[string]float64
}

// Hint sets what the message about an unknown name says instead of guessing at a spelling, for names that people know from elsewhere. A key is
// "Class.Method", "Struct.Field" or "module.Name"; "*.Name" holds for all of them, "object.Name" for all classes, "Method.parameter" for a number
// that no nearby one is right for, "Method.boolean" for an argument of a type of Lua that no parameter takes, "Field.object" for a field that is no
// object of its kind. It must be called before the Set is used.
func (s *Set) Hint(hints map[string]string) *Set {
	s.hints = hints
	return s
}

// Rename sets what replaces a word that people know from elsewhere: a value of an enumeration by "Enum.NAME", and the usual value of a parameter that
// is left out by "Class:Method.parameter"; and the numbers that have names, which may be in their places as texts. It must be called before the Set
// is used.
func (s *Set) Rename(renames map[string]string, numbers map[string]float64) *Set {
	s.renames, s.numbers = renames, numbers
	return s
}

// Order sets the parameters of calls in other APIs that take one table here, by "Class.Method", so that a message can write the table: the name of
// the field that each stands for, or "{}" for a table whose fields it has. It must be called before the Set is used.
func (s *Set) Order(orders map[string][]string) *Set {
	s.orders = orders
	return s
}

// hint is the text for a name, "" if there is none.
func (s *Set) hint(owner, name string) string {
	return cmp.Or(s.hints[owner+"."+name], s.hints["*."+name])
}

// Rewrite sets what is to be written for an unknown name that has a hint, as the texts of foreign.Calls. It must be called before the Set is used.
func (s *Set) Rewrite(calls map[string]string) *Set {
	s.calls = calls
	return s
}

// NewSet joins classes. It panics with "BUG:" if two have the same kind or type or if a class is not usable; what makes a class
// unpleasant, as a missing line of documentation, is reported by package vet.
func NewSet(classes ...*Class) *Set {
	s := &Set{byType: map[reflect.Type]*Class{}}
	kinds := map[string]bool{}
	for _, c := range classes {
		switch {
		case c.Kind == "" || c.Type == nil:
			panic("BUG: luabind: a class needs Kind and Type")
		case kinds[c.Kind] || s.byType[c.Type] != nil:
			panic("BUG: luabind: class " + c.Kind + " appears twice")
		case !c.Type.Comparable():
			panic("BUG: luabind: objects of class " + c.Kind + " cannot be compared")
		}
		kinds[c.Kind] = true
		s.byType[c.Type] = c
		s.classes = append(s.classes, c)
	}
	sort.Slice(s.classes, func(i, j int) bool { return s.classes[i].Kind < s.classes[j].Kind })
	return s
}

// Classes returns the classes sorted by kind. Documentation and the test that walks every method iterate over it.
func (s *Set) Classes() []*Class { return s.classes }

// hasKind reports whether a word is a kind of object.
func (s *Set) hasKind(word string) bool {
	return slices.ContainsFunc(s.classes, func(c *Class) bool { return c.Kind == word })
}

// Prepare makes the decoders of t and of all types inside, which are otherwise made when a script first needs them. It panics with "BUG:" for a type
// that Lua cannot express.
func (s *Set) Prepare(t reflect.Type) { s.visit(t, map[reflect.Type]bool{}) }

func (s *Set) visit(t reflect.Type, seen map[reflect.Type]bool) {
	if seen[t] {
		return
	}
	seen[t] = true
	s.decoderOf(t)
	if s.named(t) != nil || luaValueDecoder(t) != nil {
		return
	}
	switch t.Kind() {
	case reflect.Slice, reflect.Array, reflect.Pointer:
		s.visit(t.Elem(), seen)
	case reflect.Map:
		s.visit(t.Key(), seen)
		s.visit(t.Elem(), seen)
	case reflect.Struct:
		for _, f := range s.planOf(t).fields {
			s.visit(f.typ, seen)
		}
	}
}

// classOf returns the class of objects of type t, nil if there is none.
func (s *Set) classOf(t reflect.Type) *Class { return s.byType[t] }
