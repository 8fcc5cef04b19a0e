package kernel

import (
	"math/bits"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
)

// watching is the kernels of a variant that note what some of its accesses touch.
type watching struct {
	open          []*ir.Instr
	whole, blocks *touch.Watch // nil: not made yet
	notes         *touch.Watch // nil: not made, or not possible
	tried         bool         // to make it
	drawn         bool         // with one of them, for so much work the last time
	work          uint64
}

// watcher gives the kernel that notes what the open accesses touch in a dispatch, and its Size. Maps cost the less to run, and reading them what they
// hold; lists of notes, and maps with blocks, cost more to run, and reading them only what was touched: they are for maps that are large for the
// work, which is in work items. How much work a draw is nobody knows before: its work is 0 here, and that of the last one counts, or firstDraw.
func (v *variant) watcher(d *ir.Dispatch, open []*ir.Instr, work uint64) (*touch.Watch, uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	i := slices.IndexFunc(v.watches, func(w watching) bool { return slices.Equal(w.open, open) })
	if i < 0 {
		i = len(v.watches)
		v.watches = append(v.watches, watching{open: open})
	}
	w, dispatched := &v.watches[i], work != 0
	switch {
	case w.drawn:
		work = max(work, w.work)
	case work == 0:
		work = firstDraw
	}
	if w.whole == nil {
		w.whole = touch.New(v.program(), open, touch.NoBlocks)
	}
	most := max(smallMaps, work*mapsPerItem)
	if size := w.whole.SizeUpTo(d, most); size <= most {
		return w.whole, size
	}
	if dispatched {
		if size, ok := w.noted(v, d, most); ok {
			return w.notes, size
		}
	}
	if w.blocks == nil {
		of := touch.SmallBlocks
		if w.whole.SizeUpTo(d, largeMaps) > largeMaps {
			of = touch.LargeBlocks
		}
		w.blocks = touch.New(v.program(), open, of)
	}
	return w.blocks, w.blocks.Size(d)
}

// noted says whether a dispatch can be watched with notes, which take no more memory than the maps, and their Size. The maps take more than least.
func (w *watching) noted(v *variant, d *ir.Dispatch, least uint64) (size uint64, ok bool) {
	if !w.tried {
		w.notes, w.tried = touch.NewNotes(v.program(), w.open), true
	}
	if w.notes == nil || !w.notes.Fits(d) {
		return 0, false
	}
	size = w.notes.Size(d)
	return size, size <= least || w.whole.SizeUpTo(d, size) > size
}

// worked tells how much work a draw was. What it was watched with tells which watcher.
func (v *variant) worked(with *touch.Watch, work uint64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	for i := range v.watches {
		if w := &v.watches[i]; w.whole == with || w.blocks == with {
			w.drawn, w.work = true, work
		}
	}
}

// smallMaps are bytes that cost less to read than a dispatch costs otherwise, and mapsPerItem those that cost less to read than the marks of blocks
// of a work item. In largeMaps, of the first dispatch that needs blocks, it costs more to find the marked ones among many small blocks than to read
// few large ones. The first draw of a program is taken for one of firstDraw work items: it may read a megabyte of maps too many, once.
const (
	smallMaps   = 1 << 14
	mapsPerItem = 16
	largeMaps   = 1 << 22
	firstDraw   = 1 << 16
)

// closedForms is what is known of a dispatch before it runs. The caller must not change it, and may give it back (done). before is the number of what
// it was for a dispatch with the same records, 0 if that is not known.
func (v *variant) closedForms(d *ir.Dispatch, before uint64) *plan.Known {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.plans.Known(v.program(), d, exec.MaxAccesses, before)
}

// rough says whether nobody needs what will be seen of a dispatch in order: it is not joined with what is known.
func (v *variant) rough(known *plan.Known) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return !v.plans.Settles(known) && !slices.ContainsFunc(known.Touched, func(t plan.Touched) bool {
		return slices.ContainsFunc(known.Open, func(in *ir.Instr) bool { return plan.KeyOf(v.program(), in, 0) == t.Key })
	})
}

