package graphics

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// area is how far draws reach: where viewports and scissor rectangles end, to the right and at the bottom, by their number.
type area struct{ view, rectangle [gpu.MaxViewports]corner }

// corner is a number of pixels from the left and from the top.
type corner struct{ x, y float32 }

// views follows RSSetViewports.
func (a *area) views(list []gpu.Viewport) {
	a.view = [gpu.MaxViewports]corner{}
	for i, v := range list {
		a.view[i] = corner{v.TopLeftX + v.Width, v.TopLeftY + v.Height}
	}
}

// rectangles follows RSSetScissorRects.
func (a *area) rectangles(list []gpu.Rect) {
	a.rectangle = [gpu.MaxViewports]corner{}
	for i, r := range list {
		a.rectangle[i] = corner{float32(r.Right), float32(r.Bottom)}
	}
}

// end is the last corner that a draw can reach.
func (a *area) end() (e corner) {
	for i := range a.view {
		e.x = max(e.x, min(a.view[i].x, a.rectangle[i].x))
		e.y = max(e.y, min(a.view[i].y, a.rectangle[i].y))
	}
	return e
}

// surface is a view that is bound, and how many pixels it has.
type surface struct {
	view          *gpu.TargetView
	width, height uint32
}

// surfaces are the views that a pipeline draws to, the depth buffer last.
func (s *State) surfaces(w World, p *gpu.GraphicsPipelineStateDesc) (list []surface) {
	add := func(v *gpu.TargetView, format gpu.Format) {
		if d := w.Resource(v.Resource); d != nil && format != gpu.FormatUnknown {
			x, y, _ := d.MipExtent(v.Mip)
			list = append(list, surface{v, x, y})
		}
	}
	for i := range min(len(s.targets), len(p.RTVFormats)) {
		add(&s.targets[i], p.RTVFormats[i])
	}
	add(&s.depth, p.DSVFormat)
	return list
}

// adviseSizes: where targets of several sizes are bound, draws do not reach beyond the smallest.
func (s *State) adviseSizes(w telling, p *gpu.GraphicsPipelineStateDesc) (told bool) {
	if len(s.targets) == 0 || len(s.targets) == 1 && s.depth.Resource == 0 {
		return false
	}
	list, end := s.surfaces(w.World, p), s.area.end()
	for _, big := range list {
		for _, small := range list {
			if small.width < big.width && end.x > float32(small.width) || small.height < big.height && end.y > float32(small.height) {
				s.saySizes(w, small, big)
				return true
			}
		}
	}
	return false
}

func (s *State) saySizes(w telling, small, big surface) {
	made := w.Created(small.view.Resource)
	d := w.say(diag.TargetSizesDiffer, "%s draws to %s of %d x %d pixels and to %s of %d x %d: only pixels that both have are drawn", w.draw(),
		w.Ref(big.view.Resource), big.width, big.height, w.Ref(small.view.Resource), small.width, small.height).
		WithResource(w.Ref(small.view.Resource)).Also(s.targetsAt, "both are bound here").Also(made, w.Ref(small.view.Resource)+" is created here")
	const help = "create it with %d x %d pixels, or draw with a viewport or a scissor rectangle of %d x %d"
	width, height := min(small.width, big.width), min(small.height, big.height)
	if small.view.Mip != 0 || big.view.Mip != 0 {
		d.HelpText(help, max(small.width, big.width), max(small.height, big.height), width, height)
		return
	}
	wide, tall := resized("Width", small.width, big.width), resized("Height", small.height, big.height)
	if wide == (diag.Fix{}) {
		wide, tall = tall, wide
	}
	d.HelpFix(made, wide, help, max(small.width, big.width), max(small.height, big.height), width, height).AndFix(made, tall)
}

// resized is the edit that makes a dimension of a texture at least as large as that of another one; none if it is.
func resized(field string, small, big uint32) (fix diag.Fix) {
	if small < big {
		fix = diag.Put("CreateCommittedResource", field, big)
	}
	return fix
}
