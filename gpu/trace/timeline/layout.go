package timeline

import (
	"cmp"
	"slices"
)

// The measures of the picture in pixels.
const (
	gutter      = 176 // left of the time: engines and names
	bracket     = 26  // of it, for engines
	rightSide   = 20
	margin      = 14
	titleLine   = 26
	bannerLine  = 17
	bannerLines = 3 // of a race
	axisLine    = 22
	barHeight   = 22
	threadBar   = 16
	bandHeight  = 15
	regionLine  = 14
	signalLine  = 14
	lanePad     = 6
	groupGap    = 12
	deviceLine  = 14
	leastPlot   = 1080
	mostPlot    = 1800
	mostCut     = 9000 // for the work of frames, each after a cut
	mostLanes   = 48
)

// row is a lane and its place.
type row struct {
	*lane
	group                       string // engine, "CPU" or "screen"
	y, height                   int    // of all of it
	regionsY                    int
	listsY                      int
	barY, barH                  int
	signalsY                    int
	firstOfGroup, firstOfDevice bool
}

// layout is where everything stands.
type layout struct {
	rows          []*row
	devices       bool // there is more than one, so their names are shown
	byLane        map[int]*row
	left          int // lanes that are not shown
	top, bottom   int // of the lanes
	plot          int // width of the time
	width, height int
}

// groups order the lanes.
var groups = []string{"CPU", "3D", "COMPUTE", "COPY", "", "screen"}

// groupOf is the group of a lane.
func groupOf(l *lane) string {
	switch l.kind {
	case laneThread, laneWorker:
		return "CPU"
	case laneScreen:
		return "screen"
	}
	return l.engine
}

// layout places the lanes. A screen and the queue that feeds it share a row.
func (t *Timeline) layout(v view, banner int) *layout {
	out := &layout{byLane: map[int]*row{}}
	screens := map[laneName]bool{}
	boxes := 0
	for _, l := range t.lanes {
		screens[l.laneName] = l.kind == laneScreen
		for i := range l.bars {
			if v.holds(l.bars[i].begin, l.bars[i].end) {
				boxes++
			}
		}
	}
	for _, l := range t.lanes {
		if shared := l.kind == laneQueue && l.engine == "" && screens[laneName{laneScreen, l.device, l.name, 0}]; !shared && l.seen(v) {
			out.rows = append(out.rows, &row{lane: l, group: groupOf(l)})
		}
	}
	slices.SortStableFunc(out.rows, func(a, b *row) int {
		x, y := slices.Index(groups, a.group), slices.Index(groups, b.group)
		if a.group == "CPU" || b.group == "CPU" {
			return cmp.Or(cmp.Compare(x, y), cmp.Compare(a.kind, b.kind), cmp.Compare(a.number, b.number))
		}
		return cmp.Or(cmp.Compare(t.deviceOrder(a.lane), t.deviceOrder(b.lane)), cmp.Compare(x, y), cmp.Compare(a.number, b.number))
	})
	if out.left = max(len(out.rows)-mostLanes, 0); out.left > 0 {
		out.rows = out.rows[:mostLanes]
	}
	out.plot = min(max(leastPlot, leastPlot/2+8*boxes), mostPlot)
	for _, r := range out.rows {
		out.devices = out.devices || r.device != "" && r.device != out.rows[len(out.rows)-1].device
	}
	out.top = margin + titleLine + banner + axisLine
	out.place(t)
	return out
}

// seen says whether anything of a lane is in a view.
func (l *lane) seen(v view) bool {
	for _, row := range [][]box{l.under, l.bars} {
		if slices.ContainsFunc(row, func(b box) bool { return v.holds(b.begin, b.end) }) {
			return true
		}
	}
	for _, row := range [][]mark{l.signals, l.submits, l.presents} {
		if slices.ContainsFunc(row, func(m mark) bool { return v.holds(m.at, m.at) }) {
			return true
		}
	}
	return l.runs || l.waits || l.kind == laneThread && !l.ended
}

// deviceOrder is the number of the first lane of a device.
func (t *Timeline) deviceOrder(l *lane) int {
	return slices.IndexFunc(t.lanes, func(m *lane) bool { return m.device == l.device })
}

// place stacks the rows.
func (o *layout) place(t *Timeline) {
	y := o.top
	for i, r := range o.rows {
		r.firstOfGroup = i == 0 || o.rows[i-1].group != r.group || o.rows[i-1].device != r.device && r.group != "CPU"
		if i > 0 && r.firstOfGroup {
			y += groupGap
		}
		if o.devices && r.device != "" && (i == 0 || o.rows[i-1].device != r.device) {
			r.firstOfDevice = true
			y += deviceLine
		}
		r.y = y
		r.stack()
		y += r.height
		o.byLane[r.number] = r
	}
	o.bottom = y
	for _, l := range t.lanes {
		if screen := t.byName[laneName{laneScreen, l.device, l.name, 0}]; o.byLane[l.number] == nil && screen != nil &&
			o.byLane[screen.number] != nil {
			o.byLane[l.number] = o.byLane[screen.number]
		}
	}
}

// stack places the parts of a row.
func (r *row) stack() {
	y := r.y + lanePad
	depth := 0
	for _, b := range r.regions {
		depth = max(depth, b.depth+1)
	}
	r.regionsY = y
	y += depth * regionLine
	r.listsY = y
	if len(r.lists) > 0 {
		y += bandHeight
	}
	r.barY, r.barH = y, barHeight
	if r.kind != laneQueue {
		r.barH = threadBar
	}
	y += r.barH
	r.signalsY = y
	if len(r.signals) > 0 || len(r.presents) > 0 {
		y += signalLine
	}
	r.height = y + lanePad - r.y
}
