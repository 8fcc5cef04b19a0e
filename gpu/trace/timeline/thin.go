package timeline

import "github.com/gpuscript/gpuscript/gpu"

// What is kept while events come in. When there is too much of something, the time that a picture cannot tell apart is chosen again, and what is
// closer together than that becomes one.
const (
	mostBoxes  = 1 << 14 // of a row of a lane, before neighbours are joined
	mostMarks  = 1 << 12
	mostArrows = 1 << 12
	mostDepth  = 5    // of regions; what is deeper is in the last row
	resolution = 4096 // a picture has fewer columns
)

// fine sets the grain: what is shorter takes less than a column, now and whatever comes.
func (t *Timeline) fine() { t.grain = (t.last - min(t.first, t.last)) / resolution }

// add adds a box to a row of a lane.
func (t *Timeline) add(l *lane, row *[]box, b box) {
	b.count, b.longest = 1, b.end-b.begin
	*row = append(*row, b)
	if len(*row) < l.limit {
		return
	}
	t.fine()
	*row = join(*row, t.grain)
	l.limit = max(mostBoxes, 2*len(*row))
}

// join joins neighbours of one kind that are short and stand close together. The order stays.
func join(row []box, grain uint64) []box {
	out := row[:0]
	for _, b := range row {
		if n := len(out); n > 0 && out[n-1].takes(&b, grain) {
			out[n-1].take(&b)
			continue
		}
		out = append(out, b)
	}
	return out
}

// takes says whether a box and the next one become one.
func (b *box) takes(next *box, grain uint64) bool {
	return b.class == next.class && b.depth == next.depth && next.begin >= b.begin && next.end-b.begin < grain
}

// take joins the next box.
func (b *box) take(next *box) {
	if next.longest > b.longest {
		b.longest, b.label = next.longest, next.label
	}
	if b.list != next.list {
		b.list = ""
	}
	b.count += next.count
	b.end, b.tip, b.site, b.submit, b.op, b.done = max(b.end, next.end), "", 0, 0, gpu.OpNone, nil
}

// thinned leaves marks out that are at one place, if there are many.
func (t *Timeline) thinned(marks []mark) []mark {
	if len(marks) < mostMarks {
		return marks
	}
	t.fine()
	out := marks[:1]
	for _, m := range marks[1:] {
		if m.at-min(out[len(out)-1].at, m.at) >= 4*t.grain {
			out = append(out, m)
		}
	}
	if len(out) > mostMarks/2 {
		for i := range out[:len(out)/2] {
			out[i] = out[2*i]
		}
		out = out[:len(out)/2]
	}
	return out
}

// arrow adds an arrow. Where there are many, those that look alike are left out.
func (t *Timeline) arrow(a arrow) {
	t.arrows = append(t.arrows, a)
	if len(t.arrows) < mostArrows {
		return
	}
	t.fine()
	type look struct {
		from, to int
		column   uint64
		kind     arrowKind
	}
	seen := map[look]bool{}
	out := t.arrows[:0]
	for _, a := range t.arrows {
		k := look{a.from.lane, a.to.lane, a.to.at / max(32*t.grain, 1), a.kind}
		if !seen[k] {
			seen[k] = true
			out = append(out, a)
		}
	}
	t.arrows = out
	if len(out) > mostArrows/2 {
		t.arrows = out[len(out)-mostArrows/2:]
	}
}
