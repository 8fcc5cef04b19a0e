package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/batch"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/sched"
	"github.com/gpuscript/gpuscript/gpu/kernel"
)

// CreateGraphicsPipelineState makes a graphics pipeline. A pixel shader that does not declare its inputs is compiled with the outputs of the vertex
// shader; its mistakes are the error, and what is advised about it is reported then.
func (d *Device) CreateGraphicsPipelineState(desc gpu.GraphicsPipelineStateDesc) (*PipelineState, error) {
	a, p, head := d.adapter, &PipelineState{programs: batch.Programs{Graphics: &desc}}, d.head("CreateGraphicsPipelineState")
	if err := link(&desc); err != nil {
		return nil, err
	}
	if ps, ok := desc.PS.(*kernel.Kernel); ok {
		if err := ps.TellAdvice(a.Judge); err != nil {
			return nil, err // a filter made an error of it
		}
	}
	call := d.begin(head, p, gpu.KindPipelineState, "pipeline", &desc.Name, &desc)
	return p, a.create(sched.CallCompile, call, p, func() error {
		p.exec = a.machine.NewGraphicsPipeline(p.id, desc.RootSignature.(*RootSignature).exec, desc)
		d.tune(p)
		return nil
	})
}

// LinkShaders gives the pixel shader that runs after a vertex shader, as CreateGraphicsPipelineState does: its registers are known then. Shaders of
// other stages, and nil, are returned as they are.
func LinkShaders(vs, ps gpu.Shader) (gpu.Shader, error) {
	desc := gpu.GraphicsPipelineStateDesc{VS: vs, PS: ps}
	err := link(&desc)
	return desc.PS, err
}

// link joins the stages. Shaders of other stages than their fields say are left for the layers to refuse.
func link(desc *gpu.GraphicsPipelineStateDesc) error {
	if desc.PS == nil || desc.PS.ShaderStage() != gpu.StagePixel || desc.VS == nil || desc.VS.ShaderStage() != gpu.StageVertex {
		return nil
	}
	k, problems := kernel.Link(desc.PS, desc.VS)
	if k == nil {
		return &diag.Error{Diagnostics: problems}
	}
	desc.PS = k
	return nil
}

// CreateRenderTargetView writes an RTV; a nil description means the whole resource in its own format.
func (d *Device) CreateRenderTargetView(r gpu.Resource, view *gpu.ViewDesc, at gpu.CPUDescriptorHandle) error {
	return d.targetView("CreateRenderTargetView", gpu.DescriptorRTV, r, view, at)
}

// CreateDepthStencilView writes a DSV; a nil description means the whole resource in its own format.
func (d *Device) CreateDepthStencilView(r gpu.Resource, view *gpu.ViewDesc, at gpu.CPUDescriptorHandle) error {
	return d.targetView("CreateDepthStencilView", gpu.DescriptorDSV, r, view, at)
}

func (d *Device) targetView(method string, typ gpu.DescriptorType, r gpu.Resource, view *gpu.ViewDesc, at gpu.CPUDescriptorHandle) error {
	call := d.view(method, typ, r, view, at)
	return d.describe(call, func() { d.adapter.machine.WriteTarget(at, typ, execOf(r), view) })
}

// Prepare starts to make the machine code of a compute shader, a *kernel.Kernel, beside the script, and returns at once; the first dispatch waits for
// what is missing. It changes nothing that a script can see. It costs no virtual time and is no call that layers see.
func (a *Adapter) Prepare(shader gpu.Shader) { a.kernels.Prepare(shader, a.checkKernels) }
