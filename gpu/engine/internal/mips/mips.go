// Package mips has the pipelines that make smaller mip levels: a triangle that covers the level, and the level above it read with a linear
// filter, so that each texel is the mean of the four above it. Edges of odd length lose the share of their last texel, as Direct3D's do.
//
//	level m-1, a slice ──read as a texture array of one──▶ draw ──▶ level m, the same slice
//
// It must not know contexts or textures of the engine.
package mips

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/layout"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/memory"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/record"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
	"github.com/gpuscript/gpuscript/gpu/kernel/text"
	"github.com/gpuscript/gpuscript/heaps"
)

// linearFilter is D3D12_FILTER_MIN_MAG_MIP_LINEAR.
const linearFilter gpu.Filter = 0x15

// cover draws the triangle; its texture coordinates run from 0 to 1 over the target.
const cover = `function(VertexID)
	local uv = float2(float(VertexID % 2), float(VertexID / 2)) * 2
	return { Position = float4(uv.x * 2 - 1, 1 - uv.y * 2, 0, 1), uv = uv }
end`

// mean reads the level above between four texels.
const mean = `function(v)
	return source:SampleLevel(linear, float3(v.uv.x, v.uv.y, 0), 0)
end`

// shaders compiles both. Their text is part of the program, so it compiles.
func shaders() (vs, ps gpu.Shader, err error) {
	if vs, err = text.Compile(text.Source{Name: "mips cover", Stage: syntax.VertexStage, Function: cover}); err != nil {
		panic("BUG: " + err.Error())
	}
	ps, err = text.Compile(text.Source{Name: "mips mean", Stage: syntax.PixelStage, Function: mean, Resources: []text.Resource{
		{Name: "source", Kind: "Texture2DArray", Register: "t0", Element: "float4"}, {Name: "linear", Kind: "SamplerState", Register: "s0"}}})
	if err != nil {
		panic("BUG: " + err.Error())
	}
	ps, err = device.LinkShaders(vs, ps)
	return vs, ps, err
}

// Maker has the pipelines of a device, one for each format of levels, made at their first use.
type Maker struct {
	at        memory.At
	name      string
	vs, ps    gpu.Shader
	root      *device.RootSignature
	pipelines map[gpu.Format]*device.PipelineState
	formats   []gpu.Format // in the order of their making
}

// New makes the shaders and the root signature.
func New(at memory.At, name string) (*Maker, error) {
	m := &Maker{at: at, name: name, pipelines: map[gpu.Format]*device.PipelineState{}}
	var err error
	if m.vs, m.ps, err = shaders(); err != nil {
		return nil, err
	}
	linear := gpu.SamplerDesc{Filter: linearFilter, AddressU: gpu.AddressClamp, AddressV: gpu.AddressClamp,
		AddressW: gpu.AddressClamp, MaxAnisotropy: 1, MaxLOD: 1}
	both := []gpu.Shader{m.vs, m.ps}
	l, fault := layout.Of(both, desc.ResourceLayout{DefaultVariableType: desc.VariableDynamic,
		ImmutableSamplers: []desc.ImmutableSamplerDesc{{Name: "linear", Desc: linear}}})
	if fault.Is() {
		panic("BUG: " + fault.Why)
	}
	_, root, fault := layout.Join(both, []*layout.Layout{&l})
	if fault.Is() {
		panic("BUG: " + fault.Why)
	}
	root.Name = name + " mips"
	if m.root, err = at().CreateRootSignature(root); err != nil {
		return nil, err
	}
	return m, nil
}

// pipeline is the pipeline for levels of a format.
func (m *Maker) pipeline(f gpu.Format) (*device.PipelineState, error) {
	if p := m.pipelines[f]; p != nil {
		return p, nil
	}
	p, err := m.at().CreateGraphicsPipelineState(gpu.GraphicsPipelineStateDesc{Name: m.name + " mips of " + f.String(),
		RootSignature: m.root, VS: m.vs, PS: m.ps,
		SampleMask: 0xffffffff, RasterizerState: gpu.RasterizerDesc{CullMode: gpu.CullNone}, PrimitiveTopologyType: gpu.TopologyTriangleList.Type(),
		RTVFormats: []gpu.Format{f}, SampleDesc: gpu.SampleDesc{Count: 1}})
	if err == nil {
		m.pipelines[f], m.formats = p, append(m.formats, f)
	}
	return p, err
}

// Release gives everything up, when the GPU is idle. A nil Maker has nothing.
func (m *Maker) Release(site gpu.Site) error {
	if m == nil {
		return nil
	}
	var first error
	for _, f := range m.formats {
		m.pipelines[f].SetSite(site)
		if err := m.pipelines[f].Release(); first == nil {
			first = err
		}
	}
	m.root.SetSite(site)
	if err := m.root.Release(); first == nil {
		first = err
	}
	return first
}

