// Package owner watches over what only one CPU thread may use at a time: command lists, allocators and binding tables. The order of calls decides, not the time at which
// they happened to be made.
//
//	thread "a"   list:Dispatch ──┐ Join, an event, a fence          a call of "b" without one of them: GS0530
//	thread "b"                   └──────────────▶ list:Dispatch
//
// It must not know what the calls do.
package owner

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Owner is the CPU threads that used an object. The zero value is that of an object that only its maker knows.
type Owner struct {
	uses []use // that not every thread knows of, in the order of the run; of each thread the first in what others can hear of only together
	told bool  // that nothing orders two of them
}

// use is a call that used the object.
type use struct {
	agent track.Agent
	point track.Point
	id    gpu.ID // of the thread, 0: the main thread
	site  gpu.Site
	what  string
	after []track.Agent // the threads of which a call is kept that comes behind it as far as they knew
}

// maxUses bounds Owner.uses, where a thread never hears of the others.
const maxUses = 64

// Caller is a CPU thread that makes a call.
type Caller struct {
	Agent track.Agent
	ID    gpu.ID // 0: the main thread
	Site  gpu.Site
	Call  string // the method
}

// Names tells how objects are called.
type Names interface {
	Ref(id gpu.ID) string
	// Created is the place where an object was made.
	Created(id gpu.ID) gpu.Site
}

// Told says that two calls which nothing orders were reported: what is wrong with later ones may follow from that.
func (o *Owner) Told() bool { return o.told }

// Take gives an object to the thread that calls. It returns what is wrong if another thread may be using the object, nil otherwise, and says it once.
//
// Which of two threads comes first is up to the schedule, and how far it has come when the other one begins. So the first call of each that the other cannot
// know of is named:
//
//	one schedule   a1  a2  b1        another one   b1  b2  a1        a1 and b1 in both
//
// What follows a use as far as its thread knows is kept among the doubts.
func (o *Owner) Take(n Names, order *track.Order, doubts *Doubts, object gpu.ID, c Caller) *diag.Diagnostic {
	now := use{agent: c.Agent, point: order.Touch(c.Agent, false), id: c.ID, site: c.Site, what: c.Call}
	if k := len(o.uses); k > 0 && o.uses[k-1].point == now.point {
		return nil
	}
	other := o.unknown(order, c.Agent)
	o.remember(order, now)
	if other == nil && !o.told {
		doubts.keep(order, o, object, now)
	}
	if other == nil || o.told {
		return nil
	}
	o.told = true
	return say(n, object, *other, now)
}

// unknown is the first use of another thread that a thread cannot know of, of the eldest such thread; nil if there is none.
func (o *Owner) unknown(order *track.Order, agent track.Agent) *use {
	var found *use
	for i := range o.uses {
		u := &o.uses[i]
		if u.agent != agent && (found == nil || u.id < found.id) && !order.Done(agent, u.point) {
			copied := *u
			found = &copied
		}
	}
	return found
}

// remember adds a use, and forgets those that every thread knows of.
func (o *Owner) remember(order *track.Order, now use) {
	known, _, _ := order.Common()
	o.uses = slices.DeleteFunc(o.uses, func(u use) bool { return known.At(u.agent) >= u.point.Pos })
	if len(o.uses) == maxUses {
		o.uses = slices.Delete(o.uses, maxUses/2, maxUses/2+1)
	}
	o.uses = append(o.uses, now)
}

// say words two uses that nothing orders. Which is which does not depend on the schedule.
func say(n Names, object gpu.ID, elder, younger use) *diag.Diagnostic {
	if elder.id > younger.id {
		elder, younger = younger, elder
	}
	one, two := thread(n, elder.id), thread(n, younger.id)
	d := words.New(diag.TwoThreads, younger.site, "%s and %s use %s, and nothing orders their calls", one, two, n.Ref(object)).WithResource(n.Ref(object))
	d.Labels[0].Text = fmt.Sprintf("%s calls %s", two, younger.what)
	started(n, d, younger)
	d.Also(elder.site, fmt.Sprintf("%s calls %s", one, elder.what)).Meanwhile()
	started(n, d, elder)
	return d.Because("Neither thread waits for a Join, an event or a fence that comes behind the calls of the other.").
		WithHelp(join(n, object, elder, younger))
}

// started adds where the thread of a use was started; the main thread was not.
func started(n Names, d *diag.Diagnostic, u use) {
	if site := n.Created(u.id); u.id != 0 && site != 0 {
		d.Started(site, n.Ref(u.id))
	}
}

// join proposes that the elder thread ends before the other begins, or the other before the main thread calls.
func join(n Names, object gpu.ID, elder, younger use) diag.Help {
	own := "a list and an allocator"
	if strings.HasPrefix(n.Ref(object), "BindingTable ") {
		own = "a table"
	}
	ends, site := elder.id, n.Created(younger.id)
	if elder.id == 0 {
		ends, site = younger.id, elder.site
	}
	return diag.Help{Site: site, Text: "let one thread wait for the other: Join, an event, or a fence; or give each " + own + " of its own",
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:Join()", Snippets: []diag.Snippet{{Made: n.Created(ends)}}, Once: true}}
}

// thread is a CPU thread as messages name it.
func thread(n Names, id gpu.ID) string {
	if id == 0 {
		return "the main thread"
	}
	return n.Ref(id)
}
