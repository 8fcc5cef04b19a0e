package program

import (
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/content"
)

// Promise appends what the views of a dispatch or a draw promise of the data behind them, as far as they stand in some parameters. The command has an
// index in its own recording, and at is that of the command of the recording whose arguments these are: itself, or the ExecuteBundle through which it
// takes them over. Data that only has to stay while its argument is set matters if something in that recording may have written since then: that
// takes a barrier out of a state for writing, the last of which is command moved.
func (a *Arguments) Promise(list []content.Promise, p *Pipeline, parameters uint64, index, at, moved uint32) []content.Promise {
	for i := range p.Keeps {
		k := &p.Keeps[i]
		set := &a.Args[k.Parameter]
		if a.Set&parameters>>k.Parameter&1 == 0 || k.Mode == content.WhileSet && k.Class != gpu.DescriptorUAV && moved <= set.Index {
			continue
		}
		list = append(list, content.Promise{Range: *k, Root: a.Root, Index: index, Since: at - set.Index, SetSite: set.Site,
			SetOp: set.Op, Clock: set.Clock})
	}
	return list
}
