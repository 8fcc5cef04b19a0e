package graphics

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// renderPass is the pass that a list records.
type renderPass struct {
	open bool
	at   gpu.Site
}

// refuses says whether a render pass refuses a command: one that it cannot hold, or an end without a beginning.
func (p *renderPass) refuses(w World, c *gpu.Command) bool {
	switch {
	case p.open && !c.Op.InRenderPass():
		w.Say(diag.BadRenderPass, c.Site, "%s stands in a render pass", c.Op).Also(p.at, "the pass begins here").
			Because("A pass holds draws and what sets their state, barriers, queries and ExecuteIndirect: no copies, clears, resolves, dispatches, other targets or passes.").
			HelpBefore(c.Site, "%1:EndRenderPass()", diag.Pieces(c.Site, c.Op.String()), "call EndRenderPass before it")
	case !p.open && c.Op == gpu.OpEndRenderPass:
		w.Say(diag.BadRenderPass, c.Site, "EndRenderPass ends no render pass").
			HelpEdit(c.Site, diag.EditDeleteLine, "", "call BeginRenderPass first, in the same list, or leave this call out")
	default:
		return false
	}
	return true
}

// follow takes over what a command changed.
func (p *renderPass) follow(c *gpu.Command) {
	switch c.Op {
	case gpu.OpBeginRenderPass:
		p.open, p.at = true, c.Site
	case gpu.OpEndRenderPass:
		p.open = false
	}
}

// close: a pass ends in the list in which it began.
func (p *renderPass) close(w World, site gpu.Site) {
	if p.open {
		w.Say(diag.BadRenderPass, site, "the recording ends, and a render pass has not ended").Also(p.at, "it begins here").
			HelpBefore(site, "%1:EndRenderPass()", diag.Pieces(site, "Close"), "call EndRenderPass before Close")
	}
}
