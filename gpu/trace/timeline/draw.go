package timeline

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	svg "github.com/ajstarks/svgo"

	"github.com/gpuscript/gpuscript/gpu"
)

// Options say what is in a picture besides the events.
type Options struct {
	Title string                // above it, for example the name of the script
	Place func(gpu.Site) string // names a place of the script in tooltips, "scene.lua:28:8"; nil leaves places out
}

// Draw writes the picture as SVG, without scripts and without fonts of its own, for light and dark surroundings. It shows the time from the first
// submission, or what the CPU computed before it, to the end of the last work; what functions such as gpu.SavePNG read back after that is left out.
// Of a run with accesses that nothing orders it shows what is around them. It returns the errors of w. Events may follow, and another Draw.
func (t *Timeline) Draw(w io.Writer, o Options) error {
	if o.Place == nil {
		o.Place = func(gpu.Site) string { return "" }
	}
	v := t.view()
	banner := len(t.races) * bannerLines * bannerLine
	var out bytes.Buffer
	d := &drawing{SVG: svg.New(&out), t: t, view: v, layout: t.layout(v, banner), place: o.Place}
	d.scale = t.scale(&d.view, gutter, &d.plot)
	d.width = gutter + d.plot + rightSide
	legend := d.legendLines()
	d.height = d.bottom + margin + len(legend)*bannerLine + margin
	d.Startview(d.width, d.height, 0, 0, d.width, d.height)
	d.Style("text/css", css)
	d.defs()
	d.Roundrect(0, 0, d.width, d.height, 8, 8, `class="bg"`)
	d.header(o.Title)
	d.axis()
	for _, r := range d.rows {
		d.row(r)
	}
	d.frameLines()
	d.cuts()
	d.arrowsBetween()
	d.racesShown()
	d.legend(legend)
	d.End()
	_, err := w.Write(out.Bytes())
	return err
}

// drawing is a picture while it is drawn.
type drawing struct {
	*svg.SVG
	*layout
	*scale
	t *Timeline
	view
	place func(gpu.Site) string
}

// view is the time that a picture shows.
type view struct{ from, to uint64 }

// holds says whether some of a time is shown.
func (v view) holds(begin, end uint64) bool { return end >= v.from && begin <= v.to }

// view is the time from the first submission to the end of the last work of the script's own; where a diagnostic speaks of accesses, what
// is around them, so that they are not lost in a long run.
func (t *Timeline) view() view {
	v := view{t.first, t.last}
	if !t.begun {
		v.from = t.last
	}
	if t.own > v.from {
		v.to = t.own
	}
	begin, end := t.last, uint64(0)
	for i := range t.races {
		for _, a := range []*access{&t.races[i].first, &t.races[i].second} {
			if a.known {
				begin, end = min(begin, a.begin), max(end, a.begin, a.end)
			}
		}
	}
	if len(t.races) > 0 {
		v.to = t.last
		around := max(4*(end-min(begin, end)), (v.to-min(begin, v.to))/2, 20_000)
		v.from = max(v.from, begin-min(begin, around))
	}
	return v
}

// glyph is the width of a letter in pixels, by the size of the text.
func glyph(size int) float64 { return float64(size) * 0.62 }

// fit cuts a text to a width; "" if hardly anything of it would be left.
func fit(s string, width, size int) string {
	most := int(float64(width) / glyph(size))
	n := utf8.RuneCountInString(s)
	switch {
	case n <= most:
		return s
	case most < 4:
		return ""
	}
	return string([]rune(s)[:most-1]) + "…"
}

// fitting is what of a label fits: "waits F >= 3", or "F >= 3", or ">= 3"; else it is cut.
func fitting(s string, width, size int) string {
	whole := func(s string) bool { return textWidth(s, size) <= width }
	if whole(s) {
		return s
	}
	short := strings.TrimPrefix(s, "waits ")
	if whole(short) {
		return short
	}
	for _, sign := range []string{" >= ", " = "} {
		if i := strings.LastIndex(s, sign); i >= 0 {
			if short = s[i+1:]; whole(short) {
				return short
			}
			return ""
		}
	}
	return fit(s, width, size)
}

// textWidth is the width of a text.
func textWidth(s string, size int) int {
	return int(float64(float64(utf8.RuneCountInString(s))*glyph(size))) + 1
}

// header writes the title, and what diagnostics say.
func (d *drawing) header(title string) {
	y := margin + 15
	d.Text(margin, y, fit(title, d.width-300, 14), `class="t title"`)
	span := fmt.Sprintf("%s of virtual time, from %s to %s", duration(d.to-d.from), duration(d.from), duration(d.to))
	d.Text(d.width-rightSide, y, span, `class="s small end"`)
	y += titleLine - 8
	for i := range d.t.races {
		r := &d.t.races[i]
		d.Text(margin, y, fit(fmt.Sprintf("%s  %s", r.code, r.title), d.width-2*margin, 12), `class="red strong"`)
		x := margin
		for side, a := range []*access{&r.first, &r.second} {
			if a.known {
				d.badge(x+6, y+bannerLine-4, 2*i+side+1)
				text := fit(a.text, (d.width-2*margin)/2-24, 11)
				d.Text(x+18, y+bannerLine, text, `class="red"`)
				x += 18 + textWidth(text, 11) + 24
			}
		}
		if r.missing != "" {
			d.Text(margin, y+2*bannerLine, fit("missing: "+r.missing, d.width-2*margin, 11), `class="red"`)
		}
		y += bannerLines * bannerLine
	}
}

