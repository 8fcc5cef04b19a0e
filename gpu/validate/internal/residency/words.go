package residency

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/residency"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/flight"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// say words a submission that needs objects which may not be resident when it executes. The edit makes all of them resident.
func say(n conflict.Names, s Submission, needs []Need, lacks []Lack) *diag.Diagnostic {
	need, lack := needs[0], &lacks[0]
	who, what := n.Ref(s.Queue), n.Ref(need.Object)
	if need.List != 0 {
		who = n.Ref(need.List)
	}
	if need.Inside != 0 {
		what = fmt.Sprintf("%s, which is placed in %s", n.Ref(need.Inside), what)
	}
	later := slices.IndexFunc(lack.Made, func(m Made) bool { return m.Fence != 0 && m.By == s.Thread })
	d := words.New(diag.NotResident, s.Site, "%s needs %s, but it is not resident", who, what)
	if later >= 0 {
		d.Title = fmt.Sprintf("%s needs %s, but it may not be resident then", who, what)
	}
	d.WithObject(need.Object, n.Ref(need.Object))
	if need.Site != 0 {
		d.Via(need.Site, fmt.Sprintf("%s, %s", who, need.Op))
	}
	if lack.Created {
		d.Also(lack.Evicted, n.Ref(need.Object)+" is created here, not resident")
	} else {
		d.Also(lack.Evicted, n.Ref(need.Object)+" is evicted here")
	}
	for i := range needs[1:] {
		d.Note("%s is not resident either.", words.Capital(n.Ref(needs[i+1].Object)))
	}
	if later >= 0 {
		late(n, d, s, &lack.Made[later])
		return d
	}
	d.Because("The GPU accesses only what is resident, and nothing that is certain to come before this work makes it resident.")
	help(n, d, s, needs)
	return d
}

// help proposes to make objects resident before a submission.
func help(n conflict.Names, d *diag.Diagnostic, s Submission, needs []Need) {
	snippets, entries := []diag.Snippet{{Site: n.Created(s.Queue), Made: n.Created(s.Device), Else: "%2:GetDevice()"}}, []string{}
	for i := range needs {
		snippets = append(snippets, diag.Snippet{Made: n.Created(needs[i].Object)})
		entries = append(entries, fmt.Sprintf("%%%d%s", i+2, needs[i].get))
	}
	d.HelpBefore(s.Site, "%1:MakeResident { "+strings.Join(entries, ", ")+" }", snippets, "call MakeResident with %s before %s",
		n.Ref(needs[0].Object), s.Method)
}

// late says that EnqueueMakeResident has made the object resident when its fence is signalled, for which nobody waits.
func late(n conflict.Names, d *diag.Diagnostic, s Submission, m *Made) {
	fence := n.Ref(m.Fence)
	d.Also(m.Site, fmt.Sprintf("%s has the value %d when it is resident", fence, m.Value)).
		Because("EnqueueMakeResident returns at once, and nothing between it and the work waits for %s.", fence).
		HelpBefore(s.Site, "%1:Wait(%2, "+words.Number(m.Value)+")",
			[]diag.Snippet{{Site: s.Site, Made: n.Created(s.Queue)}, {Made: n.Created(m.Fence)}},
			"call Wait with %s and %d on %s before %s", fence, m.Value, n.Ref(s.Queue), s.Method)
}

// InFlight words an Evict of an object that submitted work may still need.
func InFlight(c *residency.Call, object gpu.ID) flight.Words {
	site := c.Site
	return func(by flight.Asker, u flight.Use) *diag.Diagnostic {
		d := words.New(diag.EvictedInFlight, site, "%s is evicted while %s may still need it", by.Ref(object), by.Ref(u.Queue)).
			WithObject(object, by.Ref(object))
		if u.Inside != 0 {
			d.Note("What is needed is %s, which is placed in it.", by.Ref(u.Inside))
		}
		return flight.Add(by, d, u)
	}
}

// NotPageable says that an object cannot be made resident or evicted: it owns no memory that can be. heap is the one that it stands in, 0: none.
func NotPageable(n conflict.Names, c *residency.Call, entry int, heap gpu.ID) *diag.Diagnostic {
	id := c.Objects[entry]
	d := words.New(diag.NotPageable, c.Site, "%s takes no %s", c.Method, n.Ref(id)).WithObject(id, n.Ref(id)).
		Because("Only objects that own memory have a residency: heaps, committed resources, descriptor heaps and query heaps.")
	at := listOf(c.Act)
	path := fmt.Sprintf("[%d]", entry+1)
	if heap == 0 {
		return leaveOut(d, c, at, path, "leave it out: its memory is always resident")
	}
	d.Also(n.Created(id), "it is placed in "+n.Ref(heap)+" here")
	if slices.Contains(c.Objects, heap) {
		return leaveOut(d, c, at, path, "leave it out: it goes with "+n.Ref(heap))
	}
	return d.HelpFix(c.Site, diag.PutObject(c.Method, at, path, diag.The(n.Created(heap))),
		"name %s instead: everything placed in it goes with it", n.Ref(heap))
}

// leaveOut proposes a call without an entry of its list, and the priority of that; or none, if it is the only one and nothing waits for what the call
// signals.
func leaveOut(d *diag.Diagnostic, c *residency.Call, argument int, path, text string) *diag.Diagnostic {
	drop := diag.Fix{Method: c.Method, Argument: argument, Path: path, Action: diag.FixDrop}
	switch {
	case len(c.Objects) == 1 && c.Act != residency.EnqueueMakeResident:
		return d.HelpFix(c.Site, diag.Fix{Method: c.Method, Argument: 1, Action: diag.FixRemove}, "%s", text)
	case c.Act == residency.SetPriority:
		return d.HelpFix(c.Site, drop, "%s", text).AndFix(c.Site, drop.At(2))
	}
	return d.HelpFix(c.Site, drop, "%s", text)
}

// listOf is the argument of a call that is its list of objects.
func listOf(a residency.Act) int {
	if a == residency.EnqueueMakeResident {
		return 2
	}
	return 1
}

// Twice says that an object is evicted more often than it was made resident.
func (l *Ledger) Twice(n conflict.Names, order *track.Order, by track.Agent, c *residency.Call, entry int) *diag.Diagnostic {
	id := c.Objects[entry]
	d := words.New(diag.EvictedTwice, c.Site, "%s is evicted, but it is not resident", n.Ref(id)).WithObject(id, n.Ref(id))
	if e := l.entries[id]; e != nil {
		switch at, created := e.off(order, by); {
		case created:
			d.Also(at, "it is created here, not resident")
		case at != c.Site:
			d.Also(at, "it is evicted here already")
		}
	}
	d.Because("Each Evict undoes one call that made the object resident; its creation counts as one.")
	return leaveOut(d, c, 1, fmt.Sprintf("[%d]", entry+1), "leave it out, or call MakeResident as often as Evict")
}