// settle makes what was seen of a dispatch known of others like it, if it is what all of them touch.
func (v *variant) settle(d *ir.Dispatch, known *plan.Known, seen []touch.Seen) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.plans.Settle(v.program(), d, known, seen, exec.MaxAccesses)
}

// done gives back closed forms.
func (v *variant) done(known *plan.Known) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.plans.Done(known)
}

// knownAccesses words closed forms that leave nothing open, for the records of a dispatch, in the room of a list that nobody needs any more.
func knownAccesses(room []exec.Access, known *plan.Known, d *ir.Dispatch) []exec.Access {
	n := 0
	for i := range known.Touched {
		n += len(known.Touched[i].Patterns)
	}
	out := slices.Grow(room[:0], n)
	for i := range known.Touched {
		t := &known.Touched[i]
		out = appendAccesses(out, t.Key, baseOf(d, t.Record), t.Patterns)
	}
	return out
}

// baseOf is the first byte of what a record shows.
func baseOf(d *ir.Dispatch, record uint32) uint64 {
	return uint64(ir.RecordWord(d.Memory[d.Records+record*ir.RecordBytes:], ir.WordBase))
}

// appendAccesses appends patterns, counted from a base, as the executor of commands sees them. Each is written where it stands: there may be
// thousands.
func appendAccesses(out []exec.Access, key plan.Key, base uint64, patterns []plan.Pattern) []exec.Access {
	kind, atomic := kindOf(key)
	at := len(out)
	out = slices.Grow(out, len(patterns))[:at+len(patterns)]
	for i := range patterns {
		a, p := &out[at+i], &patterns[i]
		a.Record, a.Kind, a.Atomic, a.Exact = key.Record, kind, atomic, true
		a.Begin, a.End, a.Stride, a.Size = base+p.Begin, base+p.End(), 0, 0
		if p.Count > 1 {
			a.Stride, a.Size = p.Stride, p.Size
		}
	}
	return out
}

func newAccess(key plan.Key) exec.Access {
	kind, atomic := kindOf(key)
	return exec.Access{Record: key.Record, Kind: kind, Atomic: atomic}
}

// kindOf is what the accesses of a key do.
func kindOf(key plan.Key) (exec.AccessKind, exec.AtomicOp) {
	switch key.Class {
	case ir.Store:
		return exec.AccessWrite, 0
	case ir.Atomic:
		return exec.AccessAtomic, atomics[key.Op]
	}
	return exec.AccessRead, 0
}

var atomics = [...]exec.AtomicOp{ir.AtomicAdd: exec.AtomicAdd, ir.AtomicSubtract: exec.AtomicSubtract, ir.AtomicAnd: exec.AtomicAnd,
	ir.AtomicOr: exec.AtomicOr, ir.AtomicXor: exec.AtomicXor, ir.AtomicMinS: exec.AtomicMin, ir.AtomicMinU: exec.AtomicMinUnsigned,
	ir.AtomicMaxS: exec.AtomicMax, ir.AtomicMaxU: exec.AtomicMaxUnsigned, ir.AtomicExchange: exec.AtomicExchange,
	ir.AtomicCompareExchange: exec.AtomicCompareExchange}

// inexact makes list an upper bound: how much of it a run that ended early did is an accident.
func inexact(list []exec.Access) []exec.Access {
	for i := range list {
		list[i].Exact = false
	}
	return list
}

