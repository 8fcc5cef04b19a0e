package dml

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
)

// plan is dispatches with their pipelines and the views that they share. Its root signature:
//
//	parameter 0   root UAV, u0 space 1: the state of the compiled operator
//	parameter 1   root UAV, u1 space 1: that of the initializer; only of initialisations
//	parameter 2   root SRV, t0 space 1: the constants of a graph; only of initialisations of graphs that have some
//	last          table of UAVs, u0 … space 0: the views, in an order that nobody may rely on; without views one descriptor that nobody uses
type plan struct {
	views []shader.View
	at    []uint32 // the descriptor of each view in the range of a binding table
	root  *device.RootSignature
	table uint32 // the parameter of the table
	steps []pass
	data  *device.Resource // the constants; nil: there are none
}

// pass is a dispatch.
type pass struct {
	pipeline *device.PipelineState
	x, y, z  uint32
}

// planner makes a plan.
type planner struct {
	dev      *Device
	site     gpu.Site
	name     string // of the operator
	volatile bool
	guard    string
	own      bool             // there is a state of an initializer, too
	first    uint32           // the first descriptor of the plan in a table's range
	data     *device.Resource // the constants; nil: there are none
}

// views are the distinct views of steps, in the order of their first use.
func views(steps []shader.Step) []shader.View {
	var out []shader.View
	seen := map[shader.View]bool{}
	for _, s := range steps {
		for _, slot := range s.Slots {
			if !seen[slot.View] {
				seen[slot.View] = true
				out = append(out, slot.View)
			}
		}
	}
	return out
}

// make compiles steps.
func (p *planner) make(steps []shader.Step) (*plan, error) {
	out := &plan{views: views(steps), data: p.data}
	for i := range out.views {
		out.at = append(out.at, p.first+shuffled(uint32(i), uint32(len(out.views))))
	}
	var err error
	if out.root, err = p.rootSignature(out); err != nil {
		return nil, err
	}
	for i := range steps {
		s, err := p.pass(out, &steps[i])
		if err != nil {
			return nil, err
		}
		out.steps = append(out.steps, s)
	}
	return out, nil
}

// shuffled is the place of view i of n: the order of descriptors in a binding table is unspecified, and this one is no order that a script would
// guess.
func shuffled(i, n uint32) uint32 { return (n - 1 - i + (n-1)/2) % n }

func (p *planner) rootSignature(of *plan) (*device.RootSignature, error) {
	desc := gpu.RootSignatureDesc{Name: p.name + " root signature",
		Parameters: []gpu.RootParameter{{Type: gpu.RootUAV, RegisterSpace: 1, Flags: gpu.DataVolatile}}}
	if p.own {
		desc.Parameters = append(desc.Parameters, gpu.RootParameter{Type: gpu.RootUAV, ShaderRegister: 1, RegisterSpace: 1, Flags: gpu.DataVolatile})
	}
	if p.data != nil {
		desc.Parameters = append(desc.Parameters, gpu.RootParameter{Type: gpu.RootSRV, RegisterSpace: 1, Flags: gpu.DataVolatile})
	}
	of.table = uint32(len(desc.Parameters))
	desc.Parameters = append(desc.Parameters, p.rangesOf(of))
	return p.dev.at(p.site).CreateRootSignature(desc)
}

// rangesOf is the table of the views. A plan without views has a table, too: the range of a binding table lies in a heap that is set on the list,
// whatever is read from it.
func (p *planner) rangesOf(of *plan) gpu.RootParameter {
	table := gpu.RootParameter{Type: gpu.RootDescriptorTable}
	flags := gpu.DataVolatile
	if p.volatile || len(of.views) == 0 {
		flags |= gpu.DescriptorsVolatile
	}
	if len(of.views) == 0 {
		table.Ranges = []gpu.DescriptorRange{{Type: gpu.DescriptorUAV, NumDescriptors: 1, Flags: flags}}
	}
	for i, at := range of.at {
		typ := gpu.DescriptorUAV
		if of.views[i].ReadOnly {
			typ = gpu.DescriptorSRV
		}
		table.Ranges = append(table.Ranges, gpu.DescriptorRange{Type: typ, NumDescriptors: 1, BaseShaderRegister: uint32(i), Flags: flags,
			OffsetInDescriptorsFromTableStart: at})
	}
	return table
}

