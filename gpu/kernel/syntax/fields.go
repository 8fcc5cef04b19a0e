package syntax

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// FieldSpec is one entry of a layout as the script wrote it: { "weights", "float", 16 }, { "grid", "float", 4, 2 } or
// { "light", { { "direction", "float3" } } }.
type FieldSpec struct {
	Name   string
	Type   string      // type name; empty if Fields is given
	Fields []FieldSpec // members of a nested struct
	Count  int         // number of array elements; 0 if it is no array
	Inner  []int       // of an array of arrays: the counts after the first one, as HLSL's float grid[4][2] has them
}

const (
	maxFieldDepth = 16
	maxArray      = 1 << 16
)

// ParseLayout makes the struct type of a list of fields; the list is the memory order. The diagnostic has no place yet: the
// caller adds it.
func ParseLayout(name string, fields []FieldSpec) (*Type, *diag.Diagnostic) {
	return parseLayout(name, fields, 0)
}

func parseLayout(name string, specs []FieldSpec, depth int) (*Type, *diag.Diagnostic) {
	if len(specs) == 0 {
		return nil, diag.New(diag.BadElementLayout, "a layout needs at least one field").HelpText(`for example { { "width", "uint" } }`)
	}
	if depth > maxFieldDepth {
		return nil, diag.New(diag.BadElementLayout, "structs are nested more than %d deep", maxFieldDepth)
	}
	t := &Type{Kind: Struct, Name: name}
	for i, spec := range specs {
		if !Identifier(spec.Name) {
			return nil, diag.New(diag.BadElementLayout, "field %d has the name %q, which is not an identifier", i+1, spec.Name)
		}
		if t.FieldNamed(spec.Name) >= 0 {
			return nil, diag.New(diag.BadElementLayout, "the layout has two fields named %q", spec.Name).HelpText("rename one of them")
		}
		ft, d := fieldType(spec, depth)
		if d != nil {
			return nil, d.Note("In field %q.", spec.Name)
		}
		t.Fields = append(t.Fields, Field{Name: spec.Name, Type: ft})
	}
	if n := t.Components(); n > maxArray {
		return nil, diag.New(diag.BadElementLayout, "the layout has %d components; %d are allowed", n, maxArray)
	}
	return t, nil
}

func fieldType(spec FieldSpec, depth int) (*Type, *diag.Diagnostic) {
	var (
		t *Type
		d *diag.Diagnostic
	)
	if len(spec.Fields) > 0 {
		t, d = parseLayout("", spec.Fields, depth+1)
	} else {
		t, d = ParseType(spec.Type)
	}
	if d != nil || spec.Count == 0 {
		return t, d
	}
	for i := len(spec.Inner) - 1; i >= 0; i-- {
		if t, d = arrayOf(t, spec.Inner[i]); d != nil {
			return nil, d
		}
	}
	return arrayOf(t, spec.Count)
}

// arrayOf is ArrayOf within the limits of a layout.
func arrayOf(t *Type, n int) (*Type, *diag.Diagnostic) {
	if n < 1 || n > maxArray || n*t.Components() > maxArray {
		return nil, diag.New(diag.BadElementLayout, "an array of %d elements is not possible", n).
			Because("The count must be at least 1, and the array at most %d components.", maxArray)
	}
	return ArrayOf(t, n), nil
}

// Identifier says whether a name can be one of HLSL: letters, digits and underscores, and no digit first.
func Identifier(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}
