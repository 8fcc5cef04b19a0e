package touch_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/kernel/internal/plan"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/touch"
)

// TestTrace: a copy equals what it was made of, and nothing that differs in a key, a span or their number.
func TestTrace(t *testing.T) {
	spans := func(of ...uint64) (out []plan.Span) {
		for i := 0; i < len(of); i += 2 {
			out = append(out, plan.Span{Begin: of[i], End: of[i+1]})
		}
		return out
	}
	seen := func(second uint32, a, b []plan.Span) []touch.Seen {
		return []touch.Seen{{Key: plan.Key{Record: 1}, Spans: a}, {Key: plan.Key{Record: second}, Spans: b}}
	}
	one := seen(2, spans(0, 4, 8, 12), spans(4, 8))
	var trace touch.Trace
	require.True(t, trace.Equal(nil))
	require.False(t, trace.Equal(one))
	require.True(t, trace.Keep(one, 3))
	require.True(t, trace.Equal(seen(2, spans(0, 4, 8, 12), spans(4, 8))))
	for name, other := range map[string][]touch.Seen{
		"another record":        seen(3, spans(0, 4, 8, 12), spans(4, 8)),
		"another end":           seen(2, spans(0, 4, 8, 12), spans(4, 12)),
		"one span less":         seen(2, spans(0, 4), spans(4, 8)),
		"a span of another key": seen(2, spans(0, 4), spans(8, 12, 4, 8)),
		"one key less":          one[:1],
		"one key more":          append(seen(2, spans(0, 4, 8, 12), spans(4, 8)), touch.Seen{Key: plan.Key{Record: 3}, Spans: spans(0, 4)}),
		"nothing":               nil,
	} {
		require.False(t, trace.Equal(other), name)
	}
	one[0].Spans[1].End = 16
	require.False(t, trace.Equal(one), "it is a copy")
	require.False(t, trace.Keep(one, 2), "more than that")
}
