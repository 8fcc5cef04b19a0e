// Package measure is queries: what may be measured when, and when a result is there.
//
//	Begin ── commands ── End ── Flush ── the GPU is done ── Data
//	  │         one recording      │                          │
//	  └─ a TIMESTAMP has only End  └─ measures again only when the last result is known to be there
//
// It must not know contexts: a place is the recording of one, with its name.
package measure

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/objects"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/submit"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// Query is the course of a query. It belongs to one context at a time.
type Query struct {
	Life   *objects.Object
	Type   desc.QueryType
	Native memory.Query

	ended            bool // at least once
	beganAt, endedAt gpu.Site
	by               func() words.Context // measures it; nil: nobody
	list             *record.Recorder     // in this recording
}

// Open are the queries that measure in a recording. The zero value is empty.
type Open []*Query

// Place is a recording of a context, for one call.
type Place struct {
	Rules *words.Reporter
	Said  func() words.Context
	Rec   *record.Recorder
	Site  gpu.Site
	Open  *Open
	Queue int // of an immediate context; -1 for a deferred one
}

// Begin starts a measurement.
func (q *Query) Begin(p Place) error {
	switch {
	case q.Type == desc.QueryTimestamp:
		return p.Rules.Refuse(words.QueryUse(p.Said(), q.Life.Said(), "BeginQuery", "a TIMESTAMP has no beginning", "call EndQuery only"))
	case q.list != nil:
		return p.Rules.Refuse(words.QueryAgain(p.Said(), q.Life.Said(), q.beganAt))
	}
	if err := q.reusable(p, "BeginQuery"); err != nil {
		return err
	}
	_, typ, _ := q.Type.Natives()
	p.Rec.List.SetSite(p.Site)
	record := p.Rec.List.BeginQuery
	if q.Type == desc.QueryDuration {
		record = p.Rec.List.EndQuery
	}
	err := p.Rec.Did(record(q.Native.Heap, typ, 0))
	if err == nil {
		q.by, q.list, q.beganAt, *p.Open = p.Said, p.Rec, p.Site, append(*p.Open, q)
	}
	return err
}

// End ends a measurement. The result is copied for the CPU by the same submission.
func (q *Query) End(p Place) error {
	switch {
	case q.Type == desc.QueryTimestamp:
		if err := q.reusable(p, "EndQuery"); err != nil {
			return err
		}
	case q.list == nil:
		return p.Rules.Refuse(words.QueryNotBegun(p.Said(), q.Life.Said()))
	case q.list != p.Rec:
		return p.Rules.Refuse(words.QueryElsewhere(p.Said(), q.Life.Said(), q.beganAt, q.by()))
	}
	_, typ, slots := q.Type.Natives()
	p.Rec.List.SetSite(p.Site)
	if err := p.Rec.Did(p.Rec.List.EndQuery(q.Native.Heap, typ, slots-1)); err != nil {
		return err
	}
	p.Rec.List.SetSite(p.Site)
	q.list, q.ended, q.endedAt = nil, true, p.Site
	*p.Open = slices.DeleteFunc(*p.Open, func(o *Query) bool { return o == q })
	return p.Rec.Did(p.Rec.List.ResolveQueryData(q.Native.Heap, typ, 0, slots, q.Native.Result, 0))
}

// Waits refuses to measure again what a recording that was not submitted has measured; nil: there is none.
func (q *Query) Waits(p Place, in *record.Recorder, method string) error {
	if in == nil || q.list != nil || method == "EndQuery" && q.Type != desc.QueryTimestamp {
		return nil
	}
	return p.Rules.Refuse(words.QueryBusy(p.Said(), q.Life.Said(), q.endedAt, method, "its last result was recorded and not submitted",
		"call Flush and read it first", p.Queue >= 0 && in == p.Rec))
}

// reusable refuses to measure again while the last result may still be on its way.
func (q *Query) reusable(p Place, method string) error {
	if i, _ := q.Life.Pending(); i >= 0 && q.ended {
		return p.Rules.Hazard(words.QueryBusy(p.Said(), q.Life.Said(), q.endedAt, method, "its last result is not known to be available",
			"read it with GetData until it is, or use another query", i == p.Queue))
	}
	return nil
}

// Data asks for the result, which was submitted to some of the queues; ok says whether it is there. It never waits.
func (q *Query) Data(queues []*submit.Queue, site gpu.Site) (data desc.QueryData, ok bool, err error) {
	for i, value := range q.Life.Usage.Last {
		if value == 0 {
			continue
		}
		if done, err := queues[i].Reached(site, value); err != nil || !done {
			return data, false, err
		}
	}
	q.Native.Mapping.SetSite(site)
	b, err := q.Native.Mapping.ReadBytes(0, desc.StatisticsBytes)
	if err != nil {
		return data, false, err
	}
	return q.Type.Data(b), true, nil
}

// Ended says whether it was ended at least once.
func (q *Query) Ended() bool { return q.ended }

// EndedAt is the last EndQuery.
func (q *Query) EndedAt() gpu.Site { return q.endedAt }

// Said are the queries that measure, for messages.
func (o Open) Said() (out []words.Measuring) {
	for _, q := range o {
		out = append(out, words.Measuring{Query: q.Life.Said(), Began: q.beganAt})
	}
	return out
}

// Closed refuses to end a recording in which queries measure.
func (o Open) Closed(rules *words.Reporter, c words.Context, method string) error {
	if len(o) == 0 {
		return nil
	}
	return rules.Refuse(words.QueryOpen(c, o[0].Life.Said(), o[0].beganAt, method,
		"it measures, and a measurement ends in the list in which it began"))
}
