// Package protocol words what breaks the protocol of lists and allocators: closed, open, failed, of the wrong type, on an allocator that
// is not free.
//
//	CreateCommandList ──▶ open ──Close──▶ closed ──ExecuteCommandLists──▶ …
//	                       ▲                │
//	                       └──── Reset ─────┘        a refused command: Close fails, and the list is lost
//
// Objects are asked for through World. It must not know how lists are followed, nor what is in flight.
package protocol

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World is what the words need of the validator.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Created the place where it was made, Device the device that made it.
	Ref(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	Device(id gpu.ID) gpu.ID
	// Released is the place where an object was released, and Resized says whether it is a back buffer that ResizeBuffers has given up.
	Released(id gpu.ID) gpu.Site
	Resized(id gpu.ID) bool
	// Forgotten says of a released object that nothing else is known of it.
	Forgotten(id gpu.ID) bool
	// Queues are the queues that are alive of a device and a type, and Lists counts such lists.
	Queues(device gpu.ID, t gpu.CommandListType) []gpu.ID
	Lists(device gpu.ID, t gpu.CommandListType) int
	// Free are the allocators of a device and a type on which nothing was recorded, or nothing since they were reset.
	Free(device gpu.ID, t gpu.CommandListType) []Free
}

// Free is an allocator without commands, and the place of its last Reset, 0: there was none.
type Free struct {
	ID    gpu.ID
	Reset gpu.Site
}

// List is a list as the words need it.
type List struct {
	ID, Alloc      gpu.ID
	Type           gpu.CommandListType
	Opened, Closed gpu.Site
	Latest         gpu.Site // the last command; of the recording before where Bare
	Submitted      bool
	Bare           bool     // nothing was recorded since it was opened
	Emptied        gpu.Site // the Reset of its allocator since it recorded, 0: none
	Refused        gpu.Site // the call that was refused in it
	What           string   // its name
}

// made are the names that objects got where they were made, as pieces of a line.
func made(w World, ids ...gpu.ID) (pieces []diag.Snippet) {
	for _, id := range ids {
		pieces = append(pieces, diag.Snippet{Made: w.Created(id)})
	}
	return pieces
}

// onList are the pieces of a line before a command of a list: the list, and objects by the calls that made them.
func onList(w World, c *gpu.Command, ids ...gpu.ID) []diag.Snippet {
	return append([]diag.Snippet{{Site: c.Site, Method: c.Called().String(), Made: w.Created(c.List)}}, made(w, ids...)...)
}

// setting are the pieces of a line that sets the only pipeline of some, or of several the one that the script does nothing with.
func setting(w World, c *gpu.Command, fit []gpu.ID) []diag.Snippet {
	if len(fit) == 1 {
		return onList(w, c, fit[0])
	}
	idle := diag.Snippet{}
	for _, id := range fit {
		idle.Idle = append(idle.Idle, w.Created(id))
	}
	return append(onList(w, c), idle)
}

// AllocatorType says that an allocator of a type cannot back a list of another. used says that a list has recorded on it.
func AllocatorType(w World, alloc gpu.ID, have, want gpu.CommandListType, used bool, h *gpu.CallHead) {
	d := words.Made(w, w.Say(diag.AllocatorTypeMismatch, h.Site, "%s has type %s and cannot back a list of type %s", w.Ref(alloc), have, want), alloc)
	if device := w.Device(alloc); h.Method == "CreateCommandList" && want != gpu.ListBundle && len(w.Queues(device, want)) == 0 &&
		len(w.Queues(device, have)) > 0 {
		d.Because("There is no queue of type %s that could execute the list.", want).
			HelpFix(h.Site, diag.Put(h.Method, "Type", have), "create the list with Type = %q, or use an allocator of type %s", have, want)
		return
	}
	fix := diag.Fix{}
	if !used {
		fix = diag.PutArgument("CreateCommandAllocator", 1, want)
	}
	d.HelpFix(w.Created(alloc), fix, "use an allocator of type %s: CreateCommandAllocator(%q)", want, want)
}

