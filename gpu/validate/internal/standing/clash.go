package standing

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Side is one of two uses of a subresource by one command.
type Side struct {
	Want gpu.ResourceStates
	As   string // as what the command uses it, "": the command says it
	View View   // of a descriptor
}

// View is the descriptor after a use; the zero value is none.
type View struct {
	Register  string   // that it stands in
	Site      gpu.Site // where it was written
	Mip, Mips uint32   // that it shows
	Reads     bool     // it is a shader resource view
}

// Clash words a command that needs a subresource in two states at once. sub is one of those that both use, gpu.AllSubresources: all.
func Clash(n Names, u Use, sub uint32, a, b Side) *diag.Diagnostic {
	d := u.begin(n, diag.TwoStates, "%s uses %s in two states at once, %s and %s", u.Command.Called(), n.Ref(u.Resource), a.Want, b.Want).
		WithObject(u.Resource, n.Ref(u.Resource)).Prop("first", a.Want).Prop("second", b.Want)
	for _, s := range []Side{a, b} {
		if s.As != "" {
			d.Note("It needs %s as %s.", s.Want, s.As)
		}
		if s.View.Site != 0 {
			d.Also(s.View.Site, fmt.Sprintf("the descriptor for %s is written here", s.View.Register))
		}
	}
	r := n.Resource(u.Resource)
	if r != nil && r.Subresources() > 1 && sub != gpu.AllSubresources {
		d.Note("It is subresource %d of %d: mip %d of slice %d.", sub, r.Subresources(), r.Mip(sub), sub/r.MipLevels%r.ArraySize())
		d.Prop("subresource", uint64(sub))
	}
	d.Because("A subresource is in one state while a command runs, and a write state excludes every other: no barrier can give both.")
	if r != nil && (part(d, r, sub, &a.View, &b.View) || part(d, r, sub, &b.View, &a.View)) {
		return d
	}
	return apart(d, r, a, b)
}

// apart proposes what there is where no state and no barrier helps.
func apart(d *diag.Diagnostic, r *gpu.ResourceDesc, a, b Side) *diag.Diagnostic {
	written := a.Want | b.Want
	switch {
	case written&gpu.StateDepthWrite != 0:
		return d.HelpText("bind a view with READ_ONLY_DEPTH and leave the texture in DEPTH_READ with the state of the shader, or read a copy of it")
	case r != nil && r.Dimension == gpu.DimensionBuffer:
		return d.HelpText("use another buffer for one of the two, or leave one of the bindings out")
	case written&gpu.StateRenderTarget != 0:
		return d.HelpText("read another texture: a copy that CopyResource makes before the command, or the target of the pass before, where two textures take turns; or leave one of the bindings out")
	}
	return d.HelpText("use another texture for one of the two, or leave one of the bindings out")
}

// Unmeetable adds to what was said of a command that does not find a resource in its state that another need of it excludes that state, so that a
// barrier before it helps as little as one after it.
func Unmeetable(n Names, d *diag.Diagnostic, id gpu.ID, want gpu.ResourceStates, other Side) {
	d.Help = nil
	d.Because("It needs it in %s as well, as %s, and a write state excludes every other: no barrier can give both.", other.Want, other.As)
	apart(d, n.Resource(id), Side{Want: other.Want}, Side{Want: want})
	if other.View.Site != 0 {
		d.Also(other.View.Site, fmt.Sprintf("the descriptor for %s is written here", other.View.Register))
	}
}

// part proposes a shader resource view without the mips that another view of the command writes. It says whether that helps.
func part(d *diag.Diagnostic, r *gpu.ResourceDesc, sub uint32, read, written *View) bool {
	if !read.Reads || read.Mips < 2 || sub == gpu.AllSubresources || written.Mips >= read.Mips {
		return false
	}
	first, count := read.Mip, uint32(0)
	if m := r.Mip(sub); m > first {
		count = m - first
	} else {
		first = m + max(written.Mips, 1)
		count = read.Mip + read.Mips - min(first, read.Mip+read.Mips)
	}
	if count == 0 {
		return false
	}
	fix := diag.Fix{}
	if first == read.Mip {
		fix = diag.Put("CreateShaderResourceView", "MipLevels", count).At(2)
	}
	d.HelpFix(read.Site, fix, "create the view of %s with MostDetailedMip = %d, MipLevels = %d: it shows %s now, and %s writes one of them",
		read.Register, first, count, words.Count(int(read.Mips), "mip"), written.Register)
	return true
}
