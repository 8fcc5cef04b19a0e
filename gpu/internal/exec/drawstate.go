package exec

import (
	"encoding/binary"
	"math"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/exec/internal/tally"
)

// drawState is what the state-setting commands of the graphics pipeline change, root arguments apart. Its slices are those of the recorded commands,
// which live as long as the list executes.
type drawState struct {
	vertices    assemble.Buffers
	drawSetting // what a list begins without
}

type drawSetting struct {
	topology    gpu.PrimitiveTopology
	indices     gpu.IndexBufferView
	viewports   []gpu.Viewport
	scissors    []gpu.Rect
	targets     []gpu.TargetView // render targets
	depth       gpu.TargetView   // Resource 0: none
	blendFactor [4]float32
	stencilRef  uint8
	bounds      [2]float32 // of stored depths
	bounded     bool       // they were set; else they are 0 and 1

	predicate  gpu.ID // whose bytes say whether commands are left out, 0: none
	predicated bool   // they are
	counts     tally.Counts
	open       tally.Queries
}

// reset begins a list.
func (s *drawState) reset() {
	s.vertices.Reset()
	s.drawSetting = drawSetting{blendFactor: [4]float32{1, 1, 1, 1}}
}

// set does a command that sets state of draws and says whether c is one.
func (s *drawState) set(c *gpu.Command) bool {
	switch c.Op {
	case gpu.OpIASetPrimitiveTopology:
		s.topology = gpu.PrimitiveTopology(c.Slot)
	case gpu.OpIASetVertexBuffers:
		for i, v := range c.Graphics.VertexBuffers {
			s.vertices.Set(c.Slot+uint32(i), v)
		}
	case gpu.OpIASetIndexBuffer:
		s.indices = gpu.IndexBufferView{BufferLocation: c.Address, SizeInBytes: uint32(c.Size), Format: c.Format}
	case gpu.OpRSSetViewports:
		s.viewports = c.Graphics.Viewports
	case gpu.OpRSSetScissorRects:
		s.scissors = c.Rects
	case gpu.OpOMSetRenderTargets:
		s.targets, s.depth = c.Graphics.Targets[:c.X], gpu.TargetView{}
		if rest := c.Graphics.Targets[c.X:]; len(rest) > 0 {
			s.depth = rest[0]
		}
	case gpu.OpOMSetBlendFactor:
		for i := range s.blendFactor {
			s.blendFactor[i] = math.Float32frombits(c.Words[i])
		}
	case gpu.OpOMSetDepthBounds:
		s.bounded = true
		for i := range s.bounds {
			s.bounds[i] = notNaN(math.Float32frombits(c.Words[i]))
		}
	case gpu.OpOMSetStencilRef:
		s.stencilRef = uint8(c.Slot)
	default:
		return false
	}
	return true
}

// notNaN is v, or 0 for NaN.
func notNaN(v float32) float32 {
	if v != v {
		return 0
	}
	return v
}

// depthBounds are the bounds in force.
func (s *drawState) depthBounds() [2]float32 {
	if !s.bounded {
		return [2]float32{0, 1}
	}
	return s.bounds
}

// setPredication reads the 64 bits now: later changes do not matter.
func (m *Machine) setPredication(b *Bindings, c *gpu.Command) Outcome {
	b.draw.predicated, b.draw.predicate = false, c.Src
	if c.Src == 0 {
		return Outcome{}
	}
	value := binary.LittleEndian.Uint64(m.bytes(m.resource(c.Src).Base+c.SrcOffset, 8))
	b.draw.predicated = (value == 0) == (gpu.PredicationOp(c.Slot) == gpu.PredicationEqualZero)
	return Outcome{Result: Result{BytesRead: 8},
		Touched: []gpu.Access{{Resource: c.Src, Begin: c.SrcOffset, End: c.SrcOffset + 8, Exact: true, As: gpu.StatePredication, Slot: "predicate"}}}
}
