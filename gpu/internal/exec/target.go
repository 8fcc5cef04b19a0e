package exec

import (
	"fmt"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/bulk"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/rects"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/texel"
)

// targetPlane is one plane of the subresource that a target view shows. Of a view of several slices draws see the first, unless they choose
// (layers.go).
func targetPlane(r *Resource, v *gpu.TargetView, plane, slice uint32) (f *gpu.Footprint, at uint64) {
	d := &r.Desc
	if d.Dimension == gpu.DimensionTexture3D {
		f = &r.Footprints[v.Mip]
		return f, f.Offset + uint64(v.FirstSlice+slice)*uint64(f.SlicePitch)
	}
	f = &r.Footprints[(plane*d.ArraySize()+v.FirstSlice+slice)*d.MipLevels+v.Mip]
	return f, f.Offset
}

// surface is the memory of a plane for the rasterizer.
func (m *Machine) surface(r *Resource, f *gpu.Footprint, at uint64) raster.Surface {
	size := uint64(f.Height-1)*uint64(f.RowPitch) + f.RowSizeInBytes + uint64(r.Desc.SampleDesc.Count-1)*uint64(f.SamplePitch)
	return raster.Surface{Bytes: m.bytes(at, size), RowPitch: f.RowPitch, SamplePitch: uint64(f.SamplePitch), Address: uint32(at)}
}

// target finds the resource of a target view. One that was destroyed acts as a null view and is a fault.
func (d *drawCall) target(v *gpu.TargetView) *Resource {
	if v.Resource == 0 {
		return nil
	}
	r := d.m.env.Resource(v.Resource)
	if r == nil {
		d.m.faults = append(d.m.faults, Fault{Kind: FaultDestroyed, Stage: gpu.StagePixel, Binding: -1, Class: v.Type,
			Found: v.Type, Resource: v.Resource})
	}
	return r
}

// bindTargets fills the state of the rasterizer.
func (d *drawCall) bindTargets() {
	s, b, desc := &d.state, &d.b.draw, &d.p.desc
	d.slices = math.MaxUint32
	*s = raster.State{Samples: max(desc.SampleDesc.Count, 1), SampleMask: desc.SampleMask, Viewports: b.viewports, Scissors: b.scissors,
		Rasterizer: desc.RasterizerState, DepthStencil: desc.DepthStencilState, Blend: desc.BlendState, BlendFactor: b.blendFactor,
		StencilRef: b.stencilRef, DepthBounds: b.depthBounds(),
		Track: d.m.options.Track, Width: math.MaxUint32, Height: math.MaxUint32}
	for i := range b.targets {
		if i >= len(desc.RTVFormats) || desc.RTVFormats[i] == gpu.FormatUnknown {
			continue
		}
		if r := d.target(&b.targets[i]); r != nil {
			f, at := targetPlane(r, &b.targets[i], 0, 0)
			s.Targets[i] = raster.Target{Surface: d.m.surface(r, f, at), Format: b.targets[i].Format}
			d.slices = min(d.slices, b.targets[i].Slices)
			s.Width, s.Height = min(s.Width, f.Width), min(s.Height, f.Height)
		}
	}
	d.bindDepth()
	if s.Width == math.MaxUint32 { // nothing is bound: programs may still write to UAVs
		s.Width, s.Height, d.slices = gpu.MaxTexture2D, gpu.MaxTexture2D, 0
	}
}

// bindDepth binds depth and stencil planes. A pipeline that tests does so with what is bound, also if it does not say its format.
func (d *drawCall) bindDepth() {
	s, v := &d.state, &d.b.draw.depth
	r := d.target(v)
	if t := &s.DepthStencil; r == nil || d.p.desc.DSVFormat == gpu.FormatUnknown && !t.DepthEnable && !t.StencilEnable {
		s.DepthStencil.DepthEnable, s.DepthStencil.StencilEnable = false, false
		return
	}
	f, at := targetPlane(r, v, 0, 0)
	s.Depth = raster.DepthTarget{Format: depthFormat(v.Format), Depth: d.m.surface(r, f, at), ReadOnlyDepth: v.Flags&gpu.ViewReadOnlyDepth != 0,
		ReadOnlyStencil: v.Flags&gpu.ViewReadOnlyStencil != 0}
	s.Width, s.Height, d.slices = min(s.Width, f.Width), min(s.Height, f.Height), min(d.slices, v.Slices)
	if v.Format.HasStencil() {
		f, at = targetPlane(r, v, 1, 0)
		s.Depth.Stencil = d.m.surface(r, f, at)
	} else {
		s.DepthStencil.StencilEnable = false
	}
}