// AllocatorInUse says that a list is open on an allocator that another list wants, since a place.
func AllocatorInUse(w World, alloc, open gpu.ID, since gpu.Site, h *gpu.CallHead) {
	w.Say(diag.AllocatorInUse, h.Site, "%s backs the open %s already", w.Ref(alloc), w.Ref(open)).Also(since, w.Ref(open)+" begins to record here").
		WithResource(w.Ref(alloc)).HelpBefore(h.Site, "%1:Close()", made(w, open),
		"call Close on %s first, or use an allocator for each list that is open at a time", w.Ref(open))
}

// InitialState says that a list of a type has no pipeline.
func InitialState(w World, typ gpu.CommandListType, h *gpu.CallHead) {
	fix := diag.Drop("CreateCommandList", "InitialState")
	if h.Method == "Reset" {
		fix = diag.Fix{Method: "Reset", Argument: 2, Action: diag.FixDrop}
	}
	w.Say(diag.WrongListType, h.Site, "a list of type %s has no pipeline state", typ).
		HelpFix(h.Site, fix, "leave InitialState out, or use a list of type COMPUTE")
}

// Closed says that a method is called on a closed list.
func Closed(w World, l List, site gpu.Site, method string) {
	d := w.Say(diag.ListClosed, site, "%s is called on %s, which is closed", method, w.Ref(l.ID)).WithResource(w.Ref(l.ID))
	if l.Closed != 0 {
		d.Also(l.Closed, "it is closed here")
	} else if l.Alloc == 0 {
		words.Made(w, d, l.ID).Because("A list without an Allocator is created closed.")
	}
	switch created := w.Created(l.ID); {
	case method == "Close" && l.Closed == 0 && l.Alloc == 0: // where each list that is created is closed as well, nobody wants to record yet
		d.WithHelp(diag.Help{Site: site, Text: "leave this call out, or open the list with Reset and an allocator first",
			Draft: &diag.Draft{Edit: diag.EditDeleteLine, Once: true, Of: created, Any: true}})
		return
	case method == "Close":
		d.HelpEdit(site, diag.EditDeleteLine, "", "a list is closed once: leave this call out")
		return
	}
	if l.Closed != 0 && !l.Submitted && l.Emptied == 0 { // what was recorded is still wanted, or nothing was recorded
		const text = "move Close after it: commands are recorded before Close; or call Reset to begin a new recording"
		d.WithHelp(diag.Help{Site: l.Closed, Text: text, Exact: l.Bare,
			Fix: &diag.Fix{Method: "Close", Argument: 1, Action: diag.FixBehind, Object: diag.The(site), Ends: true}})
		if !l.Bare {
			return
		}
	}
	behind := diag.Fix{Method: method, Argument: 1, Action: diag.FixBehind, Text: "Reset"}
	d.WithHelp(diag.Help{Site: site, Exact: true, Spare: true, Fix: &behind,
		Text: "make the call after Reset, which opens " + w.Ref(l.ID) + " for a new recording"})
	resets(w, d, l, site, method)
}

// resets proposes to open a list for a new recording before a call: right after its allocator was reset, in the words of that call; before the call;
// or, where the first pass of a loop records what the list was made for, there in later passes, with the list made without an allocator.
func resets(w World, d *diag.Diagnostic, l List, site gpu.Site, method string) {
	alloc, emptied, fresh := allocator(w, l)
	pieces := made(w, l.ID, alloc)
	pieces[0].Site, pieces[0].Method, pieces[0].Together = site, method, true
	pieces[1].Site, pieces[1].Earlier, pieces[1].Together = emptied, true, true
	reset := diag.Draft{Edit: diag.EditInsertBefore, Replace: "%1:Reset(%2)", Snippets: pieces}
	help := diag.Help{Site: site, Spare: true,
		Text: "call Reset with an allocator on " + w.Ref(l.ID) + ": that opens it for a new recording", Draft: &reset}
	if emptied != 0 {
		reset.Behind = []gpu.Site{emptied}
		after := diag.Draft{Edit: diag.EditInsertAfter, Replace: reset.Replace, Snippets: slices.Clone(pieces)}
		after.Snippets[1].Earlier = false
		d.WithHelp(diag.Help{Site: emptied, Spare: true, Exact: true,
			Text: "call Reset on " + w.Ref(l.ID) + " when its allocator is reset: that opens it for a new recording", Draft: &after})
	}
	if l.Closed != 0 { // a loop that only records is a part of the new recording
		reset.Ahead, reset.Until = true, "Close"
	}
	if d.WithHelp(help); !fresh {
		return
	}
	own := reset // with an allocator of its own
	own.Snippets, own.Once = slices.Clone(pieces), true
	own.Snippets[1].Else = fmt.Sprintf(`%%1:GetDevice():CreateCommandAllocator(%q)`, l.Type)
	d.Help[len(d.Help)-1].Draft.Or = &own
	if created := w.Created(l.ID); l.Opened == created && l.Submitted { // the first pass of a loop records what the list was made for
		again := own
		again.Once, again.Again = false, true
		d.Help[len(d.Help)-1].Draft = &own
		drop := diag.Drop("CreateCommandList", "Allocator")
		drop.Once = true // of lists that are made anew each has recorded before it comes to this call
		d.WithHelp(diag.Help{Site: site, Draft: &again, Spare: true}).AndFix(created, drop)
	}
}

