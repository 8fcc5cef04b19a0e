package luabind

import (
	"reflect"
	"strings"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind/enums"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/foreign"
	"github.com/gpuscript/gpuscript/bindings/internal/luabind/show"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// enumeration reads values of an enumeration or a set of flags.
type enumeration struct{ *enums.Table }

// Names returns the names of an enumeration or set of flags as its type lists them, nil for any other type. Documentation lists
// them.
func Names(t reflect.Type) []string {
	if n := enums.Of(t); n != nil {
		return n.List
	}
	return nil
}

// decodeEnum reads a name.
func (n enumeration) decodeEnum(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	s, ok := v.(lua.LString)
	if !ok {
		e := d.wrongType("a string", v)
		if d.meant(v.String()) == "" && d.neighbour() == 0 {
			e.Help = nil // a number as text is no name
		}
		if put := d.b.set.renames[n.Type+"#"+v.String()]; put != "" && len(e.Help) == 0 {
			e.HelpFix(0, d.fix(diag.FixPut, show.Quote(put)), "write %s, which is %s in C", show.Quote(put), v)
		}
		return n.listValues(e)
	}
	value, err := n.lookUp(d, string(s))
	if err != nil {
		return err.OrFix(d.fix(diag.FixPut, string(s)))
	}
	enums.SetInteger(dst, value)
	return nil
}

// lookUp looks a name up.
func (n enumeration) lookUp(d *Decoder, name string) (uint64, *diag.Diagnostic) {
	if value, ok := n.Value(name); ok {
		return value, nil
	}
	if n.Flags && name == "NONE" {
		return 0, nil
	}
	e := d.errorf(diag.UnknownEnumValue, "%s has no value %s", d.what(), show.Quote(name))
	if hint := d.b.set.hint(n.Type, name); hint != "" {
		return 0, e.HelpText("%s", hint)
	}
	if known := foreign.Renamed(d.b.set.renames, n.Type, strings.ToUpper(name)); known != "" {
		e.HelpSpelling(name, known, "write %s", show.Quote(known))
	} else if joined := n.Joined(name); joined != "" {
		e.HelpSpelling(name, joined, "join flags with '|': \"%s\"", joined)
	} else if bare, prefix := n.WithoutPrefix(name); bare != "" {
		e.HelpSpelling(name, bare, "write %s: values have no prefix %s here", show.Quote(bare), prefix)
	} else if near := spell.Nearest(name, n.List); near != "" {
		e.HelpSpelling(name, near, "did you mean %s?", show.Quote(near))
	}
	return 0, n.listValues(e)
}

func (n enumeration) listValues(e *diag.Diagnostic) *diag.Diagnostic {
	return e.Note("%s is %s.", n.Type, show.Alternatives(n.List))
}

// decodeFlags reads a name, names joined with "|", a list of names, or 0.
func (n enumeration) decodeFlags(d *Decoder, v lua.LValue, dst reflect.Value) *diag.Diagnostic {
	var bits uint64
	switch v := v.(type) {
	case lua.LString:
		if flag, ok := n.Table.Value(string(v)); ok {
			bits = flag
			break
		}
		for _, name := range strings.Split(string(v), "|") {
			flag, err := n.lookUp(d, strings.TrimSpace(name))
			if err != nil {
				return err.OrFix(d.fix(diag.FixPut, string(v)))
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
			bits |= enums.Bits(entry)
		}
	default:
		if v != lua.LNumber(0) {
			e := d.wrongType("a string, a list of strings or 0", v)
			if hint := d.b.set.hint(n.Type, d.b.Kind(v)); hint != "" {
				return e.HelpText("%s", hint)
			}
			return n.listValues(e)
		}
	}
	enums.SetInteger(dst, bits)
	return nil
}
