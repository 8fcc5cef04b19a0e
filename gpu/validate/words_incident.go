package validate

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// executed adds how the guilty command came to run: where it was recorded and submitted.
func (v *Validator) executed(d *diag.Diagnostic, o *gpu.Origin) *diag.Diagnostic {
	d.Also(o.SubmitSite, "submitted here to "+v.ref(o.Queue))
	return d.Via(o.RecordSite, fmt.Sprintf("%s, %s #%d", v.ref(o.List), o.Op, o.Index))
}

func (v *Validator) sayOutOfBounds(o *gpu.OutOfBounds) {
	act, result := "reads", "Reads outside give 0."
	if o.Write {
		act, result = "writes", "Writes outside are dropped."
	}
	d := v.say(diag.ShaderOutOfBounds, o.Site, "kernel %q %s %s[%d], and it has %d elements", o.Kernel, act, o.Slot, o.Index, o.Size)
	d.Labels[0].Text = fmt.Sprintf("work item (%d, %d, %d) is here", o.Item[0], o.Item[1], o.Item[2])
	if o.Declared != 0 {
		d.Also(o.Declared, fmt.Sprintf("%q is declared here", o.Slot))
	}
	v.executed(d, &o.Origin).Because("%s", result).Prop("index", o.Index).Prop("size", o.Size).Prop("count", o.Count)
	if o.Count > 1 {
		d.Note("%d accesses of this command are outside at this place.", o.Count)
	}
	d.HelpText("compare the index with the size before the access, or dispatch fewer groups")
}

func (v *Validator) sayHang(h *gpu.Hang) {
	d := v.say(diag.DeviceHung, h.Site, "kernel %q does not end: a work group used %d instructions", h.Kernel, h.Budget)
	d.Labels[0].Text = fmt.Sprintf("work group (%d, %d, %d) is in this loop", h.Group[0], h.Group[1], h.Group[2])
	v.executed(d, &h.Origin).Because("The device was removed, with reason DEVICE_HUNG.").HelpText("make sure that the loop ends for every work item, or dispatch more and smaller groups")
}

func (v *Validator) sayPageFault(p *gpu.PageFault) {
	d := v.say(diag.PageFault, p.RecordSite, "%s in %s needs %s, which does not exist any more", p.Op, v.ref(p.List), v.ref(p.Object)).WithResource(v.ref(p.Object))
	if o := v.object(p.Object); o != nil && o.released != 0 {
		d.Also(o.released, "it is released here")
	}
	d.Also(p.SubmitSite, "submitted here to "+v.ref(p.Queue)).Because("The device was removed, with reason DEVICE_HUNG.").HelpText("release objects after the work that needs them has finished")
}

func (v *Validator) sayOutOfMemory(o *gpu.OutOfMemory) {
	d := v.say(diag.MemoryLimit, o.Site, "%s of %q needs %d bytes of video memory, and %d of %d are free", o.Method, o.Name, o.Want, o.Free, o.Limit).
		Prop("want", o.Want).Prop("free", o.Free).Prop("largest", o.Largest).Prop("limit", o.Limit)
	if o.Free >= o.Want {
		d.Because("The largest free piece has %d bytes.", o.Largest)
	}
	d.HelpText("release what is not needed any more, or run with more video memory")
}

func (v *Validator) sayTooManyObjects(t *gpu.TooManyObjects) {
	v.say(diag.ObjectLimit, t.Site, "%s of %q would be one object more than the %d that may be open at a time", t.Method, t.Name, t.Limit).HelpText("release what is not needed any more, or reuse it")
}

func (v *Validator) sayRemoved(r *gpu.Removed) {
	d := v.say(diag.DeviceRemoved, r.Site, "%s is called on device %q, which was removed: %s", r.Method, r.Device, r.Reason).Prop("reason", r.Reason)
	if r.Cause != 0 {
		d.Also(r.Cause, "this removed it")
	}
	d.HelpText("repair the cause; everything of a removed device has to be made anew")
}

func (v *Validator) sayDescriptorFault(f *gpu.DescriptorFault) {
	site := f.Declared
	if site == 0 {
		site = f.RecordSite
	}
	d := v.say(diag.DescriptorFault, site, "kernel %q finds %s for %q in %s", f.Kernel, v.faultText(f), f.Slot, register(f.Class, f.Register, f.Space))
	if f.Op != gpu.OpDispatch {
		d.Title = fmt.Sprintf("%s finds %s", f.Op, v.faultText(f))
	}
	if f.Resource != 0 {
		d.WithResource(v.ref(f.Resource))
		if o := v.object(f.Resource); o != nil && o.dead {
			d.Also(o.released, v.ref(f.Resource)+" is released here")
		}
	}
	v.executed(d, &f.Origin).Because("The descriptor acts as a null view: reads give 0, writes are dropped.")
	if f.Handle.Heap != 0 {
		d.Note("It is descriptor %d of %s.", f.Handle.Index, v.ref(f.Handle.Heap))
	}
	d.HelpText("%s", faultHelp(f))
}

// faultText says what the descriptor is.
func (v *Validator) faultText(f *gpu.DescriptorFault) string {
	switch f.Kind {
	case gpu.DescriptorUnwritten:
		return "a descriptor that was never written"
	case gpu.DescriptorDestroyed:
		return "a descriptor of " + v.destroyed(f) + ", which does not exist any more"
	case gpu.DescriptorWrongClass:
		return fmt.Sprintf("a descriptor of type %s where %s is declared", f.Found, f.Class)
	case gpu.DescriptorMixed:
		return "typed views of different formats in one array"
	case gpu.DescriptorOutOfHeap:
		return "a table that reaches behind the end of its heap"
	}
	return "a view of another dimension or element than declared"
}

func (v *Validator) destroyed(f *gpu.DescriptorFault) string {
	if f.Resource != 0 {
		return v.ref(f.Resource)
	}
	return "a resource or heap"
}

func faultHelp(f *gpu.DescriptorFault) string {
	switch f.Kind {
	case gpu.DescriptorDestroyed:
		return "release resources and heaps after the work that needs them has finished"
	case gpu.DescriptorOutOfHeap:
		return "put the table earlier into the heap, or make the heap larger"
	}
	return "create the view that the shader declares at this place of the heap, before the list is executed"
}