// allocator is the one that a list can be meant to record on: the only one that was reset for it, at a place, the only one without commands, or else
// the one that it recorded on before. fresh says that one may be made for it: there is none without commands.
func allocator(w World, l List) (alloc gpu.ID, emptied gpu.Site, fresh bool) {
	free := w.Free(w.Device(l.ID), l.Type)
	reset := slices.DeleteFunc(slices.Clone(free), func(f Free) bool { return f.Reset == 0 })
	switch {
	case len(reset) == 1:
		return reset[0].ID, reset[0].Reset, false
	case len(free) == 1:
		return free[0].ID, free[0].Reset, false
	}
	return l.Alloc, l.Emptied, len(free) == 0 && l.Emptied == 0
}

// Open says that a list is reset while it records.
func Open(w World, l List, c *gpu.ListCall) {
	d := w.Say(diag.ListOpen, c.Site, "Reset is called on %s, which is still recording", w.Ref(l.ID)).
		Also(l.Opened, "the recording begins here").WithResource(w.Ref(l.ID))
	if l.Opened == c.Site && l.Opened != w.Created(l.ID) { // in the first pass it would be closed already
		d.HelpText("call Close on %s when it is recorded, before it comes to this call again; or reset it once, before the loop", w.Ref(l.ID))
		return
	}
	closeFirst(w, d, l, c.Site, "call Close on "+w.Ref(l.ID)+" before Reset", false)
}

// Recording says that an allocator is reset while a list records on it.
func Recording(w World, l List, c *gpu.ListCall) {
	d := w.Say(diag.AllocatorRecording, c.Site, "%s is reset while %s records on it", w.Ref(c.Allocator), w.Ref(l.ID)).
		Also(l.Opened, "the recording begins here").WithResource(w.Ref(c.Allocator)).
		WithHelp(diag.Help{Site: l.Opened, Fix: &diag.Fix{Method: "Reset", Argument: 1, Action: diag.FixBehind, Object: diag.The(c.Site)},
			Exact: true,
			Text:  "reset the allocator before the list: exchange the two"})
	closeFirst(w, d, l, c.Site, "call Close on "+w.Ref(l.ID)+" first", true)
}

// closeFirst proposes to close a list before the call at a site. One that is created open, and in which nothing is recorded, is closed where it was
// created: in a loop the line before the call would close it again in the next pass, as it would close one in the first pass that is opened behind
// it.
func closeFirst(w World, d *diag.Diagnostic, l List, site gpu.Site, text string, spare bool) {
	created := w.Created(l.ID)
	h := diag.Help{Site: site, Spare: spare, Text: text,
		Draft: &diag.Draft{Edit: diag.EditInsertBefore, Once: true, Replace: "%1:Close()", Snippets: made(w, l.ID)}}
	if !l.Bare || l.Opened != created {
		h.Draft.Since = l.Opened
		d.WithHelp(h)
		return
	}
	d.WithHelp(h).WithHelp(diag.Help{Site: created, Spare: true, Exact: true,
		Text:  "call Close on " + w.Ref(l.ID) + " right after it is created: it is created open",
		Draft: &diag.Draft{Edit: diag.EditInsertAfter, Replace: "%1:Close()", Snippets: made(w, l.ID)}}).
		WithHelp(diag.Help{Site: created, Spare: true, Exact: true,
			Text: "call Close on " + w.Ref(l.ID) + " in the function that creates it: it is created open",
			Fix:  &diag.Fix{Action: diag.FixReturned, Text: "%1:Close()"}})
}

