package graphics

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/renderpass"
)

// renderPass is the pass that a list records.
type renderPass struct {
	open  bool
	at    gpu.Site
	flags renderpass.RenderPassFlags
	// head is how the first pass resumes what another list suspended, tail the pass that is suspended now.
	head, tail suspension
	worked     gpu.Op // the first command that did something, if there was one
}

// suspension is where a suspended pass, or one that resumes, begins, and the targets that it has. The zero value is none.
type suspension struct {
	at      gpu.Site
	targets []gpu.TargetView
	depth   gpu.TargetView
	flags   renderpass.RenderPassFlags
}

func (s *suspension) none() bool { return s.at == 0 }

// same says whether two passes have the same targets: the same resources, shown in the same way.
func (s *suspension) same(o *suspension) bool {
	alike := func(a, b gpu.TargetView) bool {
		a.Handle, b.Handle = gpu.CPUDescriptorHandle{}, gpu.CPUDescriptorHandle{}
		return a == b
	}
	return slices.EqualFunc(s.targets, o.targets, alike) && alike(s.depth, o.depth)
}

// refuses says whether a render pass refuses a command: one that it cannot hold, an end without a beginning, or one that tears a suspended pass
// apart.
func (s *State) refuses(w World, c *gpu.Command) bool {
	switch p := &s.pass; {
	case p.open && !inRenderPass(c.Op):
		w.Say(diag.BadRenderPass, c.Site, "%s is called inside a render pass", c.Op).Also(p.at, "the pass begins here").
			Prop("d3d12", refusedInPass(c.Op)).
			Because("A pass holds draws and what sets their state, barriers, queries and ExecuteIndirect: no copies, clears, resolves, dispatches, other targets or passes.").
			HelpBefore(c.Site, "%1:EndRenderPass()", diag.Pieces(c.Site, c.Op.String()), "call EndRenderPass before it")
	case !p.open && c.Op == gpu.OpEndRenderPass:
		w.Say(diag.BadRenderPass, c.Site, "EndRenderPass ends no render pass").Prop("d3d12", "RENDER_PASS_CANNOT_END_WITHOUT_BEGIN (1205)").
			HelpEdit(c.Site, diag.EditDeleteLine, "", "call BeginRenderPass first, in the same list, or leave this call out")
	case !p.open && c.Op == gpu.OpBeginRenderPass:
		return s.tears(w, c)
	case !p.open && !p.tail.none() && works(c.Op):
		w.Say(diag.BrokenPass, c.Site, "%s comes between a suspended render pass and the one that resumes it", c.Op).
			Also(p.tail.at, "the pass that is suspended").Prop("d3d12", "RENDER_PASS_GPU_WORK_WHILE_SUSPENDED (1207)").
			HelpFix(p.tail.at, passFlags(p.tail.flags&^renderpass.PassSuspends),
				"end the pass without SUSPENDING_PASS, or record this before or after both")
	default:
		return false
	}
	return true
}

// refusedInPass is the message of Direct3D 12 for a command that a render pass cannot hold.
func refusedInPass(o gpu.Op) string {
	if o == gpu.OpBeginRenderPass {
		return "RENDER_PASS_CANNOT_NEST_RENDER_PASSES (1204)"
	}
	return "RENDER_PASS_DISALLOWED_API_CALLED (1203)"
}

// tears says whether a pass that begins does not fit the one that is suspended in the list, or resumes one after other work.
func (s *State) tears(w World, c *gpu.Command) bool {
	p := &s.pass
	resumes := renderpass.RenderPassFlags(c.X)&renderpass.PassResumes != 0
	switch now := s.suspension(c.Site); {
	case !p.tail.none() && !resumes:
		w.Say(diag.BrokenPass, c.Site, "a render pass begins, but a suspended one was not resumed").Also(p.tail.at, "the pass that is suspended").
			HelpFix(c.Site, passFlags(renderpass.RenderPassFlags(c.X)|renderpass.PassResumes),
				"give this pass RESUMING_PASS, or end the other one without SUSPENDING_PASS")
	case !p.tail.none() && !now.same(&p.tail):
		sayOtherTargets(w.Say, &p.tail, &now)
	case resumes && p.tail.none() && p.worked != gpu.OpNone:
		w.Say(diag.BrokenPass, c.Site, "a render pass is resumed after %s", p.worked).
			Prop("d3d12", "RENDER_PASS_NO_PRIOR_SUSPEND_WITHIN_EXECUTECOMMANDLISTS (1209)").
			Because("Nothing may come between a suspended pass and the one that resumes it.").
			HelpFix(c.Site, passFlags(renderpass.RenderPassFlags(c.X)&^renderpass.PassResumes),
				"begin it without RESUMING_PASS, or resume it at the start of the list")
	default:
		return false
	}
	return true
}

