package passage

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Pass is a render pass of a recording: the commands after its first one, up to its last one. It holds no barrier that orders what its own commands
// do.
type Pass struct {
	Begin       gpu.Site // of BeginRenderPass
	first, last uint32   // the numbers of its calls
	open        bool     // the last one is still to come
}

// passes are the render passes of a recording, and the ExecuteBundles inside of a pass that run the recording, where that is a bundle.
type passes struct {
	all    []Pass
	inside []gpu.Site
}

func (p *passes) reset() { p.all, p.inside = p.all[:0], p.inside[:0] }

// Follow takes over the transitions of a command that was recorded, or the beginning or end of a pass.
func (l *List) Follow(c *gpu.Command) {
	switch n := len(l.passes.all); {
	case c.Op == gpu.OpResourceBarrier:
		for i := range c.Barriers {
			if c.Barriers[i].Type == gpu.BarrierTransition {
				l.Add(c.Barriers, i, c.Site)
				l.all[len(l.all)-1].Command = c.Index
			}
		}
	case c.Op == gpu.OpBeginRenderPass:
		l.passes.all = append(l.passes.all, Pass{Begin: c.Site, first: c.Index, open: true})
	case c.Op == gpu.OpEndRenderPass && n > 0:
		l.passes.all[n-1].last, l.passes.all[n-1].open = c.Index, false
	default:
		l.work = len(l.all)
	}
}

// Runs notes that an ExecuteBundle of another list runs this one.
func (l *List) Runs(by *List, site gpu.Site) {
	if n := len(by.passes.all); n > 0 && by.passes.all[n-1].open && !slices.Contains(l.passes.inside, site) {
		l.passes.inside = append(l.passes.inside, site)
	}
}

// Pass is the render pass in which a command stands, by its number; nil: in none.
func (l *List) Pass(index uint32) *Pass {
	if l == nil {
		return nil
	}
	for i := range l.passes.all {
		if p := &l.passes.all[i]; p.Holds(index) {
			return p
		}
	}
	return nil
}

// Holds says whether a command of the same recording stands in the pass, by its number.
func (p *Pass) Holds(index uint32) bool { return p.first < index && (p.open || index < p.last) }

// Inside says whether an ExecuteBundle at a site runs this list inside of a render pass.
func (l *List) Inside(site gpu.Site) bool { return l != nil && slices.Contains(l.passes.inside, site) }
