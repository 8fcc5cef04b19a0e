package fold

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// One is a fold with a state of one value.
func One(t tensor.DataType, first func(m Math) string, element func(m Math, at []string, x string) string,
	join func(m Math, a, b string) string) Fold {
	f := Fold{State: []tensor.DataType{Wide(t)},
		Element: func(m Math, at []string, x, _ string) []string { return []string{element(m, at, x)} },
		Join:    func(m Math, a, b []string) []string { return []string{join(m, a[0], b[0])} }}
	if first != nil {
		f.First = func(m Math) []string { return []string{first(m)} }
	}
	return f
}

// Itself counts an element as Itself.
func Itself(_ Math, _ []string, x string) string { return x }

// Squared counts an element as its square.
func Squared(m Math, _ []string, x string) string { return m.Mul(x, x) }

// Sized counts an element as its magnitude.
func Sized(m Math, _ []string, x string) string { return m.Abs(x) }

// Zero begins with 0.
func Zero(m Math) string { return m.Const(0) }

// Sum adds.
func Sum(m Math, a, b string) string { return m.Add(a, b) }

// largest keeps the larger one.
func largest(m Math, a, b string) string { return m.Max(a, b) }

// Of is the fold of a function of REDUCE. AVERAGE, L2 and LOG_SUM are finished after it.
func Of(function string, t tensor.DataType) Fold {
	switch function {
	case "MAX":
		return One(t, nil, Itself, largest)
	case "MIN":
		return One(t, nil, Itself, func(m Math, a, b string) string { return m.Min(a, b) })
	case "MULTIPLY":
		return One(t, func(m Math) string { return m.Const(1) }, Itself, func(m Math, a, b string) string { return m.Mul(a, b) })
	case "SUM_SQUARE", "L2":
		return One(t, Zero, Squared, Sum)
	case "L1":
		return One(t, Zero, Sized, Sum)
	}
	return One(t, Zero, Itself, Sum)
}

// Tops appends the dispatches that find the largest element of each set, or 0 where that is infinite, and returns where it is.
func Tops(p *Plan, name string, x Place, axes []uint32) Stored {
	outer, _, _ := Sets(x.Sizes, axes)
	top := p.Store(Wide(x.DataType), outer...)
	One(x.DataType, nil, Itself, largest).Run(p, name, x, axes, func(k *shader.Kernel, set, state []string) {
		m := k.Math(x.DataType)
		t := top.In(k)
		t.Store(t.Index(set), fmt.Sprintf("%s and %s or %s", m.Less(m.Abs(state[0]), m.Most()), state[0], m.Const(0)))
	})
	return top
}

// Exponentials is the fold of the sum of e^(x - top).
func Exponentials(t tensor.DataType, top Stored) Fold {
	return One(t, Zero, func(m Math, at []string, x string) string {
		return m.Exp(m.Let("x", "%s", m.Sub(x, m.Let("top", "%s", top.In(m.Kernel).At(at)))))
	}, Sum)
}

// Argument is the fold of ARGMAX or ARGMIN: it carries the best element and its number; among equals the first one, or the last.
func Argument(function string, t tensor.DataType, last bool) Fold {
	return Fold{State: []tensor.DataType{Wide(t), tensor.Uint32},
		Element: func(_ Math, _ []string, x, n string) []string { return []string{x, n} },
		Join: func(m Math, before, next []string) []string {
			low, high := before[0], next[0]
			if function == "ARGMIN" {
				low, high = high, low
			}
			better := m.Less(low, high)
			if last {
				better = m.LessOrEqual(low, high)
			}
			better = m.Let("better", "%s", better)
			return []string{fmt.Sprintf("%s and %s or %s", better, next[0], before[0]), fmt.Sprintf("%s and %s or %s", better, next[1], before[1])}
		}}
}