// passFlags is the edit of the flags of a render pass.
func passFlags(flags renderpass.RenderPassFlags) diag.Fix {
	if flags == 0 {
		return diag.Fix{Method: "BeginRenderPass", Argument: 3, Action: diag.FixDrop}
	}
	return diag.PutArgument("BeginRenderPass", 3, flags)
}

func sayOtherTargets(say Say, suspended, resumed *suspension) {
	say(diag.BrokenPass, resumed.at, "a render pass resumes another one with other targets").Also(suspended.at, "the pass that is suspended").
		HelpText("begin both with the same views")
}

// suspension is the pass that begins, or began, at a site with the targets that are bound.
func (s *State) suspension(at gpu.Site) suspension {
	return suspension{at, s.targets, s.depth, s.pass.flags}
}

// followPass takes over what a command changed.
func (s *State) followPass(c *gpu.Command) {
	p, flags := &s.pass, renderpass.RenderPassFlags(c.X)
	kept := func() suspension {
		k := s.suspension(p.at)
		k.targets = slices.Clone(k.targets)
		return k
	}
	switch {
	case c.Op == gpu.OpBeginRenderPass:
		p.open, p.at, p.flags = true, c.Site, flags
		if flags&renderpass.PassResumes != 0 && p.tail.none() {
			p.head = kept()
		}
		p.tail = suspension{}
	default:
		p.open = false
		if p.flags&renderpass.PassSuspends != 0 {
			p.tail = kept()
		}
	}
}

