package timeline

import "fmt"

// css are the looks of everything. The colours of boxes can be told apart without red and green, and carry their white text; what is on the ground
// changes with the surroundings.
const css = `
text{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono",monospace;font-size:11px}
.title{font-size:14px;font-weight:bold}.strong{font-weight:bold;font-size:12px}.name{font-size:12px;font-weight:bold}
.small,.size10{font-size:10px}.size9,.tiny{font-size:9px}.end{text-anchor:end}.mid{text-anchor:middle}
.bg{fill:#ffffff;stroke:#d1d9e0}.t{fill:#1f2328}.s{fill:#59636e}.w{fill:#ffffff}.d{fill:#3b2b05}.red{fill:#c21f2c}
.halo{paint-order:stroke;stroke:#ffffff;stroke-width:3px;stroke-linejoin:round}
.lane{fill:#f4f6f8}.grid{stroke:#dfe4e9}.bracket{fill:#e6eaef}.cut{fill:#ffffff}.edge{stroke:#b8c0c8}
.draw{fill:#2f6fc4}.dispatch{fill:#7d4fc0}.copy{fill:#12805c}.fill{fill:#66788c}.barrier{fill:#3d4752}.work{fill:#a3620f}.task{fill:#98447f}.frame{fill:#3f579e}
.list{fill:#dbe4ee;stroke:#b4c3d4}.region{fill:#f3d9a4;stroke:#d9b566}.runs{fill:#c8d0d9}
.wait{fill:url(#hatch);stroke:#b8a98c}.ready{fill:url(#dots);stroke:#b8c0c8}
.signal{fill:#d9660a;stroke:#ffffff}.present{fill:#3f579e;stroke:#ffffff}.call{stroke:#4a5662;stroke-width:1.5px}
.order{fill:none;stroke:#d9660a;stroke-width:1.6px}.passed{stroke-opacity:0.45;stroke-dasharray:1 3}
.submission{fill:none;stroke:#8a949e;stroke-opacity:0.7;stroke-dasharray:3 3}
.missing{fill:none;stroke:#d1242f;stroke-width:2.4px;stroke-dasharray:6 4}.accused{fill:none;stroke:#d1242f;stroke-width:3px}.badge{fill:#d1242f;stroke:#ffffff}
.vsync{stroke:#3f579e;stroke-opacity:0.55;stroke-dasharray:5 3}.hatchline{stroke:#c9b68f;stroke-width:2px}.dot{fill:#9aa4ae}.ground{fill:#fbf6ea}
@media (prefers-color-scheme:dark){
.bg{fill:#0d1117;stroke:#30363d}.t{fill:#e6edf3}.s{fill:#9aa4ae}.red{fill:#ff7b72}.halo{stroke:#0d1117}
.lane{fill:#161c24}.grid{stroke:#262d36}.bracket{fill:#232a33}.cut{fill:#0d1117}.edge{stroke:#58626c}
.list{fill:#26313d;stroke:#3c4a59}.runs{fill:#3a434d}.call{stroke:#b1bac4}.signal,.present{stroke:#0d1117}
.ground{fill:#1d1a13}.hatchline{stroke:#5a4d2f}.wait,.ready{stroke:#4a4534}
}
`

// defs are the patterns of waits and the heads of arrows.
func (d *drawing) defs() {
	d.Def()
	d.Pattern("hatch", 0, 0, 6, 6, "user", `patternTransform="rotate(45)"`)
	d.Rect(0, 0, 6, 6, `class="ground"`)
	d.Line(0, 0, 0, 6, `class="hatchline"`)
	d.PatternEnd()
	d.Pattern("dots", 0, 0, 5, 5, "user")
	d.Circle(2, 2, 1, `class="dot"`)
	d.PatternEnd()
	for _, m := range []struct{ id, colour string }{{"order", "#d9660a"}, {"submi", "#8a949e"}, {"missi", "#d1242f"}} {
		d.Marker(m.id, 5, 3, 7, 6, `orient="auto"`, `markerUnits="userSpaceOnUse"`)
		d.Path("M0 0L6 3L0 6Z", "fill:"+m.colour)
		d.MarkerEnd()
	}
	d.DefEnd()
}

// entry is a piece of the legend.
type entry struct {
	text  string
	draw  func(x, y int)
	width int
}

// legendLines are what the picture has to explain, in lines.
func (d *drawing) legendLines() [][]entry {
	var present [classCount]bool
	for _, r := range d.rows {
		for _, row := range [][]box{d.running(r), r.lists, r.regions, d.pending(r)} {
			for i := range row {
				present[row[i].class] = present[row[i].class] || d.holds(row[i].begin, row[i].end)
			}
		}
	}
	var all []entry
	for c, look := range looks {
		if present[c] {
			all = append(all, entry{text: look.legend, draw: func(x, y int) { d.Roundrect(x, y, 18, 11, 2, 2, fmt.Sprintf(`class=%q`, look.style)) }})
		}
	}
	line := func(class, text string) {
		all = append(all, entry{text: text, draw: func(x, y int) {
			d.Line(x, y+6, x+17, y+6, fmt.Sprintf(`class=%q marker-end="url(#%s)"`, class, class[:5]))
		}})
	}
	orders, submits := false, false
	for _, a := range d.t.arrows {
		orders, submits = orders || a.kind != arrowSubmits, submits || a.kind == arrowSubmits
	}
	if orders {
		line("order", "signal to wait")
	}
	if submits {
		line("submission", "submission")
	}
	if len(d.t.frames) > 0 {
		all = append(all, entry{text: "vertical blank", draw: func(x, y int) { d.Line(x+8, y-1, x+8, y+12, `class="vsync"`) }})
	}
	if len(d.t.races) > 0 {
		line("missing", "the order that is missing")
	}
	var lines [][]entry
	x := d.width
	for _, e := range all {
		e.width = 24 + textWidth(e.text, 10) + 14
		if x+e.width > d.width-rightSide {
			lines, x = append(lines, nil), margin
		}
		lines[len(lines)-1] = append(lines[len(lines)-1], e)
		x += e.width
	}
	return lines
}

// legend draws the lines below the lanes.
func (d *drawing) legend(lines [][]entry) {
	y := d.bottom + margin + 4
	if d.left > 0 {
		d.Text(d.width-rightSide, y+10, fmt.Sprintf("%d more lanes are not shown", d.left), `class="s small end"`)
	}
	for _, line := range lines {
		x := margin
		for _, e := range line {
			e.draw(x, y)
			d.Text(x+24, y+9, e.text, `class="s small"`)
			x += e.width
		}
		y += bannerLine
	}
}
