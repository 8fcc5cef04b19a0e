package source

import (
	"fmt"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/habits"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// A syntaxError says why a text is not Lua. The lexer and the parser panic with it; parse returns it.
type syntaxError struct {
	title string
	at    bytesRange
	label string
	also  *note // a second place, such as the keyword that was never closed
	help  string
	fix   *fix // the exact change, where there is one
}

type note struct {
	at   bytesRange
	text string
}

// A fix replaces bytes of the text.
type fix struct {
	at   bytesRange
	text string
}

func (e *syntaxError) withHelp(format string, args ...any) *syntaxError {
	e.help = fmt.Sprintf(format, args...)
	return e
}

func (e *syntaxError) withFix(at bytesRange, text string) *syntaxError {
	e.fix = &fix{at, text}
	return e
}

// advise takes the help and the change of a habit; nil leaves e as it is.
func (e *syntaxError) advise(a *habits.Advice) *syntaxError {
	if a == nil {
		return e
	}
	e.help, e.fix = a.Help, nil
	if a.Exact {
		e.withFix(bytesRange{a.Start, a.End}, a.Edit)
	}
	return e
}

// unread is the error for what the lexer cannot read.
func unread(e *lex.Error) *syntaxError {
	return (&syntaxError{title: e.Title, at: bytesRange{e.Start, e.End}, label: e.Label, help: e.Help}).advise(e.Advice)
}

func refuse(at bytesRange, label, format string, args ...any) *syntaxError {
	return &syntaxError{title: fmt.Sprintf(format, args...), at: at, label: label}
}

// found describes the token where the parser stands.
func (p *parser) found() string {
	switch t := p.tok; t.class {
	case classEOF:
		return "the end of the file"
	case className:
		return fmt.Sprintf("name '%s'", t.value)
	case classNumber:
		return fmt.Sprintf("number %s", p.lex.Text[t.start:t.end])
	case classString:
		return "a string"
	default:
		return fmt.Sprintf("'%s'", t.class)
	}
}

// here is the place of the token; the end of the file is the point after the last token.
func (p *parser) here() bytesRange {
	if p.at(classEOF) {
		return bytesRange{p.prevEnd, p.prevEnd}
	}
	return bytesRange{p.tok.start, p.tok.end}
}

// describe names a class of tokens in a message.
func describe(class string) string {
	switch class {
	case className:
		return "a name"
	case "= or in":
		return "'=' or 'in'"
	}
	return "'" + class + "'"
}

func (p *parser) missing(class, after string) *syntaxError {
	e := refuse(p.here(), "expected "+describe(class), "expected %s %s, found %s", describe(class), after, p.found())
	if a := p.headHabit(class); a != nil {
		return e.advise(a)
	}
	switch {
	case p.at("=") && (class == "then" || class == "do"):
		return e.withHelp("'=' assigns; write '==' to compare.").withFix(p.here(), "==")
	case class == className && lex.Keyword(p.tok.class):
		return e.withHelp("'%s' is a keyword of Lua and cannot be a name.", p.tok.class)
	case class == "then" || class == "do":
		return e.withFix(bytesRange{p.prevEnd, p.prevEnd}, " "+class).withHelp("Add '%s'.", class)
	}
	return e
}

// headHabit is the advice on the token that stands where a token of the class should stand in the head of a statement; nil if there is none.
func (p *parser) headHabit(class string) *habits.Advice {
	text := p.lex.Text
	if p.at("(") && class == className && strings.HasSuffix(text[:p.prevEnd], "for") {
		return habits.Loop(text, p.tok.start)
	}
	if class != "then" && class != "do" {
		return nil
	}
	if p.startsValue() && !p.at("{") {
		if a := habits.Cast(text, p.tok.start, p.tok.end); a != nil {
			return a
		}
	}
	if o := p.open[len(p.open)-1].tok; o.class == "if" && class == "then" || o.class == "while" {
		return habits.Head(text, o.end, p.tok.start, class)
	}
	return nil
}

// bracketHabit is the advice on the token that stands where the bracket o should be closed; nil if there is none.
func (p *parser) bracketHabit(o opener) *habits.Advice {
	text := p.lex.Text
	if o.tok.class == "{" && len(p.open) > 1 {
		outer := p.open[len(p.open)-2].tok
		word := map[string]string{"if": "then", "while": "do"}[outer.class]
		if a := habits.Head(text, outer.end, o.tok.end, word); word != "" && a != nil {
			return a
		}
	}
	if p.startsValue() {
		if a := habits.Cast(text, p.tok.start, p.tok.end); a != nil {
			return a
		}
	}
	if o.tok.class == "(" && p.at(className) {
		return habits.Parameter(text, o.tok.start, p.tok.start)
	}
	return nil
}

func (p *parser) line(pos int) int { return lex.NewLines(p.lex.Text[:pos]).Count() }

// unclosed reports that the token is not the one that closes o.
func (p *parser) unclosed(o opener) *syntaxError {
	e := refuse(p.here(), "expected '"+o.closing+"'", "expected '%s' to close '%s' at line %d, found %s",
		o.closing, o.tok.class, p.line(o.tok.start), p.found())
	e.also = &note{bytesRange{o.tok.start, o.tok.end}, "opened here"}
	if a := p.bracketHabit(o); a != nil {
		return e.advise(a)
	}
	switch {
	case p.at("=") && o.tok.class == "(":
		return e.withHelp("'=' assigns and is no operator: write '==' to compare, and named arguments as a table, f { a = 1 }.")
	case (o.tok.class == "{" || o.tok.class == "(") && p.startsValue():
		return e.withHelp("Put ',' between two values.").withFix(bytesRange{p.prevEnd, p.prevEnd}, ",")
	case o.closing == "end" && p.at(classEOF):
		if p.splitElseIf(e, o) {
			return e
		}
		return e.withHelp("Add 'end' where the block of the '%s' at line %d should stop.", o.tok.class, p.line(o.tok.start))
	}
	return e
}

// splitElseIf advises on an `else if` in the block of o, which lacks an `end`, and reports whether there is one.
func (p *parser) splitElseIf(e *syntaxError, o opener) bool {
	n := len(p.elseIfs)
	if n == 0 || p.elseIfs[n-1].start < o.tok.start {
		return false
	}
	e.withFix(p.elseIfs[n-1], "elseif").withHelp("'else if' opens a second 'if' that needs its own 'end'; 'elseif' is one word.")
	return true
}

// startsValue reports whether the token begins an expression.
func (p *parser) startsValue() bool {
	switch p.tok.class {
	case className, classNumber, classString, "nil", "true", "false", "{", "function", "[":
		return true
	}
	return false
}

func (p *parser) tooDeep() *syntaxError {
	return refuse(p.here(), "", "expressions or blocks are nested more than %d deep", maxNesting).
		withHelp("Name a part of it with a local variable or a function; join many strings with table.concat.")
}

// strayToken reports a token that ends a block where no block is open.
func (p *parser) strayToken() *syntaxError {
	e := refuse(p.here(), "", "%s closes nothing: no block is open here", p.found())
	if p.at("end") {
		return e.withHelp("Remove this 'end', or an earlier one that closed too much.")
	}
	return e
}

func (p *parser) afterLast(last token) *syntaxError {
	e := refuse(p.here(), "cannot be reached", "'%s' must be the last statement of its block, found %s after it", last.class, p.found())
	e.also = &note{bytesRange{last.start, last.end}, "the block ends here"}
	e.withHelp("Write 'do %s end' to leave in the middle of a block.", last.class)
	if p.at("}") {
		return e.advise(p.strayHabit())
	}
	return e
}

// unexpected reports that no expression begins here.
func (p *parser) unexpected() *syntaxError {
	e := refuse(p.here(), "", "expected an expression, found %s", p.found())
	rest := p.lex.Text[p.tok.start:]
	if a := p.strayHabit(); a != nil {
		return e.advise(a)
	}
	switch {
	case p.at(")") && len(p.open) > 0 && p.open[len(p.open)-1].closing == "end" && p.splitElseIf(e, p.open[len(p.open)-1]):
		return e
	case p.at("="):
		return e.withHelp("'=' assigns one time in a statement; write '==' to compare.")
	case strings.HasPrefix(rest, "+"):
		return e.withHelp("Lua has no '++': write x = x + 1.")
	case strings.HasPrefix(rest, "<"), strings.HasPrefix(rest, ">"):
		return e.withHelp("Lua 5.1 has no '<<' and '>>': in a shader write shift_left(a, n) and shift_right(a, n), elsewhere a * 2 ^ n.")
	case strings.HasPrefix(rest, "/"):
		return e.withHelp("A comment begins with '--'.")
	}
	if lex.Keyword(p.tok.class) && len(p.open) > 0 {
		o := p.open[len(p.open)-1]
		e.also = &note{bytesRange{o.tok.start, o.tok.end}, "inside this '" + o.tok.class + "'"}
		if o.closing != "end" && o.closing != "until" {
			e.withHelp("Close '%s' with '%s'.", o.tok.class, o.closing)
		}
	}
	return e
}

// strayHabit is the advice on a token that begins no expression; nil if there is none.
func (p *parser) strayHabit() *habits.Advice {
	text := p.lex.Text
	switch {
	case p.at("/"), p.at("*"):
		return habits.Comment(text, p.tok.start)
	case p.at("{"), p.at("}"):
		return habits.Brace(text, p.tok.start, len(p.open) > 0 && p.open[len(p.open)-1].closing == "end")
	case p.startsValue():
		return habits.Cast(text, p.tok.start, p.tok.end)
	case lex.Keyword(p.tok.class) && len(p.open) > 1 && p.open[len(p.open)-1].tok.class == "{":
		return p.bracketHabit(p.open[len(p.open)-1])
	}
	return nil
}

// notStatement reports an expression that stands alone. Many are statements of other languages: i++, n += 2.
func (p *parser) notStatement(o operand) *syntaxError {
	at := bytesRange{o.start, o.end}
	text := p.lex.Text[o.start:o.end]
	rest := p.lex.Text[p.tok.start:]
	op := p.tok.class
	switch {
	case strings.HasPrefix(rest, "++"), strings.HasPrefix(rest, "+="), strings.HasPrefix(rest, "-="),
		strings.HasPrefix(rest, "*="), strings.HasPrefix(rest, "/="), strings.HasPrefix(rest, "..="):
		at = bytesRange{p.tok.start, p.tok.end + 1}
		theirs, amount := p.lex.Text[at.start:at.end], "…"
		if theirs == "++" {
			amount = "1"
		}
		return refuse(at, "", "'%s' is not an operator of Lua", theirs).
			withHelp("Write %s = %s %s %s.", text, text, op, amount)
	case strings.HasPrefix(rest, "//"):
		return refuse(p.here(), "", "expected a statement, found '//'").withHelp("A comment begins with '--'.")
	case op == "==":
		return refuse(p.here(), "", "a comparison is not a statement").withHelp("'=' assigns.").withFix(p.here(), "=")
	case text == "continue":
		return refuse(at, "", "Lua has no 'continue'").
			withHelp("Write 'goto continue' and put '::continue::' before the 'end' of the loop; in a shader put the rest of the loop into 'if not (…) then … end'.")
	}
	if a := habits.Cast(p.lex.Text, o.start, o.end); a != nil {
		return refuse(at, "", "expected a statement, found '%s' after a type in parentheses", text).advise(a)
	}
	e := refuse(at, "this value is not used", "expected a statement, found an expression").
		withHelp("A statement calls a function, '%s(…)', or assigns, '%s = …'.", text, text)
	if p.at(className) && len(text) < 12 {
		return refuse(p.here(), "", "expected '=' or '(' after '%s', found %s", text, p.found()).
			advise(habits.Declaration(p.lex.Text, o.start))
	}
	return e
}

func (p *parser) notAssignable(o operand) *syntaxError {
	what := "an expression in parentheses"
	if _, ok := o.expr.(*ast.FuncCallExpr); ok {
		what = "the result of a call"
	}
	return refuse(bytesRange{o.start, o.end}, "not a variable", "cannot assign to %s", what).
		withHelp("Assign to a name, a field 'a.b' or an element 'a[i]'; write '==' to compare.")
}

func (p *parser) varargOutside(t token) *syntaxError {
	return refuse(bytesRange{t.start, t.end}, "", "'...' is used in a function that does not take '...'").
		withHelp("Add '...' as the last parameter of the function.")
}

func (p *parser) methodWithoutCall(colon, name token) *syntaxError {
	return refuse(bytesRange{colon.start, name.end}, "", "expected arguments after method '%s', found %s", name.value, p.found()).
		withHelp("Call it, ':%s()', or read a field with '.%s'.", name.value, name.value)
}

func (p *parser) ambiguousCall(o operand) *syntaxError {
	e := refuse(p.here(), "a call, or a new statement?", "'(' at the beginning of a line could continue the call of the line before it")
	e.also = &note{bytesRange{o.start, o.end}, "this would be called"}
	return e.withHelp("Write the call on one line, or put ';' before the '('.")
}
