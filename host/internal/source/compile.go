package source

import (
	"context"

	"github.com/yuin/gopher-lua"
	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/host/internal/bytecode"
	"github.com/gpuscript/gpuscript/host/internal/source/adapt"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
	"github.com/gpuscript/gpuscript/host/internal/source/refused"
)

// compile turns the tree that was read for the compiler into a prototype. What gopher-lua's compiler refuses becomes a SyntaxError.
func (c *chunk) compile(ctx context.Context, stmts []ast.Stmt, adapter *adapt.Adapter) (*lua.FunctionProto, error) {
	proto, err := c.translate(ctx, stmts)
	if err == ErrStopped {
		return nil, err
	}
	if err != nil {
		return nil, diag.AsError(c.diagnose(refused.ByCompiler(err, c.recordRange, c.Lines)))
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
	if over, defined := bytecode.Link(proto, adapter.Notes); over != bytecode.NoLimit {
		return refused.Over(over, c.recordRange(defined))
	}
	if r, long := bytecode.LongRange(proto, adapter.Loops); long {
		return refused.TooLong(c.recordRange(r.Last))
	}
	return nil
}

// recordRange returns the bytes of an id; the main chunk, which has none, is the beginning of the text.
func (c *chunk) recordRange(id int) parse.Range {
	if i := id - c.base; i >= 0 && i < c.nodes {
		return c.tree().Records[i].Span
	}
	return parse.Range{}
}
