package graphics

import (
	"fmt"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// drawable says whether a draw has all but its root arguments: a graphics pipeline, a topology of its type, targets of its formats. Arguments of
// ExecuteIndirect give it the parts that they set, whatever is bound there.
func (s *State) drawable(w World, c *gpu.Command, indexed bool, given parts) bool {
	s.changed = true
	id, p := w.Pipeline()
	switch {
	case id == 0 || !w.Usable(id):
		return true // said elsewhere: the same rule as for dispatches
	case p == nil:
		w.WrongPipeline()
		return false
	case s.topology == gpu.TopologyUndefined:
		w.Say(diag.DrawTopologyMismatch, c.Site, "%s, and no topology is set", c.Op).
			HelpBefore(c.Site, topologyLine(p), diag.Pieces(c.Site, c.Op.String()), `call IASetPrimitiveTopology "%s" before the draw`,
				suggest(p.PrimitiveTopologyType))
		return false
	case s.topology.Type() != p.PrimitiveTopologyType:
		w.Say(diag.DrawTopologyMismatch, c.Site, "topology %s makes primitives of type %s, but %s takes %s", s.topology, s.topology.Type(),
			w.Ref(id), p.PrimitiveTopologyType).
			Also(s.topologyAt, "the topology is set here").Also(w.Created(id), w.Ref(id)+" is created here").
			HelpBefore(c.Site, topologyLine(p), diag.Pieces(c.Site, c.Op.String()), `call IASetPrimitiveTopology "%s" before the draw`,
				suggest(p.PrimitiveTopologyType))
		return false
	}
	used := partsOf(p, indexed) &^ given
	if w.List() == gpu.ListBundle { // what else it needs comes from the list that executes it
		s.lacks = used &^ s.own()
		s.use(w, used&^s.lacks)
		if w.Advise() && !adviseCounts(w, c) {
			s.adviseNull(w, c, nil, p, used&^s.lacks)
		}
		return true
	}
	if !s.targetsFit(w, c, id, p, c.Site) || !s.complete(w, c, id, p) {
		return false
	}
	s.use(w, used)
	s.followTest(w, p)
	s.advise(w, c, id, p, used)
	return true
}

// topologyLine sets a topology of a pipeline's type.
func topologyLine(p *gpu.GraphicsPipelineStateDesc) string {
	return fmt.Sprintf("%%1:IASetPrimitiveTopology(%q)", suggest(p.PrimitiveTopologyType))
}

// alike says whether all targets have so many samples.
func (s *State) alike(w World, samples uint32) bool {
	has := func(v gpu.TargetView) bool {
		d := w.Resource(v.Resource)
		return d == nil || d.SampleDesc.Count == samples
	}
	return has(s.depth) && !slices.ContainsFunc(s.targets, func(v gpu.TargetView) bool { return !has(v) })
}

// suggest is a topology of a type.
func suggest(t gpu.PrimitiveTopologyType) gpu.PrimitiveTopology {
	switch t {
	case gpu.TopologyTypePoint:
		return gpu.TopologyPointList
	case gpu.TopologyTypeLine:
		return gpu.TopologyLineList
	}
	return gpu.TopologyTriangleList
}

// targetsFit: the formats and sample counts of what is bound are those of the pipeline. What is not bound is no matter of formats, and null views
// fit. A pipeline without DSVFormat that tests would test against whatever is bound.
func (s *State) targetsFit(w World, c *gpu.Command, id gpu.ID, p *gpu.GraphicsPipelineStateDesc, site gpu.Site) bool {
	samples := max(p.SampleDesc.Count, 1)
	for i, want := range p.RTVFormats {
		if i >= len(s.targets) || s.targets[i].Resource == 0 || want == gpu.FormatUnknown {
			continue
		}
		if !s.fits(w, c, id, target{fmt.Sprintf("render target %d", i), fmt.Sprintf("RTVFormats[%d]", i+1)}, &s.targets[i], want, samples, site) {
			return false
		}
	}
	if s.depth.Resource != 0 && (p.DSVFormat != gpu.FormatUnknown || decides(&p.DepthStencilState)) {
		return s.fits(w, c, id, target{"the depth buffer", "DSVFormat"}, &s.depth, p.DSVFormat, samples, site)
	}
	return true
}

// Suits says whether a pipeline is one for the targets that are bound: of their formats, with as many render targets, and with a depth buffer or
// without. Where none are bound every pipeline is.
func (s *State) Suits(p *gpu.GraphicsPipelineStateDesc) bool {
	if !s.bound {
		return true
	}
	return slices.EqualFunc(s.targets, p.RTVFormats, func(v gpu.TargetView, f gpu.Format) bool { return v.Resource == 0 || v.Format == f }) &&
		(s.depth.Resource != 0) == (p.DSVFormat != gpu.FormatUnknown) && (s.depth.Resource == 0 || s.depth.Format == p.DSVFormat)
}

// target is one of the targets: what it is called, and the field of the pipeline's description that says its format.
type target struct{ what, field string }

func (s *State) fits(w World, c *gpu.Command, id gpu.ID, t target, v *gpu.TargetView, want gpu.Format, samples uint32, site gpu.Site) bool {
	d := w.Resource(v.Resource)
	if d == nil || !w.Usable(v.Resource) {
		return d == nil
	}
	got, fix := "", diag.Fix{}
	switch {
	case want == gpu.FormatUnknown:
		got = fmt.Sprintf("%s has format %s, but %s tests depth or stencil without a DSVFormat", t.what, v.Format, w.Ref(id))
		fix = diag.Put("CreateGraphicsPipelineState", t.field, v.Format)
	case v.Format != want:
		got = fmt.Sprintf("%s has format %s, but %s draws to %s", t.what, v.Format, w.Ref(id), want)
		fix = diag.Put("CreateGraphicsPipelineState", t.field, v.Format)
	case d.SampleDesc.Count != samples:
		got = fmt.Sprintf("%s has %d samples, but %s draws to %d", t.what, d.SampleDesc.Count, w.Ref(id), samples)
		if s.alike(w, d.SampleDesc.Count) {
			fix = diag.Put("CreateGraphicsPipelineState", "SampleDesc.Count", d.SampleDesc.Count)
		}
	default:
		return true
	}
	say := w.Say(diag.DrawTargetMismatch, site, "%s", got)
	if v == &s.depth {
		say.Prop("d3d12", "DEPTH_STENCIL_FORMAT_MISMATCH_PIPELINE_STATE (615)")
	}
	say.Also(s.targetsAt, w.Ref(v.Resource)+" is bound here").Also(w.Created(id), w.Ref(id)+" is created here").
		HelpFix(w.Created(id), fix, "bind a target of the pipeline's format and sample count, or make the pipeline for this one")
	return false
}

// advise says why a draw leaves no trace, or reads zeros.
func (s *State) advise(w World, c *gpu.Command, id gpu.ID, p *gpu.GraphicsPipelineStateDesc, used parts) {
	if !w.Advise() {
		return
	}
	if !adviseCounts(w, c) && !s.adviseArea(w, c, nil) && !s.adviseNull(w, c, nil, p, used) {
		t := telling{w, c, nil}
		s.adviseFetch(t, c, id, p, used)
		s.adviseDepth(t, id, p)
		s.adviseSizes(t, p)
	}
}

// adviseInherited is advise for a draw of a bundle, of what it takes over from the list. It says whether something is broken.
func (s *State) adviseInherited(w telling, n *Need, p *gpu.GraphicsPipelineStateDesc) bool {
	return s.adviseArea(w.World, w.at, n) || s.adviseNull(w.World, w.at, n, p, n.parts) ||
		s.adviseFetch(w, n.command(), n.Pipeline, p, n.parts) || s.adviseDepth(w, n.Pipeline, p) || s.adviseSizes(w, p)
}

// adviseDepth: a pipeline that writes depth draws through a view that lets it. It says whether that is broken.
func (s *State) adviseDepth(w telling, id gpu.ID, p *gpu.GraphicsPipelineStateDesc) (told bool) {
	t := &p.DepthStencilState
	if s.depth.Flags&gpu.ViewReadOnlyDepth == 0 || s.depth.Resource == 0 || !t.DepthEnable || t.DepthWriteMask != gpu.DepthWriteAll {
		return false
	}
	w.say(diag.DepthWriteDropped, "%s writes depth, but the bound view of %s has READ_ONLY_DEPTH: nothing is written",
		w.Ref(id), w.Ref(s.depth.Resource)).
		WithResource(w.Ref(s.depth.Resource)).Also(s.targetsAt, "the view is bound here").Also(w.Created(id), w.Ref(id)+" is created here").
		HelpFix(w.Created(id), diag.Put("CreateGraphicsPipelineState", "DepthStencilState.DepthWriteMask", gpu.DepthWriteZero),
			`DepthWriteMask = "ZERO", or a view without the flag`)
	return true
}

// bundleRules: a closed bundle, and all that its commands take over from the list.
func (s *State) bundleRules(w World, c *gpu.Command) {
	if !w.Usable(c.Object) {
		return
	}
	b := w.Bundle(c.Object)
	say := func(format string, args ...any) *diag.Diagnostic {
		return w.Say(diag.BadBundle, c.Site, "ExecuteBundle cannot run %s: %s", w.Ref(c.Object), fmt.Sprintf(format, args...))
	}
	switch {
	case b.Type != gpu.ListBundle:
		say("it is a %s list", b.Type).HelpText(`create it with Type = "BUNDLE", or submit it to a queue`)
	case b.Failed: // the call that broke it was told
		say("its recording broke a rule").HelpText("Reset it and record it again").Follows = true
	case b.Open:
		say("it is still open").WithHelp(diag.Help{Site: c.Site,
			Text: "call Close on it first", // before the loop that executes what was recorded before it
			Draft: &diag.Draft{Edit: diag.EditInsertBefore, Ahead: true, Behind: []gpu.Site{b.Latest}, Replace: "%2:Close()",
				Snippets: diag.Pieces(c.Site, "ExecuteBundle", 1)}})
	case b.Empty:
		say("nothing was recorded into it").HelpText("Reset it on an allocator of type BUNDLE, record, and Close it")
	case b.Reset:
		say("its allocator was reset since it was recorded").HelpText("Reset the allocator when no list executes the bundle any more")
	case b.State.heapsAt != 0 && !sameHeaps(b.State.heaps, s.heaps):
		w.Say(diag.BundleMismatch, c.Site, "%s binds %s, but the list has %s", w.Ref(c.Object), named(w, b.State.heaps), named(w, s.heaps)).
			Prop("d3d12", "EXECUTE_BUNDLE_DESCRIPTOR_HEAP_MISMATCH (693)").
			Also(b.State.heapsAt, "the bundle binds them here").
			HelpText("call SetDescriptorHeaps with the heaps of the bundle in the list before ExecuteBundle")
	default:
		s.inherited(w, c, b.State)
	}
}

// bundleHeaps: a bundle binds heaps once, because the list that executes it has the same ones bound all the time. It says whether that is broken.
func (s *State) bundleHeaps(w World, c *gpu.Command) bool {
	if w.List() != gpu.ListBundle || s.heapsAt == 0 || sameHeaps(s.heaps, c.Heaps) {
		return false
	}
	w.Say(diag.BundleMismatch, c.Site, "the bundle binds %s, and before that %s", named(w, c.Heaps), named(w, s.heaps)).
		Prop("d3d12", "EXECUTE_BUNDLE_DESCRIPTOR_HEAP_MISMATCH (693)").Also(s.heapsAt, "first bound here").
		HelpText("bind the same heaps in the bundle and in the list, or use two bundles")
	return true
}

// sameHeaps says whether two sets of heaps are one.
func sameHeaps(a, b [2]gpu.ID) bool { return a == b || a[0] == b[1] && a[1] == b[0] }

// named lists descriptor heaps for messages.
func named(w World, heaps [2]gpu.ID) string {
	text := ""
	for _, id := range heaps {
		switch {
		case id != 0 && text != "":
			text += " and " + w.Ref(id)
		case id != 0:
			text = w.Ref(id)
		}
	}
	if text == "" {
		return "no descriptor heap"
	}
	return text
}

// inherited: each draw and dispatch of a bundle finds in the list what the bundle did not set, and resources in the states that they need.
func (s *State) inherited(w World, c *gpu.Command, b *State) {
	told := false // advice: once for a bundle
	for i := range b.needs {
		n := &b.needs[i]
		p := w.PipelineOf(n.Pipeline)
		if p != nil && !s.targetsFit(w, c, n.Pipeline, p, c.Site) {
			return
		}
		same, set := w.Arguments(n.Pipeline)
		if !same {
			set = 0 // the arguments of another root signature are gone
		}
		missing := n.Parameters &^ set
		switch {
		case !same && !n.Own:
			w.Say(diag.BundleMismatch, c.Site, "%s of %s needs the root signature of %s, but the list has another one or none", n.Op,
				w.Ref(c.Object), w.Ref(n.Pipeline)).
				Also(n.Site, "recorded here").HelpBefore(c.Site, "%1:SetGraphicsRootSignature(%2)",
				[]diag.Snippet{{Site: c.Site, Method: "ExecuteBundle"},
					{Site: w.Created(n.Pipeline), Argument: 1, Path: "RootSignature", Method: "CreateGraphicsPipelineState"}},
				"set the root signature of %s in the list before ExecuteBundle", w.Ref(n.Pipeline))
			return
		case missing != 0:
			parameter := 0
			for missing>>parameter&1 == 0 {
				parameter++
			}
			w.Say(diag.BundleMismatch, c.Site, "%s of %s reads root parameter %d, which neither the bundle nor the list sets",
				n.Op, w.Ref(c.Object), parameter).
				Also(n.Site, "recorded here").HelpText("set the parameter in the list before ExecuteBundle, or in the bundle")
			return
		case p != nil && !s.complete(w, c, n.Pipeline, p):
			return
		}
		told = told || p != nil && w.Advise() && s.adviseInherited(telling{w, c, n}, n, p)
	}
	w.Run(c.Object)
}
