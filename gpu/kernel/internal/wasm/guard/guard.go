// Package guard emits the comparison that decides, once for a group or for a whole call, whether all checked accesses of a kernel are in bounds.
//
// It must not know what the accesses are, nor what follows from the answer.
package guard

import (
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/asm"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/bounds"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/enc"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/wasm/reach"
)

// Writer writes the checks of one kernel into a function. The three functions push what the caller knows.
type Writer struct {
	asm.Func
	Kernel *ir.Kernel
	Forms  *reach.Forms
	Checks []bounds.Check

	Scalar func(v ir.Value)                     // an i32 that is known before the waves run
	Count  func(n bounds.Count)                 // an i32: a count that is not a Number
	Group  func(axis reach.Symbol, which Which) // an i64: a component of GroupID
}

// Which says which group a check is about.
type Which uint8

// This is the group that is about to run, Lowest and Highest are the ends of the dispatch.
const (
	This Which = iota
	Lowest
	Highest
)

// IsForAll tells whether the checks can be made for all groups at once: they do not depend on what a group computes.
func (w *Writer) IsForAll() bool {
	for _, c := range w.Checks {
		for _, t := range c.Form.Terms {
			_, hi := bounds.Extremes(w.Kernel, w.Forms, t)
			if t.Factor != 0 || hi.End != 0 {
				return false
			}
		}
		if c.Count.Value != 0 {
			return false
		}
	}
	return true
}

// Push pushes whether all checks hold for the group, or for all groups of the dispatch. Everything that must not be negative is or-ed together:
//
//	lowest | (count-1 - highest) | factor | (MaxFactor - factor) | …  >= 0
func (w *Writer) Push(everyGroup bool) {
	all := w.Local(enc.I64)
	w.I64(0)
	w.Set(all)
	need := func(push func()) {
		push()
		w.Get(all)
		w.Op(enc.I64Or)
		w.Set(all)
	}
	seen := make(map[ir.Value]bool)
	for _, c := range w.Checks {
		k := c.Kernel(w.Kernel)
		if lo, _, ok := bounds.Known(k, w.Forms, c.Form); !ok || lo < 0 {
			need(func() { w.pushExtreme(k, c.Form, false, everyGroup) })
		}
		need(func() {
			w.pushCount(c.Count)
			w.I64(1)
			w.Op(enc.I64Sub)
			w.pushExtreme(k, c.Form, true, everyGroup)
			w.I64(uint64(c.Above))
			w.Op(enc.I64Add, enc.I64Sub)
		})
		if c.Signed {
			need(func() { w.pushSigned(c.Count.Value) })
		}
		w.limitFactors(c.Form, seen, need)
	}
	w.Get(all)
	w.I64(0)
	w.Op(enc.I64GeS)
}

// limitFactors demands what the extremes of a form take for granted.
func (w *Writer) limitFactors(f reach.Form, seen map[ir.Value]bool, need func(func())) {
	limit := func(v ir.Value, lowest bool) {
		if v == 0 || seen[v] {
			return
		}
		seen[v] = true
		if lowest {
			need(func() { w.pushSigned(v) })
		}
		need(func() {
			w.I64(reach.MaxFactor)
			w.pushSigned(v)
			w.Op(enc.I64Sub)
		})
	}
	for _, t := range f.Terms {
		if t.Symbol == reach.None || t.Factor == 0 {
			continue
		}
		limit(t.Factor, true)
		_, hi := bounds.Extremes(w.Kernel, w.Forms, t)
		limit(hi.End, false)
	}
}

func (w *Writer) pushSigned(v ir.Value) {
	w.Scalar(v)
	w.Op(enc.I64ExtendI32S)
}

// pushExtreme pushes the smallest or largest value of a form in the work items of k as an i64.
func (w *Writer) pushExtreme(k *ir.Kernel, f reach.Form, largest, everyGroup bool) {
	w.I64(uint64(f.Const))
	for _, t := range f.Terms {
		x, hi := bounds.Extremes(k, w.Forms, t)
		if largest {
			x = hi
		}
		w.I64(uint64(t.Coef * x.N))
		if x.End != 0 {
			w.pushSigned(x.End)
			w.I64(uint64(t.Coef))
			w.Op(enc.I64Mul, enc.I64Add)
		}
		if t.Symbol >= reach.Group && t.Symbol < reach.Thread {
			which := This
			if everyGroup {
				which = Lowest
				if largest == (t.Coef > 0) {
					which = Highest
				}
			}
			w.Group(t.Symbol-reach.Group, which)
			w.Op(enc.I64Mul)
		}
		if t.Factor != 0 {
			w.pushSigned(t.Factor)
			w.Op(enc.I64Mul)
		}
		w.Op(enc.I64Add)
	}
}

// pushCount pushes a count as an i64.
func (w *Writer) pushCount(n bounds.Count) {
	if n.Number != 0 {
		w.I64(uint64(n.Number))
		return
	}
	w.Count(n)
	w.Op(enc.I64ExtendI32U)
}
