package recorded

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
)

// BundleUse is a recording of a bundle that a list executes.
type BundleUse struct {
	Alloc    gpu.ID
	Resets   uint32 // of it
	Site     gpu.Site
	Bundle   gpu.ID
	Index    uint32 // of the ExecuteBundle
	Promises []content.Promise
	// Inherited are promises of the list's arguments, which commands of the bundle take over.
	Inherited []content.Promise
}

// BundleUser is a recording that executes a bundle.
type BundleUser struct {
	List  gpu.ID
	Stamp uint32 // of the recording
	Site  gpu.Site
}

// Executes follows an ExecuteBundle. inherited are promises of the list's arguments, which commands of the bundle take over.
func (l *List) Executes(b *List, c *gpu.Command, inherited []content.Promise) {
	b.Users = append(b.Users, BundleUser{l.ID, l.Stamp, c.Site})
	b.Barriers.Runs(&l.Barriers, c.Site)
	l.Bundles = append(l.Bundles, BundleUse{b.Alloc, b.Resets, c.Site, b.ID, c.Index, b.Promises, inherited})
	l.Names = append(l.Names, b.Names...)
}

// Needs says whether a list with a recording, as a bundle knows it, still has to be submitted with that.
func (u *BundleUser) Needs(list *List) bool {
	return list.Stamp == u.Stamp && !list.Submitted && !list.Dead
}

// Promised adds the promises of a list and of its bundles to those of a submission, in which the list's first command has a number.
func (l *List) Promised(all []content.Recording, first uint32) []content.Recording {
	all = content.With(all, content.Recording{List: l.ID, Promises: l.Promises})
	if len(l.Bundles) == 0 {
		return all
	}
	told := map[gpu.ID]bool{}
	for i := range l.Bundles {
		b := &l.Bundles[i]
		if !told[b.Bundle] {
			all = content.With(all, content.Recording{List: b.Bundle, Promises: b.Promises})
		}
		told[b.Bundle] = true
		all = content.With(all, content.Recording{List: b.Bundle, Promises: b.Inherited, Once: true, Number: first + b.Index})
	}
	return all
}
