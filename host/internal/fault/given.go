package fault

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// mostGiven is how many functions a value is followed out of.
const mostGiven = 8

// Given says of a parameter that a diagnostic points at, because it is nil, which call gave nothing for it, and what was meant there. The site of the
// primary label knows that call.
//
//	local function half(x) return x / 2 end      x is nil
//	half(size)                                   nothing has been assigned to 'size'
func (h *Hearing) Given(d *diag.Diagnostic) {
	l := d.Primary()
	e, ok := h.expr(l.Site)
	if !ok || l.Text != "nil" && !strings.HasSuffix(l.Text, " is nil") {
		return
	}
	given, parameter, call := h.given(l.Site, e)
	if call == 0 {
		return
	}
	switch id, is := given.(*ast.IdentExpr); {
	case given == nil:
		d.Also(call, fmt.Sprintf("this call gives nothing for '%s'", parameter.Value))
	case is && h.isUnassigned(id):
		d.Also(gpu.Site(id.Line()), unassigned(id))
		if b := h.Source.Beside(id); b.Declared == 0 || b.Exact || id.Value != parameter.Value { // the parameter itself is no local that was meant
			h.assign(d, id, call)
		}
	case h.describe(given) != "":
		d.Also(gpu.Site(given.Line()), h.describe(given)+" is nil")
	default:
		d.Also(gpu.Site(given.Line()), fmt.Sprintf("'%s' is nil because of this", parameter.Value))
	}
}

// given follows an expression at a site to the call that gave it, and a parameter of the function around that to the next one, and so on. parameter
// stands for what the last call gives, which is nil where that gives nothing; call is 0 where the expression is no parameter.
func (h *Hearing) given(site gpu.Site, e ast.Expr) (given ast.Expr, parameter *ast.IdentExpr, call gpu.Site) {
	for range mostGiven {
		next, caller, ok := h.Source.Given(site, e)
		if !ok {
			break
		}
		parameter, given, call = e.(*ast.IdentExpr), next, caller
		if next == nil {
			break
		}
		e, site = next, caller
	}
	return given, parameter, call
}
