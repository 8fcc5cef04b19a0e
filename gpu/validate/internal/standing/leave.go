package standing

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
)

// leaveIn is the line of a barrier at the end of the list whose barrier left the subresource of a problem in a state. nil: it was no barrier of one
// entry.
func leaveIn(n Names, p *course.Problem, after gpu.ResourceStates, name string) *diag.Draft {
	f := &p.Found
	closed := n.Closed(f.List)
	if f.Site == 0 || f.Op != gpu.OpResourceBarrier || closed == 0 {
		return nil
	}
	return &diag.Draft{Edit: diag.EditInsertBefore,
		Replace: fmt.Sprintf(`%%1:ResourceBarrier { { Type = "TRANSITION", Resource = %%2, %sBefore = %q, After = %q } }`, only(n, p), f.State, name),
		Snippets: []diag.Snippet{{Site: closed, Method: "Close", Made: n.Created(f.List)},
			{Site: f.Site, Argument: 1, Path: diag.Entry("Resource"), Method: "ResourceBarrier", Together: true}}}
}

// only is the field that names the subresource of a problem, where the list that left it in its state may have left others in another one.
func only(n Names, p *course.Problem) string {
	if r := n.Resource(p.Resource); r == nil || r.Subresources() == 1 || n.Barriers(p.Found.List).Alike(p.Resource) {
		return ""
	}
	return fmt.Sprintf("Subresource = %d, ", p.Subresource)
}
