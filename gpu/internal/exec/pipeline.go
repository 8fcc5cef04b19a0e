package exec

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/assemble"
	"github.com/gpuscript/gpuscript/gpu/internal/inputs"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// drawPart is what a graphics pipeline adds: two programs, and how the fixed parts feed them.
type drawPart struct {
	desc    gpu.GraphicsPipelineStateDesc
	vertex  part
	pixel   part // program nil: depth only
	inputs  []assemble.Input
	planes  uint32 // of the vertex program's inputs, without the system values
	outputs uint32 // of the vertex program, with the position
	links   []raster.Input
	uses    gpu.StageUses // of the pixel program
	written uint8         // targets that it writes, by bit
	slots   uint32        // vertex buffers that are read, by bit
	fed     []inputs.Slot // what the input layout has in vertex buffers
	takes   gpu.StageUses // of the vertex program
	system  stage.System  // where the vertex program gives what the rasterizer looks at
}

// NewGraphicsPipeline works out a graphics pipeline. The shaders fit each other, the input layout and the root signature: that was checked.
func (m *Machine) NewGraphicsPipeline(id gpu.ID, root *RootSignature, desc gpu.GraphicsPipelineStateDesc) *Pipeline {
	vs := desc.VS.(gpu.StageShader)
	d := &drawPart{desc: desc, vertex: m.newPart(root, vs), outputs: 4, takes: vs.StageUses(), system: stage.FindSystem(vs.StageOutputs())}
	for _, out := range vs.StageOutputs() {
		d.outputs += out.Components
	}
	d.layOut(vs.StageInputs())
	if desc.PS != nil {
		ps := desc.PS.(gpu.StageShader)
		d.pixel, d.uses = m.newPart(root, ps), ps.StageUses()
		links, missing, ok := raster.Link(ps.StageInputs(), vs.StageOutputs())
		if !ok {
			panic("BUG: exec: the vertex shader does not give " + missing.Name)
		}
		d.links = links
		for _, out := range ps.StageOutputs() {
			d.written |= 1 << out.Index
		}
	}
	return &Pipeline{ID: id, Root: root, draw: d}
}

// layOut finds the elements of the input layout for what the vertex program takes.
func (d *drawPart) layOut(taken []gpu.StageElement) {
	offsets := inputs.Offsets(d.desc.InputLayout)
	d.fed = inputs.Slots(nil, d.desc.InputLayout)
	for i := range taken {
		in := &taken[i]
		at := inputs.Find(d.desc.InputLayout, in)
		if at < 0 {
			panic("BUG: exec: the input layout does not give " + in.Name)
		}
		e := &d.desc.InputLayout[at]
		d.inputs = append(d.inputs, assemble.Input{Plane: d.planes, Components: in.Components, Float: in.Numeric == gpu.NumericFloat,
			Slot: e.InputSlot, Offset: offsets[at],
			Format: e.Format, Instanced: e.InputSlotClass == gpu.PerInstanceData, Step: e.InstanceDataStepRate})
		d.planes += in.Components
		d.slots |= 1 << e.InputSlot
	}
}

// records is the number of records of both programs.
func (d *drawPart) records() uint32 { return uint32(len(d.vertex.sources) + len(d.pixel.sources)) }
