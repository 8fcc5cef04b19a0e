package engine

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/engine/desc"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/mapped"
	"github.com/gpuscript/gpuscript/gpu/engine/internal/words"
)

// arguments is where commands or their count stand.
type arguments struct {
	buffer *Buffer
	offset uint64
	mode   desc.Transition
	exact  bool // all commands are read: no counter says how many
}

// indirect applies the rules to a buffer of arguments and says where it is. size is how many bytes are read.
func (r *recorder) indirect(c *DeviceContext, a arguments, size uint64, method string) (gpu.Resource, uint64, error) {
	b := a.buffer
	if b == nil {
		return nil, 0, c.dev.rules.Refuse(words.ContextUse(c.said(), method, "there is no buffer of arguments",
			"name one, made with the bind flag INDIRECT_DRAW_ARGS"))
	}
	if err := c.bindable(b, desc.BindIndirectDrawArgs, method); err != nil {
		return nil, 0, err
	}
	if a.offset+size < a.offset || a.offset+size > b.desc.Size {
		return nil, 0, c.dev.rules.Refuse(words.Range(b.said(), method, a.offset, size, b.desc.Size, c.site))
	}
	if b.transient() {
		now, err := c.current(b, method)
		if err != nil {
			return nil, 0, err
		}
		r.Use(&b.life.Usage, method)
		if a.exact {
			now.Reads(r.Recorder, mapped.Reach{Begin: a.offset, End: a.offset + size}, method)
		}
		return now.Space.Page.Native, now.Space.Offset + a.offset, nil
	}
	return b.track.Native, a.offset, r.needs(c, &b.object, &b.track, wholeBuffer, gpu.StateIndirectArgument, a.mode, method)
}

// executeIndirect records commands of a type.
func (r *recorder) executeIndirect(c *DeviceContext, typ gpu.IndirectArgumentType, of desc.IndirectAttribs, method string) error {
	size, stride, why, help := of.Layout(typ)
	if why != "" {
		return c.dev.rules.Refuse(words.ContextUse(c.said(), method, why, help))
	}
	if of.Count == 0 {
		return nil
	}
	s, err := c.dev.signatures.Get(typ, stride)
	if err != nil {
		return err
	}
	buffer, _ := of.Buffer.(*Buffer)
	counter, _ := of.Counter.(*Buffer)
	args, at, err := r.indirect(c, arguments{buffer, of.Offset, of.Mode, counter == nil}, uint64(of.Count-1)*uint64(stride)+uint64(size), method)
	if err != nil {
		return err
	}
	var count gpu.Resource
	countAt := uint64(0)
	if counter != nil {
		if count, countAt, err = r.indirect(c, arguments{counter, of.CounterOffset, of.CounterMode, true}, 4, method); err != nil {
			return err
		}
	}
	r.List.SetSite(c.site)
	return r.Did(r.List.ExecuteIndirect(s, of.Count, args, at, count, countAt))
}

// DrawIndirect draws with arguments that the GPU reads from a buffer: NumVertices, NumInstances, StartVertexLocation, FirstInstanceLocation.
func (c *DeviceContext) DrawIndirect(a desc.DrawIndirectAttribs) error {
	r, err := c.prepareDraw("DrawIndirect")
	if err != nil {
		return err
	}
	return r.executeIndirect(c, gpu.IndirectDraw, a.Commands(), "DrawIndirect")
}

// DrawIndexedIndirect draws indexed vertices with arguments that the GPU reads from a buffer: NumIndices, NumInstances,
// FirstIndexLocation, BaseVertex, FirstInstanceLocation.
func (c *DeviceContext) DrawIndexedIndirect(a desc.DrawIndexedIndirectAttribs) error {
	r, err := c.prepareDraw("DrawIndexedIndirect")
	if err != nil {
		return err
	}
	if err := r.indexBuffer(c, a.IndexType, "DrawIndexedIndirect"); err != nil {
		return err
	}
	return r.executeIndirect(c, gpu.IndirectDrawIndexed, a.Commands(), "DrawIndexedIndirect")
}

// DispatchComputeIndirect runs thread groups whose numbers the GPU reads from a buffer: x, y, z.
func (c *DeviceContext) DispatchComputeIndirect(a desc.DispatchComputeIndirectAttribs) error {
	r, err := c.prepare("DispatchComputeIndirect", gpu.PipelineCompute)
	if err != nil {
		return err
	}
	of := desc.IndirectAttribs{Buffer: a.AttribsBuffer, Offset: a.DispatchArgsByteOffset, Count: 1, Mode: a.AttribsBufferStateTransitionMode}
	return r.executeIndirect(c, gpu.IndirectDispatch, of, "DispatchComputeIndirect")
}
