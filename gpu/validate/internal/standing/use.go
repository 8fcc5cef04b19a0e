package standing

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/internal/substate"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/course"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/words"
)

// Use is a command of a list, and the subresource that it meets.
type Use struct {
	List, Resource gpu.ID
	State          *substate.Subresource // before the command
	Command        *gpu.Command
	Missed         []course.Miss // the subresources that it does not find in their states; nil: all that it means are in State
	Does           string        // what the command does with the resource, "": its name says it
	Told           gpu.Site      // where it is told, if not at the command: the ExecuteBundle of its bundle
	Inside         bool          // both the command and the one that left the state stand in one bundle
}

// path is the address of a field of a barrier of the command.
func (u *Use) path(b *gpu.Barrier, field string) string {
	for i := range u.Command.Barriers {
		if &u.Command.Barriers[i] == b {
			return fmt.Sprintf("[%d].%s", i+1, field)
		}
	}
	return "[0]" // nothing stands there
}

// entries says of the last label of a barrier that an earlier entry of the same call did it, where there is one for the resource.
func (u *Use) entries(d *diag.Diagnostic, b *gpu.Barrier) {
	for i := range u.Command.Barriers {
		switch e := &u.Command.Barriers[i]; {
		case e == b:
			return
		case e.Resource == b.Resource:
			d.Meanwhile()
		}
	}
}

// begin starts the words of a use.
func (u *Use) begin(n Names, code diag.Code, format string, args ...any) *diag.Diagnostic {
	if u.Told == 0 {
		return words.New(code, u.Command.Site, format, args...)
	}
	d := words.New(code, u.Told, format, args...)
	d.Labels[0].Text = "executed here"
	return d.Via(u.Command.Site, fmt.Sprintf("%s, %s", n.Ref(u.Command.List), u.Command.Called()))
}