// hulls is the upper bound that the closed forms give, one range for each key.
func hulls(known *plan.Known, d *ir.Dispatch) []exec.Access {
	list := slices.Clone(known.Hulls)
	for i := range list {
		h, r := &list[i], ir.LoadBuffer(d.Memory[d.Records+list[i].Record*ir.RecordBytes:])
		h.Span = h.In(&r)
	}
	for _, t := range known.Touched {
		for _, p := range t.Patterns {
			list = append(list, plan.Hull{Key: t.Key, Span: plan.Span{Begin: p.Begin, End: p.End()}})
		}
	}
	slices.SortStableFunc(list, func(a, b plan.Hull) int { return a.Key.Compare(b.Key) })
	var out []exec.Access
	for i := 0; i < len(list); {
		key, a := list[i].Key, newAccess(list[i].Key)
		base := baseOf(d, key.Record)
		a.Begin, a.End = list[i].Begin, list[i].End
		for ; i < len(list) && list[i].Key == key; i++ {
			a.Begin, a.End = min(a.Begin, list[i].Begin), max(a.End, list[i].End)
		}
		a.Begin, a.End = base+a.Begin, base+a.End
		out = append(out, a)
	}
	return out
}

// wording is room for what is known of a dispatch.
type wording struct {
	known  []exec.Access
	last   worded
	number uint64      // of the last list that has one
	seen   touch.Trace // what was seen of the last dispatch, if its list has a number
	ranges gpu.RangeWriter
}

// worded is a list of which others are the same: of which closed forms of a variant, for which records, and its number. The zero value is none.
type worded struct {
	of                   *variant
	bound, known, number uint64
	watched              bool // not all was known before the dispatch ran: the others have to touch what was seen of this one
}

// before takes what was known of the last dispatch, if it was one of a variant with these records, 0: any others.
func (w *wording) before(of *variant, bound uint64) (last worded) {
	if last, w.last = w.last, last; last.of != of || last.bound != bound || bound == 0 {
		return worded{}
	}
	return last
}

// same is knownAccesses, for records with a number, after a dispatch with the same ones of which something was known.
func (w *wording) same(known *plan.Known, d *ir.Dispatch, of *variant, bound uint64, before worded) []exec.Access {
	if before.of == nil || before.watched || before.known != known.Number {
		list := w.knownAccesses(known, d)
		if w.known == nil || bound == 0 {
			return list
		}
		w.number++
		before = worded{of: of, bound: bound, known: known.Number, number: w.number}
	}
	w.last = before
	return w.known
}

// again is seenAccesses, for records with a number, after a dispatch with the same ones of which something was seen: often data that stay say where a
// program reads and writes.
func (w *wording) again(known *plan.Known, d *ir.Dispatch, seen []touch.Seen, of *variant, bound uint64, before worded) []exec.Access {
	if before.watched && before.known == known.Number && w.seen.Equal(seen) {
		w.last = before
		return w.known
	}
	kept := bound != 0 && known.Number != 0 && w.seen.Keep(seen, mostKnown) // before they are joined with what is known, in their memory
	list := w.seenAccesses(known, d, seen)
	if kept && w.known != nil {
		w.number++
		w.last = worded{of, bound, known.Number, w.number, true}
	}
	return list
}

// most of the accesses of a dispatch that room is kept for.
const mostKnown = 1 << 12

// knownAccesses is the function of that name. The list is valid until the next call.
func (w *wording) knownAccesses(known *plan.Known, d *ir.Dispatch) []exec.Access {
	return w.keep(knownAccesses(w.known, known, d))
}

// keep keeps the room of a list, which is valid until the next one.
func (w *wording) keep(list []exec.Access) []exec.Access {
	if w.known = nil; cap(list) <= mostKnown {
		w.known = list
	}
	return list
}

// seenAccesses joins what is known with what was seen, which it sorts, to a list that is valid until the next call. A key of which something was open
// has no strides among its known patterns.
func (w *wording) seenAccesses(known *plan.Known, d *ir.Dispatch, seen []touch.Seen) []exec.Access {
	slices.SortFunc(seen, func(a, b touch.Seen) int { return a.Key.Compare(b.Key) })
	out := w.known[:0]
	for touched := known.Touched; len(seen)+len(touched) > 0; {
		if len(touched) == 0 || len(seen) > 0 && seen[0].Key.Compare(touched[0].Key) < 0 {
			out, seen = w.compact(out, &seen[0], d), seen[1:]
			continue
		}
		t := &touched[0]
		base := baseOf(d, t.Record)
		touched = touched[1:]
		if len(seen) > 0 && seen[0].Key == t.Key {
			of := seen[0].Spans
			for _, p := range t.Patterns {
				of = append(of, plan.Span{Begin: base + p.Begin, End: base + p.End()})
			}
			out, seen = w.compact(out, &touch.Seen{Key: t.Key, Spans: plan.JoinSpans(of)}, d), seen[1:]
			continue
		}
		out = appendAccesses(out, t.Key, base, t.Patterns)
	}
	return w.keep(out)
}

