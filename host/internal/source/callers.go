package source

import (
	"slices"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
)

// Through is way.Ways.Through.
func (s *Set) Through(site, caller gpu.Site) gpu.Site { return s.ways.Through(site, caller) }

// At is way.Ways.At. It is for the goroutine of the script only.
func (s *Set) At(chain []gpu.Site) gpu.Site { return s.ways.At(chain) }

// Caller returns where the function was called that a site of Through stands in, 0 for other sites. Caller of that is the next one. several says
// whether the text may call the function more than once.
func (s *Set) Caller(site gpu.Site) (caller gpu.Site, several bool) {
	if caller = s.ways.Caller(site); caller == 0 {
		return 0, false
	}
	c, r, ok := s.find(site)
	return caller, ok && c.reused(r.Extent.Start)
}

// reused says whether a place stands in a function that may be called more than once.
func (c *chunk) reused(pos int) bool {
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		if f, ok := r.Node.(*ast.FunctionExpr); ok && pos > r.Extent.Start && pos < r.Extent.End && !c.calledOnce(f, 0) {
			return true
		}
	}
	return false
}

// Loops are the loops of the text around a site, outermost first, up to the function that it stands in.
func (s *Set) Loops(site gpu.Site) (loops []ast.Stmt) {
	c, at, ok := s.find(site)
	if !ok {
		return nil
	}
	pos := at.Point.Start
	begin := c.functionAround(pos)
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		if pos < r.Extent.Start || pos >= r.Extent.End || r.Extent.Start < begin {
			continue
		}
		switch n := r.Node.(type) {
		case *ast.WhileStmt, *ast.RepeatStmt, *ast.NumberForStmt, *ast.GenericForStmt:
			loops = append(loops, n.(ast.Stmt))
		}
	}
	slices.SortFunc(loops, func(a, b ast.Stmt) int { return c.record(a).Extent.Start - c.record(b).Extent.Start })
	return loops
}

// functionAround is where the innermost function begins that a place stands in, -1 if it stands in none.
func (c *chunk) functionAround(pos int) int {
	begin := -1
	for i := range c.tree().Records {
		r := &c.tree().Records[i]
		if _, ok := r.Node.(*ast.FunctionExpr); ok && r.Extent.Start < pos && pos < r.Extent.End {
			begin = max(begin, r.Extent.Start)
		}
	}
	return begin
}