// badge is the number of an access, in the header and where the access stands.
func (d *drawing) badge(x, y, number int) {
	d.Circle(x, y, 7, `class="badge"`)
	d.Text(x, y+3, strconv.Itoa(number), `class="w size9 mid"`)
}

// axis draws the times, the lines below them, and the breaks.
func (d *drawing) axis() {
	y := d.top - 8
	d.Text(gutter-10, y, "virtual time, "+d.unitName(), `class="s small end"`)
	end := 0
	for _, k := range d.ticks() {
		if k.x < end || k.x+textWidth(k.text, 10) > d.width {
			continue
		}
		d.Line(k.x, d.top-4, k.x, d.bottom, `class="grid"`)
		d.Text(k.x+3, y, k.text, `class="s small"`)
		end = k.x + textWidth(k.text, 10) + 12
	}
}

// cuts draws where the time is shortened, through all lanes, and by how much.
func (d *drawing) cuts() {
	for _, p := range d.stretches {
		if !p.broken {
			continue
		}
		x := int(p.x) + breakWidth/2
		d.Group()
		d.Title("nothing happens for " + duration(p.end-p.begin))
		for _, r := range d.rows {
			top, bottom := r.y, r.y+r.height
			d.Polygon([]int{x - 1, x + 7, x + 1, x - 7}, []int{top, top, bottom, bottom}, `class="cut"`)
			d.Line(x-1, top, x-7, bottom, `class="edge"`)
			d.Line(x+7, top, x+1, bottom, `class="edge"`)
		}
		d.Text(x, d.bottom+11, duration(p.end-p.begin), `class="s tiny mid"`)
		d.Gend()
	}
}

// row draws a lane.
func (d *drawing) row(r *row) {
	if r.firstOfGroup {
		d.group(r)
	}
	if r.firstOfDevice {
		d.Text(margin, r.y-4, fit("device "+r.device, d.plot, 10), `class="s small"`)
	}
	d.Rect(gutter, r.y+2, d.plot, r.height-4, `class="lane"`)
	name := fit(r.name, gutter-bracket-14, 12)
	d.Group()
	d.Title(fmt.Sprintf("%s %q", [...]string{"CPU thread", "worker", "queue", "screen"}[r.kind], r.name))
	d.Text(gutter-8, r.barY+r.barH/2+4, name, `class="t name end"`)
	d.Gend()
	d.boxes(r, d.running(r), r.barY+2, r.barH-4)
	d.regionBoxes(r)
	d.boxes(r, r.lists, r.listsY, bandHeight-1)
	d.boxes(r, d.pending(r), r.barY, r.barH)
	d.marks(r)
}

// group draws the bracket of an engine, the CPU or screens.
func (d *drawing) group(r *row) {
	last := r
	for _, q := range d.rows {
		if q.group == r.group && q.y >= last.y && (q.device == r.device || r.group == "CPU") {
			last = q
		}
	}
	name := cmp.Or(r.group, "queue")
	tip := name
	if r.kind == laneQueue && r.group != "" {
		tip = fmt.Sprintf("%s engine of %q", name, r.device)
	}
	d.Group()
	d.Title(tip)
	y, h := r.y+2, last.y+last.height-r.y-4
	d.Roundrect(margin, y, bracket-8, h, 4, 4, `class="bracket"`)
	if textWidth(name, 10) <= h {
		x, mid := margin+(bracket-8)/2+4, y+h/2
		d.Text(x, mid, name, `class="s small mid"`, fmt.Sprintf(`transform="rotate(-90 %d %d)"`, x, mid))
	}
	d.Gend()
}

// running are the stretches in which a thread runs, up to now.
func (d *drawing) running(r *row) []box {
	out := r.under
	if r.kind == laneThread && !r.waits && !r.ended && d.t.last > r.since {
		out = append(out[:len(out):len(out)], box{begin: r.since, end: d.t.last, class: classRuns, count: 1, label: "runs"})
	}
	return out
}

// pending are the boxes of a lane, with what has not ended at the last event.
func (d *drawing) pending(r *row) []box {
	out, last := r.bars[:len(r.bars):len(r.bars)], min(d.t.last, d.to)
	if r.waits && last > r.wait.Time {
		out = append(out, box{begin: r.wait.Time, end: last, class: classWait, count: 1, label: waitsFor(r.wait), site: r.wait.Site,
			tip: "still at the end of the picture"})
	}
	if r.runs && last > r.since && r.kind == laneScreen {
		out = append(out, box{begin: r.since, end: last, class: classFrame, count: 1, label: r.command.Text, site: r.command.Site})
	}
	if r.runs && r.kind == laneQueue && last > r.command.Time {
		out = append(out, box{begin: r.command.Time, end: last, class: classOf(r.command.Op), count: 1, label: r.command.Op.String(),
			site: r.command.Site, list: r.command.List,
			tip: "not finished at the end of the picture"})
	}
	return out
}
