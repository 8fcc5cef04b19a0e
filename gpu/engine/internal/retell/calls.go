package retell

import (
	"regexp"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// methods are those of a context by the commands that they record.
var methods = map[string]string{
	gpu.OpDispatch.String():             "DispatchCompute",
	gpu.OpDrawIndexedInstanced.String(): "DrawIndexed",
	gpu.OpDrawInstanced.String():        "Draw",
	gpu.OpIASetIndexBuffer.String():     "SetIndexBuffer",
	gpu.OpIASetVertexBuffers.String():   "SetVertexBuffers",
	gpu.OpOMSetBlendFactor.String():     "SetBlendFactors",
	gpu.OpOMSetRenderTargets.String():   "SetRenderTargets",
	gpu.OpOMSetStencilRef.String():      "SetStencilRef",
	gpu.OpRSSetScissorRects.String():    "SetScissorRects",
	gpu.OpRSSetViewports.String():       "SetViewports",
}

// fields are those of the table that a method takes in the place of the arguments of the command.
var fields = map[string][]string{
	"DispatchCompute": {"ThreadGroupCountX", "ThreadGroupCountY", "ThreadGroupCountZ"},
	"Draw":            {"NumVertices", "NumInstances", "StartVertexLocation", "FirstInstanceLocation"},
	"DrawIndexed":     {"NumIndices", "NumInstances", "FirstIndexLocation", "BaseVertex", "FirstInstanceLocation"},
}

var word = regexp.MustCompile(`\w+`)

// Calls says a diagnostic about a call on a context with the methods of contexts: what stands in the script, and what can be called there. Edits that
// exchange two calls find them by these names; those that add a call are of the level below, and fit no context.
func Calls(d *diag.Diagnostic) {
	d.Title = inMethods(d.Title)
	for i := range d.Help {
		h := &d.Help[i]
		h.Text = inMethods(h.Text)
		if h.Fix == nil {
			continue
		}
		fix := *h.Fix
		if fix.Method = inMethods(fix.Method); fix.Action == diag.FixBehind {
			fix.Text = inMethods(fix.Text)
		}
		if of := fields[fix.Method]; fix.Argument > 0 && fix.Argument <= len(of) && fix.Path == "" && fix.Action == diag.FixPut {
			fix.Argument, fix.Path = 1, of[fix.Argument-1]
		}
		h.Fix = &fix
	}
}

// inMethods is a text with methods of contexts in the place of commands.
func inMethods(text string) string {
	return word.ReplaceAllStringFunc(text, func(name string) string {
		if method, ok := methods[name]; ok {
			return method
		}
		return name
	})
}