// Levels are levels of one texture to be filled by commands of a recording.
type Levels struct {
	*Maker
	Recorder    *record.Recorder
	Of          *record.Tracked
	Format      gpu.Format // of the view; UNKNOWN: of the texture
	Memory      *memory.Memory
	Mask        uint64                                    // of the queues that may use the texture
	Descriptors func(heap, n uint32) (heaps.Range, error) // shader-visible ones of the frame
}

// Fill records the draws of all levels of a part after its first one, and unbinds their targets.
func (l *Levels) Fill(p record.Part) error {
	n := l.Of.Native.ResourceDesc()
	if l.Format == gpu.FormatUnknown {
		l.Format = n.Format
	}
	pipeline, err := l.pipeline(l.Format)
	if err != nil {
		return err
	}
	if err := l.begin(pipeline); err != nil {
		return err
	}
	mipEnd, sliceEnd, _ := p.Within(n)
	for slice := p.Slice; slice < sliceEnd; slice++ {
		for mip := p.Mip + 1; mip < mipEnd; mip++ {
			if err := l.draw(n, mip, slice); err != nil {
				return err
			}
		}
	}
	l.Recorder.List.SetSite(l.Recorder.Site)
	return l.Recorder.List.OMSetRenderTargets(nil, nil)
}

// begin sets what all draws share.
func (l *Levels) begin(p *device.PipelineState) error {
	list := l.Recorder.List
	set := []gpu.DescriptorHeap{}
	for _, h := range l.Memory.GPU {
		set = append(set, h.DescriptorHeap().(gpu.DescriptorHeap))
	}
	for _, do := range []func() error{
		func() error { return list.SetDescriptorHeaps(set) },
		func() error { return list.SetPipelineState(p) },
		func() error { return list.SetGraphicsRootSignature(l.root) },
		func() error { return list.IASetPrimitiveTopology(gpu.TopologyTriangleList) },
	} {
		list.SetSite(l.Recorder.Site)
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// draw fills one level of one slice from the level above it.
func (l *Levels) draw(n *gpu.ResourceDesc, mip, slice uint32) error {
	const method = "GenerateMips"
	if err := l.Recorder.Require(l.Of, record.Part{Mip: mip - 1, Mips: 1, Slice: slice, Slices: 1}, gpu.StateAllShaderResource,
		desc.TransitionAuto, method); err != nil {
		return err
	}
	if err := l.Recorder.Require(l.Of, record.Part{Mip: mip, Mips: 1, Slice: slice, Slices: 1}, gpu.StateRenderTarget,
		desc.TransitionAuto, method); err != nil {
		return err
	}
	above, err := l.above(mip-1, slice)
	if err != nil {
		return err
	}
	level, err := l.level(mip, slice)
	if err != nil {
		return err
	}
	w, h, _ := n.MipExtent(mip)
	list := l.Recorder.List
	for _, do := range []func() error{
		func() error { return list.SetGraphicsRootDescriptorTable(0, above) },
		func() error { return list.OMSetRenderTargets([]gpu.CPUDescriptorHandle{level}, nil) },
		func() error {
			return list.RSSetViewports([]gpu.Viewport{{Width: float32(w), Height: float32(h), MaxDepth: 1}})
		},
		func() error { return list.RSSetScissorRects([]gpu.Rect{{Right: int32(w), Bottom: int32(h)}}) },
		func() error { return list.DrawInstanced(3, 1, 0, 0) },
	} {
		list.SetSite(l.Recorder.Site)
		if err := do(); err != nil {
			return err
		}
	}
	return nil
}

// above writes a descriptor of the frame for reading a level.
func (l *Levels) above(mip, slice uint32) (gpu.GPUDescriptorHandle, error) {
	r, err := l.Descriptors(uint32(gpu.HeapCBVSRVUAV), 1)
	if err != nil {
		return gpu.GPUDescriptorHandle{}, err
	}
	return r.GPUAt(0), l.at().CreateShaderResourceView(l.Of.Native,
		&gpu.ViewDesc{Format: l.Format, ViewDimension: gpu.ViewTexture2DArray, MostDetailedMip: mip, MipLevels: 1,
			FirstArraySlice: slice, ArraySize: 1}, r.CPUAt(0))
}

// level writes a descriptor for drawing a level. It goes back when the queues have passed the list that is recorded now.
func (l *Levels) level(mip, slice uint32) (at gpu.CPUDescriptorHandle, err error) {
	a, err := l.Memory.CPU[gpu.HeapRTV].Allocate("mip level", 1)
	if err != nil {
		return at, err
	}
	if at, err = a.CPU(0); err == nil {
		err = l.at().CreateRenderTargetView(l.Of.Native,
			&gpu.ViewDesc{Format: l.Format, ViewDimension: gpu.ViewTexture2DArray, MipSlice: mip, FirstArraySlice: slice, ArraySize: 1}, at)
	}
	if e := a.Free(l.Mask); err == nil {
		err = e
	}
	return at, err
}
