package layers

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/incident"
)

// gone remembers, where errors are reported and calls are done all the same, which objects were said to be given up too early and which submissions to come too
// late: the fault of the work that misses them is no news, and whether it comes to it is up to the schedule.
type gone struct {
	objects map[gpu.ID]bool
	submits map[gpu.Site]bool
}

// note keeps a call of which a diagnostic was reported.
func (g *gone) note(call gpu.Call, code diag.Code) {
	switch c := call.(type) {
	case *gpu.ReleaseCall:
		if code == diag.ReleasedInFlight {
			g.objects = with(g.objects, c.Object)
		}
	case *gpu.SubmitCall:
		if code == diag.SubmitReleased {
			g.submits = with(g.submits, c.Site)
		}
	}
}

// follows says whether an incident is what becomes of a call that was reported. The resource of a root view and of a buffer view is not known when it is gone.
func (g *gone) follows(i incident.Incident) bool {
	switch i := i.(type) {
	case *incident.PageFault:
		return g.objects[i.Object] || g.submits[i.SubmitSite]
	case *incident.DescriptorFault:
		return i.Kind == incident.DescriptorDestroyed && (g.objects[i.Resource] || g.submits[i.SubmitSite] || i.Resource == 0 && len(g.objects) > 0)
	}
	return false
}

// with adds a key to a set, which may be nil.
func with[K comparable](set map[K]bool, key K) map[K]bool {
	if set == nil {
		set = map[K]bool{}
	}
	set[key] = true
	return set
}
