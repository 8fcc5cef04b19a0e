package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
)

// checkFence applies the rules of signals and waits.
func (v *Validator) checkFence(c *gpu.FenceCall) {
	f := bodyOf[fence](v, c.Fence)
	v.within(c.Queue)
	if f == nil || v.unusable(c.Fence, c) || v.unusable(c.Queue, c) || v.unusable(c.Event, c) {
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
		if p, need, site, ok := v.order.Overtaken(v.thread(&c.CallHead), v.signalerOf(c), track.Need{Fence: f.number, Value: c.Value}); ok && !f.lowered {
			f.lowered = true
			v.adviseRewind(c, v.queues[p.Queue], need.Value, site)
		}
	}
}

// signalerOf is the agent that signals.
func (v *Validator) signalerOf(c *gpu.FenceCall) track.Agent {
	if q := bodyOf[queue](v, c.Queue); c.Act == gpu.FenceQueueSignal && q != nil {
		return q.agent
	}
	return v.thread(&c.CallHead)
}

// checkSignalers advises, once a fence, against signals of different agents that no wait orders (S10). A timeline that is
// handed on, by a wait for the value before, is fine.
func (v *Validator) checkSignalers(c *gpu.FenceCall, f *fence) {
	agent := v.signalerOf(c)
	if !f.signaled || f.advised || agent == f.signaler && !f.several {
		return
	}
	s, racing := v.order.Race(v.thread(&c.CallHead), agent, track.Need{Fence: f.number, Value: c.Value})
	if racing {
		f.advised = true
		v.adviseTwoSignalers(c, v.queues[s.Agent], s.Site)
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
	if c.Act == gpu.FenceCPUSignal || c.Act == gpu.FenceQueueSignal {
		agent := v.signalerOf(c)
		f.several = f.several || f.signaled && f.signaler != agent
		if !f.signaled {
			f.signaler, f.signaled = agent, true
		}
	}
	switch {
	case c.Act == gpu.FenceCPUSignal:
		v.order.CPUSignal(t, n, c.Site)
		v.course.Set(n)
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
		v.course.Signal(c.Queue, n)
	case q != nil && c.Act == gpu.FenceQueueWait:
		v.order.QueueWait(t, q.agent, n, c.Site)
		v.course.Wait(c.Queue, n)
	}
}

// checkMultipleFence: there is a fence, and a value for each.
func (v *Validator) checkMultipleFence(c *gpu.MultipleFenceCall) {
	if len(c.Fences) == 0 || len(c.Fences) != len(c.Values) || c.Mode > gpu.WaitAny {
		v.sayMultipleFence(c)
		return
	}
	v.within(c.Fences[0])
	v.unusable(c.Event, c)
	for i, id := range c.Fences {
		if !v.unusable(id, c) && c.Values[i] > gpu.MaxFenceValue {
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
	v.unusable(c.Event, c)
	for _, id := range c.Events {
		v.unusable(id, c)
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
	for i, id := range c.Events {
		e := bodyOf[event](v, id)
		switch {
		case c.TimedOut, !c.All && i != c.Index:
		case e != nil:
			v.races.HearEvent(c, e.number)
			v.order.WaitEvent(t, e.number)
		case v.threads[id] != 0:
			v.order.Join(t, v.threads[id])
		}
	}
}

// checkStep: a fence of the device, and a value that a fence may have.
func (v *Validator) checkStep(c *gpu.StepCall) {
	v.scope = c.Device
	if f := idOf(c.Desc.Fence); f != 0 && !v.unusable(f, c) && c.Desc.Value > gpu.MaxFenceValue {
		v.sayFenceValue(f, c.Desc.Value, c.Site)
	}
}

// recordStep follows StepGpu: what the thread knows of the device when the point is reached.
func (v *Validator) recordStep(c *gpu.StepCall) {
	if !c.Reached {
		return
	}
	t, d := v.thread(&c.CallHead), v.device(c.Device)
	switch f := bodyOf[fence](v, idOf(c.Desc.Fence)); {
	case f != nil:
		v.order.CPUWait(t, track.Need{Fence: f.number, Value: c.Desc.Value})
	case c.Desc.Time > 0 || c.Desc.Until == gpu.StepCommand: // nothing is certain
	case c.Desc.Until == gpu.StepBatch:
		if d.steps[t] == nil {
			d.steps[t] = &track.Steps{}
		}
		v.order.Retired(t, d.queues, d.steps[t])
	default:
		v.order.Idle(t, d.queues)
	}
}
