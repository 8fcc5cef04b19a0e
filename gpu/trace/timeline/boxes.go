package timeline

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// looks are how classes of boxes are drawn, and what the legend says of them.
var looks = [classCount]struct{ style, text, legend string }{
	classDraw:     {"draw", "w", "draw"},
	classDispatch: {"dispatch", "w", "dispatch"},
	classCopy:     {"copy", "w", "copy"},
	classFill:     {"fill", "w", "clear, resolve, query"},
	classBarrier:  {"barrier", "w", "barrier"},
	classWork:     {"work", "w", "CPU work"},
	classTask:     {"task", "w", "background task"},
	classFrame:    {"frame", "w", "frame on the screen"},
	classList:     {"list", "t", "command list"},
	classRegion:   {"region", "d", "event region"},
	classRuns:     {"runs", "t", "thread runs"},
	classWait:     {"wait", "t halo", "waits"},
	classReady:    {"ready", "t halo", "engine is taken"},
}

// leastWidth is what is drawn by itself, in pixels: less is joined with its neighbours.
const leastWidth = 2

// shown is a box in columns.
type shown struct {
	box
	x, width int
}

// columns turns the boxes of a row into columns, and joins what is too narrow.
func (d *drawing) columns(row []box) []shown {
	sorted := slices.Clone(row)
	slices.SortStableFunc(sorted, func(a, b box) int { return cmp.Compare(a.begin, b.begin) })
	var out []shown
	for _, b := range sorted {
		if !d.holds(b.begin, b.end) {
			continue
		}
		x := d.x(max(b.begin, d.from))
		s := shown{b, x, d.x(b.end) - x}
		if n := len(out); n > 0 && s.width < leastWidth && out[n-1].narrow() && out[n-1].depth == s.depth && x <= out[n-1].x+
			max(out[n-1].width, leastWidth) {
			p := &out[n-1]
			p.take(&b)
			p.width = max(p.width, x+s.width-p.x)
			continue
		}
		out = append(out, s)
	}
	for i := range out {
		out[i].width = max(out[i].width, leastWidth)
	}
	return out
}

// narrow says whether a box may take narrow ones that follow it.
func (s *shown) narrow() bool { return s.count > 1 || s.width < leastWidth }

// boxes draws a row of boxes.
func (d *drawing) boxes(r *row, boxes []box, y, height int) {
	for _, s := range d.columns(boxes) {
		d.box(r, &s, y, height)
	}
}

// regionBoxes draws the regions between BeginEvent and EndEvent, a line a depth.
func (d *drawing) regionBoxes(r *row) {
	byDepth := make([][]box, mostDepth+1)
	for _, b := range r.regions {
		byDepth[b.depth] = append(byDepth[b.depth], b)
	}
	for depth, boxes := range byDepth {
		d.boxes(r, boxes, r.regionsY+depth*regionLine, regionLine-1)
	}
}

// box draws a box with its text and its tooltip.
func (d *drawing) box(r *row, s *shown, y, height int) {
	look := looks[s.class]
	width := max(s.width-1, 1) // a line of ground between two boxes
	size := 10
	if s.class == classList || s.class == classRegion {
		size = 9
	}
	d.Group()
	d.Title(d.tooltip(s))
	d.Roundrect(s.x, y, width, height, 2, 2, fmt.Sprintf(`class=%q`, look.style))
	label := s.label
	if s.count > 1 && s.class != classRuns {
		label = fmt.Sprintf("%d", s.count)
	}
	x, room := d.clear(s.x, width)
	if s.class == classWait {
		label = fitting(label, room-6, size)
	}
	if label = fit(label, room-6, size); label != "" && s.class != classRuns {
		d.Text(x+4, y+height/2+4-(10-size)/2, label, fmt.Sprintf(`class="%s size%d"`, look.text, size))
	}
	d.Gend()
}

// clear is the widest part of some columns in which no cut stands.
func (d *drawing) clear(x, width int) (from, room int) {
	left, end := x, x+width
	for _, p := range d.stretches {
		if middle := int(p.x) + breakWidth/2; p.broken && middle > x && middle < end {
			if middle-8-left > room {
				from, room = left, middle-8-left
			}
			left = middle + 8
		}
	}
	if end-left > room {
		from, room = left, end-left
	}
	return from, room
}

// tooltip says what a box is, when, for how long, and where the script asked for it.
func (d *drawing) tooltip(s *shown) string {
	lines := []string{s.label}
	if s.count > 1 {
		lines[0] = fmt.Sprintf("%d of these, the longest: %s", s.count, s.label)
	}
	if s.op != gpu.OpNone {
		lines = append(lines, fmt.Sprintf("%v, command %d of %q", s.op, s.index+1, s.list))
	}
	for _, more := range []string{s.done.String(), s.tip} {
		if more != "" {
			lines = append(lines, more)
		}
	}
	lines = append(lines, fmt.Sprintf("%s, from %s to %s", duration(s.end-s.begin), duration(s.begin), duration(s.end)))
	if s.site != 0 {
		if where := d.place(s.site); where != "" {
			lines = append(lines, where)
		}
	}
	if s.submit != 0 {
		if where := d.place(s.submit); where != "" {
			lines = append(lines, "submitted at "+where)
		}
	}
	return strings.Join(lines, "\n")
}

// marks draws signals, presents, markers and calls below and on the bar of a lane, with a text where there is room for one.
func (d *drawing) marks(r *row) {
	type label struct {
		x    int
		text string
	}
	var labels []label
	each := func(marks []mark, draw func(x int)) {
		last := -leastWidth
		for _, m := range marks {
			x := d.x(m.at)
			if !d.holds(m.at, m.at) || x < last+leastWidth {
				continue
			}
			last = x
			d.Group()
			lines := m.label + "\nat " + duration(m.at)
			if where := d.place(m.site); m.site != 0 && where != "" {
				lines += "\n" + where
			}
			d.Title(lines)
			draw(x)
			d.Gend()
			labels = append(labels, label{x, m.label})
		}
	}
	y, middle := r.signalsY, r.barY+r.barH/2
	each(r.submits, func(x int) { d.Line(x, r.barY, x, r.barY+r.barH, `class="call"`) })
	labels = labels[:0]
	each(r.signals, func(x int) { d.Circle(x, middle, 3, `class="signal"`) })
	each(r.presents, func(x int) { d.Polygon([]int{x, x + 8, x}, []int{y - 2, y + 2, y + 6}, `class="present"`) })
	slices.SortStableFunc(labels, func(a, b label) int { return cmp.Compare(a.x, b.x) })
	end := 0
	for i, l := range labels {
		room := d.width - rightSide - l.x - 8
		if i+1 < len(labels) {
			room = labels[i+1].x - l.x - 10
		}
		if text := fitting(l.text, room, 9); text != "" && l.x >= end {
			d.Text(l.x+8, y+signalLine-4, text, `class="s size9"`)
			end = l.x + 8 + textWidth(text, 9)
		}
	}
}
