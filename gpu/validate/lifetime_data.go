package validate

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/program"
)

// promise keeps what the views of a dispatch or a draw promise of the data behind them. Data that only has to stay while its argument is set
// matters if something in the list may have written since then: that takes a barrier out of a state for writing.
func (v *Validator) promise(l *list, c *gpu.Command) {
	for i := range l.program.Keeps {
		k := &l.program.Keeps[i]
		a := &l.Args[k.Parameter]
		if l.Set&(1<<k.Parameter) == 0 || k.Mode == content.WhileSet && k.Class != gpu.DescriptorUAV && l.moved <= a.Index {
			continue
		}
		l.promises = append(l.promises, content.Promise{Range: *k, Root: l.Root, Index: c.Index, Set: a.Index, SetSite: a.Site, SetOp: a.Op, Clock: a.Clock})
	}
}

// watch follows who writes the data of an argument that the recording promises to be static.
func (v *Validator) watch(l *list, parameter uint32, a *program.Argument) {
	for i := range l.Signature.Statics {
		k := &l.Signature.Statics[i]
		switch h := bodyOf[descriptorHeap](v, a.Table.Heap); {
		case k.Parameter != parameter:
		case k.Count == 0:
			v.watchMemory(l, a.Resource)
		case h != nil:
			first := uint64(a.Table.Index) + uint64(k.Offset)
			for at := first; at < min(first+uint64(k.Count), uint64(len(h.slots))); at++ {
				v.watchMemory(l, h.slots[at].resource)
			}
		}
	}
}

func (v *Validator) watchMemory(l *list, resource gpu.ID) {
	if place, ok := v.locate(resource); ok {
		l.watched = append(l.watched, place.Memory)
		v.content.Watch(place.Memory)
	}
}

// unwatch ends what a recording promises.
func (v *Validator) unwatch(l *list) {
	for _, memory := range l.watched {
		v.content.Unwatch(memory)
	}
	l.watched = l.watched[:0]
}

// promises are those of the lists of a submission, and of their bundles.
func (v *Validator) promises(c *gpu.SubmitCall) (all []content.Recording) {
	for _, id := range c.Lists {
		l := v.list(id)
		if l == nil {
			continue
		}
		if len(l.promises) > 0 {
			all = append(all, content.Recording{List: id, Promises: l.promises})
		}
		for i := range l.bundles {
			if b := &l.bundles[i]; len(b.promises) > 0 {
				all = append(all, content.Recording{List: b.bundle, Promises: b.promises})
			}
		}
	}
	return all
}