// fewestWithin is how many ranges of a buffer are worth being one access.
const fewestWithin = 32

// compact appends what was seen of a key in words: as one access spans of a buffer, where they are many and none is joined.
func (w *wording) compact(out []exec.Access, seen *touch.Seen, d *ir.Dispatch) []exec.Access {
	key, spans := seen.Key, seen.Spans
	if seen.Text != "" {
		a := newAccess(key)
		a.Begin, a.End, a.Exact, a.Within = seen.Begin, seen.End, true, seen.Text
		return append(out, a)
	}
	n, mips := len(spans), ir.RecordWord(d.Memory[d.Records+key.Record*ir.RecordBytes:], ir.WordMips)
	if n < fewestWithin || n > exec.MaxAccesses || mips != 0 {
		return compact(out, key, spans, exec.MaxAccesses)
	}
	a := newAccess(key)
	a.Begin, a.End, a.Exact = spans[0].Begin, spans[n-1].End, true
	to := &w.ranges
	gpu.AddSpans(to, a.Begin, spans)
	if to.Len < fewestWithin { // they are patterns
		to.Drop()
		return compact(out, key, spans, exec.MaxAccesses)
	}
	a.Size = to.Touched
	a.Within = string(to.Ranges())
	return append(out, a)
}

// compact appends disjoint, sorted spans in words, at most most of them: where there are more, those with small gaps between them are joined.
func compact(out []exec.Access, key plan.Key, spans []plan.Span, most int) []exec.Access {
	first, one := len(out), newAccess(key)
	if out = appendSpans(out, one, spans, most); len(out)-first <= most {
		return out
	}
	gap, left := enoughGap(spans, most)
	out = slices.Grow(out[:first], left)
	for _, s := range spans {
		if n := len(out); n > first && s.Begin-out[n-1].End <= gap {
			out[n-1].End, out[n-1].Exact = s.End, false
			continue
		}
		out = append(out, one)
		a := &out[len(out)-1]
		a.Begin, a.End, a.Exact = s.Begin, s.End, true
	}
	return out
}

// appendSpans appends sorted, disjoint spans, with those that make up a pattern as one. It stops when there are more than most.
func appendSpans(out []exec.Access, one exec.Access, spans []plan.Span, most int) []exec.Access {
	first := len(out)
	out = slices.Grow(out, min(len(spans), most+1))
	for len(spans) > 0 && len(out)-first <= most {
		n := plan.Alike(spans)
		out = append(out, one)
		a := &out[len(out)-1] // written where it stands: there may be thousands
		a.Begin, a.End, a.Exact = spans[0].Begin, spans[n-1].End, true
		if n > 1 {
			a.Stride, a.Size = spans[1].Begin-a.Begin, spans[0].End-a.Begin
		}
		spans = spans[n:]
	}
	return out
}

// enoughGap is the smallest power of two such that at most most spans are left when all gaps up to it are closed, and how many that are.
func enoughGap(spans []plan.Span, most int) (gap uint64, left int) {
	var wider [64]int // gaps by their width: 2^(i-1) < width <= 2^i
	for i := 1; i < len(spans); i++ {
		wider[bits.Len64(spans[i].Begin-spans[i-1].End-1)]++
	}
	i := len(wider)
	left = 1
	for i > 0 && left+wider[i-1] <= most {
		i--
		left += wider[i]
	}
	return 1 << max(i-1, 0), left
}
