package validate

import (
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
