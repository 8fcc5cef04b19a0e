// Package arguments holds the rules of the buffers of ExecuteIndirect: they hold the arguments of all commands, and the count. What the commands
// need besides is not its concern. It asks about objects through World.
package arguments

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// World is what the rules ask of the validator.
type World interface {
	// Say starts the diagnostic of a broken rule.
	Say(code diag.Code, site gpu.Site, format string, args ...any) *diag.Diagnostic
	// Ref is an object as messages name it, Name its name alone, Created the place where it was made.
	Ref(id gpu.ID) string
	Name(id gpu.ID) string
	Created(id gpu.ID) gpu.Site
	// Advise says whether advice is given.
	Advise() bool
	// Resource and Signature are descriptions, nil where the object is none.
	Resource(id gpu.ID) *gpu.ResourceDesc
	Signature(id gpu.ID) *gpu.CommandSignatureDesc
}

// Buffers applies the rules: two buffers at most, 4-byte aligned, that hold the arguments of all commands and the count. It says whether they do.
func Buffers(w World, c *gpu.Command, s *gpu.CommandSignatureDesc) bool {
	if w.Resource(c.Src) == nil {
		return false
	}
	if c.Size == 0 && w.Advise() {
		adviseEmptyIndirect(w, c)
	}
	size := uint64(0)
	if c.Size > 0 {
		size = (c.Size-1)*uint64(s.ByteStride) + uint64(s.SizeInBytes())
	}
	if !part(w, c, c.Src, "arguments", c.SrcOffset, size) {
		return false
	}
	return w.Resource(c.Dst) == nil || part(w, c, c.Dst, "count", c.DstOffset, 4)
}

func part(w World, c *gpu.Command, id gpu.ID, what string, offset, size uint64) bool {
	r := w.Resource(id)
	switch {
	case r.Dimension != gpu.DimensionBuffer:
		sayIndirectTexture(w, c, id, what)
	case offset%4 != 0:
		sayIndirectAlignment(w, c, id, what, offset)
	case words.End(offset, size) > r.Width:
		sayIndirectEnd(w, c, id, what, offset, size)
	default:
		return true
	}
	return false
}

func sayIndirectTexture(w World, c *gpu.Command, id gpu.ID, what string) {
	words.Made(w, w.Say(diag.BadIndirectBuffer, c.Site, "ExecuteIndirect reads its %s from a buffer, but %s is a texture", what, w.Ref(id)), id)
}

func sayIndirectAlignment(w World, c *gpu.Command, id gpu.ID, what string, offset uint64) {
	w.Say(diag.BadIndirectBuffer, c.Site, "ExecuteIndirect reads its %s at byte %d of %s, which is not a multiple of 4", what, offset, w.Ref(id)).
		WithResource(w.Ref(id)).
		HelpText("%d is the next multiple", (offset+3)/4*4)
}

func sayIndirectEnd(w World, c *gpu.Command, id gpu.ID, what string, offset, size uint64) {
	d := words.Made(w, w.Say(diag.BadIndirectBuffer, c.Site, "ExecuteIndirect needs %s for its %s, but the buffer has %d bytes",
		words.Range(w.Name(id), offset, size), what, w.Resource(id).Width), id).
		WithRange(offset, words.End(offset, size))
	if s := w.Signature(c.Object); what == "arguments" && s != nil {
		d.Note("%d commands of %s, %d bytes apart, take %d bytes, whatever the count buffer says.", c.Size, w.Ref(c.Object), s.ByteStride, size)
		if one := uint64(s.SizeInBytes()); offset+one <= w.Resource(id).Width {
			d.HelpFix(c.Site, diag.PutArgument("ExecuteIndirect", 2, (w.Resource(id).Width-offset-one)/uint64(s.ByteStride)+1), "at most %s fit",
				words.Count(int((w.Resource(id).Width-offset-one)/uint64(s.ByteStride))+1, "command"))
		}
	}
}

func adviseEmptyIndirect(w World, c *gpu.Command) {
	w.Say(diag.EmptyIndirect, c.Site, "ExecuteIndirect with a maximum of 0 commands runs nothing").
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give the number of commands that the argument buffer holds")
}

// EmptyDispatch advises against a dispatch of no groups.
func EmptyDispatch(w World, c *gpu.Command) {
	w.Say(diag.EmptyDispatch, c.Site, "Dispatch(%d, %d, %d) runs nothing", c.X, c.Y, c.Z).
		HelpEdit(c.Site, diag.EditDeleteLine, "", "leave it out, or give each dimension at least one group")
}

// TooManyGroups says that a dispatch has more groups in a dimension than can be counted.
func TooManyGroups(w World, c *gpu.Command) {
	d := w.Say(diag.TooManyGroups, c.Site, "Dispatch(%d, %d, %d) has more than 65535 groups in a dimension", c.X, c.Y, c.Z)
	words.HelpGroups(d, c.Site, c.X, c.Y, c.Z)
}
