package syntax

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
)

// TypeFirst refuses a list of fields some of which have their type before their name, as in HLSL; nil where none has. The list is in an
// argument of a call of method, where name and kind are the paths of what field %d has. The diagnostic has no place yet: the caller adds it.
func TypeFirst(method string, argument int, name, kind string, fields []FieldSpec) (d *diag.Diagnostic) {
	for i, f := range fields {
		if LookupType(f.Name) == nil || LookupType(f.Type) != nil || !Identifier(f.Type) || spell.Nearest(f.Type, TypeNames()) != "" {
			continue
		}
		first := diag.Put(method, fmt.Sprintf(name, i+1), f.Type).At(argument)
		second := diag.Put(method, fmt.Sprintf(kind, i+1), f.Name).At(argument)
		if d == nil {
			d = diag.New(diag.UnknownTypeName, "%q is not a type of a kernel", f.Type).
				Because("A field has its name first, and then its type: { %q, %q }.", f.Type, f.Name).
				HelpFix(0, first, "exchange the two")
		} else {
			d.AndFix(0, first)
		}
		d.AndFix(0, second)
	}
	return d
}
