package engine

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// Query measures something on one context at a time. Its result is there when the submission that ended it has completed.
type Query struct {
	object
	desc    desc.QueryDesc
	native  memory.Query
	begun   *DeviceContext // measuring
	ended   bool           // at least once
	endedAt gpu.Site
	beganAt gpu.Site
}

// CreateQuery makes a query, for every context.
func (d *RenderDevice) CreateQuery(of desc.QueryDesc) (*Query, error) {
	if err := d.alive("CreateQuery"); err != nil {
		return nil, err
	}
	q := &Query{desc: of}
	q.init(d, "Query", of.Name, d.domain.Valid(lifetime.AllQueues))
	n, err := memory.At(d.at).NewQuery(q.life.Name, of.Type, d.site)
	q.life.Own(n.Owned()...)
	if q.native = n; err != nil {
		return nil, q.abort(err)
	}
	return q, nil
}

// BeginQuery starts a measurement, which EndQuery ends in the same recording. A TIMESTAMP has no beginning.
func (c *DeviceContext) BeginQuery(q *Query) error {
	r, err := c.queryCommand(q, "BeginQuery")
	if err != nil {
		return err
	}
	switch {
	case q.desc.Type == desc.QueryTimestamp:
		return c.dev.rules.Refuse(words.QueryUse(c.said(), q.said(), "BeginQuery", "a TIMESTAMP has no beginning", "call EndQuery only"))
	case q.begun != nil:
		return c.dev.rules.Refuse(words.QueryOpen(c.said(), q.said(), q.beganAt, "BeginQuery", "it measures already"))
	}
	if err := c.reusable(q, "BeginQuery"); err != nil {
		return err
	}
	_, typ, _ := q.desc.Type.Natives()
	r.List.SetSite(c.site)
	if q.desc.Type == desc.QueryDuration {
		err = r.List.EndQuery(q.native.Heap, typ, 0)
	} else {
		err = r.List.BeginQuery(q.native.Heap, typ, 0)
	}
	if r.Did(err) == nil {
		q.begun, q.beganAt, r.queries = c, c.site, append(r.queries, q)
	}
	return err
}

// EndQuery ends a measurement. The result is copied for the CPU by the same submission.
func (c *DeviceContext) EndQuery(q *Query) error {
	r, err := c.queryCommand(q, "EndQuery")
	if err != nil {
		return err
	}
	_, typ, slots := q.desc.Type.Natives()
	switch {
	case q.desc.Type == desc.QueryTimestamp:
		if err := c.reusable(q, "EndQuery"); err != nil {
			return err
		}
	case q.begun == nil:
		return c.dev.rules.Refuse(words.QueryNotBegun(c.said(), q.said()))
	case q.begun != c:
		return c.dev.rules.Refuse(words.QueryElsewhere(c.said(), q.said(), q.beganAt, q.begun.said()))
	}
	r.List.SetSite(c.site)
	if err := r.Did(r.List.EndQuery(q.native.Heap, typ, slots-1)); err != nil {
		return err
	}
	r.List.SetSite(c.site)
	q.begun, q.ended, q.endedAt = nil, true, c.site
	r.queries = slices.DeleteFunc(r.queries, func(o *Query) bool { return o == q })
	return r.Did(r.List.ResolveQueryData(q.native.Heap, typ, 0, slots, q.native.Result, 0))
}

func (c *DeviceContext) queryCommand(q *Query, method string) (*recorder, error) {
	r, err := c.command(method)
	if err != nil {
		return nil, err
	}
	if err := q.usable(c, method, c.site); err != nil {
		return nil, err
	}
	if method == "BeginQuery" || q.desc.Type == desc.QueryTimestamp { // before the use is noted, so that reuse is seen
		if other := c.dev.recordingWith(&q.life); other != nil && q.begun == nil {
			return nil, c.dev.rules.Refuse(words.QueryBusy(c.said(), q.said(), q.endedAt, method, "its last result was recorded and not submitted", "call Flush and read it first", c.rec.Recorder == other))
		}
	}
	r.Use(&q.life.Usage, method)
	return r, nil
}

// reusable refuses to measure again while the last result may still be on its way.
func (c *DeviceContext) reusable(q *Query, method string) error {
	if other, _ := q.pending(); other != nil && q.ended {
		return c.dev.rules.Hazard(words.QueryBusy(c.said(), q.said(), q.endedAt, method, "its last result is not known to be there", "read it with GetData until it is, or use another query", other == c))
	}
	return nil
}

// GetData asks for the result; ok says whether it is there. It never waits.
func (q *Query) GetData() (data desc.QueryData, ok bool, err error) {
	d := q.dev
	d.site = q.site
	if err := q.unreleased("GetData", q.site); err != nil {
		return data, false, err
	}
	if !q.ended {
		return data, false, d.rules.Refuse(words.QueryData(q.said(), q.site))
	}
	if d.recordingWith(&q.life) != nil || q.life.Usage.Last == nil {
		return data, false, nil
	}
	for i, value := range q.life.Usage.Last {
		if value == 0 {
			continue
		}
		done, err := d.immediate[i].queue.Life.Completed()
		if err != nil || done < value {
			return data, false, err
		}
		d.immediate[i].queue.Known = max(d.immediate[i].queue.Known, done)
	}
	q.native.Mapping.SetSite(q.site)
	b, err := q.native.Mapping.ReadBytes(0, desc.StatisticsBytes)
	if err != nil {
		return data, false, err
	}
	return q.desc.Type.Data(b), true, nil
}

// closed refuses to end a recording in which queries measure.
func (r *recorder) closed(c *DeviceContext, method string) error {
	if len(r.queries) == 0 {
		return nil
	}
	q := r.queries[0]
	return c.dev.rules.Refuse(words.QueryOpen(c.said(), q.said(), q.beganAt, method, "it measures, and a measurement ends in the list in which it began"))
}
