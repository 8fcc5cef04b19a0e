package fault

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// mostText is how many bytes of a text a message shows.
const mostText = 40

// mostFields is how many fields of a table a message names.
const mostFields = 8

// absent says of an expression that is nil why it is: a function says why it gave nothing in its second result, or a field of a table was never set.
// node is what uses it. What has a help keeps it.
func (h *Hearing) absent(L *lua.LState, w *Fault, e ast.Expr, node ast.PositionHolder) {
	if w.Help != "" || w.Line != nil {
		return
	}
	if call := h.fails(e); call != "" {
		w.Help = fmt.Sprintf("%s returns nil where it fails, and then the reason: assert(%s(...)) ends the script with the reason.", call, call)
		return
	}
	if id, ok := e.(*ast.IdentExpr); ok && w.Unknown == id && w.near(w.names()) == "" {
		if n, ok := node.(ast.Expr); ok && h.Source.Assigned(n) {
			w.Help = fmt.Sprintf("Make the table first, where all that use it see it: local %s = {}.", id.Value)
		}
	}
	field, ok := e.(*ast.AttrGetExpr)
	if !ok {
		return
	}
	v, known := h.valueOf(L, field.Object)
	table, isTable := v.(*lua.LTable)
	text := h.Source.Text(e)
	if !known || !isTable || table.Metatable != lua.LNil || text == "" || w.near(w.names()) != "" {
		return
	}
	if _, last := field.Key.(*ast.UnaryLenOpExpr); last && table.Len() == 0 {
		w.Help = "The list is empty, so it has no last element."
		return
	}
	if n, ok := node.(ast.Expr); ok && h.Source.Assigned(n) {
		line := fmt.Sprintf("%s = %s or {}", text, text)
		w.Help = fmt.Sprintf("Make the table first: %s.", line)
		if at, edit, ok := h.Source.Before(gpu.Site(e.Line())); ok && edit == diag.EditInsertBefore {
			w.Line = &diag.Help{Span: at, Edit: edit, Replace: line}
		}
		return
	}
	if help, ok := streams[text]; ok {
		w.Help = help
		return
	}
	if _, named := field.Key.(*ast.StringExpr); named {
		w.Help = fmt.Sprintf("Give %s a value before it is used. %s", text, strings.Replace(has(Keys(table)), "It has", "Its table has", 1))
	} else if n := table.Len(); n > 0 {
		w.Help = fmt.Sprintf("Look at the key: the list has the elements 1 to %d%s.", n, h.isHere(L, field.Key))
	}
}

// isHere says which number a key is, "" if it is not known.
func (h *Hearing) isHere(L *lua.LState, key ast.Expr) string {
	if id, ok := key.(*ast.IdentExpr); ok {
		if n, ok := h.value(L, id).(lua.LNumber); ok {
			return fmt.Sprintf(", and %s is %s here", id.Value, n)
		}
	}
	return ""
}

// value is the value of a name, nil if it is not known.
func (h *Hearing) value(L *lua.LState, id *ast.IdentExpr) lua.LValue {
	v, _ := h.variable(L, id)
	return v
}

// names are the candidates for a name, if there are any.
func (w *Fault) names() []string {
	if w.Candidates == nil {
		return nil
	}
	return w.Candidates()
}

// receiver says what a name stands for that a method is called on which it does not have: arguments were exchanged, or it is another thing of the
// same name.
func (h *Hearing) receiver(L *lua.LState, e ast.Expr) string {
	id, isName := e.(*ast.IdentExpr)
	v, known := h.valueOf(L, e)
	if !isName || !known {
		return ""
	}
	switch v := v.(type) {
	case lua.LString:
		return fmt.Sprintf("'%s' is %s.", id.Value, show(string(v)))
	case *lua.LTable:
		return fmt.Sprintf("'%s' is a table. %s", id.Value, has(Keys(v)))
	}
	return ""
}

// show writes a text as the script may have written it, its beginning if it is long.
func show(text string) string {
	if len(text) > mostText {
		return "a string of " + strconv.Itoa(len(text)) + " bytes"
	}
	return "the text " + strconv.Quote(text)
}

// has says which fields a table has.
func has(keys []string) string {
	switch {
	case len(keys) == 0:
		return "It has no fields."
	case len(keys) > mostFields:
		return fmt.Sprintf("It has %s and %d more.", strings.Join(keys[:mostFields], ", "), len(keys)-mostFields)
	}
	return fmt.Sprintf("It has %s.", strings.Join(keys, ", "))
}

// explaining are the functions of Lua that return nil and the reason.
var explaining = map[string]bool{"io.open": true, "load": true, "loadfile": true, "loadstring": true}

// fails is the function whose result an expression is, if it returns nil and the reason when it fails; "" otherwise.
func (h *Hearing) fails(e ast.Expr) string {
	if id, ok := e.(*ast.IdentExpr); ok {
		e = h.Source.Value(id)
	}
	call, ok := e.(*ast.FuncCallExpr)
	if !ok || call.Func == nil {
		return ""
	}
	if name := h.Source.Text(call.Func); explaining[name] {
		return name
	}
	return ""
}

// streams are the files that Lua opens for each script, and that are left out.
var streams = map[string]string{
	"io.stderr": "It is left out: print and io.write write what a script has to say, and error ends it with a message.",
	"io.stdin":  "It is left out: what a script reads must be the same in every run. Read a file with io.open, or take values from the table arg.",
	"io.stdout": "It is left out: io.write writes without a line break, and print with one.",
}