// depthFormat is how the depth plane of a view is stored.
func depthFormat(f gpu.Format) raster.DepthFormat {
	switch f {
	case gpu.FormatD16Unorm:
		return raster.DepthD16
	case gpu.FormatD24UnormS8Uint:
		return raster.DepthD24
	case gpu.FormatD32Float, gpu.FormatD32FloatS8X24Uint:
		return raster.DepthD32
	}
	panic(fmt.Sprintf("BUG: exec: depth-stencil view of format %s", f))
}

// depthTexel is the format of the texels of the depth plane.
func depthTexel(f gpu.Format) gpu.Format {
	switch depthFormat(f) {
	case raster.DepthD16:
		return gpu.FormatD16Unorm
	case raster.DepthD24:
		return gpu.FormatR24UnormX8Typeless
	}
	return gpu.FormatD32Float
}

// touchTargets reports the texels that a draw touched in a slice of the views.
func (d *drawCall) touchTargets(t *raster.Touched, slice uint32) {
	b := &d.b.draw
	for i := range b.targets {
		v := &b.targets[i]
		if d.state.Targets[i].Format == gpu.FormatUnknown || d.pixels.Outputs.Targets[i].Planes() == 0 {
			continue
		}
		r := d.m.resource(v.Resource)
		f, at := targetPlane(r, v, 0, slice)
		d.m.touchRects(r, f, at, t.Color, gpu.Access{Kind: gpu.AccessWrite, As: gpu.StateRenderTarget, Keeps: keepsColor(&d.state.Blend, i)})
	}
	if d.state.Depth.Format == raster.DepthNone {
		return
	}
	v := &b.depth
	r := d.m.resource(v.Resource)
	stencil := d.state.Depth.Stencil.Bytes != nil
	f, at := targetPlane(r, v, 0, slice)
	d.m.touchRects(r, f, at, t.DepthWritten, gpu.Access{Kind: gpu.AccessWrite, As: gpu.StateDepthWrite})
	if readsDepth(&d.state.DepthStencil) {
		d.m.touchRects(r, f, at, t.Tested, gpu.Access{As: testState(d.state.Depth.ReadOnlyDepth)})
	}
	if stencil {
		f, at = targetPlane(r, v, 1, slice)
		d.m.touchRects(r, f, at, t.StencilWritten, gpu.Access{Kind: gpu.AccessWrite, As: gpu.StateDepthWrite})
		if readsStencil(&d.state.DepthStencil) {
			d.m.touchRects(r, f, at, t.Tested, gpu.Access{As: testState(d.state.Depth.ReadOnlyStencil)})
		}
	}
}

// keepsColor says whether what a draw leaves in a target depends on the colour that is there.
func keepsColor(b *gpu.BlendDesc, target int) bool {
	t := b.Target(target)
	factor := func(src, dest gpu.Blend, op gpu.BlendOp) bool {
		return dest != gpu.BlendZero || src >= gpu.BlendDestAlpha && src <= gpu.BlendSrcAlphaSat || op == gpu.BlendOpMin || op == gpu.BlendOpMax
	}
	switch {
	case t.LogicOpEnable:
		return t.LogicOp != gpu.LogicClear && t.LogicOp != gpu.LogicSet && t.LogicOp != gpu.LogicCopy && t.LogicOp != gpu.LogicCopyInverted
	case !t.BlendEnable:
		return false
	}
	return factor(t.SrcBlend, t.DestBlend, t.BlendOp) || factor(t.SrcBlendAlpha, t.DestBlendAlpha, t.BlendOpAlpha)
}

// readsDepth says whether what is written, or which pixels are drawn, depends on the depth that is there.
func readsDepth(t *gpu.DepthStencilDesc) bool {
	return t.DepthBoundsTestEnable || t.DepthEnable && decides(t.DepthFunc)
}

// readsStencil is readsDepth for stencil, which operations may count, too.
func readsStencil(t *gpu.DepthStencilDesc) bool {
	face := func(f *gpu.StencilFaceDesc) bool {
		return decides(f.StencilFunc) && t.StencilReadMask != 0 || max(f.StencilFailOp, f.StencilDepthFailOp, f.StencilPassOp) >= gpu.StencilIncrSat
	}
	return t.StencilEnable && (face(&t.FrontFace) || face(&t.BackFace))
}