// Failed says that a list in which a call was refused cannot be closed. Where errors are reported, that call was.
func Failed(w World, l List, c *gpu.ListCall) {
	d := w.Say(diag.ListFailed, c.Site, "%s cannot be closed: %s was refused in it", w.Ref(l.ID), l.What).
		Also(l.Refused, "this call was refused").WithResource(w.Ref(l.ID)).
		Because("A recording with a refused call is incomplete, so Close fails and the list stays unusable.").
		HelpFix(l.Refused, diag.Fix{Argument: 1, Action: diag.FixRemove},
			"leave the refused call out, or repair it; to record on after it, make a new list")
	d.Follows = true
}

// Dead says that a lost list is used: the cause was told when it was refused, and what became of the list when Close was.
func Dead(w World, l List, site gpu.Site, method string) {
	d := w.Say(diag.ListFailed, site, "%s is called on %s, whose recording has failed", method, w.Ref(l.ID)).
		Also(l.Refused, l.What+" was refused here").WithResource(w.Ref(l.ID)).HelpText("repair the refused call, and make a new list")
	d.Follows = true
}

// WrongType says that a list does not record a command, which lists of other types do.
func WrongType(w World, l List, site gpu.Site, method string, may gpu.ListTypes) {
	d := w.Say(diag.WrongListType, site, "%s cannot be recorded in %s", method, w.Ref(l.ID))
	if l.Type == gpu.ListBundle {
		d.Prop("d3d12", "INVALID_BUNDLE_API (546)")
	}
	words.Made(w, d, l.ID)
	const help = "record it in a list of type %s"
	t, queue, ok := otherType(w, l, may)
	if !ok {
		d.HelpText(help, may)
		return
	}
	if words.HelpType(d, w.Created(l.ID), w.Created(l.Alloc), t, help, may); queue != 0 {
		d.AndFix(w.Created(queue), diag.Put("CreateCommandQueue", "Type", t))
	}
}

// otherType is the type that a list may have instead, so that it records the command and a queue executes it: one that there is a queue of, or that
// of its own queue, which becomes one of that type then. ok is false where other lists would be concerned.
func otherType(w World, l List, may gpu.ListTypes) (t gpu.CommandListType, queue gpu.ID, ok bool) {
	device := w.Device(l.ID)
	t = gpu.ListDirect
	if may.Has(gpu.ListCompute) && len(w.Queues(device, gpu.ListDirect)) == 0 && len(w.Queues(device, gpu.ListCompute)) > 0 {
		t = gpu.ListCompute
	}
	own, others := w.Queues(device, l.Type), w.Queues(device, t)
	if !may.Has(t) || l.Type == gpu.ListBundle || w.Lists(device, l.Type) != 1 || len(own) > 1 || len(own) == 1 && len(others) > 0 {
		return t, 0, false
	}
	if len(own) == 1 {
		queue = own[0]
	}
	return t, queue, true
}

// SubmitType says that a queue of a type does not execute a list.
func SubmitType(w World, c *gpu.SubmitCall, queue gpu.CommandListType, l List) {
	d := w.Say(diag.SubmitWrongType, c.Site, "%s cannot execute %s", w.Ref(c.Queue), w.Ref(l.ID)).WithObject(l.ID, w.Ref(l.ID))
	if l.Type == gpu.ListBundle {
		d.Because("Bundles are consumed by no queue.").Prop("d3d12", "EXECUTECOMMANDLISTS_BUNDLENOTSUPPORTED (835)").
			HelpText("record ExecuteBundle of %s in a list of type DIRECT, and submit that", w.Ref(l.ID))
		return
	}
	list := gpu.Site(0)
	if queue == gpu.ListDirect && !l.Submitted { // a list of this type may record everything
		list = w.Created(l.ID)
	}
	d.Because("A queue of type %s consumes lists of type %s only.", queue, queue)
	if device := w.Device(c.Queue); list == 0 && len(w.Queues(device, l.Type)) == 0 &&
		w.Lists(device, queue) == 0 { // all lists are of the other type
		d.HelpFix(w.Created(c.Queue), diag.Put("CreateCommandQueue", "Type", l.Type), "create %s with Type = %q, or the list with Type = %q",
			w.Ref(c.Queue), l.Type, queue)
		return
	}
	if fits := w.Queues(w.Device(c.Queue), l.Type); list == 0 && len(fits) == 1 {
		d.HelpFix(c.Site, diag.Fix{Method: c.Method, Argument: 1, Action: diag.FixReceiver, Text: "%o", Object: diag.The(w.Created(fits[0]))},
			"submit it to %s, or create the list with Type = %q", w.Ref(fits[0]), queue)
		return
	}
	words.HelpType(d, list, w.Created(l.Alloc), queue,
		"create the list with Type = %q, or submit it to a queue of type %s", queue, l.Type)
}

