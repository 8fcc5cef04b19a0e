package diag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestExchange: a new line that stands right behind the line it goes before is moved, once.
func TestExchange(t *testing.T) {
	for _, tt := range []struct{ name, script, line, want string }{
		{"the same line", "  q:Execute()\n  q:Wait(f, 1) -- now", "q:Wait(f, 1)", "q:Wait(f, 1) -- now"},
		{"written in another way", "draw()\nl:SetTopology \"LIST\"", `l:SetTopology("LIST")`, `l:SetTopology "LIST"`},
		{"for another value", "a:Reset()\nf:WaitCPU(s.value)", "f:WaitCPU(math.max(0, n - 2))", "f:WaitCPU(s.value)"},
		{"of a queue for another value", "q:ExecuteCommandLists { l }\nq:Wait(f, last)", "q:Wait(f, n - 1)", ""},
		{"for a smaller number", "m:Read(0, \"uint\")\nf:WaitCPU(2)", "f:WaitCPU(3)", ""},
		{"for a larger number", "m:Read(0, \"uint\")\nf:WaitCPU(4)", "f:WaitCPU(3)", "f:WaitCPU(4)"},
		{"for another fence", "a:Reset()\ng:WaitCPU(s.value)", "f:WaitCPU(n)", ""},
		{"for what the call may signal", "frame(n)\nf:WaitCPU(n)", "f:WaitCPU(n - 2)", ""},
		{"what does the same", "draw()\ndoes l:Close()", "l:Close()", "does l:Close()"},
		{"what does something else", "draw()\ndoes l:Close()", "l:Reset(a)", ""},
		{"another line", "draw()\nl:Close()", "l:Reset(a)", ""},
		{"another block", "draw()\n  l:Close()", "l:Close()", ""},
		{"what a script does again", "l:Dispatch(1, 1, 1)\nl:ResourceBarrier { { Type = \"UAV\" } }", "l:ResourceBarrier { { Type = \"UAV\" } }", ""},
		{"of a kernel", "x[0] = 1\nGroupMemoryBarrierWithGroupSync()", "GroupMemoryBarrierWithGroupSync()", ""},
		{"the last line", "draw()", "l:Close()", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			lines := strings.Split(tt.script, "\n")
			line := func(_ string, n int) (string, bool) {
				if n > len(lines) {
					return "", false
				}
				return lines[n-1], true
			}
			d := New(MissingSignal, "x").WithHelp(Help{Edit: EditInsertBefore, Span: Span{File: "x.lua", Line: 1, Col: 1}, Replace: tt.line})
			for range 2 {
				d.Exchange(line, func(_ string, n int) (string, bool) {
					does, is := strings.CutPrefix(lines[n-1], "does ")
					return does, is
				})
			}
			if h := d.Help[0]; tt.want == "" {
				require.Equal(t, tt.line, h.Replace)
				require.Empty(t, h.And)
			} else {
				require.Equal(t, tt.want, h.Replace)
				require.Len(t, h.And, 1)
				require.Equal(t, EditDeleteLine, h.And[0].Edit)
				require.Equal(t, 2, h.And[0].Span.Line)
			}
		})
	}
}
