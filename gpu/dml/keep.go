package dml

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/dml/internal/shader"
	"github.com/gpuscript/gpuscript/gpu/dml/tensor"
)

// The persistent resource of a compiled operator; there is none if the operator keeps nothing:
//
//	[0, 256)        a header, whose first word says that initialisation has filled the rest
//	[256, …)        what the operator keeps of its owned inputs in a layout of its own (op.Program.Kept)
//	…               copies of the other owned inputs, each at a multiple of 256
const headerSize = tensor.BufferAlign

// header is the view of the header.
var header = shader.Slot{Name: "header", View: shader.View{Space: shader.Persistent, Type: tensor.Uint32, Elements: headerSize / 4}}

// keep finds what the operator keeps, fills in the size of its persistent resource and how it is filled, and returns the steps of an execution, which
// read copies where they would read owned inputs.
func (c *CompiledOperator) keep() []shader.Step {
	used := map[int]bool{}
	for _, v := range views(c.program.Steps) {
		if v.Space == shader.Input {
			used[v.Index] = true
		}
	}
	end := align(headerSize+c.program.Kept, tensor.BufferAlign)
	c.fill = moved(c.program.Init, nil)
	at := map[int]uint64{}
	for i, b := range c.inputs {
		if b.Tensor == nil || !b.Tensor.Owned() {
			continue
		}
		c.kept = end // also where nothing is left of an owned input: it was handed over
		if used[i] {
			at[i] = end
			c.fill = append(c.fill, copyOf(i, b.Tensor, end))
			end = align(end+b.Tensor.TotalSize(), tensor.BufferAlign)
		}
	}
	if c.program.Kept > 0 || c.kept > 0 {
		c.kept = end
	}
	steps := moved(c.program.Steps, at)
	if c.kept > 0 {
		for i := range steps {
			steps[i].Slots = append(steps[i].Slots, header)
		}
	}
	return steps
}

func align(n, to uint64) uint64 { return (n + to - 1) / to * to }

// moved puts views of owned inputs where their copies are, by input, and what an operator keeps after the header.
func moved(steps []shader.Step, at map[int]uint64) []shader.Step {
	out := copied(steps)
	for i := range out {
		for k := range out[i].Slots {
			v := &out[i].Slots[k].View
			offset, owned := at[v.Index]
			switch {
			case v.Space == shader.Persistent:
				v.Offset += headerSize
			case v.Space == shader.Input && owned:
				v.Space, v.Index, v.Offset = shader.Persistent, 0, offset+v.Offset
			}
		}
	}
	return out
}

// copied are steps whose views can be changed.
func copied(steps []shader.Step) []shader.Step {
	out := append([]shader.Step(nil), steps...)
	for i := range out {
		out[i].Slots = append([]shader.Slot(nil), out[i].Slots...)
	}
	return out
}

// copyOf copies an owned input to the persistent resource, element for element.
func copyOf(input int, t *tensor.Desc, to uint64) shader.Step {
	flat := tensor.Of(t.DataType, uint32(t.Span()))
	if t.DataType.Shares() {
		flat = tensor.Of(tensor.Uint8, uint32(t.Bytes()))
	}
	k := shader.New("COPY", flat.Count())
	x, y := k.Input(input, flat), k.Persistent(to, flat)
	y.Store("i", x.Load("i"))
	return k.Step()
}

// initialisation are the steps that initialise the operator as target n of an initializer. The last one says that it is done.
func (c *CompiledOperator) initialisation(n int) []shader.Step {
	k := shader.New("INITIALIZE", 1)
	if c.kept > 0 {
		k.Line("header[0] = 0x%x", ready)
	}
	k.Line("state[0] = 0x%x", ready)
	k.Line("own[%d] = 1", n)
	done := k.Step()
	if c.kept > 0 {
		done.Slots = append(done.Slots, header)
	}
	return append(append([]shader.Step(nil), c.fill...), done)
}

// source is how a target is initialised, from buffers that are bound as unordered access views, or, where they are in UPLOAD heaps, as shader
// resource views.
type source struct {
	planner
	steps  []shader.Step
	plain  *plan
	kinds  [][]bool // which inputs of others are read as shader resources
	others []*plan
}

// from is the plan for what is bound.
func (s *source) from(bound []BufferBinding) (*plan, error) {
	uploads := make([]bool, len(bound))
	for i, b := range bound {
		uploads[i] = b.Buffer != nil && b.Buffer.HeapType() == gpu.HeapUpload
	}
	if !slices.Contains(uploads, true) {
		return s.plain, nil
	}
	for i, k := range s.kinds {
		if slices.Equal(k, uploads) {
			return s.others[i], nil
		}
	}
	steps := copied(s.steps)
	for i := range steps {
		for k := range steps[i].Slots {
			v := &steps[i].Slots[k].View
			v.ReadOnly = v.Space == shader.Input && uploads[v.Index]
		}
	}
	made, err := s.make(steps)
	if err == nil {
		s.kinds, s.others = append(s.kinds, uploads), append(s.others, made)
	}
	return made, err
}
