package engine

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
	"github.com/gpuscript/gpuscript/lifetime"
)

// statisticsBytes is the size of the result of pipeline statistics.
const statisticsBytes = 88

// Query measures something on one context at a time. Its result is there when the submission that ended it has completed.
type Query struct {
	object
	desc    QueryDesc
	heap    *device.QueryHeap
	result  *device.Resource // READBACK
	mapping *device.Mapping
	begun   *DeviceContext // measuring
	ended   bool           // at least once
	endedAt gpu.Site
	beganAt gpu.Site
}

// CreateQuery makes a query, for every context.
func (d *RenderDevice) CreateQuery(desc QueryDesc) (*Query, error) {
	q := &Query{desc: desc}
	q.init(d, "Query", desc.Name, d.domain.Valid(lifetime.AllQueues))
	heap, _, slots := desc.Type.Natives()
	h, err := d.at().CreateQueryHeap(gpu.QueryHeapDesc{Name: q.name, Type: heap, Count: slots})
	if err != nil {
		return nil, q.abort(err)
	}
	q.heap, q.parts = h, append(q.parts, native{d, h})
	r, err := d.at().CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapReadback, InitialState: gpu.StateCopyDest,
		ResourceDesc: gpu.ResourceDesc{Name: q.name + " result", Dimension: gpu.DimensionBuffer, Width: statisticsBytes, Layout: gpu.LayoutRowMajor}})
	if err != nil {
		return nil, q.abort(err)
	}
	q.result, q.parts = r, append(q.parts, native{d, r})
	r.SetSite(d.site)
	if q.mapping, err = r.Map(0, nil); err != nil {
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
	case q.desc.Type == QueryTimestamp:
		return c.dev.refuse(words.QueryUse(c.said(), q.said(), "BeginQuery", "a TIMESTAMP has no beginning", "call EndQuery only"))
	case q.begun != nil:
		return c.dev.refuse(words.QueryUse(c.said(), q.said(), "BeginQuery", "it measures already", "call EndQuery first").Also(q.beganAt, "begun here"))
	}
	if err := c.reusable(q, "BeginQuery"); err != nil {
		return err
	}
	_, typ, _ := q.desc.Type.Natives()
	r.list.SetSite(c.site)
	if q.desc.Type == QueryDuration {
		err = r.list.EndQuery(q.heap, typ, 0)
	} else {
		err = r.list.BeginQuery(q.heap, typ, 0)
	}
	if r.did(err) == nil {
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
	case q.desc.Type == QueryTimestamp:
		if err := c.reusable(q, "EndQuery"); err != nil {
			return err
		}
	case q.begun == nil:
		return c.dev.refuse(words.QueryUse(c.said(), q.said(), "EndQuery", "it does not measure", "call BeginQuery first"))
	case q.begun != c:
		return c.dev.refuse(words.QueryUse(c.said(), q.said(), "EndQuery", "it was begun on "+q.begun.String(), "end it there").Also(q.beganAt, "begun here"))
	}
	r.list.SetSite(c.site)
	if err := r.did(r.list.EndQuery(q.heap, typ, slots-1)); err != nil {
		return err
	}
	r.list.SetSite(c.site)
	q.begun, q.ended, q.endedAt = nil, true, c.site
	for i, o := range r.queries {
		if o == q {
			r.queries = append(r.queries[:i], r.queries[i+1:]...)
			break
		}
	}
	return r.did(r.list.ResolveQueryData(q.heap, typ, 0, slots, q.result, 0))
}

func (c *DeviceContext) queryCommand(q *Query, method string) (*recorder, error) {
	r, err := c.command(method)
	if err != nil {
		return nil, err
	}
	if err := q.usable(c, method, c.site); err != nil {
		return nil, err
	}
	if method == "BeginQuery" || q.desc.Type == QueryTimestamp { // before the use is noted, so that reuse is seen
		if other := c.dev.recordingWith(&q.object); other != nil && q.begun == nil {
			return nil, c.dev.refuse(words.QueryUse(c.said(), q.said(), method, "its last result was recorded and not submitted", "call Flush and read it first").Also(q.endedAt, "ended here"))
		}
	}
	r.use(&q.object, method)
	return r, nil
}

// reusable refuses to measure again while the last result may still be on its way.
func (c *DeviceContext) reusable(q *Query, method string) error {
	if other, _ := q.pending(); other != nil && q.ended {
		return c.dev.hazard(words.QueryUse(c.said(), q.said(), method, "its last result is not known to be there", "read it with GetData until it is, or use another query").Also(q.endedAt, "ended here"))
	}
	return nil
}

// QueryData is the result of a query; which fields count follows from its type.
type QueryData struct {
	Counter    uint64     // TIMESTAMP: ticks; OCCLUSION: samples; BINARY_OCCLUSION: 0 or 1
	Duration   uint64     // DURATION: ticks
	Frequency  uint64     // TIMESTAMP, DURATION: ticks a second
	Statistics [11]uint64 // PIPELINE_STATISTICS, in the order of D3D12_QUERY_DATA_PIPELINE_STATISTICS
}

// GetData asks for the result; ok says whether it is there. It never waits.
func (q *Query) GetData() (data QueryData, ok bool, err error) {
	d := q.dev
	d.site = q.site
	if err := q.unreleased("GetData", q.site); err != nil {
		return data, false, err
	}
	if !q.ended {
		return data, false, d.refuse(words.QueryData(q.said(), q.site))
	}
	if d.recordingWith(&q.object) != nil || q.lastUse == nil {
		return data, false, nil
	}
	for i, value := range q.lastUse {
		if value == 0 {
			continue
		}
		done, err := d.immediate[i].queue.life.Completed()
		if err != nil || done < value {
			return data, false, err
		}
		d.immediate[i].queue.known = max(d.immediate[i].queue.known, done)
	}
	q.mapping.SetSite(q.site)
	b, err := q.mapping.ReadBytes(0, statisticsBytes)
	if err != nil {
		return data, false, err
	}
	return q.read(b), true, nil
}

// read takes a result apart.
func (q *Query) read(b []byte) (data QueryData) {
	word := func(i int) uint64 { return binary.LittleEndian.Uint64(b[8*i:]) }
	switch q.desc.Type {
	case QueryDuration:
		data.Duration, data.Frequency = word(1)-word(0), gpu.TimestampFrequency
	case QueryTimestamp:
		data.Counter, data.Frequency = word(0), gpu.TimestampFrequency
	case QueryPipelineStatistics:
		for i := range data.Statistics {
			data.Statistics[i] = word(i)
		}
	default:
		data.Counter = word(0)
	}
	return data
}

// closed refuses to end a recording in which queries measure.
func (r *recorder) closed(c *DeviceContext, method string) error {
	if len(r.queries) == 0 {
		return nil
	}
	q := r.queries[0]
	return c.dev.refuse(words.QueryUse(c.said(), q.said(), method, "it measures, and a measurement ends in the list in which it began", "call EndQuery first").Also(q.beganAt, "begun here"))
}
