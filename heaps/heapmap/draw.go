package heapmap

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	svg "github.com/ajstarks/svgo"
)

// The measures of the picture in pixels.
const (
	labelWidth   = 140 // left of the rows
	barWidth     = 720 // of the widest row of a panel
	numbersWidth = 480 // right of the rows
	margin       = 12
	partGap      = 6
	barHeight    = 14
	rowHeight    = 18
	lineHeight   = 16
	panelGap     = 14
	glyphWidth   = 7 // of a letter in a range
	pictureWidth = margin + labelWidth + barWidth + numbersWidth + margin
)

// The colours can be told apart without red and green.
var fills = [...]string{Free: "#ececec", Live: "#3b7dd8", Stale: "#f0a030"}

// labels are the styles of texts in ranges.
var labels = [...]string{
	Live:  "font-family:monospace;font-size:10px;fill:#ffffff",
	Stale: "font-family:monospace;font-size:10px;fill:#222222",
}

const (
	fontStyle  = "font-family:monospace;font-size:11px;fill:#222222"
	titleStyle = "font-family:monospace;font-size:13px;font-weight:bold;fill:#222222"
	outline    = "fill:none;stroke:#888888"
)

// panel is a heap over time.
type panel struct {
	name, unit string
	twin       int // how many heaps of the same moment with this name come before it
	rows       []panelRow
	widest     uint64 // units of the largest row
	mostParts  int
}

// panelRow is a heap at one moment, and at those after it that did not change it.
type panelRow struct {
	label, last string
	heap        Heap
}

// span says from when to when a row holds: "frame 3", "frames" of one kind as "frame 3 – 7".
func (r panelRow) span() string {
	if r.last == r.label {
		return r.label
	}
	cut := strings.LastIndexByte(r.label, ' ') + 1
	if cut > 0 && strings.HasPrefix(r.last, r.label[:cut]) {
		return r.label + " – " + r.last[cut:]
	}
	return r.label + " – " + r.last
}

// add appends a row, or lengthens the one before it where the heap is what it was.
func (p *panel) add(label string, h Heap) {
	if n := len(p.rows); n > 0 && reflect.DeepEqual(p.rows[n-1].heap, h) {
		p.rows[n-1].last = label
		return
	}
	p.rows = append(p.rows, panelRow{label, label, h})
}

// panels sorts moments by heap, in the order in which the heaps appear.
func panels(moments []Moment) []*panel {
	var out []*panel
	for _, m := range moments {
		seen := map[string]int{}
		for _, h := range m.Heaps {
			twin := seen[h.Name]
			seen[h.Name]++
			i := slices.IndexFunc(out, func(p *panel) bool { return p.name == h.Name && p.twin == twin })
			if i < 0 {
				i = len(out)
				out = append(out, &panel{name: h.Name, unit: h.Unit, twin: twin})
			}
			p := out[i]
			p.add(m.Label, h)
			total := uint64(0)
			for _, part := range h.Parts {
				total += part.Capacity
			}
			p.widest, p.mostParts = max(p.widest, total), max(p.mostParts, len(h.Parts))
		}
	}
	return out
}

// height is what the panel needs: title, names of the parts, rows.
func (p *panel) height() int { return 2*lineHeight + len(p.rows)*rowHeight }

// Draw writes the picture of some moments as SVG: a panel for each heap, a row for each moment that
// changed it. It returns an error for
// ranges that do not lie in their part, and errors of w.
func Draw(w io.Writer, moments []Moment) error {
	for _, m := range moments {
		for _, h := range m.Heaps {
			for _, p := range h.Parts {
				if err := p.Validate(); err != nil {
					return fmt.Errorf("heap %q at %q: %w", h.Name, m.Label, err)
				}
			}
		}
	}
	all := panels(moments)
	height := 2*margin + lineHeight
	for _, p := range all {
		height += p.height() + panelGap
	}
	var out bytes.Buffer
	d := &drawing{svg.New(&out)}
	d.Start(pictureWidth, height)
	d.Rect(0, 0, pictureWidth, height, "fill:#ffffff")
	d.legend()
	y := margin + lineHeight + panelGap
	for _, p := range all {
		d.panel(p, y)
		y += p.height() + panelGap
	}
	d.End()
	_, err := w.Write(out.Bytes())
	return err
}

type drawing struct{ *svg.SVG }

func (d *drawing) legend() {
	x := margin
	for _, s := range []State{Live, Stale, Free} {
		d.Rect(x, margin, barHeight, barHeight, "fill:"+fills[s]+";stroke:#888888")
		d.Text(x+barHeight+5, margin+barHeight-3, s.String(), fontStyle)
		x += 80
	}
}

