// Package owner watches over what only one CPU thread may use at a time: command lists and allocators. The order of calls decides, not the time at which
// they happened to be made.
//
//	thread "a"   list:Dispatch ──┐ Join, an event, a fence          a call of "b" without one of them: GS0530
//	thread "b"                   └──────────────▶ list:Dispatch
//
// It must not know what the calls do.
package owner

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/track"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Owner is the CPU thread that used an object last. The zero value is that of the main thread, before anything else.
type Owner struct {
	agent track.Agent
	point track.Point // of its last call
	id    gpu.ID      // of the thread, 0: the main thread
	site  gpu.Site    // of the call
	what  string
}

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

// Take gives an object to the thread that calls. It returns what is wrong if another thread may be using the object, nil otherwise.
func (o *Owner) Take(n Names, order *track.Order, object gpu.ID, c Caller) *diag.Diagnostic {
	before := *o
	*o = Owner{c.Agent, order.Touch(c.Agent, false), c.ID, c.Site, c.Call}
	if before.agent == c.Agent || order.Done(c.Agent, before.point) {
		return nil
	}
	one, two := thread(n, min(c.ID, before.id)), thread(n, max(c.ID, before.id)) // the same for every schedule
	d := words.New(diag.TwoThreads, c.Site, "%s and %s use %s, and nothing orders their calls", one, two, n.Ref(object)).WithResource(n.Ref(object))
	d.Labels[0].Text = fmt.Sprintf("%s calls %s", thread(n, c.ID), c.Call)
	return d.Also(before.site, fmt.Sprintf("%s calls %s", thread(n, before.id), before.what)).
		Because("Neither thread waits for a Join, an event or a fence that comes behind the calls of the other.").
		WithHelp(join(n, c, before))
}

// join proposes that the one thread ends before the other begins, or before the main thread calls.
func join(n Names, c Caller, before Owner) diag.Help {
	ends, site := min(c.ID, before.id), n.Created(max(c.ID, before.id))
	switch {
	case c.ID == 0:
		ends, site = before.id, c.Site
	case before.id == 0:
		ends, site = c.ID, before.site
	}
	return diag.Help{Site: site, Text: "let one thread wait for the other: Join, an event, or a fence; or give each a list and an allocator of its own",
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:Join()", Snippets: []diag.Snippet{{Made: n.Created(ends)}}, Once: true}}
}

// thread is a CPU thread as messages name it.
func thread(n Names, id gpu.ID) string {
	if id == 0 {
		return "the main thread"
	}
	return n.Ref(id)
}
