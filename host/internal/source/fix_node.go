package source

import (
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// here is an edit of what stands at a site, or of a field of the table there.
func (c *chunk) here(r *parse.Record, f diag.Fix) (at parse.Range, text string, ok bool) {
	e, isExpr := r.Node.(ast.Expr)
	switch {
	case f.Action == diag.FixColon:
		return c.tree().Colon(c.Text, r)
	case f.Action == diag.FixRename:
		return c.tree().RenameParameter(c.Text, r, f.Path, f.Text)
	case f.Action == diag.FixLocal:
		s, ok := r.Node.(*ast.LocalAssignStmt)
		return between(r.Extent.End, r.Extent.End), " = " + f.Text, ok && len(s.Names) == 1 && len(s.Exprs) == 0
	case f.Action == diag.FixDeclare:
		a, ok := c.tree().Declaration(r)
		return between(a.Extent.Start, a.Extent.Start), "local ", ok
	case f.Action == diag.FixUnblock:
		s, ok := r.Node.(*ast.IfStmt)
		if !ok || len(s.Then) != 1 || len(s.Else) > 0 {
			return at, "", false
		}
		inner := c.record(s.Then[0]).Extent
		return r.Extent, c.Text[inner.Start:inner.End], true
	case f.Action == diag.FixSetter:
		return c.tree().Setter(c.Text, r, f.Text)
	case f.Action == diag.FixOperator:
		return c.tree().Operator(c.Text, r, f.Text)
	case f.Action == diag.FixGuard:
		return c.guarded(r, f)
	case f.Action == diag.FixAtomic:
		return c.atomic(r, f)
	case f.Action == diag.FixBound:
		return c.tree().Bounded(c.Text, r, f.Text)
	case (f.Action == diag.FixDrop || f.Action == diag.FixKey) && isExpr && f.Path == "":
		return c.fieldOf(e, f)
	case f.Path == "" && isExpr && f.Action <= diag.FixWrap:
		return r.Extent, c.tree().Filled(c.Text, f.Text, e), true
	case f.Path == "" && f.Action <= diag.FixWrap:
		return r.Extent, strings.ReplaceAll(f.Text, "%1", c.Text[r.Extent.Start:r.Extent.End]), true
	case isExpr && f.Path != "":
		if p, ok := c.walk(spot{chunk: c, value: e}, f.Path); ok {
			return p.edit(f)
		}
	}
	return at, "", false
}
