package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
)

// watch follows who writes the data of an argument that the recording promises to be static.
func (v *Validator) watch(l *list, parameter uint32, a *program.Argument) {
	for i := range l.Signature.Statics {
		k := &l.Signature.Statics[i]
		switch h := bodyOf[descriptorHeap](v, a.Table.Heap); {
		case k.Parameter != parameter:
		case k.Count == 0:
			v.watchMemory(l, a.Resource)
		case h != nil:
			for _, s := range h.From(uint64(a.Table.Index)+uint64(k.Offset), uint64(k.Count)) {
				v.watchMemory(l, s.Resource)
			}
		}
	}
}

func (v *Validator) watchMemory(l *list, resource gpu.ID) {
	if place, ok := v.content.Locate(resource); ok {
		l.Watched = append(l.Watched, place.Memory)
		v.content.Watch(place.Memory)
	}
}

// unwatch ends what a recording promises.
func (v *Validator) unwatch(l *list) {
	for _, memory := range l.Watched {
		v.content.Unwatch(memory)
	}
	l.Watched = l.Watched[:0]
}

// promises are those of the lists of a submission, and of their bundles.
func (v *Validator) promises(c *gpu.SubmitCall) (all []content.Recording) {
	first := uint32(0) // the number of the list's first command in the submission
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil {
			continue
		}
		all = l.Promised(all, first)
		first += l.Count
	}
	return all
}
