package flow

import (
	"math"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// ComesTo says whether a function that has come to a place goes on to one of some calls: one that stands after it, or in a loop around it; pass: in
// the outermost of these loops alone.
func (t *Tree) ComesTo(place *parse.Record, pass bool, one func(*ast.FuncCallExpr) bool) bool {
	around, begin, end := t.FunctionAround(place.Extent.Start), place.Extent.End, math.MaxInt
	if loops := t.Loops(place.Extent.Start); len(loops) > 0 {
		loop := t.Record(loops[0]).Extent
		if begin = loop.Start; pass {
			end = loop.End
		}
	}
	for i := range t.Records {
		call, isCall := t.Records[i].Node.(*ast.FuncCallExpr)
		at := t.Records[i].Extent.Start
		if isCall && begin <= at && at < end && t.FunctionAround(at) == around && one(call) {
			return true
		}
	}
	return false
}

// Picks says whether the innermost loop around a place takes entries of an object by keys that are no constants.
func (t *Tree) Picks(pos int, object func(ast.Expr) bool) bool {
	loop := t.LoopOf(pos)
	if loop == nil {
		return false
	}
	for _, in := range t.Within(loop) {
		if get, is := in.Node.(*ast.AttrGetExpr); is && !IsConstant(get.Key) && object(get.Object) {
			return true
		}
	}
	return false
}
