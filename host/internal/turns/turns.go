// Package turns says how many iterations of a loop fit into a limit that stopped the script: it finds the running loop on the stack, and the loop
// variable tells how many iterations were within the limit.
//
//	for frame = 1, 1000 do print("frame", frame) end        stopped in turn 13: for frame = 1, 12
//
// The package must not know limits or texts: it is called before the stack unwinds, and told which loops enclose a place.
package turns

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/elementary"
)

// whileTurns is how often a loop may come by that is bounded, so that its author sees what it does.
const whileTurns = 100

// Fewer proposes that the outermost loop that runs in L comes by less often, where that leads out of the limit of a code: nil if none is, or if how
// often is not known. levels are the functions that run in L, innermost first, as GetStack counts; loops are the loops around a place, outermost
// first.
func Fewer(L *lua.LState, levels []int, loops func(gpu.Site) []ast.Stmt, code diag.Code) *diag.Help {
	var frames []*lua.Debug
	for _, level := range levels {
		frame, ok := L.GetStack(level)
		if !ok {
			break
		}
		if _, err := L.GetInfo("l", frame, nil); err == nil {
			frames = append(frames, frame)
		}
	}
	for _, frame := range slices.Backward(frames) {
		for _, loop := range loops(gpu.Site(frame.CurrentLine)) {
			switch n := loop.(type) {
			case *ast.WhileStmt:
				if code == diag.ScriptMemoryLimit {
					return nil // what grows with each turn may have grown too large by then
				}
				return &diag.Help{Site: gpu.Site(n.Line()), Exact: true, Fix: &diag.Fix{Action: diag.FixBound, Text: strconv.Itoa(whileTurns)},
					Text: fmt.Sprintf("To see what it does, run the loop %d times at most.", whileTurns)}
			case *ast.NumberForStmt:
				if last, ok := fewer(n, loopValue(L, frame, n.Name), code); ok {
					return shorter(n, last, code)
				}
			}
		}
	}
	return nil
}

// fewer is the last value with which a loop stays within a limit that it is beyond at a value. Those that the machine sets, and not the script, are
// kept well away from.
func fewer(n *ast.NumberForStmt, value lua.LValue, code diag.Code) (last float64, ok bool) {
	at, isNumber := value.(lua.LNumber)
	first, isPlain := n.Init.(*ast.NumberExpr)
	if !isNumber || !isPlain || n.Step != nil || code == diag.TimeLimit || code == diag.Cancelled {
		return 0, false
	}
	begin, err := strconv.ParseFloat(first.Value, 64)
	if last = float64(at) - 1; code == diag.ScriptMemoryLimit {
		last = begin - 1 + elementary.Pow(10, math.Floor(elementary.Log10(max(last-begin+1, 1)/2)))
	}
	return last, err == nil && last >= begin
}

// shorter is the suggestion that a loop ends with a value.
func shorter(n *ast.NumberForStmt, last float64, code diag.Code) *diag.Help {
	within := "within"
	if code == diag.ScriptMemoryLimit {
		within = "well within"
	}
	fix := diag.Fix{Text: strconv.FormatFloat(last, 'f', -1, 64)}
	if _, plain := n.Limit.(*ast.NumberExpr); !plain {
		fix = diag.Around("math.min(%1, " + fix.Text + ")")
	}
	return &diag.Help{Site: gpu.Site(n.Limit.Line()), Exact: true, Fix: &fix,
		Text: fmt.Sprintf("The loop is %s the limit up to %s = %.0f.", within, n.Name, last)}
}

// loopValue is the value of the variable of a loop in a frame, nil if it is not known. gopher-lua ends the life of locals before the last instruction
// of their block, so names are looked for here.
func loopValue(L *lua.LState, frame *lua.Debug, of string) (found lua.LValue) {
	v, err := L.GetInfo("f", frame, nil)
	fn, ok := v.(*lua.LFunction)
	if err != nil || !ok || fn.IsG {
		return nil
	}
	pc, register := slices.Index(fn.Proto.DbgSourcePositions, frame.CurrentLine), 0
	for _, l := range fn.Proto.DbgLocals {
		if l.StartPc > pc || pc > l.EndPc {
			continue
		}
		if register++; l.Name == of {
			_, found = L.GetLocal(frame, register)
		}
	}
	return found
}
