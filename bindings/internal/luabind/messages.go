package luabind

import (
	"cmp"
	"slices"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/arity"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// unknownMember reports a method or field that a class does not have. object may be the table of methods, which does not know whose
// method is being looked up.
func (b *Binder) unknownMember(bc *boundClass, object, key lua.LValue) *diag.Diagnostic {
	owner := bc.class.Kind
	if _, known := object.(*lua.LUserData); known {
		owner = b.Describe(object)
	}
	what := "method"
	if len(bc.class.Fields) > 0 {
		what = "method or field"
	}
	name := "[]"
	if s, ok := key.(lua.LString); ok {
		name = string(s)
	} else {
		what = "element"
	}
	if hint := cmp.Or(b.set.hint(bc.class.Kind, name), b.set.hints["object."+name]); hint != "" {
		return diag.New(diag.UnknownMethod, "%s has no %s %s", owner, what, b.keyText(key)).
			HelpFix(0, b.set.calls.Edit(bc.class.Kind, name), "%s", hint)
	}
	if put := b.set.renames[bc.class.Kind+"."+name]; put != "" {
		return diag.New(diag.UnknownMethod, "%s has no %s %s", owner, what, b.keyText(key)).HelpSpelling(name, put, "write %s", put)
	}
	d := b.unknownName(diag.UnknownMethod, owner, what, key, bc.class.memberNames())
	if len(d.Help) == 0 {
		b.set.elsewhere(d, name)
	}
	return d
}

// elsewhere adds which classes have a method, if they are few, and calls it on the only object that has it.
func (s *Set) elsewhere(d *diag.Diagnostic, name string) {
	var kinds []string
	for _, c := range s.classes {
		if c.Methods.has(name) {
			kinds = append(kinds, c.Kind)
		}
	}
	if len(kinds) == 0 || len(kinds) > 3 {
		return
	}
	fix := diag.Fix{Method: name, Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.Only(show.Makers(strings.Join(kinds, " or ")))}
	d.HelpFix(0, fix, "%s is a method of %s", name, strings.Join(kinds, " and "))
}

// unknownName reports a name that does not exist and what does.
func (b *Binder) unknownName(code diag.Code, owner, what string, key lua.LValue, names []string) *diag.Diagnostic {
	d := diag.New(code, "%s has no %s %s", owner, what, b.keyText(key))
	if s, ok := key.(lua.LString); ok {
		if near := spell.Nearest(string(s), names); near != "" {
			d.HelpSpelling(string(s), near, "did you mean %s?", near)
		}
	}
	if len(names) > 0 {
		d.Note("It has %s.", show.Names(names, show.Plain))
	}
	return d
}

// fieldAssignment reports an assignment to an object.
func (b *Binder) fieldAssignment(object, key lua.LValue) *diag.Diagnostic {
	d := diag.New(diag.FieldAssignment, "%s cannot be changed: assignment to %s", b.Describe(object), b.keyText(key))
	if ud, ok := object.(*lua.LUserData); ok {
		if bc := b.classOf(ud); bc != nil {
			if setter, ok := key.(lua.LString); ok && bc.class.Methods.has("Set"+string(setter)) {
				return d.HelpFix(0, diag.Fix{Action: diag.FixSetter, Text: "Set" + string(setter)}, "call the method Set%s", string(setter))
			}
			if hint := b.set.hint(bc.class.Kind, "[]"); hint != "" && key.Type() == lua.LTNumber {
				return d.HelpText("%s", hint)
			}
		}
	}
	return d.Because("Objects belong to the device; a script changes them by calling their methods.").
		HelpText("keep values of your own in a local variable, or in a table with the object as key")
}

// receiver returns the Go object of the receiver, or raises what is wrong with it.
func (c *Args) receiver(bc *boundClass) any {
	v := c.L.Get(1)
	if ud, ok := v.(*lua.LUserData); ok && ud.Metatable == lua.LValue(bc.metatable) {
		return ud.Value
	}
	kind := bc.class.Kind
	got := "nothing"
	if c.L.GetTop() > 0 {
		got = c.b.Describe(v)
	}
	c.raise(diag.New(diag.MissingSelf, "%s must be called on %s, got %s", c.sig.callee(), show.Article(kind), got).
		Because("A method called with '.' does not receive its object: the first argument takes its place.").
		HelpFix(0, diag.Fix{Method: c.sig.name, Argument: 1, Action: diag.FixColon},
			"write ':' instead of '.' before %s: object:%s(...)", c.sig.name, c.sig.name))
	return nil
}

// wrongCount reports too few or too many arguments.
func (c *Args) wrongCount() *diag.Diagnostic {
	s := c.sig
	want, limit := "exactly", s.required
	switch {
	case s.required == s.max:
	case c.n < s.required:
		want = "at least"
	default:
		want, limit = "at most", s.max
	}
	d := diag.New(diag.ArgumentCount, "%s takes %s, got %d", s.callee(), show.Count(want, limit), c.n)
	if len(s.params) > 0 {
		d.Note("Its arguments are %s.", s.paramList())
	}
	arguments, parameters := c.words()
	gathered, hint := arity.Gathered(arguments, parameters, c.b.set.hasKind), c.b.set.hint(s.name, "arguments")
	offsets := arity.Offsets(arguments, parameters[:s.required], names(s.params[:s.required]), c.b.set.hasKind)
	usual := arity.Usual(arguments, parameters[:s.required], func(i int) bool { return c.usualOf(i) != "" }, c.b.set.hasKind)
	switch left := arity.LeftOut(arguments, parameters, c.b.set.hasKind); {
	case gathered != nil:
		what := "them"
		if arguments[c.n-1] == "number" {
			what = "the numbers"
		}
		d.HelpFix(0, s.callWith(arity.Listed(gathered)), "put braces around %s: %s is a list", what, s.params[len(gathered)-1].Name)
	case hint != "" && c.n > s.max:
		d.HelpText("%s", hint)
	case left >= 0:
		d.HelpFix(0, s.callWith(arity.Listed(slices.Insert(arity.Places(c.n), left, "nil"))), "add %s, which may be nil", s.params[left].Name)
	case c.n < s.required && offsets != nil && c.Value(c.n) != lua.LNumber(0): // which is rather the offset, and what comes after it is missing
		d.HelpFix(0, s.callWith(arity.Listed(offsets)), "write the offsets, too: they are 0 at the beginning")
	case usual >= 0:
		d.HelpFix(0, s.callWith(arity.Listed(slices.Insert(arity.Places(c.n), usual, c.usualOf(usual)))), "add %s", s.params[usual].Name)
	case c.n < s.required:
		what := strings.Join(names(s.params[c.n:s.required]), ", ")
		if fields := s.fields(); fields != "" {
			what += ": " + fields
		}
		d.HelpFix(0, c.usual(), "add %s", what)
	case s.descriptor != nil:
		d.HelpText("pass one table with named fields: %s %s", s.name, s.fields())
	case c.reversed():
		d.HelpFix(0, diag.Fix{Method: s.name, Argument: 1, Action: diag.FixCall,
			Text: "%1:" + s.name + arity.Listed(append([]string{"%r"}, arity.Places(c.n)[1:]...))},
			"call it on %s, with %s as the first argument", c.b.Describe(c.Value(1)), c.b.Describe(c.Value(0)))
	case c.n == s.max+1:
		at, which := arity.TooMany(arguments, parameters, c.b.set.hasKind)
		d.HelpFix(0, diag.Fix{Method: s.name, Argument: at + 1, Action: diag.FixDrop}, "remove %s", which)
	default:
		d.HelpText("remove the last %s", show.Count("", c.n-s.max))
	}
	return d
}

// reversed says whether the first argument has a method of this name, too, which takes the receiver first: fence:Signal(queue, 1).
func (c *Args) reversed() bool {
	ud, ok := c.Value(1).(*lua.LUserData)
	if !ok || c.sig.class == nil {
		return false
	}
	bc := c.b.classOf(ud)
	if bc == nil {
		return false
	}
	m := bc.class.Methods.find(c.sig.name)
	return m != nil && len(m.Params) == c.n && m.Params[0].Type == c.sig.class.class.Kind
}

// fields is a table with the fields that the descriptor must have, "" if there is no descriptor.
func (s *signature) fields() string {
	if s.descriptor == nil {
		return ""
	}
	return "{ " + strings.Join(s.descriptor.mustNames(), " = ..., ") + " = ... }"
}

// usual is the call with the usual values of the required parameters that are missing, if all have one.
func (c *Args) usual() diag.Fix {
	pieces := arity.Places(c.n)
	for i := c.n; i < c.sig.required; i++ {
		put := c.usualOf(i)
		if put == "" {
			return diag.Fix{}
		}
		pieces = append(pieces, put)
	}
	return c.sig.callWith(arity.Listed(pieces))
}

// usualOf is the usual value of a parameter, "" if there is none.
func (c *Args) usualOf(i int) string { return c.b.set.renames[c.sig.callee()+"."+c.sig.params[i].Name] }

// words are what the arguments are and what the parameters take, for package arity.
func (c *Args) words() (arguments, parameters []string) {
	for i := range c.n {
		arguments = append(arguments, c.b.Kind(c.Value(i+1)))
	}
	for _, p := range c.sig.params {
		parameters = append(parameters, p.word())
	}
	return arguments, parameters
}

// word is what a parameter takes, for package arity: an enumeration is given as a string.
func (p Param) word() string {
	if p.Go == nil || enums.Of(p.Go) == nil {
		return p.Type
	}
	return strings.Replace(p.Type, p.Go.Name(), "string", 1)
}

// callWith is the call with other arguments.
func (s *signature) callWith(arguments string) diag.Fix {
	callee := "%f"
	if s.class != nil {
		callee = "%r:" + s.name
	}
	return diag.Fix{Method: s.name, Argument: 1, Action: diag.FixCall, Text: callee + arguments}
}

// names are those of parameters, in order.
func names(params []Param) []string {
	return show.Each(params, func(p Param) string { return p.Name })
}

// paramList writes the parameters as documentation does, optional ones in brackets.
func (s *signature) paramList() string {
	names := make([]string, len(s.params))
	for i, p := range s.params {
		names[i] = p.Name
		if p.Variadic {
			names[i] += "..."
		}
		if p.Optional {
			names[i] = "[" + names[i] + "]"
		}
	}
	return show.Names(names, show.Plain)
}
