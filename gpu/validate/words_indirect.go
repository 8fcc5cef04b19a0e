package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

func (v *Validator) sayIndirectTexture(c *gpu.Command, r *resource, what string) {
	v.alsoCreated(v.say(diag.BadIndirectBuffer, c.Site, "ExecuteIndirect reads its %s from a buffer, and %s is a texture", what, v.ref(r.id)), r.id)
}

func (v *Validator) sayIndirectAlignment(c *gpu.Command, r *resource, what string, offset uint64) {
	v.say(diag.BadIndirectBuffer, c.Site, "ExecuteIndirect reads its %s at byte %d of %s, which is no multiple of 4", what, offset, v.ref(r.id)).WithResource(v.ref(r.id)).
		HelpText("%d is the next multiple", (offset+3)/4*4)
}

func (v *Validator) sayIndirectEnd(c *gpu.Command, r *resource, what string, offset, size uint64) {
	d := v.alsoCreated(v.say(diag.BadIndirectBuffer, c.Site, "ExecuteIndirect needs %s for its %s, and the buffer has %d bytes", v.bytesRange(r.id, offset, size), what, r.desc.Width), r.id).
		WithRange(offset, words.End(offset, size))
	if s := bodyOf[commandSignature](v, c.Object); what == "arguments" && s != nil {
		d.Note("%d commands of %s, %d bytes apart, take %d bytes, whatever the count buffer says.", c.Size, v.ref(c.Object), s.desc.ByteStride, size)
		if one := uint64(s.desc.SizeInBytes()); offset+one <= r.desc.Width {
			d.HelpText("at most %s fit", words.Count(int((r.desc.Width-offset-one)/uint64(s.desc.ByteStride))+1, "command"))
		}
	}
}

func (v *Validator) adviseEmptyIndirect(c *gpu.Command) {
	v.say(diag.EmptyIndirect, c.Site, "ExecuteIndirect with a maximum of 0 commands runs nothing").HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give the number of commands that the argument buffer holds")
}

func (v *Validator) sayOtherDevice(id gpu.ID, c caller) {
	o := v.object(id)
	d := v.say(diag.ObjectOfAnotherDevice, c.CallSite(), "%s was made by %s, and %s works on %s", v.ref(id), v.ref(o.device), c.CallName(), v.ref(v.scope))
	if v.subject != 0 && v.subject != id {
		d.Also(v.createdAt(v.subject), v.ref(v.subject)+" is created here")
	}
	v.alsoCreated(d, id).HelpText("make both with the same device; data of two devices meets only in the memory of the CPU")
}
