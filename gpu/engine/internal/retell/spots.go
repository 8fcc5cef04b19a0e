package retell

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Spot is the memory of a dynamic buffer: bytes [Base, Base+Size) of a page.
type Spot struct {
	Base, Size uint64
	Buffer     *objects.Object
	By         func() words.Context // that mapped it
	Frame      uint64               // of the context
	Number     uint64               // of the list that was recorded
	Opened     gpu.Site             // MapBuffer
}

// Log has the spots of each page. The zero value is empty.
type Log struct {
	pages map[gpu.ID]*[]Spot
	names map[string]gpu.ID // of pages, for diagnostics that know no more
	last  *memory.Page      // that Note was called for
	there *[]Spot           // its spots
	told  map[told]bool
}

// told is a write to a buffer, by its title.
type told struct {
	site   gpu.Site
	buffer string
}

// Told notes that a write from a place to a buffer was told already: what the level below says of it follows.
func (l *Log) Told(site gpu.Site, buffer string) {
	if l.told == nil {
		l.told = map[told]bool{}
	}
	l.told[told{site, buffer}] = true
}

// Note adds a spot. Space of a page is given out upwards, so a spot below the last one says that the page is used again, and that the GPU has
// passed what stood there.
func (l *Log) Note(p *memory.Page, s Spot) {
	if p != l.last {
		l.last, l.there = p, l.of(p.Native)
	}
	all := *l.there
	if n := len(all); n > 0 && s.Base < all[n-1].Base {
		all = all[:0]
	}
	*l.there = append(all, s)
}

// of is the spots of a page.
func (l *Log) of(page gpu.Object) *[]Spot {
	if l.pages == nil {
		l.pages, l.names = map[gpu.ID]*[]Spot{}, map[string]gpu.ID{}
	}
	at := l.pages[page.ID()]
	if at == nil {
		at = new([]Spot)
		l.pages[page.ID()], l.names[page.Name()] = at, page.ID()
	}
	return at
}

// find is the spot that holds the bytes of a page that a diagnostic is about; nil if none does. Pages of two render devices may have one name.
func (l *Log) find(d *diag.Diagnostic) *Spot {
	page := d.Object
	if page == 0 {
		page = l.names[nameOf(d.Resource)]
	}
	at := l.pages[page]
	if at == nil {
		return nil
	}
	for i := range *at {
		if s := &(*at)[i]; s.Base <= d.Range.Begin && d.Range.End <= s.Base+s.Size {
			return s
		}
	}
	return nil
}

// nameOf is the name of a buffer that messages refer to.
func nameOf(title string) string {
	return strings.TrimSuffix(strings.TrimPrefix(title, `buffer "`), `"`)
}

// Retell says a diagnostic about bytes of a page in terms of the buffer whose memory they are. A race with the CPU becomes GS0672.
func (l *Log) Retell(d *diag.Diagnostic) {
	if d.Range == nil {
		return
	}
	s := l.find(d)
	if s == nil {
		return
	}
	s.rename(d)
	if d.Code == diag.MappedRace && len(d.Labels) > 1 && len(d.Labels[0].Via) == 0 {
		d.Follows = d.Follows || l.told[told{d.Primary().Site, s.Buffer.String()}]
		words.Overwrite(d, words.Spot{Buffer: s.Buffer.Said(), By: s.By(), Frame: s.Frame, Number: s.Number, Opened: s.Opened})
	}
}

// rename puts the buffer for the page, in every text.
func (s *Spot) rename(d *diag.Diagnostic) {
	ranges := regexp.MustCompile(regexp.QuoteMeta(nameOf(d.Resource)) + `\[(\d+), (\d+)\)`)
	in := func(text *string) {
		*text = ranges.ReplaceAllStringFunc(*text, func(found string) string {
			at := ranges.FindStringSubmatch(found)
			return fmt.Sprintf("%s[%d, %d)", s.Buffer.Name, s.inside(at[1]), s.inside(at[2]))
		})
		*text = strings.ReplaceAll(*text, d.Resource, s.Buffer.String())
	}
	in(&d.Title)
	for i := range d.Labels {
		in(&d.Labels[i].Text)
		for k := range d.Labels[i].Via {
			in(&d.Labels[i].Via[k].Text)
		}
	}
	for _, texts := range [][]string{d.Why, d.Notes} {
		for i := range texts {
			in(&texts[i])
		}
	}
	d.Object = 0 // it is not the page any more
	d.Resource, d.Range = s.Buffer.String(), &diag.Range{Begin: d.Range.Begin - s.Base, End: d.Range.End - s.Base}
}

// inside is a byte of the page, counted from the start of the spot and kept inside of it.
func (s *Spot) inside(offset string) uint64 {
	at, err := strconv.ParseUint(offset, 10, 64)
	if err != nil || at < s.Base {
		return 0
	}
	return min(at-s.Base, s.Size)
}
