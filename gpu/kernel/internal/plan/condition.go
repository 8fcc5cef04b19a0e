package plan

import "github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"

// assume narrows the limits to where cond has the value truth, and tells whether the limits now say exactly that.
func (w *walker) assume(cond ir.Value, truth bool) bool {
	in := w.defs[cond]
	if in == nil {
		return false
	}
	switch in.Op {
	case ir.OpConst:
		return (in.Imm != 0) == truth || w.never()
	case ir.OpBNot:
		return w.assume(in.Args[0], !truth)
	case ir.OpBAnd, ir.OpBOr:
		if truth != (in.Op == ir.OpBAnd) {
			return false
		}
		return w.assumeBoth(in.Args[0], truth, in.Args[1], truth)
	case ir.OpSelect: // `a and b` is a select of b and false, `a or b` one of true and b
		switch {
		case w.isTruth(in.Args[2], !truth):
			return w.assumeBoth(in.Args[0], true, in.Args[1], truth)
		case w.isTruth(in.Args[1], !truth):
			return w.assumeBoth(in.Args[0], false, in.Args[2], truth)
		}
	case ir.OpIEq, ir.OpINe:
		return w.assumeEqual(in, truth == (in.Op == ir.OpIEq))
	case ir.OpLtS, ir.OpLtU:
		if truth {
			return w.assumeLess(in, in.Args[0], in.Args[1], 1)
		}
		return w.assumeLess(in, in.Args[1], in.Args[0], 0)
	case ir.OpLeS, ir.OpLeU:
		if truth {
			return w.assumeLess(in, in.Args[0], in.Args[1], 0)
		}
		return w.assumeLess(in, in.Args[1], in.Args[0], 1)
	}
	return false
}

// assumeBoth narrows to where two conditions have these values.
func (w *walker) assumeBoth(a ir.Value, of bool, b ir.Value, truth bool) bool {
	first := w.assume(a, of)
	return w.assume(b, truth) && first
}

// isTruth tells whether v is the constant truth.
func (w *walker) isTruth(v ir.Value, truth bool) bool {
	in := w.defs[v]
	return in != nil && in.Op == ir.OpConst && (in.Imm != 0) == truth
}

// never notes that nobody comes here.
func (w *walker) never() bool {
	w.limits[symGroup] = interval{0, -1}
	return true
}

// assumeLess narrows to x + gap <= y, where one side is a symbol plus a number and the other a number.
func (w *walker) assumeLess(in *ir.Instr, x, y ir.Value, gap int64) bool {
	f, g := w.forms[x].settle(&w.limits), w.forms[y].settle(&w.limits)
	signed := in.Op == ir.OpLtS || in.Op == ir.OpLeS
	less, okX := f.number(&w.limits, signed)
	more, okY := g.number(&w.limits, signed)
	moving := &w.moving
	switch {
	case okX && okY && less.hi+gap <= more.lo:
		moving.differ(&w.forms[x], &w.forms[y], less, more, signed, interval{-far, more.lo - gap - less.hi})
		return true
	case okX && okY && less.lo+gap > more.hi:
		moving.differ(&w.forms[x], &w.forms[y], less, more, signed, interval{more.hi - gap - less.lo + 1, far})
		return w.never()
	}
	moving.pin(&f, &g)
	if !okX || !okY {
		return false
	}
	if s, ok := f.single(); ok && g.isConst() {
		w.limits[s].hi = min(w.limits[s].hi, g.base-gap-f.base)
		return true
	}
	if s, ok := g.single(); ok && f.isConst() {
		w.limits[s].lo = max(w.limits[s].lo, f.base+gap-g.base)
		return true
	}
	return false
}

// assumeEqual narrows to where the arguments of in are equal, or are not.
func (w *walker) assumeEqual(in *ir.Instr, equal bool) bool {
	w.moving.pin(&w.forms[in.Args[0]], &w.forms[in.Args[1]])
	d := w.arg(in, 0).add(w.arg(in, 1).scale(-1)).settle(&w.limits)
	if !d.known || d.lo != 0 || d.hi != 0 {
		return false
	}
	over := d.over(&w.limits)
	switch {
	case over.lo <= -1<<31 || over.hi >= 1<<31:
		return false // 0 is not the only number that stands for 0
	case over.lo > 0 || over.hi < 0:
		return !equal || w.never()
	case !equal:
		return w.assumeNotZero(&d)
	case over.lo == 0, over.hi == 0: // where every symbol is at that end of its range
		for s, c := range d.coef {
			if c != 0 {
				at := w.limits[s].lo
				if (c < 0) == (over.lo == 0) {
					at = w.limits[s].hi
				}
				w.limits[s] = interval{at, at}
			}
		}
		return true
	}
	if s, ok := d.single(); ok {
		w.limits[s] = interval{-d.base, -d.base}
		return true
	}
	return false
}

// assumeNotZero leaves one end of a symbol's range out.
func (w *walker) assumeNotZero(d *form) bool {
	if d.isConst() {
		return w.never() // it is 0
	}
	s, ok := d.single()
	switch l := &w.limits[s]; {
	case !ok:
		return false
	case l.lo == -d.base:
		l.lo++
	case l.hi == -d.base:
		l.hi--
	default:
		return false
	}
	return true
}

// single tells whether f is one symbol plus a number.
func (f *form) single() (symbol, bool) {
	found, n := symbol(0), 0
	for s, rest := symbol(0), f.of; rest != 0; {
		if s, rest = rest.next(); f.coef[s] != 0 {
			found = s
			n++
		}
	}
	return found, n == 1 && f.coef[found] == 1 && f.lo == 0 && f.hi == 0
}
