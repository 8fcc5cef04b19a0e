package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// firstSignal is the first signal of a fence by one agent.
type firstSignal struct {
	agent track.Agent
	queue gpu.ID
	site  gpu.Site
}

// checkFence applies the rules of signals and waits.
func (v *Validator) checkFence(c *gpu.FenceCall) {
	f := bodyOf[fence](v, c.Fence)
	if f == nil || v.gone(c.Fence, c) || v.gone(c.Queue, c) || v.gone(c.Event, c) {
		return
	}
	if c.Act != gpu.FencePoll && c.Value > gpu.MaxFenceValue {
		v.sayFenceValue(c.Fence, c.Value, c.Site)
		return
	}
	if !v.on() {
		return
	}
	switch c.Act {
	case gpu.FenceQueueWait:
		if v.order.Initially(track.Need{Fence: f.number, Value: c.Value}) {
			v.adviseIdleWait(c, f)
		}
	case gpu.FenceCPUSignal, gpu.FenceQueueSignal:
		v.checkSignalers(c, f)
	}
}

// checkSignalers advises, once a fence, one timeline a fence (S10).
func (v *Validator) checkSignalers(c *gpu.FenceCall, f *fence) {
	agent := v.thread(&c.CallHead)
	if q := bodyOf[queue](v, c.Queue); c.Act == gpu.FenceQueueSignal && q != nil {
		agent = q.agent
	}
	first, ok := v.signalers[c.Fence]
	if !ok {
		v.signalers[c.Fence] = firstSignal{agent, c.Queue, c.Site}
		return
	}
	if first.agent != agent && !f.advised {
		f.advised = true
		v.adviseTwoSignalers(c, first)
	}
}

// recordFence tells the order what happened.
func (v *Validator) recordFence(c *gpu.FenceCall) {
	f := bodyOf[fence](v, c.Fence)
	if f == nil {
		return
	}
	t, n := v.thread(&c.CallHead), track.Need{Fence: f.number, Value: c.Value}
	q := bodyOf[queue](v, c.Queue)
	switch {
	case c.Act == gpu.FenceCPUSignal:
		v.order.CPUSignal(t, n, c.Site)
	case c.Act == gpu.FenceCPUWait:
		v.order.CPUWait(t, n)
	case c.Act == gpu.FencePoll:
		v.order.Poll(t, n)
	case c.Act == gpu.FenceSetEvent:
		if e := bodyOf[event](v, c.Event); e != nil {
			v.order.Arm(t, e.number, []track.Need{n}, true)
		}
	case q != nil && c.Act == gpu.FenceQueueSignal:
		v.order.QueueSignal(t, q.agent, n, c.Site)
	case q != nil && c.Act == gpu.FenceQueueWait:
		v.order.QueueWait(t, q.agent, n, c.Site)
	}
}

// checkMultipleFence: there is a fence, and a value for each.
func (v *Validator) checkMultipleFence(c *gpu.MultipleFenceCall) {
	if len(c.Fences) == 0 || len(c.Fences) != len(c.Values) || c.Mode > gpu.WaitAny {
		v.sayMultipleFence(c)
		return
	}
	v.gone(c.Event, c)
	for i, id := range c.Fences {
		if !v.gone(id, c) && c.Values[i] > gpu.MaxFenceValue {
			v.sayFenceValue(id, c.Values[i], c.Site)
		}
	}
}

func (v *Validator) recordMultipleFence(c *gpu.MultipleFenceCall) {
	needs := make([]track.Need, 0, len(c.Fences))
	for i, id := range c.Fences {
		if f := bodyOf[fence](v, id); f != nil {
			needs = append(needs, track.Need{Fence: f.number, Value: c.Values[i]})
		}
	}
	t, all := v.thread(&c.CallHead), c.Mode == gpu.WaitAll
	if e := bodyOf[event](v, c.Event); e != nil {
		v.order.Arm(t, e.number, needs, all)
		return
	}
	v.order.CPUWaitMany(t, needs, all)
}

// checkEvent: events are alive.
func (v *Validator) checkEvent(c *gpu.EventCall) {
	v.gone(c.Event, c)
	for _, id := range c.Events {
		v.gone(id, c)
	}
}

// recordEvent follows SetEvent, ResetEvent, Join and waits.
func (v *Validator) recordEvent(c *gpu.EventCall) {
	t := v.thread(&c.CallHead)
	if e := bodyOf[event](v, c.Event); e != nil {
		if c.Method == "ResetEvent" {
			v.order.ResetEvent(t, e.number)
			return
		}
		v.order.SetEvent(t, e.number)
		return
	}
	if c.TimedOut {
		return
	}
	for i, id := range c.Events {
		e := bodyOf[event](v, id)
		switch {
		case !c.All && i != c.Index:
		case e != nil:
			v.order.WaitEvent(t, e.number)
		case v.threads[id] != 0:
			v.order.Join(t, v.threads[id])
		}
	}
}
