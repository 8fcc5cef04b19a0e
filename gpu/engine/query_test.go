package engine_test

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/engine"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
)

func (w *world) query(typ desc.QueryType) *engine.Query {
	w.t.Helper()
	q, err := w.CreateQuery(desc.QueryDesc{Name: "q", Type: typ})
	w.ok(err)
	return q
}

// TestQueries: a result is there when the submission has completed that really ended the query, and not before.
func TestQueries(t *testing.T) {
	w := newWorld(t, desc.DeviceDesc{})
	stamp, span := w.query(desc.QueryTimestamp), w.query(desc.QueryDuration)
	_, _, err := stamp.GetData()
	refused(t, err, diag.EngineQuery)
	to := w.buffer("to", 1<<20, desc.UsageDefault, 0)
	w.ok(w.imm.EndQuery(stamp))
	w.ok(w.imm.BeginQuery(span))
	w.ok(w.imm.UpdateBuffer(to, 0, make([]byte, 1<<20), 0))
	w.ok(w.imm.EndQuery(span))
	for range 2 { // other submissions of the queue come between
		w.floats("upload", 1)
	}
	ready := func(q *engine.Query) bool { _, ok, err := q.GetData(); w.ok(err); return ok }
	require.False(t, ready(stamp), "recorded")
	w.ok(w.imm.Flush())
	require.False(t, ready(span), "submitted")
	w.ok(w.imm.WaitForIdle())
	s, ok, err := stamp.GetData()
	w.ok(err)
	require.True(t, ok)
	d, ok, err := span.GetData()
	w.ok(err)
	require.True(t, ok)
	require.EqualValues(t, 1_000_000_000, d.Frequency)
	require.Greater(t, d.Duration, uint64(1000), "a copy of a megabyte takes longer than a microsecond")
	require.Greater(t, s.Counter, uint64(0))
}

var queryCases = []ruleCase{
	{"begun twice", diag.EngineQuery, `BeginQuery cannot be done with Query "q": it measures already`,
		func(s *scene) error {
			q := s.query(desc.QueryDuration)
			s.ok(s.imm.BeginQuery(q))
			return s.imm.BeginQuery(q)
		},
		func(s *scene) error { return s.imm.BeginQuery(s.query(desc.QueryDuration)) }},
	{"ended before it began", diag.EngineQuery, `EndQuery cannot be done with Query "q": it does not measure`,
		func(s *scene) error { return s.imm.EndQuery(s.query(desc.QueryDuration)) },
		func(s *scene) error { return s.imm.EndQuery(s.query(desc.QueryTimestamp)) }},
	{"a timestamp begun", diag.EngineQuery, `BeginQuery cannot be done with Query "q": a TIMESTAMP has no beginning`,
		func(s *scene) error { return s.imm.BeginQuery(s.query(desc.QueryTimestamp)) },
		func(s *scene) error { return s.imm.BeginQuery(s.query(desc.QueryDuration)) }},
	{"ended on another context", diag.EngineQuery, `EndQuery cannot be done with Query "q": it was begun on DeviceContext "main"`,
		func(s *scene) error {
			q := s.query(desc.QueryDuration)
			s.ok(s.imm.BeginQuery(q))
			return s.second.EndQuery(q)
		},
		func(s *scene) error {
			q := s.query(desc.QueryDuration)
			s.ok(s.imm.BeginQuery(q))
			return s.imm.EndQuery(q)
		}},
	{"open at a flush", diag.EngineQuery, `Flush cannot be done with Query "q": it measures, and a measurement ends in the list in which it began`,
		func(s *scene) error { s.ok(s.imm.BeginQuery(s.query(desc.QueryDuration))); return s.imm.Flush() },
		func(s *scene) error {
			q := s.query(desc.QueryDuration)
			s.ok(s.imm.BeginQuery(q))
			s.ok(s.imm.EndQuery(q))
			return s.imm.Flush()
		}},
	{"measured again in flight", diag.EngineQuery, `EndQuery cannot be done with Query "q": its last result is not known to be available`,
		func(s *scene) error {
			q := s.query(desc.QueryTimestamp)
			s.ok(s.imm.EndQuery(q))
			s.ok(s.imm.Flush())
			return s.imm.EndQuery(q)
		},
		func(s *scene) error {
			q := s.query(desc.QueryTimestamp)
			s.ok(s.imm.EndQuery(q))
			s.ok(s.imm.WaitForIdle())
			return s.imm.EndQuery(q)
		}},
	{"measured again unsubmitted", diag.EngineQuery, `EndQuery cannot be done with Query "q": its last result was recorded and not submitted`,
		func(s *scene) error {
			q := s.query(desc.QueryTimestamp)
			s.ok(s.imm.EndQuery(q))
			return s.imm.EndQuery(q)
		}, func(s *scene) error { return nil }},
}

// raceCases are rules of the level below that the engine's users break: bytes that the GPU still reads, and queues in no order.
var raceCases = []ruleCase{
	{"NO_OVERWRITE of bytes in flight", diag.EngineOverwrite, `the CPU writes bytes [0, 8) of Buffer "dyn", which a CopyBuffer in flight reads`,
		func(s *scene) error { return s.overwrite(0) },
		func(s *scene) error { return s.overwrite(8) }},
	{"queues in no order", 512, "",
		func(s *scene) error { return s.twoQueues(false) },
		func(s *scene) error { return s.twoQueues(true) }},
}

// overwrite copies the first 8 bytes of a dynamic buffer, and then writes 8 bytes from an offset on without taking new memory.
func (s *scene) overwrite(offset uint64) error {
	m, err := s.mapIn(s.imm, desc.MapDiscard)
	s.ok(err)
	s.ok(m.WriteFloats(0, []float32{1, 2, 3, 4}))
	s.ok(s.imm.UnmapBuffer(s.dyn))
	s.ok(s.imm.CopyBuffer(s.dyn, 0, 0, s.b, 0, 8, 0))
	s.ok(s.imm.Flush())
	m, err = s.mapIn(s.imm, desc.MapNoOverwrite)
	s.ok(err)
	if err := m.WriteFloats(offset, []float32{5, 6}); err != nil {
		return err
	}
	return s.imm.WaitForIdle()
}

// twoQueues writes a buffer on one queue and reads it on another, with or without a wait between.
func (s *scene) twoQueues(ordered bool) error {
	s.ok(s.imm.WaitForIdle())
	s.ok(s.imm.UpdateBuffer(s.a, 0, bytesOf(1), 0))
	s.ok(s.imm.EnqueueSignal(s.fence, 1))
	s.ok(s.imm.Flush())
	if ordered {
		s.ok(s.second.DeviceWaitForFence(s.fence, 1))
	}
	s.ok(s.second.CopyBuffer(s.a, 0, 0, s.b, 0, 16, 0))
	if err := s.second.Flush(); err != nil {
		return err
	}
	s.ok(s.second.WaitForIdle())
	return errors.Join(s.adapter.Finish()...) // accesses are compared when both have happened
}

func TestQueryRules(t *testing.T) { runRules(t, queryCases) }

func TestRacesBelow(t *testing.T) { runRules(t, raceCases) }
