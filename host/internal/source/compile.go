package source

import (
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/bytecode"
	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// compile turns the tree that was read for the compiler into a prototype. What gopher-lua's compiler refuses becomes a SyntaxError.
func (c *chunk) compile(ctx context.Context, stmts []ast.Stmt, adapter *adapt.Adapter) (*lua.FunctionProto, error) {
	proto, err := c.translate(ctx, stmts)
	if err == ErrStopped {
		return nil, err
	}
	if err != nil {
		return nil, diag.AsError(c.diagnose(c.compileError(err)))
	}
	if e := c.link(proto, adapter); e != nil {
		return nil, diag.AsError(c.diagnose(e))
	}
	return proto, nil
}

// longText is from how many bytes on a text takes the compiler long enough to be worth a goroutine.
const longText = 64 << 10

// translate runs gopher-lua's compiler, which cannot be stopped: when the context ends it is left alone, and ends by itself.
func (c *chunk) translate(ctx context.Context, stmts []ast.Stmt) (*lua.FunctionProto, error) {
	if ctx.Done() == nil || len(c.Text) < longText {
		return lua.Compile(stmts, c.File)
	}
	type result struct {
		proto    *lua.FunctionProto
		err      error
		panicked any
	}
	file, done := c.File, make(chan result, 1)
	go func() {
		var r result
		defer func() {
			r.panicked = recover()
			done <- r
		}()
		r.proto, r.err = lua.Compile(stmts, file)
	}()
	select {
	case r := <-done:
		if r.panicked != nil {
			panic(r.panicked) // where somebody is there to catch it
		}
		return r.proto, r.err
	case <-ctx.Done():
		return nil, ErrStopped
	}
}

// link repairs the prototype and refuses what its instructions cannot say.
func (c *chunk) link(proto *lua.FunctionProto, adapter *adapt.Adapter) *parse.Error {
	what := map[bytecode.Limit]string{
		bytecode.TooManyValues:   "a function has more than 262,144 different numbers, strings and names",
		bytecode.TooManyUpvalues: "a function uses more than 255 local variables of the functions around it",
	}
	if over, defined := bytecode.Link(proto, adapter.Notes); over != bytecode.NoLimit {
		return parse.Refuse(c.recordRange(defined), "", "%s", what[over]).WithHelp("Put a part of it into another function.")
	}
	if r, long := bytecode.LongRange(proto, adapter.Loops); long {
		return c.tooLong(r.Last)
	}
	return nil
}

// tooLong refuses a loop or a function that something jumps over.
func (c *chunk) tooLong(id int) *parse.Error {
	return parse.Refuse(c.recordRange(id), "", "this is too long for a jump over it: more than %d instructions", bytecode.MaxJump).
		WithHelp("Put a part of it into another function.")
}

var siteInMessage = regexp.MustCompile(`\bline (\d+)`)

// compileError words a refusal of gopher-lua's compiler, whose numbers are node ids.
func (c *chunk) compileError(err error) *parse.Error {
	ce, ok := err.(*lua.CompileError)
	if !ok {
		return parse.Refuse(parse.Range{}, "", "%s", err.Error())
	}
	line, message := ce.Line, ce.Message
	if strings.Contains(message, "already defined") || strings.Contains(message, "jumps into the scope") {
		line-- // the compiler names the line after the label
	}
	e := parse.Refuse(c.recordRange(line), "", "%s", message)
	message = siteInMessage.ReplaceAllStringFunc(message, func(s string) string {
		id, _ := strconv.Atoi(strings.TrimPrefix(s, "line "))
		at := c.recordRange(id)
		e.Also = &parse.Note{At: at, Text: "here"}
		n, _ := c.Lines.At(at.Start)
		return fmt.Sprintf("line %d", n)
	})
	e.Title = message
	return c.explainCompile(e)
}

// explainCompile adds what the compiler's short sentences leave out.
func (c *chunk) explainCompile(e *parse.Error) *parse.Error {
	switch {
	case strings.HasPrefix(e.Title, "too long to jump"):
		e.Title = fmt.Sprintf("a function has a jump over more than %d instructions", bytecode.MaxJump)
		return e.WithHelp("Put a part of it into another function.")
	case strings.HasPrefix(e.Title, "too many constants"):
		e.Title = "a function has more than 262,144 different numbers, strings and names"
		return e.WithHelp("Put a part of it into another function.")
	case strings.HasPrefix(e.Title, "no loop to break"):
		e.Title = "'break' is not inside a loop"
		return e.WithHelp("Use 'return' to leave a function.")
	case strings.Contains(e.Title, "no visible label"):
		if e.Also != nil {
			e.At, e.Also = e.Also.At, nil
		}
		return e.WithHelp("A label is visible in the block that it is in and in the blocks inside it.")
	case strings.Contains(e.Title, "too many local variables"), strings.HasPrefix(e.Title, "register overflow"):
		e.Title = "a function needs more than 200 registers: too many local variables, arguments or nested values"
		return e.WithHelp("Put part of it into a table, a block 'do … end' or another function.")
	}
	return e
}

// recordRange returns the bytes of an id; the main chunk, which has none, is the beginning of the text.
func (c *chunk) recordRange(id int) parse.Range {
	if i := id - c.base; i >= 0 && i < c.nodes {
		return c.tree().Records[i].Span
	}
	return parse.Range{}
}
