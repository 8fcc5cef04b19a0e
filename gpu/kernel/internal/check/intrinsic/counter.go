package intrinsic

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// counterMethods work on the hidden counter of a structured buffer, which the view in the slot names. (Source: HLSL
// AppendStructuredBuffer, ConsumeStructuredBuffer and RWStructuredBuffer.)
func counterMethods() []method {
	return []method{
		{"Append", isKind(syntax.AppendStructuredBuffer), appendElement,
			"Append(value): adds an element at the end and 1 to the counter; dropped where the buffer is full"},
		{"Consume", isKind(syntax.ConsumeStructuredBuffer), consumeElement,
			"Consume(): takes 1 from the counter and gives the last element; 0 where there is none"},
		{"DecrementCounter", isKind(syntax.RWStructuredBuffer), changeCounter,
			"DecrementCounter(): takes 1 from the hidden counter and gives the value after"},
		{"IncrementCounter", isKind(syntax.RWStructuredBuffer), changeCounter,
			"IncrementCounter(): adds 1 to the hidden counter and gives the value before"},
	}
}

func isKind(k syntax.ResourceKind) func(syntax.ResourceKind) bool {
	return func(other syntax.ResourceKind) bool { return other == k }
}

// count adds 1 to the counter of a buffer, or subtracts 1 from it, and gives the value before.
func (l *expander) count(ref *value.ResourceRef, op ir.AtomicOp) value.V {
	return l.GuardedValue(ir.I32, func() value.V {
		return l.B.Append(&ir.Instr{Op: ir.OpAtomicBuf, Imm: uint32(op), Width: 4, Binding: l.Counter(ref),
			Args: []value.V{ref.Slot, l.B.I(0), 0, l.B.I(1), 0}}, ir.I32)
	})
}

func appendElement(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 1, 1) {
		return bad(m.site)
	}
	t := m.ref.Decl.Elem
	c := l.ConvertTo(m.args[0], t, &value.Target{What: "an element of " + m.ref.Name, Site: m.ref.Decl.Site})
	l.B.Site = m.site
	at := l.count(m.ref, ir.AtomicAdd)
	l.Write(l.Element(m.ref, at, m.site).Place, t, c)
	return nil
}

func consumeElement(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 0, 0) {
		return bad(m.site)
	}
	at := l.B.ISub(l.count(m.ref, ir.AtomicSubtract), l.B.I(1))
	return []value.Value{l.Read(l.Element(m.ref, at, m.site))}
}

func changeCounter(l *expander, m *methodUse) []value.Value {
	if !l.want(m, 0, 0) {
		return bad(m.site)
	}
	if m.name == "IncrementCounter" {
		return []value.Value{value.NewData(m.site, uintType, l.count(m.ref, ir.AtomicAdd))}
	}
	return []value.Value{value.NewData(m.site, uintType, l.B.ISub(l.count(m.ref, ir.AtomicSubtract), l.B.I(1)))}
}
