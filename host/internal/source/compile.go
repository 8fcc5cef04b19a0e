package source

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// compile turns a tree into a prototype; what gopher-lua's compiler refuses becomes a SyntaxError.
func (c *chunk) compile(t *tree) (*lua.FunctionProto, error) {
	proto, err := lua.Compile(t.stmts, c.file)
	if err != nil {
		return nil, diag.AsError(c.diagnose(c.compileError(t, err)))
	}
	return proto, nil
}

var siteInMessage = regexp.MustCompile(`\bline (\d+)`)

// compileError words a refusal of gopher-lua's compiler, whose numbers are node ids.
func (c *chunk) compileError(t *tree, err error) *syntaxError {
	ce, ok := err.(*lua.CompileError)
	if !ok {
		return refuse(bytesRange{}, "", "%s", err.Error())
	}
	line, message := ce.Line, ce.Message
	if strings.Contains(message, "already defined") || strings.Contains(message, "jumps into the scope") {
		line-- // the compiler names the line after the label
	}
	e := refuse(c.recordRange(t, line), "", "%s", message)
	message = siteInMessage.ReplaceAllStringFunc(message, func(s string) string {
		id, _ := strconv.Atoi(strings.TrimPrefix(s, "line "))
		at := c.recordRange(t, id)
		e.also = &note{at: at, text: "here"}
		n, _ := c.lines.at(at.start)
		return fmt.Sprintf("line %d", n)
	})
	e.title = message
	return c.explainCompile(e, t)
}

// explainCompile adds what the compiler's short sentences leave out.
func (c *chunk) explainCompile(e *syntaxError, t *tree) *syntaxError {
	switch {
	case strings.HasPrefix(e.title, "no loop to break"):
		e.title = "'break' is not inside a loop"
		return e.withHelp("Use 'return' to leave a function.")
	case strings.Contains(e.title, "no visible label"):
		if e.also != nil {
			e.at, e.also = e.also.at, nil
		}
		return e.withHelp("A label is visible in the block where it stands and in the blocks inside it.")
	case strings.Contains(e.title, "too many local variables"), strings.HasPrefix(e.title, "register overflow"):
		e.title = "a function needs more than 200 registers: too many local variables, arguments or nested values"
		return e.withHelp("Put part of it into a table, a block 'do … end' or another function.")
	}
	return e
}

// recordRange returns the bytes of an id; the main chunk, which has none, is the beginning of the text.
func (c *chunk) recordRange(t *tree, id int) bytesRange {
	if i := id - t.base; i >= 0 && i < len(t.records) {
		return t.records[i].span
	}
	return bytesRange{}
}
