package validate

import (
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/tables"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func (v *Validator) sayNoPipeline(l *list, c *gpu.Command) {
	v.say(diag.NoPipeline, c.Site, "%s without a pipeline in %s", c.Op, v.ref(l.id)).Also(l.opened, "the recording begins here without one").
		WithResource(v.ref(l.id)).HelpBefore(c.Site, "%1:SetPipelineState(%2)", v.made(l.id, v.onlyPipeline(l, c)), "call SetPipelineState on %s before %s", v.ref(l.id), c.Op)
}

// onlyPipeline is the pipeline that a command can have meant, if there is only one of its kind, and for the root signature that is set; 0 otherwise.
func (v *Validator) onlyPipeline(l *list, c *gpu.Command) (only gpu.ID) {
	draws := strings.HasPrefix(c.Op.String(), "Draw")
	if !draws && c.Op != gpu.OpDispatch {
		return 0
	}
	return v.only(func(id gpu.ID) bool {
		p := bodyOf[pipeline](v, id)
		return p != nil && (p.Graphics != nil) == draws && (l.Root == 0 || p.Root == l.Root) && v.deviceOf(id) == v.deviceOf(l.id)
	})
}

// only is the object that is alive and fits, if there is one; 0 otherwise.
func (v *Validator) only(fits func(gpu.ID) bool) gpu.ID {
	if ids := v.all(fits); len(ids) == 1 {
		return ids[0]
	}
	return 0
}

// all are the objects that are alive and fit.
func (v *Validator) all(fits func(gpu.ID) bool) (ids []gpu.ID) {
	for i := range v.objects {
		if id := gpu.ID(i); v.objects[i].kind != gpu.KindNone && !v.objects[i].dead && fits(id) {
			ids = append(ids, id)
		}
	}
	return ids
}

func (v *Validator) sayPipelineKind(l *list, c *gpu.Command, does, kind, want string) {
	v.alsoCreated(v.say(diag.PipelineKindMismatch, c.Site, "%s %s, and %s is a %s pipeline", c.Op, does, v.ref(l.pipeline), kind), l.pipeline).
		HelpBefore(c.Site, "%1:SetPipelineState(%2)", v.made(l.id, v.onlyPipeline(l, c)), "set a pipeline of Create%sPipelineState before it", want)
}

func (v *Validator) sayMissingArgument(l *list, c *gpu.Command, p *pipeline, parameter uint32) {
	kind := l.Signature.Desc.Parameters[parameter].Type
	only := v.only(func(id gpu.ID) bool {
		r := bodyOf[resource](v, id)
		return r != nil && words.ViewOf(kind, &r.desc) && v.deviceOf(id) == v.deviceOf(l.id)
	})
	tables.Missing(v.world(l, c), c, l.Arguments, p.Reader(parameter), parameter, l.argumentSetter(kind, parameter), only, l.heapSite)
}

// setter is the name of a method that sets root arguments of dispatches, or of draws.
func (l *list) setter(what string) string {
	if l.Arguments == &l.points[1] {
		return "SetGraphicsRoot" + what
	}
	return "SetComputeRoot" + what
}

// argumentSetter is the call that sets a parameter.
func (l *list) argumentSetter(t gpu.RootParameterType, parameter uint32) string {
	return words.ArgumentSetter(l.setter(""), t, parameter)
}

func (v *Validator) sayNoRootSignature(c *gpu.Command) {
	set := v.list(c.List).setter("Signature")
	root := v.only(func(id gpu.ID) bool {
		return bodyOf[rootSignature](v, id) != nil && v.deviceOf(id) == v.deviceOf(c.List)
	})
	if p := bodyOf[pipeline](v, v.list(c.List).pipeline); p != nil {
		root = p.Root
	}
	v.say(diag.NoRootSignature, c.Site, "%s is called in %s before %s", c.Op, v.ref(c.List), set).WithResource(v.ref(c.List)).
		HelpBefore(c.Site, "%1:"+set+"(%2)", v.made(c.List, root), "call %s on %s first", set, v.ref(c.List))
}

func (v *Validator) sayAddressAlignment(site gpu.Site, method string, address, align uint64) {
	v.say(diag.BadAddress, site, "%s got the address %d, which is no multiple of %d bytes", method, address, align).HelpText("use GetGPUVirtualAddress() plus a multiple of %d", align)
}

func (v *Validator) sayAddress(c caller, address, size uint64, id gpu.ID, offset uint64) {
	if id == 0 {
		d := v.say(diag.BadAddress, c.CallSite(), "%s got the address %d, where no buffer is", c.CallName(), address)
		if near := v.bufferBefore(address); near != nil {
			v.alsoCreated(d, near.id).Note("The nearest is %s: it has %d bytes, and the address is byte %d behind its beginning.", v.ref(near.id), near.desc.Width, address-near.begin)
		}
		const help = "use GetGPUVirtualAddress() of a buffer that is alive, plus less than its size"
		if near := v.bufferBefore(address); near != nil && address-near.begin == near.desc.Width { // right behind it
			words.HelpLarger(d, v.createdAt(near.id), near.desc.Width+size, help+"; or make the buffer larger: Width = %d", near.desc.Width+size)
			return
		}
		d.HelpText(help)
		return
	}
	r := v.resource(id)
	d := v.alsoCreated(v.say(diag.BadAddress, c.CallSite(), "%s needs %s, and the buffer has %d bytes", c.CallName(), words.Range(v.nameOf(id), offset, size), r.desc.Width), id).WithRange(offset, offset+size)
	words.HelpLarger(d, v.createdAt(id), offset+size, "make the buffer larger: Width = %d, or take less of it", offset+size)
}

func (v *Validator) sayNotUnordered(id gpu.ID, site gpu.Site, method string) {
	v.alsoCreated(v.say(diag.NotUnorderedAccess, site, "%s needs ALLOW_UNORDERED_ACCESS, and %s does not have it", method, v.ref(id)), id).
		HelpFix(v.createdAt(id), diag.Put("CreateCommittedResource|CreatePlacedResource", "Flags", v.resource(id).desc.Flags|gpu.AllowUnorderedAccess), `create %s with Flags = "ALLOW_UNORDERED_ACCESS"`, v.ref(id))
}

func (v *Validator) saySubresource(site gpu.Site, method string, r *resource, sub uint32) {
	words.HelpSubresource(v.alsoCreated(v.say(diag.BadSubresource, site, "%s names subresource %d of %s, which has %d", method, sub, v.ref(r.id), r.subs), r.id), site, method, r.subs)
}
