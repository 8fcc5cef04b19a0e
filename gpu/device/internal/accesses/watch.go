package accesses

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
)

// memory stands for video memory, which resources may share.
type memory struct{ sim *sched.Sim }

// Watch tells a machine that somebody watches which bytes the command touched.
func (t *List) Watch(sim *sched.Sim, env exec.Env) {
	if !sim.Watched() {
		return
	}
	list := gpu.Apart(t.List)
	for i := range list {
		a := &list[i]
		touch := sched.Touch{Kind: sched.Look, Object: a.Resource, Begin: a.Begin, End: a.End}
		switch a.Kind {
		case gpu.AccessWrite:
			touch.Kind = sched.Lower
		case gpu.AccessAtomic:
			touch.Kind, touch.Value = sched.Add, uint64(a.Class)
		}
		if r := env.Resource(a.Resource); r != nil {
			touch.Object, touch.Begin, touch.End = memory{sim}, r.Base+a.Begin, r.Base+a.End
		}
		sim.Touch(touch)
	}
}

// WatchCPU tells it of an access of the CPU to mapped memory.
func WatchCPU(sim *sched.Sim, act gpu.MapAct, begin, end uint64) {
	touch := sched.Touch{Kind: sched.Look, Object: memory{sim}, Begin: begin, End: end}
	if act == gpu.MapWrite {
		touch.Kind = sched.Lower
	}
	if begin < end {
		sim.Touch(touch)
	}
}
