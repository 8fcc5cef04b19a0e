package fences

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// program has one queue, number 1, and one fence, number 2.
type program struct {
	fence Fence
	queue track.Agent
	said  []*diag.Diagnostic
}

func (p *program) Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic {
	p.said = append(p.said, words.New(code, site, format, args...))
	return p.said[len(p.said)-1]
}
func (p *program) Ref(id gpu.ID) string              { return fmt.Sprintf("object %d", id) }
func (p *program) Created(gpu.ID) gpu.Site           { return 0 }
func (p *program) Tail(gpu.ID) *Tail                 { return nil }
func (p *program) Usable(gpu.ID) bool                { return true }
func (p *program) Disputed(gpu.ID) bool              { return false }
func (p *program) Advise() bool                      { return true }
func (p *program) ThreadOf(track.Agent) gpu.ID       { return 0 }
func (p *program) Event(gpu.ID) *Event               { return nil }
func (p *program) Thread(gpu.ID) (track.Agent, bool) { return 0, false }
func (p *program) Hear(*gpu.EventCall, int)          {}
func (p *program) Halts(track.Point) (bool, bool)    { return false, false }
func (p *program) FenceOf(int) gpu.ID                { return 2 }
func (p *program) QueueOf(track.Agent) gpu.ID        { return 1 }

func (p *program) Agent(id gpu.ID) (track.Agent, bool) { return p.queue, id == 1 }
func (p *program) Fence(id gpu.ID) *Fence {
	if id == 2 {
		return &p.fence
	}
	return nil
}

// TestIdle: a wait that holds from the beginning is told at the end, once for each occasion, and not if the same call waits for more at another time.
func TestIdle(t *testing.T) {
	type wait struct {
		site  gpu.Site
		value uint64
	}
	tests := []struct {
		name  string
		waits []wait
		want  int
	}{
		{"the initial value", []wait{{7, 3}}, 1},
		{"one more", []wait{{7, 4}}, 0},
		{"a loop that goes on to larger values", []wait{{7, 2}, {7, 3}, {7, 4}, {7, 5}}, 0},
		{"larger values first", []wait{{7, 4}, {7, 3}}, 0},
		{"another call waits for more", []wait{{7, 3}, {8, 4}, {7, 3}}, 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			order := track.NewOrder()
			p := &program{queue: order.AddQueue(), fence: Fence{Number: order.AddFence(3), Initial: 3}}
			b := New(order, course.New(order))
			for _, w := range tt.waits {
				c := &gpu.FenceCall{CallHead: gpu.CallHead{Site: w.site}, Act: gpu.FenceQueueWait, Queue: 1, Fence: 2, Value: w.value}
				b.Check(p, 0, c)
				b.Record(p, 0, c)
			}
			require.Empty(t, p.said, "nothing is said before the end")
			require.Len(t, b.Idle(), tt.want)
			require.Empty(t, b.Idle(), "it is told once")
		})
	}
}

// TestValue: values above 2^53 are refused, that one is not.
func TestValue(t *testing.T) {
	order := track.NewOrder()
	p := &program{queue: order.AddQueue(), fence: Fence{Number: order.AddFence(0)}}
	b := New(order, course.New(order))
	b.Check(p, 0, &gpu.FenceCall{Act: gpu.FenceCPUSignal, Fence: 2, Value: gpu.MaxFenceValue})
	require.Empty(t, p.said)
	b.Check(p, 0, &gpu.FenceCall{Act: gpu.FenceCPUSignal, Fence: 2, Value: gpu.MaxFenceValue + 1})
	require.Equal(t, diag.FenceValueTooLarge, p.said[0].Code)
}

// TestMissedWords: why a wait for an event may never end, by what sets it and what has unset it.
func TestMissedWords(t *testing.T) {
	by := func(values ...uint64) (out []track.Setter) {
		for _, v := range values {
			if v == 0 {
				out = append(out, track.Setter{Direct: true})
			} else {
				out = append(out, track.Setter{Needs: []track.Need{{Value: v}}, All: true})
			}
		}
		return out
	}
	const once = "an auto-reset event that is set while it is set ends one wait."
	tests := []struct {
		by        []track.Setter
		reset     bool
		why, help string
	}{
		{by(1), true, "Object 2 >= 1 may have come before ResetEvent, and nothing sets the event after that.", "wait for the fence itself"},
		{by(1, 2), true, "Object 2 >= 1 and object 2 >= 2 may have come before ResetEvent, and nothing sets the event after that.", "wait for the fences themselves, or use an event for each of them"},
		{by(0), true, "SetEvent may have come before ResetEvent, and nothing sets the event after that.", "call ResetEvent before what sets the event"},
		{by(1), false, "Object 2 >= 1 may have come before the last wait for it ended, and nothing sets the event after that.", "wait for the fence itself"},
		{by(1, 2), false, "Object 2 >= 1 and object 2 >= 2 may both have come before the last wait for it ended: " + once, "wait for the fences themselves, or use an event for each of them"},
		{by(1, 1, 1), false, "The event is set 3 times, by object 2 >= 1, and all of that may have come before the last wait for it ended: " + once, "wait for the fence itself"},
		{by(1, 2, 0), false, "Object 2 >= 1 and object 2 >= 2 and SetEvent may all have come before the last wait for it ended: " + once,
			"wait for the event before it is set again, or use an event for each that sets it"},
	}
	for _, tt := range tests {
		p := &program{}
		sayMissed(p, p.Say, &gpu.EventCall{Events: []gpu.ID{3}}, 3, &Event{unset: 7, reset: tt.reset}, tt.by)
		require.Len(t, p.said, 1)
		require.Equal(t, []string{tt.why}, p.said[0].Why)
		require.Equal(t, tt.help, p.said[0].Help[0].Text)
	}
}
