package course

import (
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// Move puts a list at another place among those of a submission, from 0.
type Move struct {
	At   int
	List gpu.ID
}

// overtaking is that a list of a submission came before another one that was to bring the resource to the state which it expects.
type overtaking struct{ resource, early, late gpu.ID }

// arrange says of the problems of a submission how its lists were to stand.
func (w *walk) arrange(lists []List) {
	for _, o := range w.overtook {
		var ids []gpu.ID
		for i := range lists {
			if !lists[i].Late {
				ids = append(ids, lists[i].ID)
			}
		}
		from, to := slices.Index(ids, o.late), slices.Index(ids, o.early)
		at := slices.IndexFunc(w.problems, func(p Problem) bool { return p.Resource == o.resource && (p.List == o.early || p.List == o.late) })
		if at < 0 || to < 0 || from <= to {
			continue
		}
		moves := []Move{{to, o.late}}
		for i := to; i < from; i++ {
			moves = append(moves, Move{i + 1, ids[i]})
		}
		w.problems[at].Late, w.problems[at].Moves = true, moves
	}
}
