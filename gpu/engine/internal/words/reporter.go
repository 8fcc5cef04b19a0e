package words

import "github.com/gpuscript/gpuscript/gpu/diag"

// Reporter decides what becomes of a message.
type Reporter struct {
	To   interface{ Report(*diag.Diagnostic) } // receives what stops nothing
	GoOn bool                                  // hazards are reported, and the call goes on
}

// Refuse is the error of a call that cannot be done.
func (r *Reporter) Refuse(g *diag.Diagnostic) error {
	return &diag.Error{Diagnostics: []*diag.Diagnostic{g.WithDocRule()}}
}

// Hazard is the error of a call that breaks a rule and leaves the run defined all the same: in report mode it is reported,
// and the call goes on.
func (r *Reporter) Hazard(g *diag.Diagnostic) error {
	if r.GoOn {
		r.Tell(g)
		return nil
	}
	return r.Refuse(g)
}

// Tell hands over what stops nothing.
func (r *Reporter) Tell(g *diag.Diagnostic) { r.To.Report(g.WithDocRule()) }