// text writes a line that is cut at a width.
func (d *drawing) text(x, y, width int, s, style string) {
	if most := width / glyphWidth; utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:max(most-1, 0)]) + "…"
	}
	d.Text(x, y, s, style)
}

func (d *drawing) panel(p *panel, y int) {
	d.text(margin, y+lineHeight-4, pictureWidth-2*margin, p.name, titleStyle)
	y += lineHeight
	last := p.rows[len(p.rows)-1].heap
	for i, part := range last.Parts {
		x, width := p.place(last, i)
		d.text(x, y+lineHeight-4, width, part.Name, fontStyle)
	}
	y += lineHeight
	for _, row := range p.rows {
		d.text(margin, y+barHeight-3, labelWidth-8, row.span(), fontStyle)
		var live, stale, capacity, largest uint64
		for i, part := range row.heap.Parts {
			x, width := p.place(row.heap, i)
			d.bar(part, p.unit, x, y, width)
			l, s := part.Counts()
			live, stale, capacity, largest = live+l, stale+s, capacity+part.Capacity, max(largest, part.LargestFree())
		}
		numbers := fmt.Sprintf("%d live, %d stale, %d free %s, largest %d", live, stale, capacity-live-stale, p.unit, largest)
		d.text(margin+labelWidth+barWidth+10, y+barHeight-3, numbersWidth-10, numbers, fontStyle)
		y += rowHeight
	}
}

// place is where a part of a row stands. All rows of a panel have the same scale.
func (p *panel) place(h Heap, part int) (x, width int) {
	room := uint64(max(barWidth-partGap*(p.mostParts-1), p.mostParts))
	before := uint64(0)
	for _, q := range h.Parts[:part] {
		before += q.Capacity
	}
	left := scale(before, p.widest, room)
	right := scale(before+h.Parts[part].Capacity, p.widest, room)
	return margin + labelWidth + int(left) + part*partGap, max(int(right-left), 1)
}

// scale is n of whole units in pixels, 0 if there are no units.
func scale(n, whole, pixels uint64) uint64 {
	if whole == 0 {
		return 0
	}
	return uint64(float64(n) / float64(whole) * float64(pixels))
}

// bar draws a part.
func (d *drawing) bar(p Part, unit string, x, y, width int) {
	d.Rect(x, y, width, barHeight, "fill:"+fills[Free])
	if len(p.Ranges) > width {
		d.columns(p, x, y, width)
	} else {
		for _, r := range p.Ranges {
			d.rangeOf(p, r, unit, x, y, width)
		}
	}
	d.Rect(x, y, width, barHeight, outline)
}

// rangeOf draws a range that is not free, at least a pixel wide, with a tooltip.
func (d *drawing) rangeOf(p Part, r Range, unit string, x, y, width int) {
	if r.State == Free {
		return
	}
	left := int(scale(r.First, p.Capacity, uint64(width)))
	right := int(scale(r.First+r.Count, p.Capacity, uint64(width)))
	left = min(left, width-1)
	wide := max(right-left, 1)
	d.Group()
	d.Title(strings.TrimSpace(fmt.Sprintf("%s [%d, %d) %s, %s", r.Label, r.First, r.First+r.Count, unit, r.State)))
	d.Rect(x+left, y, wide, barHeight, "fill:"+fills[r.State]+";stroke:#ffffff;stroke-width:0.5")
	if r.Label != "" && utf8.RuneCountInString(r.Label)*glyphWidth <= wide {
		d.Text(x+left+3, y+barHeight-4, r.Label, labels[r.State])
	}
	d.Gend()
}

// columns draws more ranges than there are pixels: a column is live if anything in it is, else stale if anything is.
func (d *drawing) columns(p Part, x, y, width int) {
	states := make([]State, width)
	for _, r := range p.Ranges {
		first := min(int(scale(r.First, p.Capacity, uint64(width))), width-1)
		last := min(int(scale(r.First+r.Count-1, p.Capacity, uint64(width))), width-1)
		for i := first; i <= last; i++ {
			if states[i] != Live && r.State != Free {
				states[i] = r.State
			}
		}
	}
	for i := 0; i < width; {
		end := i + 1
		for end < width && states[end] == states[i] {
			end++
		}
		if states[i] != Free {
			d.Rect(x+i, y, end-i, barHeight, "fill:"+fills[states[i]])
		}
		i = end
	}
}
