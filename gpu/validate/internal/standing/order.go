package standing

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// helpOrder proposes to execute a list before the one that has overtaken it.
func helpOrder(n Names, d *diag.Diagnostic, p *course.Problem) {
	const call = "ExecuteCommandLists"
	if len(p.Moves) == 0 {
		d.Because("%s brings it to the state from which %s has taken it.", words.Capital(n.Ref(p.List)), n.Ref(p.Found.List))
		d.HelpFix(p.Found.Submit, diag.Fix{Method: call, Action: diag.FixBehind, Object: diag.The(p.Submit)}, "execute %s before %s",
			n.Ref(p.List), n.Ref(p.Found.List))
		return
	}
	first, next := p.Moves[0].List, p.Moves[1].List
	what := "brings it to the state from which %s takes it"
	switch p.Verdict {
	case substate.WrongState:
		what = "brings it to the state that %s needs"
	case substate.SplitEnd:
		what = "begins the barrier that %s ends"
	}
	d.Because("%s "+what+".", words.Capital(n.Ref(first)), n.Ref(next))
	for i, m := range p.Moves {
		fix := diag.PutObject(call, 1, fmt.Sprintf("[%d]", m.At+1), diag.The(n.Created(m.List)))
		if i == 0 {
			d.HelpFix(p.Submit, fix, "execute %s before %s", n.Ref(first), n.Ref(next))
		} else {
			d.AndFix(p.Submit, fix)
		}
	}
}
