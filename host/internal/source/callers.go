package source

import (
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/host/internal/source/flow"
)

// Through is way.Ways.Through.
func (s *Set) Through(site, caller gpu.Site) gpu.Site { return s.ways.Through(site, caller) }

// Along is a site of the function that another one stands in, to which the same calls led.
func (s *Set) Along(other, site gpu.Site) gpu.Site { return s.ways.Through(site, s.ways.Caller(other)) }

// At is way.Ways.At. It is for the goroutine of the script only.
func (s *Set) At(chain []gpu.Site) gpu.Site { return s.ways.At(chain) }

// Caller returns where the function was called that a site of Through stands in, 0 for other sites. Caller of that is the next one. several says
// whether the text may call the function more than once.
func (s *Set) Caller(site gpu.Site) (caller gpu.Site, several bool) {
	if caller = s.ways.Caller(site); caller == 0 {
		return 0, false
	}
	c, r, ok := s.find(site)
	return caller, ok && c.tree().Reused(r.Extent.Start)
}

// Given is what an expression at a site was given by one of the calls that led there: that of the function whose parameter it is, if that never sets
// it; nil where the call gives nothing. ok is false for other expressions, and where the call is not known.
func (s *Set) Given(site gpu.Site, e ast.Expr) (given ast.Expr, call gpu.Site, ok bool) {
	for ; s.ways.Caller(site) != 0; site = call {
		call = s.ways.Caller(site)
		c, r, known := s.find(site)
		_, at, _ := s.find(call)
		if !known || at == nil || c != s.chunkOf(e) {
			continue
		}
		f := c.tree().InnerFunction(r.Extent.Start)
		calling, is := at.Node.(*ast.FuncCallExpr)
		if f == nil || !is || flow.CallsOnce(flow.Callee(calling)) {
			continue
		}
		if n := c.tree().ParameterIn(e, f); n >= 0 {
			given, ok = c.tree().Given(calling, f, n)
			return given, call, ok
		}
	}
	return nil, 0, false
}

// chunkOf is the text of an expression; nil if it is of none.
func (s *Set) chunkOf(e ast.Expr) *chunk {
	c, _, _ := s.find(gpu.Site(e.Line()))
	return c
}

// Outer is where a statement goes that is one call: at its site, or, where it is all that a named function does, for others too, at the call of that
// function.
//
//	local function half(flags) l:ResourceBarrier { … } end      the statement of the site
//	half "BEGIN_ONLY"
//	half "BEGIN_ONLY"      ◀── its caller: without this line the others keep theirs
//
// It is 0 where the statement, in a function that does more, is another one for each caller.
func (s *Set) Outer(site gpu.Site) gpu.Site {
	for inner := site; ; {
		caller, several := s.Caller(site)
		c, r, ok := s.find(site)
		if !ok || !several || !c.tree().WholeFunction(r.Node) {
			if ok && several && site == inner && c.tree().Adapts(r) {
				return 0
			}
			return site
		}
		site = caller
	}
}

// Loops are the loops of the text around a site, outermost first, up to the function that it stands in.
func (s *Set) Loops(site gpu.Site) (loops []ast.Stmt) {
	if c, at, ok := s.find(site); ok {
		loops = c.tree().Loops(at.Point.Start)
	}
	return loops
}
