package timeline

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/trace"
)

// mostRaces is how many diagnostics a picture shows.
const mostRaces = 4

// race is two accesses that nothing orders.
type race struct {
	code          diag.Code
	title         string
	missing       string // what would order them
	first, second access
}

// access is one side of a race: a command.
type access struct {
	known      bool
	runs       bool // it had not ended when the diagnostic came
	lane       int
	begin, end uint64
	text       string // what it did
}

// Diagnostic takes a diagnostic. If it is about two accesses that nothing orders, the picture shows both, the arrow that is missing, and what would
// be that arrow. Call it when the diagnostic is found, as an observer does.
func (t *Timeline) Diagnostic(d *diag.Diagnostic) {
	if !d.Code.Hazard() || len(t.races) == mostRaces {
		return
	}
	r := race{code: d.Code, title: d.Title}
	for i := range d.Labels {
		a, ok := t.accused(&d.Labels[i])
		switch {
		case !ok:
		case d.Labels[i].Primary || i == 0:
			r.second = a
		case !r.first.known:
			r.first = a
		}
	}
	if !r.first.known && !r.second.known {
		return
	}
	if len(d.Help) > 0 {
		r.missing = d.Help[0].String()
	}
	t.races = append(t.races, r)
}

// accused finds the command that a label of a diagnostic speaks of: the last one that was recorded and submitted at its places, if one of them is in
// the list that the label names.
func (t *Timeline) accused(label *diag.Label) (access, bool) {
	if len(label.Via) == 0 {
		a := t.touched[label.Site]
		a.text = label.Text
		return a, a.known
	}
	record, submit, list := label.Via[0].Site, label.Site, label.Via[0].Text
	if label.Via[0].Verb == diag.SubmittedAt {
		record, submit, list = label.Site, label.Via[0].Site, ""
	}
	best, named := access{}, false
	consider := func(a access, inList string) {
		names := strings.Contains(list, `"`+inList+`"`)
		if !best.known || names && !named || names == named && a.begin >= best.begin {
			best, named = a, names
		}
	}
	for _, l := range t.lanes {
		if l.runs && l.kind == laneQueue && l.command.Site == record && l.batch.Site == submit {
			consider(access{known: true, runs: true, lane: l.number, begin: l.command.Time, text: label.Text}, l.command.List)
		}
		for i := range l.bars {
			if b := &l.bars[i]; b.count == 1 && b.site == record && b.submit == submit && submit != gpu.Site(0) {
				consider(access{known: true, lane: l.number, begin: b.begin, end: b.end, text: label.Text}, b.list)
			}
		}
	}
	return best, best.known
}

// mostTouched is how many places of accesses of the CPU are kept.
const mostTouched = 1 << 14

// touches takes an access of the CPU. Later ones of one place take the place of earlier ones.
func (t *Timeline) touches(e trace.Event) {
	l := t.thread(e)
	l.submits = t.thinned(append(l.submits, mark{at: e.Time, label: e.Done.String(), site: e.Site}))
	if len(t.touched) == mostTouched {
		clear(t.touched)
	}
	if e.Site != 0 {
		t.touched[e.Site] = access{known: true, lane: l.number, begin: e.Time, end: e.Time}
	}
}

// settle says when a command ended that ran when a diagnostic spoke of it.
func (t *Timeline) settle(l *lane, b *box) {
	for i := range t.races {
		for _, a := range []*access{&t.races[i].first, &t.races[i].second} {
			if a.runs && a.lane == l.number && a.begin == b.begin {
				a.runs, a.end = false, b.end
			}
		}
	}
}
