package device

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device/internal/passes"
	"github.com/gpuscript/gpuscript/gpu/renderpass"
)

// BeginRenderPass begins a render pass: it discards what the pass does not need, binds the targets and clears them. It composes DiscardResource,
// OMSetRenderTargets, ClearRenderTargetView and ClearDepthStencilView, in front of the command of its name. depth may be nil. A pass that resumes a
// suspended one only binds its targets.
func (l *CommandList) BeginRenderPass(targets []renderpass.RenderPassTarget, depth *renderpass.RenderPassDepthStencil,
	flags renderpass.RenderPassFlags) error {
	site, p := l.site, &l.pass
	if p.Open { // a layer refuses it
		l.begin(gpu.OpBeginRenderPass)
		return l.commit()
	}
	if err := p.Begin(passRecorder{l}, site, targets, depth, flags); err != nil {
		return err
	}
	l.site, p.Open = site, true
	c := l.begin(gpu.OpBeginRenderPass)
	if c.X = uint32(flags); flags&renderpass.PassResumes == 0 {
		c.Y = p.Preserved()
	}
	return l.commit()
}

// EndRenderPass ends the pass: it resolves targets and discards what nobody needs. It composes ResourceBarrier, ResolveSubresourceRegion,
// DiscardResource and OMSetRenderTargets, after the command of its name. A pass that is suspended only unbinds its targets.
func (l *CommandList) EndRenderPass() error {
	site, p := l.site, &l.pass
	l.begin(gpu.OpEndRenderPass)
	open, err := p.Open, l.commit()
	if p.Open = false; !open || err != nil {
		return err // a layer refuses it
	}
	return p.End(passRecorder{l}, site)
}

// passRecorder is the list as a recorder of the commands of a pass.
type passRecorder struct{ *CommandList }

var _ passes.Recorder = passRecorder{}

// DiscardSubresource implements passes.Recorder.
func (l passRecorder) DiscardSubresource(r gpu.Resource, subresource uint32) error {
	c := l.begin(gpu.OpDiscardResource)
	c.Dst, c.Slot, c.X = r.ID(), subresource, 1
	return l.commit()
}

// Target implements passes.Recorder.
func (l passRecorder) Target(at gpu.CPUDescriptorHandle) (gpu.TargetView, gpu.Resource) {
	v := l.adapter.target(at)
	if r, ok := l.adapter.objects.Get(v.Resource).(*Resource); ok {
		return v, r
	}
	return v, nil
}
