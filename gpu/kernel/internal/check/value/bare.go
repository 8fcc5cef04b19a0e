package value

import (
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// bareDivision is a division of an int that nobody called one: its local began as a bare number, and all that was assigned to it were whole numbers.
type bareDivision struct {
	of     *Variable
	advice *diag.Diagnostic
}

// Advice lists what could be meant otherwise than it is read, when the kernel is lowered.
func (l *Context) Advice() (list []*diag.Diagnostic) {
	for _, d := range l.bare {
		if !d.of.Typed {
			list = append(list, d.advice)
		}
	}
	return list
}

// bareResult is the Bare of the result of an operation on values whose first components are c. It is noted where it drops a fraction that may be
// there.
func (l *Context) bareResult(op string, values [2]Value, c [2]V, result Value) *Variable {
	from, other := values[0], values[1]
	if from.Bare == nil {
		from, other = other, from
	}
	if from.Bare == nil || other.Bare == nil && other.Kind != Constant || !result.T.IsScalar() || result.T.Scalar != syntax.Int {
		return nil
	}
	if op == "/" && !l.isExact(c) {
		l.noteBare(from, result)
	}
	return from.Bare
}

// isExact says whether the quotient of two ints is known to be whole. A division by 0 is no matter of fractions.
func (l *Context) isExact(c [2]V) bool {
	x, knownX := l.B.Known(c[0])
	y, knownY := l.B.Known(c[1])
	by := int32(y)
	return knownY && (by == 0 || by == 1 || by == -1 || knownX && int32(x)%by == 0)
}

// noteBare notes a division, once for a place: a function may be inlined many times.
func (l *Context) noteBare(v, result Value) {
	for _, old := range l.bare {
		if old.advice.Primary().Site == result.Site {
			return
		}
	}
	x := v.Bare
	d := diag.New(diag.BareDivision, "/ divides two ints and drops the fraction, because %s is an int", x.Name).At(result.Site, "").
		Also(x.Site, "begins as a bare number, and only whole numbers are assigned to it").
		Because("A local that begins as a bare number and is assigned again has the type that its assignments need; one that is never assigned again is divided as in Lua.").
		HelpFix(v.Site, diag.Around("float(%1)"),
			"write float(%s) for the quotient with its fraction, or give the local the type that is meant: local %s = int(…)", x.Name, x.Name).
		WithRule("int / int is an integer (HLSL)")
	l.bare = append(l.bare, bareDivision{x, d})
}
