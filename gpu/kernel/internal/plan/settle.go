package plan

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Accesses without a closed form that follow from numbers of work items, sizes of views and constants alone touch the same in each dispatch with
// these: what was seen of one of them is then known of the others, and nothing needs to be watched.
//
//	t[NonUniformResourceIndex(x / 4)][x]     nothing that the kernel loads decides where it goes: seen once, known from then on
//	t[NonUniformResourceIndex(pick[x])][x]   what is in pick does: watched each time

// Seen are the bytes that watched accesses of one key touched, by address.
type Seen struct {
	Key
	Spans []Span // ascending, disjoint, not touching; at least one, or
	Notes        // what they are made of, if nobody needs them now
}

// Notes are the elements of a buffer that were touched, as they were noted: gpu.Notes, as Text, which bytes [Begin, End) cover.
type Notes struct {
	Text       string
	Begin, End uint64
}

// mostSettled is how many patterns are kept of one dispatch.
const mostSettled = 1 << 12

// Settles says whether Settle needs what was seen of a dispatch.
func (c *Cache) Settles(known *Known) bool {
	e := c.entryOf(known)
	return e != nil && e.result.uses > 0 && !e.result.varies
}

// Settle takes what was seen of the open accesses of a dispatch that has come to its end, of which Known gave known, into what Known gives for the
// next one like it; most bounds the patterns of one key. It does nothing where that may touch something else, and for the first dispatch of its kind:
// of one that does not come again nothing is kept.
func (c *Cache) Settle(k *ir.Kernel, d *ir.Dispatch, known *Known, seen []Seen, most int) {
	if !c.Settles(known) {
		return
	}
	e := c.entryOf(known)
	reads, ok := lasting(k, known.Open, d)
	touched, fits := together(d, known, seen, most)
	if e.result.varies = !ok || !fits || known.mayWrite(d, reads); e.result.varies {
		return
	}
	f := &found{Known: Known{Number: c.number(), Touched: touched, Watched: known}, uses: e.result.uses,
		placed: e.result.placed || len(e.result.words) > 0}
	for record := range k.Records() {
		f.rooms = append(f.rooms, lookedAt{room{fixed: true}, record})
	}
	e.result, e.records, e.reads = f, append(e.records[:0], recordsOf(k, d)...), append(e.reads, reads...)
}

// entryOf is the entry of what Known gave, nil if there is none any more.
func (c *Cache) entryOf(known *Known) *entry[*found] {
	for i := range c.known.entries {
		if e := &c.known.entries[i]; e.result != nil && &e.result.Known == known {
			return e
		}
	}
	return nil
}

// together are the bytes that are known and those that were seen, from the bases of their records; ok is false where they are too many. A key of
// which something was seen has no strides among its known patterns.
func together(d *ir.Dispatch, known *Known, seen []Seen, most int) (out []Touched, ok bool) {
	spans := map[Key][]Span{}
	for _, s := range seen {
		base := baseOf(d, s.Record)
		for _, x := range s.Spans {
			spans[s.Key] = append(spans[s.Key], Span{x.Begin - base, x.End - base})
		}
	}
	n := 0
	add := func(t Touched) {
		out, n = append(out, t), n+len(t.Patterns)
		ok = ok && len(t.Patterns) <= most && n <= mostSettled
	}
	ok = true
	for _, t := range known.Touched {
		list, some := spans[t.Key]
		if !some {
			add(t)
			continue
		}
		for _, p := range t.Patterns {
			list = append(list, Span{p.Begin, p.End()})
		}
		spans[t.Key] = list
	}
	for key, list := range spans {
		add(Touched{key, Compact(nil, JoinSpans(list), most)})
	}
	slices.SortFunc(out, func(a, b Touched) int { return a.Key.Compare(b.Key) })
	return out, ok
}

