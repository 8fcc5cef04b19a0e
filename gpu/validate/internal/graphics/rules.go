package graphics

import (
	"fmt"
	"math"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Check applies the rules of a command. It says whether there are none elsewhere, or the command is refused already.
func (s *State) Check(w World, c *gpu.Command) bool {
	if s.using, s.lacks = 0, 0; s.refuses(w, c) {
		return true
	}
	if s.pass.worked == gpu.OpNone && works(c.Op) {
		s.pass.worked = c.Op
	}
	switch c.Op {
	case gpu.OpResourceBarrier:
		return s.barriers(w, c)
	case gpu.OpDrawInstanced, gpu.OpDrawIndexedInstanced:
		return !s.drawable(w, c, c.Op == gpu.OpDrawIndexedInstanced, 0)
	case gpu.OpExecuteIndirect:
		return s.indirect(w, c)
	case gpu.OpIASetPrimitiveTopology:
		topologyRules(w, c)
	case gpu.OpIASetVertexBuffers:
		vertexRules(w, c)
	case gpu.OpIASetIndexBuffer:
		indexRules(w, c)
	case gpu.OpRSSetViewports:
		viewportRules(w, c)
	case gpu.OpRSSetScissorRects:
		scissorRules(w, c)
	case gpu.OpOMSetRenderTargets:
		targetRules(w, c)
	case gpu.OpClearRenderTargetView:
		clearTargetRules(w, c)
	case gpu.OpClearDepthStencilView:
		clearDepthRules(w, c)
	case gpu.OpResolveSubresource, gpu.OpResolveSubresourceRegion:
		resolveRules(w, c)
	case gpu.OpBeginQuery:
		s.beginRules(w, c)
	case gpu.OpEndQuery:
		if c.Query == gpu.QueryTimestamp {
			queryOf(w, c, uint64(c.Slot), 1)
			return true
		}
		return s.endRules(w, c)
	case gpu.OpResolveQueryData:
		s.resolveQueryRules(w, c)
	case gpu.OpSetPredication:
		predicationRules(w, c)
	case gpu.OpExecuteBundle:
		s.bundleRules(w, c)
	case gpu.OpSetDescriptorHeaps:
		return s.bundleHeaps(w, c)
	case gpu.OpBeginRenderPass:
		s.use(w, parts(c.Y)<<targetPart)
	case gpu.OpOMSetBlendFactor, gpu.OpOMSetDepthBounds, gpu.OpOMSetStencilRef, gpu.OpEndRenderPass:
	default:
		return false
	}
	return true
}

// limit says that a command sets more than there are.
func limit(w World, c *gpu.Command, sets string, most int, fix diag.Fix) {
	id := map[gpu.Op]string{gpu.OpIASetVertexBuffers: "SET_VERTEX_BUFFERS_INVALID (726)",
		gpu.OpOMSetRenderTargets: "COMMAND_LIST_SETRENDERTARGETS_INVALIDNUMRENDERTARGETS (908)"}[c.Op]
	w.Say(diag.GraphicsLimit, c.Site, "%s sets %s, but there are %d", c.Op, sets, most).Prop("d3d12", id).
		HelpFix(c.Site, fix, "they are counted from 0 to %d", most-1)
}

// topologyRules: topologies that Direct3D 12 draws without further stages.
func topologyRules(w World, c *gpu.Command) {
	switch t := gpu.PrimitiveTopology(c.Slot); t {
	case gpu.TopologyUndefined:
		w.Say(diag.BadTopology, c.Site, "topology UNDEFINED cannot be drawn").
			HelpFix(c.Site, diag.PutArgument(c.Op.String(), 1, gpu.TopologyTriangleList), `name one, for example "TRIANGLELIST"`)
	case gpu.TopologyTriangleFan:
		w.Say(diag.BadTopology, c.Site, "topology TRIANGLEFAN does not exist in Direct3D 12").
			Prop("d3d12", "PRIMITIVE_TOPOLOGY_TRIANGLE_FANS_NOT_SUPPORTED (1360)").
			HelpText(`draw a TRIANGLELIST with an index buffer: 0, 1, 2, 0, 2, 3 …`)
	case gpu.TopologyLineListAdj, gpu.TopologyLineStripAdj, gpu.TopologyTriangleListAdj, gpu.TopologyTriangleStripAdj:
		w.Say(diag.BadTopology, c.Site, "topology %s gives neighbours to geometry shaders, which are not part of gpuscript", t).
			HelpFix(c.Site, diag.PutArgument(c.Op.String(), 1, strings.TrimSuffix(t.String(), "_ADJ")), "use the topology without _ADJ")
	}
}

// vertexRules: slots that exist, and views inside of buffers, aligned to 4 bytes.
func vertexRules(w World, c *gpu.Command) {
	views := c.Graphics.VertexBuffers
	if uint64(c.Slot)+uint64(len(views)) > gpu.MaxVertexBuffers {
		limit(w, c, fmt.Sprintf("slots [%d, %d)", c.Slot, uint64(c.Slot)+uint64(len(views))), gpu.MaxVertexBuffers, slotFix(c, len(views)))
		return
	}
	for i := range views {
		v := &views[i]
		where := fmt.Sprintf("views[%d]", i+1)
		switch {
		case v.StrideInBytes%4 != 0 || v.StrideInBytes > 2048:
			w.Say(diag.BadVertexBuffer, c.Site, "%s.StrideInBytes is %d bytes", where, v.StrideInBytes).
				HelpFix(c.Site, diag.Put(c.Op.String(), fmt.Sprintf("[%d].StrideInBytes", i+1), min(max((v.StrideInBytes+2)/4*4, 4), 2048)).
					At(2), "a stride is a multiple of 4, at most 2048 bytes")
		case v.SizeInBytes == 0: // the slot is emptied, whatever else the view says
		case v.BufferLocation == 0:
			nowhere(w.Say(diag.BadVertexBuffer, c.Site, "%s has %d bytes at no address", where, v.SizeInBytes), "SET_VERTEX_BUFFERS_INVALID (726)")
		case v.BufferLocation%4 != 0:
			w.Say(diag.BadVertexBuffer, c.Site, "%s.BufferLocation is not a multiple of 4 bytes", where).
				HelpText("start the vertices at a multiple of 4 bytes")
		default:
			w.Buffer(v.BufferLocation, uint64(v.SizeInBytes))
		}
	}
}

// indexRules: 16 or 32 bits, aligned to themselves, inside of a buffer.
func indexRules(w World, c *gpu.Command) {
	switch {
	case c.Size == 0: // there are no indices, whatever else the view says
	case c.Format != gpu.FormatR16Uint && c.Format != gpu.FormatR32Uint:
		w.Say(diag.BadIndexBuffer, c.Site, "indices cannot have format %s", c.Format).
			HelpFix(c.Site, diag.Put(c.Op.String(), "Format", indexFormat(c.Format)), `use Format = "R16_UINT" or "R32_UINT"`)
	case c.Address == 0:
		nowhere(w.Say(diag.BadIndexBuffer, c.Site, "the view has %d bytes at no address", c.Size), "SET_INDEX_BUFFER_INVALID (725)")
	case c.Address%uint64(c.Format.Bytes()) != 0:
		w.Say(diag.BadIndexBuffer, c.Site, "BufferLocation is not a multiple of %d bytes, the size of an index", c.Format.Bytes()).
			HelpText("start the indices at a multiple of their size")
	default:
		w.Buffer(c.Address, c.Size)
	}
}

// nowhere ends a message about a view that has a size and no address.
func nowhere(d *diag.Diagnostic, native string) {
	d.HelpText("BufferLocation is the buffer's GetGPUVirtualAddress(); with SizeInBytes = 0 there is no buffer").Prop("d3d12", native)
}

// slotFix is the edit that moves some vertex buffers to the last slots.
func slotFix(c *gpu.Command, count int) (fix diag.Fix) {
	if count <= gpu.MaxVertexBuffers {
		fix = diag.PutArgument(c.Op.String(), 1, gpu.MaxVertexBuffers-count)
	}
	return fix
}

// indexFormat is the format of indices that is next to another one.
func indexFormat(f gpu.Format) gpu.Format {
	if f.Bytes() > 2 {
		return gpu.FormatR32Uint
	}
	return gpu.FormatR16Uint
}

// viewportRules: at most 16, of finite numbers, in the bounds of Direct3D.
func viewportRules(w World, c *gpu.Command) {
	views := c.Graphics.Viewports
	if len(views) > gpu.MaxViewports {
		limit(w, c, fmt.Sprintf("%d viewports", len(views)), gpu.MaxViewports, diag.Fix{})
		return
	}
	for i := range views {
		v := &views[i]
		say := func(format string, args ...any) *diag.Diagnostic {
			return w.Say(diag.BadViewport, c.Site, "viewports[%d] %s", i+1, fmt.Sprintf(format, args...))
		}
		put := func(field string, value float32) diag.Fix {
			return diag.Put(c.Op.String(), fmt.Sprintf("[%d].%s", i+1, field), value)
		}
		const low, high = -32768, 32767
		inside := func(x float32) bool { return x >= low && x <= high }
		switch {
		case !finite(v.TopLeftX, v.TopLeftY, v.Width, v.Height, v.MinDepth, v.MaxDepth):
			say("holds a number that is not finite").HelpText("check how the numbers are computed: a division by 0 gives inf or nan")
		case v.Width < 0 || v.Height < 0:
			fix := put("Height", -v.Height)
			if v.Width < 0 {
				fix = put("Width", -v.Width)
			}
			say("has a negative size, %g x %g pixels", v.Width, v.Height).HelpFix(c.Site, fix, "negate y in the vertex shader to flip the picture")
		case !inside(v.TopLeftX) || !inside(v.TopLeftY) || !inside(v.TopLeftX+v.Width) || !inside(v.TopLeftY+v.Height):
			say("extends beyond the bounds of %d to %d pixels", low, high).
				HelpText("TopLeftX and TopLeftY, and these with Width and Height added, are from %d to %d; a scissor rectangle cuts out a part of a larger picture", low, high)
		case v.MinDepth < 0 || v.MinDepth > 1 || v.MaxDepth < 0 || v.MaxDepth > 1:
			fix := put("MaxDepth", min(max(v.MaxDepth, 0), 1))
			if v.MinDepth < 0 || v.MinDepth > 1 {
				fix = put("MinDepth", min(max(v.MinDepth, 0), 1))
			}
			say("has a depth range of %g to %g", v.MinDepth, v.MaxDepth).HelpFix(c.Site, fix, "depths are 0 to 1; MinDepth may be above MaxDepth")
		}
	}
}

func finite(values ...float32) bool {
	for _, v := range values {
		if f := float64(v); math.IsNaN(f) || math.IsInf(f, 0) {
			return false
		}
	}
	return true
}

// scissorRules: at most 16, not turned over.
func scissorRules(w World, c *gpu.Command) {
	if len(c.Rects) > gpu.MaxViewports {
		limit(w, c, fmt.Sprintf("%d rectangles", len(c.Rects)), gpu.MaxViewports, diag.Fix{})
		return
	}
	for i, r := range c.Rects {
		if r.Left > r.Right || r.Top > r.Bottom {
			w.Say(diag.BadViewport, c.Site, "rects[%d] ends before it begins: Left %d, Right %d, Top %d, Bottom %d", i+1,
				r.Left, r.Right, r.Top, r.Bottom).
				Prop("d3d12", "SET_SCISSOR_RECTS_INVALID_RECT (1338)").HelpText("Left is at most Right, and Top at most Bottom")
		}
	}
}

// predicateFix is the edit that moves a predicate to the multiple of 8 before it, or to the last of the buffer.
func predicateFix(c *gpu.Command, r *gpu.ResourceDesc) (fix diag.Fix) {
	if r.Width >= 8 {
		fix = diag.PutArgument(c.Op.String(), 2, min(c.SrcOffset, r.Width-8)/8*8)
	}
	return fix
}

// predicationRules: 8 aligned bytes in a buffer.
func predicationRules(w World, c *gpu.Command) {
	r := w.Resource(c.Src)
	switch {
	case r == nil:
	case r.Dimension != gpu.DimensionBuffer:
		w.Say(diag.BadPredication, c.Site, "%s is not a buffer", w.Ref(c.Src)).
			HelpText("resolve a query into a buffer with ResolveQueryData, and name that")
	case c.SrcOffset%8 != 0 || c.SrcOffset+8 > r.Width || c.SrcOffset+8 < c.SrcOffset:
		w.Say(diag.BadPredication, c.Site, "the predicate at offset %d of %s is not 8 aligned bytes of its %d", c.SrcOffset, w.Ref(c.Src), r.Width).
			HelpFix(c.Site, predicateFix(c, r), "a predicate is 8 bytes at a multiple of 8")
	default:
		w.Use(c.Src, 0, gpu.StatePredication)
	}
}
