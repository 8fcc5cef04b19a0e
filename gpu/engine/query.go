package engine

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/measure"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Query measures something on one context at a time. Its result is there when the submission that ended it has completed.
type Query struct {
	object
	course measure.Query
}

// CreateQuery makes a query, for every context.
func (d *RenderDevice) CreateQuery(of desc.QueryDesc) (*Query, error) {
	if err := d.alive("CreateQuery"); err != nil {
		return nil, err
	}
	q := &Query{}
	q.init(d, "Query", of.Name, d.domain.Valid(lifetime.AllQueues))
	n, err := memory.At(d.at).NewQuery(q.life.Name, of.Type, d.site)
	q.life.Own(n.Owned()...)
	if q.course = (measure.Query{Life: &q.life, Type: of.Type, Native: n}); err != nil {
		return nil, q.abort(err)
	}
	return q, nil
}

// BeginQuery starts a measurement, which EndQuery ends in the same recording. A TIMESTAMP has no beginning.
func (c *DeviceContext) BeginQuery(q *Query) error {
	return c.queryCommand(q, "BeginQuery", (*measure.Query).Begin)
}

// EndQuery ends a measurement. The result is copied for the CPU by the same submission.
func (c *DeviceContext) EndQuery(q *Query) error {
	return c.queryCommand(q, "EndQuery", (*measure.Query).End)
}

func (c *DeviceContext) queryCommand(q *Query, method string, do func(*measure.Query, measure.Place) error) error {
	r, err := c.command(method)
	if err != nil {
		return err
	}
	if err := q.usable(c, method, c.site); err != nil {
		return err
	}
	p := measure.Place{Rules: &c.dev.rules, Said: c.home.Said, Rec: r.Recorder, Site: c.site, Open: &r.queries, Queue: -1}
	if c.queue != nil {
		p.Queue = c.id
	}
	if err := q.course.Waits(p, c.dev.recordingWith(&q.life), method); err != nil { // before the use is noted, so that reuse is seen
		return err
	}
	r.Use(&q.life.Usage, method)
	return do(&q.course, p)
}

// GetData asks for the result; ok says whether it is there. It never waits.
func (q *Query) GetData() (data desc.QueryData, ok bool, err error) {
	d := q.dev
	d.site = q.site
	if err := q.unreleased("GetData", q.site); err != nil {
		return data, false, err
	}
	if !q.course.Ended() {
		return data, false, d.rules.Refuse(words.QueryData(q.said(), q.site))
	}
	if d.recordingWith(&q.life) != nil || q.life.Usage.Last == nil {
		ok, err = q.unsubmitted()
		return data, ok, err
	}
	return q.course.Data(d.queues.Queues, q.site)
}

// unsubmitted is GetData of a query whose end was not submitted. The call takes its time, so that other threads get on. Where none of them can submit
// it any more, and the caller asks again and again, that is refused; ok says that it was, and the script goes on.
func (q *Query) unsubmitted() (ok bool, err error) {
	vain, err := q.dev.at().Adapter().AskInVain(q.site)
	if err != nil || !vain {
		return false, err
	}
	immediate := slices.ContainsFunc(q.dev.contexts(),
		func(c *DeviceContext) bool { return c.queue != nil && c.rec != nil && c.rec.Holds(&q.life.Usage) })
	return true, q.dev.rules.Refuse(words.QueryUnsubmitted(q.said(), q.site, q.course.EndedAt(), immediate))
}
