package graphics

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// subject is what draws: a command, or one of the bundle that a command executes.
func subject(w World, c *gpu.Command, of *Need) string {
	if of == nil {
		return c.Op.String()
	}
	return fmt.Sprintf("%s of %s", of.Op, w.Ref(c.Object))
}

// recorded names the place of a bundle's command.
func recorded(d *diag.Diagnostic, of *Need) *diag.Diagnostic {
	if of != nil {
		d.Also(of.Site, "recorded here")
	}
	return d
}

// adviseCounts: a draw has vertices and instances.
func adviseCounts(w World, c *gpu.Command) bool {
	if !c.Op.Draw() || c.X > 0 && c.Y > 0 {
		return false
	}
	w.Say(diag.NothingDrawn, c.Site, "%s draws nothing: %d vertices of %d instances", c.Op, c.X, c.Y).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave the call out")
	return true
}

// adviseArea: there is a place to draw to. of is the draw of a bundle that the command executes, or nil.
func (s *State) adviseArea(w World, c *gpu.Command, of *Need) bool {
	switch {
	case !s.viewports:
		s.helpWhole(w, c, recorded(w.Say(diag.NothingDrawn, c.Site, "%s draws nothing: no viewport is set", subject(w, c, of)), of),
			"RSSetViewports", "Width", "Height")
	case !s.scissors:
		s.helpWhole(w, c, recorded(w.Say(diag.NothingDrawn, c.Site, "%s draws nothing: no scissor rectangle is set", subject(w, c, of)).
			Because("Scissor rectangles are always on in Direct3D 12, and empty at first.").Prop("d3d12", "DRAW_EMPTY_SCISSOR_RECTANGLE (695)"), of),
			"RSSetScissorRects", "Right", "Bottom")
	default:
		return false
	}
	return true
}

// helpWhole advises to call a method with the size of what is drawn to.
func (s *State) helpWhole(w World, c *gpu.Command, d *diag.Diagnostic, method, width, height string) {
	v := &s.depth
	if len(s.targets) > 0 && s.targets[0].Resource != 0 {
		v = &s.targets[0]
	}
	r := w.Resource(v.Resource)
	if r == nil {
		d.HelpText("call %s { { %s = …, %s = … } } before the draw", method, width, height)
		return
	}
	x, y, _ := r.MipExtent(v.Mip)
	call := fmt.Sprintf("{ { %s = %d, %s = %d } }", width, x, height, y)
	d.HelpBefore(c.Site, "%1:"+method+" "+call, diag.Pieces(c.Site, c.Op.String()), "call %s %s before the draw", method, call)
}

// adviseNull: what a draw takes from vertex and index buffers is there. of is as for adviseArea.
func (s *State) adviseNull(w World, c *gpu.Command, of *Need, p *gpu.GraphicsPipelineStateDesc, used parts) bool {
	if used>>indexPart&1 != 0 && s.indices == 0 {
		s.unset(w.Say(diag.NullVertices, c.Site, "%s reads indices, but no index buffer is set: all of them are 0", subject(w, c, of)), of,
			indexPart).
			Prop("d3d12", "COMMAND_LIST_DRAW_INDEX_BUFFER_NOT_SET (211)").
			HelpFix(c.Site, withoutIndices(c), "call IASetIndexBuffer before the draw, or draw without indices")
		return true
	}
	for i := range p.InputLayout {
		if slot := p.InputLayout[i].InputSlot; used>>slot&1 != 0 && s.vertices[slot] == 0 {
			d := s.unset(w.Say(diag.NullVertices, c.Site, "%s reads %s from vertex buffer %d, but none is set: it is 0", subject(w, c, of),
				p.InputLayout[i].SemanticName, slot), of, int(slot))
			words.HelpLater(d, c, "IASetVertexBuffers", fmt.Sprintf("=%d", slot)).
				WithHelp(diag.Help{Spare: true, Text: fmt.Sprintf("call IASetVertexBuffers(%d, …) before the draw", slot)})
			return true
		}
	}
	return false
}

// unset names the ExecuteIndirect that took a part away.
func (s *State) unset(d *diag.Diagnostic, of *Need, part int) *diag.Diagnostic {
	if s.spent>>part&1 != 0 {
		d.Also(s.spentAt, "ExecuteIndirect sets it for its commands here, and unsets it afterwards")
	}
	return recorded(d, of)
}

// withoutIndices is the edit that makes a draw without indices of one, if it begins at the first vertex.
func withoutIndices(c *gpu.Command) (fix diag.Fix) {
	if c.Op == gpu.OpDrawIndexedInstanced && c.Slot == 0 && c.Y > 0 && c.Z == 0 {
		fix = diag.Fix{Method: c.Op.String(), Argument: 1, Action: diag.FixCall, Text: "%r:DrawInstanced(%1, %2)"}
	}
	return fix
}