// pass compiles one step.
func (p *planner) pass(of *plan, s *shader.Step) (pass, error) {
	src := text.Source{Name: s.Name, NumThreads: s.Threads(), Function: s.Function(p.guard),
		Resources: []text.Resource{{Name: "state", Kind: "RWStructuredBuffer", Register: "u0, space1", Element: "uint"}}}
	if p.own {
		src.Resources = append(src.Resources, text.Resource{Name: "own", Kind: "RWStructuredBuffer", Register: "u1, space1", Element: "uint"})
	}
	if p.data != nil {
		src.Resources = append(src.Resources, text.Resource{Name: shader.Constants, Kind: "StructuredBuffer",
			Register: "t0, space1", Element: "uint"})
	}
	for _, slot := range s.Slots {
		for i, v := range of.views {
			if v == slot.View {
				src.Resources = append(src.Resources, declare(slot.Name, &v, i))
			}
		}
	}
	cs, err := p.dev.shader(src)
	if err != nil {
		return pass{}, err
	}
	pipeline, err := p.dev.at(p.site).CreateComputePipelineState(gpu.ComputePipelineStateDesc{Name: p.name + " " + s.Name,
		RootSignature: of.root, CS: cs})
	x, y, z := s.Groups()
	return pass{pipeline, x, y, z}, err
}

// declare is the resource of a view, whose register has the view's number.
func declare(name string, v *shader.View, number int) text.Resource {
	kind, element := v.Declaration()
	class := "u"
	if v.ReadOnly {
		class = "t"
	}
	return text.Resource{Name: name, Kind: kind, Register: fmt.Sprintf("%s%d", class, number), Element: element}
}

// record puts the dispatches into a list, with a barrier between each two. states are the addresses of the state buffers, in the order of their
// parameters. The views are in the range of a binding table, which may have none.
func (p *plan) record(list *device.CommandList, site gpu.Site, of *BindingTableDesc, states ...uint64) error {
	r := recording{list: list, site: site}
	r.do(func() error { return list.SetComputeRootSignature(p.root) })
	for i, address := range states {
		r.do(func() error { return list.SetComputeRootUnorderedAccessView(uint32(i), address) })
	}
	if p.data != nil {
		r.do(func() error { return list.SetComputeRootShaderResourceView(p.table-1, p.data.GetGPUVirtualAddress()) })
	}
	if of.SizeInDescriptors > 0 {
		r.do(func() error { return list.SetComputeRootDescriptorTable(p.table, of.GPUDescriptorHandle) })
	}
	for i, s := range p.steps {
		if i > 0 {
			r.barrier()
		}
		r.do(func() error { return list.SetPipelineState(s.pipeline) })
		r.do(func() error { return list.Dispatch(s.x, s.y, s.z) })
	}
	return r.err
}

// recording calls methods of a list until one fails.
type recording struct {
	list *device.CommandList
	site gpu.Site
	err  error
}

func (r *recording) do(call func() error) {
	if r.err == nil {
		r.list.SetSite(r.site)
		r.err = call()
	}
}

// barrier orders everything before it before what follows.
func (r *recording) barrier() {
	r.do(func() error { return r.list.ResourceBarrier([]gpu.BarrierDesc{{Type: gpu.BarrierUAV}}) })
}

// release gives the pipelines up.
func (p *plan) release(site gpu.Site) error {
	for _, s := range p.steps {
		s.pipeline.SetSite(site)
		if err := s.pipeline.Release(); err != nil {
			return err
		}
	}
	p.root.SetSite(site)
	return p.root.Release()
}