// mayWrite says whether the dispatch may write a constant on which it depends what it touches.
func (k *Known) mayWrite(d *ir.Dispatch, reads []read) bool {
	writes := func(s Span) bool {
		return slices.ContainsFunc(reads, func(r read) bool {
			at := baseOf(d, r.record) + r.at
			return s.Begin < at+4 && at < s.End
		})
	}
	for i := range k.Hulls {
		h := &k.Hulls[i]
		r := ir.LoadBuffer(d.Memory[d.Records+h.Record*ir.RecordBytes:])
		if in := h.In(&r); h.Class != ir.Load && writes(Span{uint64(r.Base) + in.Begin, uint64(r.Base) + in.End}) {
			return true
		}
	}
	for _, t := range k.Touched {
		base := baseOf(d, t.Record)
		for _, p := range t.Patterns {
			if t.Class != ir.Load && writes(Span{base + p.Begin, base + p.End()}) {
				return true
			}
		}
	}
	return false
}

// lasting says whether nothing but numbers of work items, records and constants decides what some accesses touch, and gives these constants.
func lasting(k *ir.Kernel, open []*ir.Instr, d *ir.Dispatch) (reads []read, ok bool) {
	l := leads{k: k, open: map[*ir.Instr]bool{}, values: make([]bool, k.NumValues())}
	for _, in := range open {
		l.open[in] = true
	}
	for l.changed = true; l.changed; {
		l.changed = false
		l.block(k.Body, nil)
	}
	ok = true
	k.Body.Walk(func(in *ir.Instr) {
		if !slices.ContainsFunc(in.Results, func(v ir.Value) bool { return l.values[v] }) {
			return
		}
		switch class := in.Op.Class(); {
		case in.Op == ir.OpLoadConst && in.Args[0] == 0 && in.Args[1] == 0:
			record := k.FirstRecord(in.Binding)
			if ir.RecordWord(d.Memory[d.Records+record*ir.RecordBytes:], ir.WordSize) >= in.Offset+4 {
				r := read{record: record, at: uint64(in.Offset)}
				r.value = r.word(d)
				reads = append(reads, r)
			}
		case in.Op == ir.OpQuery:
		case class == ir.Load || class == ir.Atomic:
			ok = false
		}
	})
	return reads, ok
}

// leads is what the places of some accesses are calculated from, so far, and whether they come about. It is found backwards, and generously: all
// arguments of an instruction belong to all of its results, and the conditions around an instruction to the instruction.
type leads struct {
	k       *ir.Kernel
	open    map[*ir.Instr]bool
	values  []bool
	changed bool
}

// inside is the chain of instructions that a block is in.
type inside struct {
	in    *ir.Instr
	outer *inside
}

func (l *leads) block(b *ir.Block, outer *inside) {
	for _, in := range b.Instrs {
		for _, nested := range in.Blocks {
			l.block(nested, &inside{in, outer})
		}
		switch {
		case l.open[in]:
			l.add(placeOf(in))
		case l.leads(in):
			l.add(in.Args)
			for _, nested := range in.Blocks {
				l.add(nested.Yield)
			}
		default:
			continue
		}
		for at := outer; at != nil; at = at.outer {
			l.add(at.in.Args)
			if at.in.Op == ir.OpLoop {
				l.add(at.in.Blocks[0].Yield)
				l.add(at.in.Blocks[1].Yield)
			}
		}
	}
}

// placeOf are the operands of an access that decide where it goes.
func placeOf(in *ir.Instr) []ir.Value {
	switch in.Op {
	case ir.OpStoreBuf, ir.OpAtomicBuf:
		return in.Args[:3]
	case ir.OpStoreTex, ir.OpAtomicTex:
		return in.Args[:5]
	}
	return in.Args
}

// leads says whether an instruction gives something of that.
func (l *leads) leads(in *ir.Instr) bool {
	is := func(v ir.Value) bool { return l.values[v] }
	return slices.ContainsFunc(in.Results, is) || slices.ContainsFunc(in.Blocks, func(b *ir.Block) bool { return slices.ContainsFunc(b.Params, is) })
}

func (l *leads) add(values []ir.Value) {
	for _, v := range values {
		if v != 0 && !l.values[v] {
			l.values[v], l.changed = true, true
		}
	}
}
