package content

import (
	"fmt"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/register"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/conflict"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Names tells how objects are called, and what they are.
type Names interface {
	// Ref is the object as messages name it: buffer "verts". Name is the name alone.
	Ref(id gpu.ID) string
	Name(id gpu.ID) string
	// Resource is the normalized description of a resource, nil for other objects.
	Resource(id gpu.ID) *gpu.ResourceDesc
	// Created is the place where an object was made.
	Created(id gpu.ID) gpu.Site
	// Fill says where a recording could fill a target.
	Fill(list, target gpu.ID) Fill
	// Queries is what a query heap holds.
	Queries(heap gpu.ID) gpu.QueryHeapType
}

// Fill are places in a recording at which a target can be filled, 0 where they are not known.
type Fill struct {
	Leaves  gpu.Site // before it, it is in the state in which it can be discarded
	Bound   gpu.Site // here it is bound, in the state in which the first draw tests it
	Depth   float32  // what a clear would write
	Stencil uint8
}

// Doubt marks the findings of which one side may be missing in another run.
func Doubt(broken []Finding, missing func(*Side) bool) []Finding {
	for i := range broken {
		f := &broken[i]
		f.Maybe = missing(&f.Read) || missing(&f.Change)
	}
	return broken
}

// Explain returns the diagnostics of findings.
func Explain(names Names, broken []Finding) (out []*diag.Diagnostic) {
	for i := range broken {
		d := explain(names, &broken[i])
		d.Open = broken[i].Maybe
		out = append(out, d)
	}
	return out
}

func explain(names Names, f *Finding) *diag.Diagnostic {
	switch f.Kind {
	case NeverEnded:
		return explainQuery(names, f)
	case NeverFilled:
		return explainTarget(names, f)
	case Blank:
		return explainBlank(names, f)
	case Undefined:
		return explainUndefined(names, f)
	}
	r, c, p := &f.Read, &f.Change, &f.Promise
	code, flag := diag.DataChangedWhileSet, gpu.DataStaticWhileSetAtExecute
	if p.Mode == Static {
		code, flag = diag.StaticDataChanged, gpu.DataStatic
	}
	target := names.Ref(r.Access.Resource)
	d := words.New(code, r.Record, "%s #%d reads %s, which %s, through a view that promises %s", r.Op, r.Index, target, changed(f), flag)
	if *r == *c {
		d.Title = fmt.Sprintf("%s #%d %s %s through a view that promises %s", r.Op, r.Index, r.Access.Kind, target, flag)
	}
	d.Labels[0].Text = label(names, r)
	d.Submitted(r.Submit, "to "+names.Ref(r.Queue))
	d.Also(p.SetSite, "the argument is set here")
	if *r != *c {
		also(names, d, c, r.Submit)
	}
	d.Because("%s of the root signature promises it for %s%s.", p.Place, register.Name(p.Class, uint32(p.First), p.Space), byDefault(p))
	d.WithResource(target).WithRange(r.Access.Begin, r.Access.End)
	help(names, d, p, r, *r == *c)
	words.Fold(d)
	return d
}

// help says what makes the promise true.
func help(names Names, d *diag.Diagnostic, p *Promise, r *Side, itself bool) {
	switch {
	case itself:
		d.HelpFix(names.Created(p.Root), volatile(p), `Flags = "DATA_VOLATILE" in %s: what shaders write is not static`, p.Place)
	case p.Mode == Static:
		d.HelpFix(names.Created(p.Root), volatile(p),
			`write the data, and let the GPU finish it, before the argument is set; or Flags = "DATA_VOLATILE" in %s`, p.Place)
	default:
		d.WithHelp(diag.Help{Site: r.Record, Text: fmt.Sprintf(`set the argument again after the write; or Flags = "DATA_VOLATILE" in %s`, p.Place),
			Draft: &diag.Draft{
				Edit: diag.EditInsertBefore, Replace: "%1:" + p.SetOp.String() + "(%2, %3)",
				Snippets: []diag.Snippet{{Site: p.SetSite}, {Site: p.SetSite, Argument: 1}, {Site: p.SetSite, Argument: 2}}}})
	}
}

// volatile is the edit that takes the promise back; none in ranges, which have other flags, too.
func volatile(p *Promise) diag.Fix {
	if strings.Contains(p.Place, "Ranges") {
		return diag.Fix{}
	}
	return diag.Put("CreateRootSignature", p.Place+".Flags", "DATA_VOLATILE")
}

// byDefault says where the promise comes from if no flag makes it.
func byDefault(p *Promise) string {
	if !p.Written {
		return ", which is the default of version 1_1"
	}
	return ""
}

// changed says who writes, and when.
func changed(f *Finding) string {
	c := &f.Change
	switch {
	case c.Queue == 0:
		return "the CPU writes after the argument was set"
	case f.Inside:
		return fmt.Sprintf("%s #%d writes after the argument was set", c.Op, c.Index)
	}
	return fmt.Sprintf("%s #%d of another submission writes, and the argument was set before that was known to be finished", c.Op, c.Index)
}

// also adds the place of the write, and of its submission if that is another one.
func also(names Names, d *diag.Diagnostic, c *Side, submit gpu.Site) {
	if c.Queue == 0 {
		d.Also(c.Submit, label(names, c))
		return
	}
	d.Also(c.Record, label(names, c))
	if c.Submit != submit {
		d.Submitted(c.Submit, "to "+names.Ref(c.Queue))
	}
}

// label says what a side does to which bytes.
func label(names Names, s *Side) string {
	a := &s.Access
	return fmt.Sprintf("%s %s", a.Kind, conflict.Range(names.Name(a.Resource), names.Resource(a.Resource), a.Begin, a.End, a.Stride, a.Size))
}

// explainQuery words the resolve of a query that has not ended.
func explainQuery(names Names, f *Finding) *diag.Diagnostic {
	r := &f.Read
	query := r.Access.Begin / queryBytes(names.Queries(r.Access.Resource))
	d := words.New(diag.QueryNeverEnded, r.Record, "%s #%d resolves query %d of %s, which no EndQuery has ended", r.Op, r.Index, query,
		names.Ref(r.Access.Resource))
	d.Submitted(r.Submit, "to "+names.Ref(r.Queue)).WithResource(names.Ref(r.Access.Resource))
	d.Query = diag.Query{Heap: r.Access.Resource, Index: uint32(query)}
	const help = "call EndQuery for it in an earlier command, or resolve only the queries that have ended"
	if names.Queries(r.Access.Resource) != gpu.QueryHeapTimestamp {
		return d.HelpText(help)
	}
	if !f.Last { // the next one has ended: right before it is resolved the time would be a later one
		return d.HelpText("call EndQuery for query %d where its time is to be taken, before that of query %d, or resolve only the queries that have ended", query, (r.Access.End-1)/8+1)
	}
	draft := &diag.Draft{Edit: diag.EditInsertBefore, Once: true, // in a loop each pass may resolve another one
		Replace: fmt.Sprintf("%%1:EndQuery(%%2, \"TIMESTAMP\", %d)", query), Snippets: diag.Pieces(r.Record, r.Op.String(), 1)}
	switch last := (r.Access.End - 1) / 8; {
	case last > query:
		draft.Replace = fmt.Sprintf("for %%3 = %d, %d do %%1:EndQuery(%%2, \"TIMESTAMP\", %%3) end", query, last)
		draft.Snippets = append(draft.Snippets, diag.Snippet{Fresh: "query"})
	case query > f.First: // the end of what is measured: right before it is resolved, whichever queries that are
		draft.Or = &diag.Draft{Edit: diag.EditInsertBefore, Replace: `%1:EndQuery(%2, "TIMESTAMP", %3)`,
			Snippets: diag.Pieces(r.Record, r.Op.String(), 1, 3)}
		draft.Or.Snippets[2].Plus = query - f.First
	}
	return d.WithHelp(diag.Help{Site: r.Record, Text: help, Draft: draft})
}

// explainTarget words the use of a target that holds nothing.
func explainTarget(names Names, f *Finding) *diag.Diagnostic {
	r, c := &f.Read, &f.Change
	target := names.Ref(r.Access.Resource)
	d := words.New(diag.TargetNeverFilled, r.Record, "%s #%d %s %s, which was not cleared, discarded or copied to before", r.Op,
		r.Index, r.Access.Kind, target)
	if f.Part {
		d.Title = fmt.Sprintf("%s #%d initialises only a part of %s, which was not cleared, discarded or copied to before", r.Op, r.Index, target)
		d.Note("One command initialises all of a subresource: a clear or a discard without rectangles, or a copy of all texels.")
	}
	d.Labels[0].Text = label(names, r)
	d.Submitted(r.Submit, "to "+names.Ref(r.Queue))
	since := "it was created in its heap"
	switch {
	case c.Record == 0:
	case c.Op == gpu.OpResourceBarrier && c.Access.Resource != r.Access.Resource:
		d.Also(c.Record, fmt.Sprintf("this aliasing barrier gives its memory to %s", names.Ref(c.Access.Resource)))
		since = fmt.Sprintf("an aliasing barrier gave its memory to %s", names.Ref(c.Access.Resource))
	case c.Op == gpu.OpResourceBarrier:
		d.Also(c.Record, "this aliasing barrier gives it the memory")
		since = "an aliasing barrier gave it the memory"
	default:
		d.Also(c.Record, fmt.Sprintf("%s writes %s in the same memory", c.Op, names.Ref(c.Access.Resource)))
		since = fmt.Sprintf("%s was written there", names.Ref(c.Access.Resource))
	}
	d.Because("The contents of a target that shares memory have been undefined since %s.", since).WithResource(target)
	if r.Op.Draw() && r.Access.As == gpu.StateDepthWrite {
		return clearDepth(names, d, r, planesOf(names.Resource(r.Access.Resource).Format))
	}
	return d.WithHelp(discard(names, f, target))
}

// discard proposes to discard a target before its first use, where it is in the state for that, or to clear it if it is read.
func discard(names Names, f *Finding, target string) diag.Help {
	r, c := &f.Read, &f.Change
	h := diag.Help{Site: names.Fill(r.List, r.Access.Resource).Leaves,
		Text: fmt.Sprintf("call DiscardResource, clear %s, or copy to all of it, before its first other use", target)}
	replace := "%1:DiscardResource(%2)"
	if r.Access.Kind == gpu.AccessRead {
		h.Text = fmt.Sprintf("clear %s, or copy to all of it, before its first other use", target)
		if replace = clears(names.Resource(r.Access.Resource)); replace == "" {
			return h
		}
	}
	if r.Access.As == gpu.StateRenderTarget || r.Access.As == gpu.StateDepthWrite {
		h.Site = r.Record
	}
	if h.Site != 0 { // a heap for a view is made once
		h.Draft = &diag.Draft{Edit: diag.EditInsertBefore, Once: r.Access.Kind == gpu.AccessRead, Replace: replace,
			Snippets: []diag.Snippet{{Made: names.Created(r.List)}, {Made: names.Created(r.Access.Resource)}, {Fresh: "views"}}}
		if c.Op == gpu.OpResourceBarrier && c.Access.Resource == r.Access.Resource { // as the barrier calls it, which may activate another one in each pass
			as := &h.Draft.Snippets[1]
			as.Site, as.Argument, as.Path, as.Method, as.Together = c.Record, 1, diag.Entry("ResourceAfter"), "ResourceBarrier", true
		}
	}
	return h
}

// clears makes a view of a target and clears it, as text with places for the list, the target and the heap; "": one view does not show all of it.
func clears(d *gpu.ResourceDesc) string {
	if d.MipLevels != 1 {
		return ""
	}
	kind, create, clear := "RTV", "CreateRenderTargetView", "%1:ClearRenderTargetView(%3:GetCPUDescriptorHandle(0), { 0, 0, 0, 0 })"
	if d.Flags&gpu.AllowDepthStencil != 0 {
		kind, create, clear = "DSV", "CreateDepthStencilView",
			fmt.Sprintf("%%1:ClearDepthStencilView(%%3:GetCPUDescriptorHandle(0), %q, 1, 0)", planesOf(d.Format))
	}
	return fmt.Sprintf(`local %%3 = %%2:GetDevice():CreateDescriptorHeap { Name = "%%3", Type = %q, NumDescriptors = 1 }; `, kind) +
		fmt.Sprintf("%%2:GetDevice():%s(%%2, nil, %%3:GetCPUDescriptorHandle(0)); ", create) + clear
}

// explainBlank words a test of depth or stencil that nothing was written to.
func explainBlank(names Names, f *Finding) *diag.Diagnostic {
	r, c, target := &f.Read, &f.Change, names.Ref(f.Read.Access.Resource)
	what := map[gpu.ClearFlags]string{gpu.ClearDepth: "depth", gpu.ClearStencil: "stencil",
		gpu.ClearDepth | gpu.ClearStencil: "depth and stencil"}[f.Planes]
	since := ""
	if c.Record != 0 {
		since = " since it was discarded"
	}
	d := words.New(diag.DepthNeverFilled, r.Record, "%s #%d tests %s of %s, but nothing has cleared or written it%s", r.Op,
		r.Index, what, target, since)
	d.Labels[0].Text = label(names, r)
	d.Submitted(r.Submit, "to "+names.Ref(r.Queue))
	if c.Record != 0 {
		d.Also(c.Record, "discarded here").Because("A discard leaves the contents undefined, and the test compares with them.")
	} else {
		d.Also(names.Created(r.Access.Resource), target+" is created here").
			Because("New memory holds 0 at best, and the test compares with that: no depth is LESS.")
	}
	return clearDepth(names, d.WithResource(target), r, f.Planes)
}

// explainUndefined words a read of what was discarded.
func explainUndefined(names Names, f *Finding) *diag.Diagnostic {
	r, c, target := &f.Read, &f.Change, names.Ref(f.Read.Access.Resource)
	at, by := r.Record, fmt.Sprintf("%s #%d", r.Op, r.Index)
	does := r.Access.Kind.String()
	switch {
	case r.Op == gpu.OpNone:
		at, by, does = r.Submit, "Present", "shows"
	case r.By != gpu.OpNone:
		by = r.By.String()
	}
	switch {
	case r.Access.Keeps:
		does = "blends with"
	case tests(&r.Access):
		does = "tests"
	}
	d := words.New(diag.DiscardedRead, at, "%s %s %s, which was discarded and not written since", by, does, target)
	d.Labels[0].Text = label(names, r)
	if r.Access.Keeps {
		d.Labels[0].Text = "reads and " + d.Labels[0].Text
	}
	if r.Op != gpu.OpNone {
		d.Submitted(r.Submit, "to "+names.Ref(r.Queue))
	}
	d.Also(c.Record, "discarded here")
	if c.Submit != r.Submit {
		d.Submitted(c.Submit, "to "+names.Ref(c.Queue))
	}
	d.Because("A discard leaves the contents undefined: what is read now depends on the GPU.").WithResource(target).
		WithRange(r.Access.Begin, r.Access.End)
	switch c.By {
	case gpu.OpBeginRenderPass:
		return d.HelpText("begin the pass with CLEAR, or with PRESERVE to keep what was there, or draw before this reads it")
	case gpu.OpEndRenderPass:
		return d.HelpText("end the pass with PRESERVE")
	}
	return d.HelpFix(c.Record, diag.Fix{Method: "DiscardResource", Action: diag.FixRemove},
		"leave the discard out, or clear or write the contents after it")
}

// planesOf are all that a clear of a format can clear.
func planesOf(f gpu.Format) gpu.ClearFlags {
	if f.Planes() == 2 {
		return gpu.ClearDepth | gpu.ClearStencil
	}
	return gpu.ClearDepth
}

// clearDepth proposes to clear depth, stencil or both before they are bound for a draw.
func clearDepth(names Names, d *diag.Diagnostic, r *Side, planes gpu.ClearFlags) *diag.Diagnostic {
	fill := names.Fill(r.List, r.Access.Resource)
	values := fmt.Sprintf("%q, %s, %d", planes, diag.Lua(fill.Depth), fill.Stencil)
	if fill.Bound == 0 || r.Access.As != gpu.StateDepthWrite {
		return d.HelpText("clear it in an earlier command: ClearDepthStencilView, or a render pass that begins with CLEAR")
	}
	return d.HelpBefore(fill.Bound, "%1:ClearDepthStencilView(%2, "+values+")", diag.Pieces(fill.Bound, "OMSetRenderTargets", 2),
		"clear it before it is bound: ClearDepthStencilView(…, %s), or begin a render pass with CLEAR", values)
}

// queryBytes is the size of a query of a type.
func queryBytes(t gpu.QueryHeapType) uint64 {
	if t == gpu.QueryHeapPipelineStatistics {
		return 88
	}
	return 8
}
