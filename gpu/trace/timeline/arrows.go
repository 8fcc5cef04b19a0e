package timeline

import (
	"fmt"
)

// The most of each kind that a picture shows: with more it would show nothing else.
const (
	mostSubmits = 40  // arrows of submissions
	mostPassed  = 60  // arrows to waits that found their value reached
	mostWaited  = 150 // arrows that end a wait
	mostFrames  = 60  // lines of frames
)

// frameLines draws a line through all lanes where a frame appears on the screen.
func (d *drawing) frameLines() {
	if len(d.t.frames) > mostFrames {
		return
	}
	end := 0
	for _, m := range d.t.frames {
		x := d.x(m.at)
		if !d.holds(m.at, m.at) || x < end {
			continue
		}
		end = x + 6
		d.Line(x, d.top-2, x, d.bottom, `class="vsync"`)
	}
}

// arrowsBetween draws what leads from a signal to a wait, and from a call to a batch.
func (d *drawing) arrowsBetween() {
	var count, most [arrowKinds]int
	most[arrowSubmits], most[arrowPassed], most[arrowWaited] = mostSubmits, mostPassed, mostWaited
	for _, a := range d.t.arrows {
		if d.holds(a.from.at, a.to.at) {
			count[a.kind]++
		}
	}
	seen := map[[4]int]bool{}
	for _, a := range d.t.arrows {
		from, to := d.byLane[a.from.lane], d.byLane[a.to.lane]
		if from == nil || to == nil || from == to || count[a.kind] > most[a.kind] || !d.holds(a.from.at, a.to.at) {
			continue
		}
		look := [4]int{a.from.lane, d.x(a.from.at) / leastWidth, a.to.lane, d.x(a.to.at) / leastWidth}
		if seen[look] {
			continue
		}
		seen[look] = true
		d.arrow(&a, from, to)
	}
}

// arrow draws one, bent so that it leaves and arrives upright.
func (d *drawing) arrow(a *arrow, from, to *row) {
	x, x2 := d.x(max(a.from.at, d.from)), d.x(a.to.at)
	y, y2 := from.barY+from.barH/2, to.barY
	if a.kind == arrowSubmits {
		y = from.barY + from.barH
	}
	if to.y < from.y {
		y2 = to.barY + to.barH
	}
	style, tip := "order", a.label
	switch a.kind {
	case arrowSubmits:
		style, tip, y2 = "submission", "a submission arrives", to.top()
	case arrowPassed:
		style = "order passed"
	}
	d.Group()
	d.Title(fmt.Sprintf("%s\nfrom %s to %s", tip, duration(a.from.at), duration(a.to.at)))
	d.Path(curve(x, y, x2, y2), fmt.Sprintf(`class=%q marker-end="url(#%s)"`, style, style[:5]))
	d.Gend()
}

// top is where the boxes of a row begin.
func (r *row) top() int {
	switch {
	case len(r.regions) > 0:
		return r.regionsY
	case len(r.lists) > 0:
		return r.listsY
	}
	return r.barY
}

// curve is a path from a place to another.
func curve(x, y, x2, y2 int) string {
	bend := (y2 - y) / 2
	if x == x2 {
		return fmt.Sprintf("M%d %dV%d", x, y, y2)
	}
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, y, x, y+bend, x2, y2-bend, x2, y2)
}

// racesShown outlines the accesses that nothing orders, and draws the arrow that is missing.
func (d *drawing) racesShown() {
	for i := range d.t.races {
		r := &d.t.races[i]
		x, y, ok := d.access(&r.first, 2*i+1)
		x2, y2, ok2 := d.access(&r.second, 2*i+2)
		if !ok || !ok2 {
			continue
		}
		d.Group()
		d.Title("nothing orders these two\n" + r.title)
		from, to := d.byLane[r.first.lane], d.byLane[r.second.lane]
		switch {
		case from == to:
			d.Path(fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x, from.barY-2, x, from.barY-18, x2, from.barY-18, x2, from.barY-3),
				`class="missing" marker-end="url(#missi)"`)
		case to.y < from.y:
			d.Path(curve(x, y, x2, y2+to.barH+3), `class="missing" marker-end="url(#missi)"`)
		default:
			d.Path(curve(x, y+from.barH, x2, y2-3), `class="missing" marker-end="url(#missi)"`)
		}
		d.Gend()
	}
}

// access outlines one side, which has a number, odd for the first, and says where an arrow leaves the first one or arrives at the second one.
func (d *drawing) access(a *access, number int) (x, y int, ok bool) {
	r := d.byLane[a.lane]
	if !a.known || r == nil {
		return 0, 0, false
	}
	end := a.end
	if a.runs {
		end = max(d.t.last, a.begin)
	}
	x = d.x(max(a.begin, d.from))
	width := max(d.x(end)-x-1, 3)
	d.Group()
	d.Title(a.text + "\nfrom " + duration(a.begin))
	d.Roundrect(x-1, r.barY-1, width+2, r.barH+2, 3, 3, `class="accused"`)
	d.badge(x+2*width/3, r.barY-1, number)
	d.Gend()
	if number%2 == 1 {
		return x + width, r.barY, true
	}
	return x, r.barY, true
}