// Say starts the diagnostic of a broken rule, as World does.
type Say func(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic

// Passes applies the rules of suspended passes to the lists of one ExecuteCommandLists, one after the other. (Source: D3D12 render passes, suspending
// and resuming.)
type Passes struct {
	Say     Say
	Ref     func(gpu.ID) string // of a list
	Site    gpu.Site            // of the call
	open    suspension
	between gpu.ID // the first list with other work after the open one
}

// Next is the next list.
func (x *Passes) Next(id gpu.ID, s *State) {
	p := &s.pass
	switch {
	case x.open.none() && !p.head.none():
		x.Say(diag.BrokenPass, p.head.at, "a render pass resumes one that was not suspended").
			Prop("d3d12", "RENDER_PASS_NO_PRIOR_SUSPEND_WITHIN_EXECUTECOMMANDLISTS (1209)").Also(x.Site, "it is executed here").
			HelpFix(p.head.at, passFlags(p.head.flags&^renderpass.PassResumes),
				"begin it without RESUMING_PASS, or suspend one in the list before it, in the same ExecuteCommandLists")
	case !x.open.none() && p.head.none() && p.worked == gpu.OpNone && p.tail.none():
		return // there is nothing in it
	case !x.open.none() && p.head.none() && p.tail.none():
		if x.between == 0 {
			x.between = id
		}
		return // a list after it may resume the pass, which is one mistake then
	case !x.open.none() && p.head.none():
		x.notResumed()
	case !x.open.none() && x.between != 0:
		x.torn(p)
	case !x.open.none() && !x.open.same(&p.head):
		sayOtherTargets(x.Say, &x.open, &p.head)
	}
	x.open, x.between = p.tail, 0
}

// End is the end of the call.
func (x *Passes) End() {
	if !x.open.none() {
		x.notResumed()
	}
}

// torn says that a list stands between a suspended pass and the one that resumes it.
func (x *Passes) torn(p *renderPass) {
	x.Say(diag.BrokenPass, x.open.at, "a render pass is suspended, and %s comes between it and the one that resumes it", x.Ref(x.between)).
		Prop("d3d12", "RENDER_PASS_GPU_WORK_WHILE_SUSPENDED (1207)").Also(x.Site, "it is executed here").
		Also(p.head.at, "the pass that resumes it").Because("A suspended pass and the one that resumes it are one pass of one ExecuteCommandLists.").
		HelpText("execute %s before or after both", x.Ref(x.between))
}

func (x *Passes) notResumed() {
	why := "no list after it resumes it"
	if x.between != 0 {
		why = x.Ref(x.between) + " after it does not resume it"
	}
	x.Say(diag.BrokenPass, x.open.at, "a render pass is suspended, but %s", why).
		Prop("d3d12", "RENDER_PASS_NO_SUBSEQUENT_RESUME_WITHIN_EXECUTECOMMANDLISTS (1210)").Also(x.Site, "it is executed here").
		Because("A suspended pass and the one that resumes it are one pass of one ExecuteCommandLists.").
		HelpFix(x.open.at, passFlags(x.open.flags&^renderpass.PassSuspends),
			"begin this pass without SUSPENDING_PASS, or the next list with RESUMING_PASS, and execute both together")
}

// close: a pass ends in the list in which it began.
func (p *renderPass) close(w World, site gpu.Site) {
	if p.open {
		w.Say(diag.BadRenderPass, site, "the recording ends inside a render pass").
			Prop("d3d12", "RENDER_PASS_CANNOT_CLOSE_COMMAND_LIST (1206)").Also(p.at, "it begins here").
			HelpBefore(site, "%1:EndRenderPass()", diag.Pieces(site, "Close"), "call EndRenderPass before Close")
	}
}

// works says whether the GPU does something for the command by itself, and does not only set a state: what may not stand between a suspended render
// pass and the one that resumes it.
func works(o gpu.Op) bool {
	switch o {
	case gpu.OpBeginQuery, gpu.OpEndQuery, gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced, gpu.OpExecuteBundle,
		gpu.OpExecuteIndirect, gpu.OpWriteBufferImmediate:
		return true
	case gpu.OpBeginRenderPass, gpu.OpClearState, gpu.OpOMSetRenderTargets:
		return false
	}
	return !inRenderPass(o)
}

// inRenderPass says whether the command may stand between BeginRenderPass and EndRenderPass, by the table of restrictions.
func inRenderPass(o gpu.Op) bool {
	switch o {
	case gpu.OpBeginRenderPass, gpu.OpClearDepthStencilView, gpu.OpClearRenderTargetView, gpu.OpClearState, gpu.OpClearUnorderedAccessViewFloat,
		gpu.OpClearUnorderedAccessViewUint,
		gpu.OpCopyBufferRegion, gpu.OpCopyResource, gpu.OpCopyTextureRegion, gpu.OpDiscardResource, gpu.OpDispatch, gpu.OpOMSetRenderTargets,
		gpu.OpResolveQueryData, gpu.OpResolveSubresource,
		gpu.OpResolveSubresourceRegion:
		return false
	}
	return true
}

// barriers says whether a render pass refuses a barrier: nothing that the pass writes is read before it ends. (Source: D3D12 render passes, render
// passes and resource barriers.)
func (s *State) barriers(w World, c *gpu.Command) bool {
	if !s.pass.open {
		return false
	}
	for i := range c.Barriers {
		if what := s.consumes(w, &c.Barriers[i]); what != "" {
			w.Say(diag.BadRenderPass, c.Site, "%s is recorded inside a render pass", what).Also(s.pass.at, "the pass begins here").
				Prop("d3d12", "RENDER_PASS_INVALID_RESOURCE_BARRIER (1202)").
				Because("What a pass writes is not read before it ends, and a driver may move the barriers in it to its beginning.").
				HelpBefore(c.Site, "%1:EndRenderPass()", diag.Pieces(c.Site, c.Op.String()), "call EndRenderPass before it")
			return true
		}
	}
	return false
}

// consumes words a barrier that a pass does not hold, "" for others: one that lets something read what the pass itself writes.
func (s *State) consumes(w World, b *gpu.Barrier) string {
	switch {
	case b.Type == gpu.BarrierUAV:
		return "a UAV barrier"
	case b.Type == gpu.BarrierAliasing:
		return "an aliasing barrier"
	case b.Before&(gpu.StateRenderTarget|gpu.StateDepthWrite) != 0 && b.After.Writes() == 0 && s.draws(w, b):
		return fmt.Sprintf("a barrier that takes %s from %s to %s", w.Ref(b.Resource), b.Before, b.After)
	}
	return ""
}

// draws says whether a barrier names a subresource that a view which is bound shows.
func (s *State) draws(w World, b *gpu.Barrier) bool {
	d := w.Resource(b.Resource)
	shows := func(v gpu.TargetView) bool {
		if v.Handle.Heap == 0 || v.Resource != b.Resource || d == nil {
			return false
		}
		slice := d.Slice(b.Subresource)
		return b.Subresource == gpu.AllSubresources ||
			d.Mip(b.Subresource) == v.Mip && (d.Dimension == gpu.DimensionTexture3D || v.FirstSlice <= slice && slice < v.FirstSlice+v.Slices)
	}
	return shows(s.depth) || slices.ContainsFunc(s.targets, shows)
}