// SubmitOpen says that a list is submitted which still records.
func SubmitOpen(w World, c *gpu.SubmitCall, l List) {
	given := diag.Snippet{Site: c.Site, Argument: 1, Path: fmt.Sprintf("[%d]", slices.Index(c.Lists, l.ID)+1),
		Method: c.Method} // in the script's words
	behind := []gpu.Site{cmp.Or(
		l.Latest, l.Opened)} // before the loop that submits what was recorded before it
	entry := &diag.Draft{Edit: diag.EditInsertBefore, Ahead: true, Behind: behind, Replace: "%1:Close()", Snippets: []diag.Snippet{given}}
	w.Say(diag.SubmitOpenList, c.Site, "%s is still recording", w.Ref(l.ID)).Also(l.Opened, "the recording begins here").
		WithObject(l.ID, w.Ref(l.ID)).
		Note("The runtime of Direct3D 12 removes the device for this, with reason INVALID_CALL.").
		WithHelp(diag.Help{Site: c.Site, Exact: true, Text: "call ExecuteCommandLists after Close",
			Fix: &diag.Fix{Method: c.Method, Argument: 1, Action: diag.FixBehind, Text: "Close", Object: diag.The(w.Created(l.ID))}}).
		WithHelp(diag.Help{Site: c.Site, Spare: true, Text: fmt.Sprintf("call Close on %s before ExecuteCommandLists", w.Ref(l.ID)),
			Draft: &diag.Draft{Edit: diag.EditInsertBefore, Ahead: true, Behind: behind, Replace: "%1:Close()", Snippets: made(w, l.ID), Or: entry}}).
		WithHelp(diag.Help{Site: w.Created(l.ID), Spare: true, Exact: true, Text: fmt.Sprintf("call Close on %s when it is recorded", w.Ref(l.ID)),
			Fix: &diag.Fix{Action: diag.FixReturned, Text: "%1:Close()"}}).
		WithHelp(diag.Help{Site: l.Latest, Spare: true, Exact: true,
			Text: fmt.Sprintf("call Close on %s after its last command", w.Ref(l.ID)), Draft: afterLast(w, c, l)})
}

// afterLast is the line that closes a list after its last command, or after the call that recorded it; nil where it has none.
func afterLast(w World, c *gpu.SubmitCall, l List) *diag.Draft {
	if l.Bare {
		return nil
	}
	return &diag.Draft{Edit: diag.EditInsertAfter, Once: true, Of: l.Opened, Any: true, Behind: []gpu.Site{c.Site}, Replace: "%1:Close()",
		Snippets: []diag.Snippet{{Site: l.Latest, Made: w.Created(l.ID)}}}
}

// NeverRecorded says that a list is submitted which was never opened.
func NeverRecorded(w World, c *gpu.SubmitCall, l List) {
	words.Made(w, w.Say(diag.SubmitNeverRecorded, c.Site, "%s has never recorded anything", w.Ref(l.ID)), l.ID).WithObject(l.ID, w.Ref(l.ID)).
		HelpBefore(c.Site, fmt.Sprintf("%%1:Reset(%%2:CreateCommandAllocator(%q))\n%%1:Close()", l.Type), made(w, l.ID, w.Device(l.ID)),
			"call Reset with an allocator on %s, record, and call Close", w.Ref(l.ID))
}

// EmptySubmit says that a submission executes nothing.
func EmptySubmit(w World, c *gpu.SubmitCall) {
	w.Say(diag.EmptySubmit, c.Site, "ExecuteCommandLists on %s without lists does nothing", w.Ref(c.Queue)).
		HelpFix(c.Site, diag.Fix{Method: "ExecuteCommandLists", Argument: 1, Action: diag.FixRemove, Text: "{}"},
			"leave it out, or put the lists into the table first")
}

