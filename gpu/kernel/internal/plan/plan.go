package plan

import (
	"cmp"
	"slices"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
)

// Chunk is a range of linear groups.
type Chunk struct{ First, Count uint64 }

// smallestChunk is the cost below which a chunk is not worth a core of its own: some tens of microseconds of compiled code.
const smallestChunk = 1 << 16

// smallestShare is the cost below which a dispatch stays on one core: handing over a part of it to one that is awake is not worth it.
const smallestShare = 1 << 16

// Rousing is the cost below which a dispatch is no reason to wake a core: that takes about as long.
const Rousing = 1 << 18

// Plan cuts a dispatch into at most most chunks whose work may run at the same time with the result of running them in order: no chunk
// writes bytes that another one may read or write. Where that cannot be shown (scattered writes, atomics on memory) it gives one chunk.
// The cut depends on the dispatch and on most, never on the machine; results do not depend on it at all.
func Plan(k *ir.Kernel, d *ir.Dispatch, most int) []Chunk {
	chunks, _ := makePlan(k, d, most)
	return chunks
}

// makePlan also gives the constants that the plan depends on.
func makePlan(k *ir.Kernel, d *ir.Dispatch, most int) ([]Chunk, []read) {
	all := []Chunk{{d.First, d.Count}}
	groups := uint64(d.Groups[0]) * uint64(d.Groups[1]) * uint64(d.Groups[2])
	work := workOf(k, d, estimate(k))
	n := min(uint64(most), parts(work))
	if work < smallestShare || n < 2 || d.First != 0 || d.Count != groups || hasAtomics(k) {
		return all, nil
	}
	chunks := boxes(d, n)
	f := FindFootprint(k, d)
	if !f.Disjoint(chunks) {
		return all, f.reads
	}
	return chunks, f.reads
}

// parts is into how many chunks some work is cut: eight at least, where those are worth the call, so that the last ones are short.
func parts(work uint64) uint64 { return max(work/smallestChunk, min(work/(smallestChunk/4), 8)) }

// workOf is about what a dispatch costs where a wave costs so much.
func workOf(k *ir.Kernel, d *ir.Dispatch, wave uint64) uint64 {
	return uint64(d.Groups[0]) * uint64(d.Groups[1]) * uint64(d.Groups[2]) * uint64(k.Waves()) * wave
}

// boxes cuts a dispatch into at most n chunks that are boxes of groups: some planes of them where there are enough, else some rows of a plane, or a
// part of a row.
func boxes(d *ir.Dispatch, n uint64) []Chunk {
	x, y, z := uint64(d.Groups[0]), uint64(d.Groups[1]), uint64(d.Groups[2])
	if z >= n {
		return cut(nil, 0, z, x*y, n)
	}
	var out []Chunk
	for plane := range z {
		if y >= n/z {
			out = cut(out, plane*x*y, y, x, n/z)
			continue
		}
		for row := range y {
			out = cut(out, (plane*y+row)*x, x, 1, n/(y*z))
		}
	}
	return out
}

// cut appends at most n chunks of units of groups from first on.
func cut(out []Chunk, first, units, unit, n uint64) []Chunk {
	n = min(n, units)
	for i := range n {
		from, to := units*i/n, units*(i+1)/n
		out = append(out, Chunk{first + from*unit, (to - from) * unit})
	}
	return out
}

func hasAtomics(k *ir.Kernel) bool {
	found := false
	k.Body.Walk(func(in *ir.Instr) { found = found || in.Op == ir.OpAtomicBuf || in.Op == ir.OpAtomicTex })
	return found
}

// use is the bytes that one access of one chunk may touch, in one record.
type use struct {
	Span
	chunk  int
	write  bool
	access *access
	slot   uint32
}

// Disjoint tells whether no chunk writes bytes that another chunk may touch.
func (f *Footprint) Disjoint(chunks []Chunk) bool {
	uses := f.uses(chunks)
	return apart(uses) || stripsApart(f.strips(chunks, uses))
}

// uses are what all chunks write, and what they read near that.
func (f *Footprint) uses(chunks []Chunk) []use {
	var writes, reads []use
	for c := range chunks {
		l := f.box(chunks[c])
		for i := range f.accesses {
			a := &f.accesses[i]
			first, last := f.slots(a)
			for slot := first; slot <= last; slot++ {
				s, ok := f.hullOf(a, slot, &l)
				switch {
				case !ok:
				case a.in.Op.Class() == ir.Load:
					reads = append(reads, use{s, c, false, a, slot})
				default:
					writes = append(writes, use{s, c, true, a, slot})
				}
			}
		}
	}
	written := Span{^uint64(0), 0}
	for i := range writes {
		written = Span{min(written.Begin, writes[i].Begin), max(written.End, writes[i].End)}
	}
	for i := range reads {
		// Most reads are far from all writes, and overlap each other in every pair of chunks.
		if reads[i].Begin < written.End && written.Begin < reads[i].End {
			writes = append(writes, reads[i])
		}
	}
	return writes
}

// apart tells whether no two uses of different chunks overlap with a write among them.
func apart(uses []use) bool {
	slices.SortFunc(uses, func(a, b use) int { return cmp.Compare(a.Begin, b.Begin) })
	for i := range uses {
		for j := i + 1; j < len(uses) && uses[j].Begin < uses[i].End; j++ {
			if uses[i].chunk != uses[j].chunk && (uses[i].write || uses[j].write) {
				return false
			}
		}
	}
	return true
}

// box is the smallest box of groups around a chunk, as ranges of the symbols.
func (f *Footprint) box(c Chunk) limits {
	first, last := f.d.GroupID(c.First), f.d.GroupID(c.First+c.Count-1)
	var r [3]interval
	for i := range r {
		r[i] = interval{int64(first[i]), int64(last[i])}
	}
	if first[2] != last[2] {
		r[1] = interval{0, int64(f.d.Groups[1]) - 1}
	}
	if first[2] != last[2] || first[1] != last[1] {
		r[0] = interval{0, int64(f.d.Groups[0]) - 1}
	}
	return groupLimits(f.k, f.d, r[:]...)
}
