package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// say starts the diagnostic of a broken rule at a place. It is part of the answer of Check already; the caller goes on building it.
func (v *Validator) say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	d := words.New(code, site, format, args...)
	v.out = append(v.out, d)
	return d
}

// ref names an object in a message: kind "name".
func (v *Validator) ref(id gpu.ID) string {
	if o := v.object(id); o != nil {
		return fmt.Sprintf("%s %q", o.noun, o.name)
	}
	if id == 0 {
		return "no object"
	}
	return "an unknown object"
}

// nameOf is the name alone, for bytes ranges and code.
func (v *Validator) nameOf(id gpu.ID) string {
	if o := v.object(id); o != nil {
		return o.name
	}
	return "?"
}

func (v *Validator) createdAt(id gpu.ID) gpu.Site {
	if o := v.object(id); o != nil {
		return o.created
	}
	return 0
}