// EndEvent says that an EndEvent ends nothing.
func EndEvent(w World, c *gpu.Command) {
	w.Say(diag.UnbalancedEvent, c.Site, "EndEvent in %s without BeginEvent", w.Ref(c.List)).WithResource(w.Ref(c.List)).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out")
}

// OpenEvents says that the last of some events, by the places where they begin, does not end in its list.
func OpenEvents(w World, list gpu.ID, events []gpu.Site) {
	if n := len(events); n > 0 {
		w.Say(diag.UnbalancedEvent, events[n-1], "BeginEvent in %s without EndEvent", w.Ref(list)).WithResource(w.Ref(list)).
			HelpText("call EndEvent on %s before Close", w.Ref(list))
	}
}

// NoPipeline says that a command finds no pipeline in a list. fit are those that it can have meant.
func NoPipeline(w World, l List, c *gpu.Command, fit []gpu.ID) {
	d := w.Say(diag.NoPipeline, c.Site, "%s without a pipeline in %s", c.Op, w.Ref(l.ID)).Also(l.Opened, "the recording begins here without one").
		WithResource(w.Ref(l.ID)).
		WithHelp(diag.Help{Site: c.Site, Exact: true, Text: fmt.Sprintf("call %s after SetPipelineState: exchange the two", c.Called()),
			Fix: &diag.Fix{Method: c.Called().String(), Argument: 1, Action: diag.FixBehind, Text: "SetPipelineState", Next: true}}).
		HelpBefore(c.Site, "%1:SetPipelineState(%2)", setting(w, c, fit), "call SetPipelineState on %s before %s", w.Ref(l.ID), c.Op)
	d.Help[len(d.Help)-1].Spare = true
}

// Kind is a pipeline of a kind, and the kind that a command wants, as the method says it that makes one. Fit are those that it can have meant.
type Kind struct {
	Pipeline  gpu.ID
	Is, Wants string
	Fit       []gpu.ID
}

// PipelineKind says that a command finds a pipeline of the other kind.
func PipelineKind(w World, c *gpu.Command, k Kind) {
	words.Made(w, w.Say(diag.PipelineKindMismatch, c.Site, "%s needs a %s pipeline, but %s is a %s pipeline", c.Op, strings.ToLower(k.Wants),
		w.Ref(k.Pipeline), k.Is), k.Pipeline).
		HelpBefore(c.Site, "%1:SetPipelineState(%2)", setting(w, c, k.Fit), "set a pipeline of Create%sPipelineState before it", k.Wants)
}

// NoRootSignature words a command that comes before the list has a root signature; set is the method that sets it, root the one that is meant, 0: not
// known. instead is where that was set for commands of the other kind, and none came since; 0: it was not.
func NoRootSignature(w World, c *gpu.Command, set string, root gpu.ID, instead gpu.Site) {
	list := w.Ref(c.List)
	d := w.Say(diag.NoRootSignature, c.Site, "%s is called in %s before %s", c.Op, list, set).WithResource(list)
	if instead != 0 {
		other := "SetGraphicsRootSignature"
		if set == other {
			other = "SetComputeRootSignature"
		}
		d.Also(instead, "it is set for the other kind of commands here").
			HelpFix(instead, diag.Fix{Method: other, Argument: 1, Action: diag.FixCallee, Text: set}, "call %s instead of %s", set, other)
		return
	}
	d.HelpBefore(c.Site, "%1:"+set+"(%2)", onList(w, c, root), "call %s on %s first", set, list)
}

// BundleInUse words the Reset of a bundle that a list executes which is not submitted yet.
func BundleInUse(w World, c *gpu.ListCall, bundle, list gpu.ID, executed gpu.Site) {
	submit := diag.Fix{Method: "Reset", Argument: 1, Action: diag.FixBehind, Text: "ExecuteCommandLists", Object: diag.The(w.Created(list))}
	w.Say(diag.BundleInUse, c.Site, "%s is reset, but %s, which executes it, is not submitted yet", w.Ref(bundle), w.Ref(list)).
		Also(executed, "it is executed here").
		WithResource(w.Ref(bundle)).HelpFix(c.Site, submit, "submit %s first, or record another bundle", w.Ref(list))
}
