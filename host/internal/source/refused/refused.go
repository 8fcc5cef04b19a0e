// Package refused words what gopher-lua's compiler, or the form of its instructions, refuses in a text that is Lua.
//
// It gets errors and where nodes stand, and gives errors of the parser's kind. It must not know scripts, nor how they are compiled.
package refused

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/host/internal/bytecode"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
	"github.com/gpuscript/gpuscript/host/internal/source/parse"
)

// split is what helps where a function is too large.
const split = "Put a part of it into another function."

// limits are what functions have too many of.
var limits = map[bytecode.Limit]string{
	bytecode.TooManyValues:   "a function has more than 262,144 different numbers, strings and names",
	bytecode.TooManyUpvalues: "a function uses more than 255 local variables of the functions around it",
}

// Over refuses a function that is over a limit.
func Over(limit bytecode.Limit, at parse.Range) *parse.Error {
	return parse.Refuse(at, "", "%s", limits[limit]).WithHelp(split)
}

// TooLong refuses a loop or a function that something jumps over.
func TooLong(at parse.Range) *parse.Error {
	return parse.Refuse(at, "", "this is too long for a jump over it: more than %d instructions", bytecode.MaxJump).WithHelp(split)
}

// siteInMessage is how the compiler names another node.
var siteInMessage = regexp.MustCompile(`\bline (\d+)`)

// ByCompiler words a refusal of gopher-lua's compiler, whose numbers are ids of nodes: at is where one stands.
func ByCompiler(err error, at func(id int) parse.Range, lines lex.Lines) *parse.Error {
	ce, ok := err.(*lua.CompileError)
	if !ok {
		return parse.Refuse(parse.Range{}, "", "%s", err.Error())
	}
	line, message := ce.Line, ce.Message
	if strings.Contains(message, "already defined") || strings.Contains(message, "jumps into the scope") {
		line-- // the compiler names the line after the label
	}
	e := parse.Refuse(at(line), "", "%s", message)
	message = siteInMessage.ReplaceAllStringFunc(message, func(s string) string {
		id, _ := strconv.Atoi(strings.TrimPrefix(s, "line "))
		place := at(id)
		e.Also = &parse.Note{At: place, Text: "here"}
		n, _ := lines.At(place.Start)
		return fmt.Sprintf("line %d", n)
	})
	e.Title = message
	return explain(e)
}

// explain adds what the compiler's short sentences leave out.
func explain(e *parse.Error) *parse.Error {
	switch {
	case strings.HasPrefix(e.Title, "too long to jump"):
		e.Title = fmt.Sprintf("a function has a jump over more than %d instructions", bytecode.MaxJump)
		return e.WithHelp(split)
	case strings.HasPrefix(e.Title, "too many constants"):
		e.Title = limits[bytecode.TooManyValues]
		return e.WithHelp(split)
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
