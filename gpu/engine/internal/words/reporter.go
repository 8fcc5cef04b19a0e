package words

import "github.com/gpuscript/gpuscript/gpu/diag"

// Reporter decides what becomes of a message.
type Reporter struct {
	// To is the machine: it returns what stops a call, and reports or drops the rest.
	To interface {
		Judge(*diag.Diagnostic) error
		Refuse(*diag.Diagnostic) error
	}
}

// Refuse is the error of a call that cannot be done.
func (r *Reporter) Refuse(g *diag.Diagnostic) error {
	if g.WithDocRule(); r.To == nil {
		return diag.AsError(g)
	}
	return r.To.Refuse(g)
}

// Hazard is the error of a call that breaks a rule and leaves the run defined all the same, nil if the machine lets the call go on. A loop may break
// it in each turn, with objects that were made at one place.
func (r *Reporter) Hazard(g *diag.Diagnostic) error {
	g.Alike = len(g.Labels) > 1
	return r.To.Judge(g.WithDocRule())
}
