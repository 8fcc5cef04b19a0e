package graphics

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// The messages of the debug layer for a missing target are those for one of another format.
const (
	missingTarget = "RENDER_TARGET_FORMAT_MISMATCH_PIPELINE_STATE (613)"
	missingDepth  = "DEPTH_STENCIL_FORMAT_MISMATCH_PIPELINE_STATE (615)"
)

// complete says whether there is a view for each target that a pipeline draws to, and says so if there is none. A null view is one: what is drawn to
// it is dropped on purpose.
func (s *State) complete(w World, c *gpu.Command, id gpu.ID, p *gpu.GraphicsPipelineStateDesc) bool {
	for i, format := range p.RTVFormats {
		if i >= len(s.targets) && draws(p, i) {
			s.helpBind(w, c, p, s.incomplete(w, c, id, fmt.Sprintf("render target %d", i), format, missingTarget))
			return false
		}
	}
	if s.depth.Type != gpu.DescriptorDSV && tests(p) {
		s.helpBind(w, c, p, s.incomplete(w, c, id, "the depth buffer", p.DSVFormat, missingDepth))
		return false
	}
	return true
}

// helpBind says what to bind. What the list has cleared or bound before is what it draws to, or else the only view that there is.
func (s *State) helpBind(w World, c *gpu.Command, p *gpu.GraphicsPipelineStateDesc, d *diag.Diagnostic) {
	n, depth := used(p), tests(p)
	what := viewsOf(n)
	if depth {
		what += withDepth[true]
	}
	if s.pass.open {
		d.HelpText("begin the render pass with %s", what)
		return
	}
	var targets, last handle
	found := n == 0
	if n == 1 {
		targets, found = s.candidate(w, p)
	}
	if depth && found {
		last, found = s.known(w, p, gpu.HeapDSV, p.DSVFormat)
	}
	if !found {
		words.HelpLater(d, c, "OMSetRenderTargets", "").WithHelp(diag.Help{Spare: true, Text: "call OMSetRenderTargets before it, with " + what})
		return
	}
	line, pieces := "%1:OMSetRenderTargets { %2"+targets.call+" }", append(diag.Pieces(c.Site, c.Op.String()), targets.piece)
	switch {
	case depth && n == 0:
		line, pieces[1] = "%1:OMSetRenderTargets({}, %2"+last.call+")", last.piece
	case depth:
		line, pieces = "%1:OMSetRenderTargets({ %2"+targets.call+" }, %3"+last.call+")", append(pieces, last.piece)
	}
	d.HelpBefore(c.Site, line, pieces, "call OMSetRenderTargets before it, with %s", what)
}

// handle is a view as a script writes it: a piece of the script, and a call of it, if that makes the handle.
type handle struct {
	piece diag.Snippet
	call  string
}

// candidate is the view that a pipeline with one render target draws to: what is bound, or what else is known of it.
func (s *State) candidate(w World, p *gpu.GraphicsPipelineStateDesc) (h handle, ok bool) {
	switch len(s.targets) {
	case 1:
		return handle{piece: diag.Snippet{Site: s.targetsAt, Argument: 1, Path: "[1]", Method: "OMSetRenderTargets"}}, true
	case 0:
		return s.known(w, p, gpu.HeapRTV, p.RTVFormats[0])
	}
	return h, false
}

// known is the view of a kind that a pipeline draws to: what was cleared last, or the only one that there is.
func (s *State) known(w World, p *gpu.GraphicsPipelineStateDesc, in gpu.DescriptorHeapType, format gpu.Format) (h handle, ok bool) {
	last := &s.clears[0]
	if in == gpu.HeapDSV {
		last = &s.clears[1]
	}
	if suits(w, p, &last.view, format) {
		return handle{piece: last.piece()}, true
	}
	at, shows := w.OnlyView(in)
	r := w.Resource(shows)
	if r == nil || !suits(w, p, &gpu.TargetView{Resource: shows, Format: r.Format}, format) {
		return h, false
	}
	return handle{diag.Snippet{Made: w.Created(at.Heap)}, fmt.Sprintf(":GetCPUDescriptorHandle(%d)", at.Index)}, true
}

// suits says whether a pipeline can draw to a view.
func suits(w World, p *gpu.GraphicsPipelineStateDesc, v *gpu.TargetView, format gpu.Format) bool {
	d := w.Resource(v.Resource)
	return d != nil && v.Format == format && d.SampleDesc.Count == max(p.SampleDesc.Count, 1)
}

// cleared is the last view of its kind that a list has cleared.
type cleared struct {
	view gpu.TargetView
	at   gpu.Site
}

// piece is the handle of the view in the script.
func (c *cleared) piece() diag.Snippet {
	return diag.Snippet{Site: c.at, Argument: 1, Method: "ClearRenderTargetView|ClearDepthStencilView"}
}

// followClear keeps what was cleared.
func (s *State) followClear(c *gpu.Command) {
	k := 0
	if c.Op == gpu.OpClearDepthStencilView {
		k = 1
	}
	s.clears[k] = cleared{c.Graphics.Targets[0], c.Site}
}

// incomplete starts the words about a target that is missing.
func (s *State) incomplete(w World, c *gpu.Command, id gpu.ID, what string, format gpu.Format, message string) *diag.Diagnostic {
	d := w.Say(diag.DrawTargetMissing, c.Site, "%s draws to %s of format %s with %s, but none is bound", c.Op, what, format, w.Ref(id)).
		Prop("d3d12", message)
	if s.bound {
		d.Also(s.targetsAt, "bound here: "+viewsOf(len(s.targets))+withDepth[s.depth.Type == gpu.DescriptorDSV])
	}
	return d.Also(w.Created(id), w.Ref(id)+" is created here")
}

// withDepth says in words whether there is a depth-stencil view beside others.
var withDepth = map[bool]string{false: ", and no depth-stencil view", true: " and a depth-stencil view"}

// viewsOf counts render target views in words.
func viewsOf(n int) string {
	switch n {
	case 0:
		return "no render target view"
	case 1:
		return "a render target view"
	}
	return fmt.Sprintf("%d render target views", n)
}

// used is how many render targets a pipeline has to find.
func used(p *gpu.GraphicsPipelineStateDesc) (n int) {
	for i := range p.RTVFormats {
		if draws(p, i) {
			n = i + 1
		}
	}
	return n
}

// draws says whether a pipeline gives colors to a render target: its pixel shader has one for it, and the mask lets a part of that through.
func draws(p *gpu.GraphicsPipelineStateDesc, i int) bool {
	ps, ok := p.PS.(gpu.StageShader)
	return ok && p.RTVFormats[i] != gpu.FormatUnknown && p.BlendState.Target(i).RenderTargetWriteMask != 0 &&
		slices.ContainsFunc(ps.StageOutputs(), func(out gpu.StageElement) bool { return out.Index == uint32(i) })
}

// tests says whether a pipeline has a depth buffer that decides about its pixels, or is written.
func tests(p *gpu.GraphicsPipelineStateDesc) bool {
	return p.DSVFormat != gpu.FormatUnknown && decides(&p.DepthStencilState)
}

// decides says whether depth or stencil decide about pixels, or are written. A comparison that everything passes and that writes nothing does
// neither.
func decides(t *gpu.DepthStencilDesc) bool {
	idle := t.DepthFunc == gpu.CompareAlways && t.DepthWriteMask == gpu.DepthWriteZero
	return t.DepthEnable && !idle || t.StencilEnable || t.DepthBoundsTestEnable
}