// decides says whether a comparison gives one answer here and another one there.
func decides(f gpu.ComparisonFunc) bool {
	return f != gpu.CompareNever && f != gpu.CompareAlways
}

// testState is the state that a plane is in while it is tested.
func testState(readOnly bool) gpu.ResourceStates {
	if readOnly {
		return gpu.StateDepthRead
	}
	return gpu.StateDepthWrite
}

// poisonTargets makes the contents of the targets of a draw that did not finish defined: how much of it was drawn is an accident.
func (d *drawCall) poisonTargets() {
	b := &d.b.draw
	for i := range b.targets {
		if d.state.Targets[i].Format != gpu.FormatUnknown {
			d.poisonTarget(&b.targets[i], 0)
		}
	}
	if d.state.Depth.Format != raster.DepthNone {
		d.poisonTarget(&b.depth, 0)
		if d.state.Depth.Stencil.Bytes != nil {
			d.poisonTarget(&b.depth, 1)
		}
	}
}

func (d *drawCall) poisonTarget(v *gpu.TargetView, plane uint32) {
	slices := uint32(1)
	if d.layered() {
		slices = d.slices
	}
	for slice := range slices {
		f, at := targetPlane(d.m.resource(v.Resource), v, plane, slice)
		d.m.space.Fill(at, at+uint64(f.Height-1)*uint64(f.RowPitch)+f.RowSizeInBytes)
	}
}

// clearTargetView fills all slices of a render target view, or rectangles of them. Formats of integers take the numbers toward zero.
func (m *Machine) clearTargetView(c *gpu.Command) Outcome {
	v := &c.Graphics.Targets[0]
	if v.Resource == 0 {
		return Outcome{}
	}
	var colour [4]float32
	for i := range colour {
		colour[i] = math.Float32frombits(c.Words[i])
	}
	var cell [16]byte
	texel.Encode(v.Format, cell[:], colour)
	m.draws.touched = m.draws.touched[:0]
	n := m.clearPlane(v, 0, cell[:v.Format.Bytes()], c.Rects, gpu.StateRenderTarget)
	return Outcome{Result: Result{BytesWritten: n}, Touched: m.draws.touched}
}

// clearDepth fills the planes of a depth-stencil view that the flags name.
func (m *Machine) clearDepth(c *gpu.Command) Outcome {
	v := &c.Graphics.Targets[0]
	if v.Resource == 0 {
		return Outcome{}
	}
	m.draws.touched = m.draws.touched[:0]
	n := uint64(0)
	if flags := gpu.ClearFlags(c.Slot); flags&gpu.ClearDepth != 0 {
		n += m.clearPlane(v, 0, texel.Depth(v.Format, math.Float32frombits(c.Words[0])), c.Rects, gpu.StateDepthWrite)
	}
	if flags := gpu.ClearFlags(c.Slot); flags&gpu.ClearStencil != 0 && v.Format.HasStencil() {
		n += m.clearPlane(v, 1, []byte{byte(c.Words[1])}, c.Rects, gpu.StateDepthWrite)
	}
	return Outcome{Result: Result{BytesWritten: n}, Touched: m.draws.touched}
}

// clearPlane repeats a texel in rectangles, clipped to the mip, of all samples and slices of a view.
func (m *Machine) clearPlane(v *gpu.TargetView, plane uint32, pattern []byte, list []gpu.Rect, as gpu.ResourceStates) (n uint64) {
	r := m.resource(v.Resource)
	for slice := range v.Slices {
		f, at := targetPlane(r, v, plane, slice)
		clipped := rects.In(list, f.Width, f.Height)
		for s := range uint64(r.Desc.SampleDesc.Count) {
			for _, q := range clipped {
				row, height := uint64(q.Right-q.Left)*uint64(len(pattern)), uint64(q.Bottom-q.Top)
				b := bulk.Box{At: at + s*uint64(f.SamplePitch) + uint64(q.Top)*uint64(f.RowPitch) + uint64(q.Left)*uint64(len(pattern)),
					RowPitch: uint64(f.RowPitch)}
				n += m.fill(b, row, height, 1, pattern)
			}
		}
		if m.options.Track {
			m.touchRects(r, f, at, clipped, gpu.Access{Kind: gpu.AccessWrite, As: as})
		}
	}
	return n
}
