package source

import (
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
	return caller, ok && c.reused(r.extent.start)
}

// reused says whether a place stands in a function that may be called more than once.
func (c *chunk) reused(pos int) bool {
	for i := range c.tree.records {
		r := &c.tree.records[i]
		if f, ok := r.node.(*ast.FunctionExpr); ok && pos > r.extent.start && pos < r.extent.end && !c.calledOnce(f, 0) {
			return true
		}
	}
	return false
}
