package parse

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/host/internal/source/habits"
	"github.com/gpuscript/gpuscript/host/internal/source/lex"
)

// An Error says why a text is not Lua, or why it is not compiled. The parser panics with it, and Read returns it; what the lexer cannot read is a
// lex.Error on the way.
type Error struct {
	Title string
	At    Range
	Label string
	Also  *Note // a second place, such as the keyword that was never closed
	Help  string
	Fix   *Change // the exact change, where there is one
}

// A Note is a second place of an Error, and what is there.
type Note struct {
	At   Range
	Text string
}

// A Change replaces bytes of the text.
type Change struct {
	At   Range
	Text string
}

// WithHelp says what to do, in a sentence.
func (e *Error) WithHelp(format string, args ...any) *Error {
	e.Help = fmt.Sprintf(format, args...)
	return e
}

func (e *Error) withFix(at Range, text string) *Error {
	e.Fix = &Change{at, text}
	return e
}

// advise takes the help and the change of a habit; nil leaves e as it is.
func (e *Error) advise(a *habits.Advice) *Error {
	if a == nil {
		return e
	}
	e.Help, e.Fix = a.Help, nil
	if a.Exact {
		e.withFix(Range{a.Start, a.End}, a.Edit)
	}
	return e
}

// unread is the error for what the lexer cannot read.
func unread(e *lex.Error) *Error {
	return (&Error{Title: e.Title, At: Range{e.Start, e.End}, Label: e.Label, Help: e.Help}).advise(e.Advice)
}

// Refuse makes the Error of a place: a headline, and a label there, which may be empty.
func Refuse(at Range, label, format string, args ...any) *Error {
	return &Error{Title: fmt.Sprintf(format, args...), At: at, Label: label}
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
func (p *parser) here() Range {
	if p.at(classEOF) {
		return Range{p.prevEnd, p.prevEnd}
	}
	return Range{p.tok.start, p.tok.end}
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

func (p *parser) missing(class, after string) *Error {
	e := Refuse(p.here(), "expected "+describe(class), "expected %s %s, found %s", describe(class), after, p.found())
	if a := p.headHabit(class); a != nil {
		return e.advise(a)
	}
	switch {
	case p.at("=") && (class == "then" || class == "do") && p.tok.end < len(p.lex.Text) && strings.IndexByte("<>", p.lex.Text[p.tok.end]) >= 0:
		order := p.lex.Text[p.tok.end:p.tok.end+1] + "="
		return e.WithHelp("Lua writes it as '%s'.", order).withFix(Range{p.tok.start, p.tok.end + 1}, order)
	case p.at("=") && (class == "then" || class == "do"):
		return e.WithHelp("'=' assigns; write '==' to compare.").withFix(p.here(), "==")
	case p.at("not") && (class == "then" || class == "do"):
		return e.WithHelp("'not' stands before a value: write ~= to compare.").withFix(p.here(), "~=")
	case class == className && lex.Keyword(p.tok.class):
		return e.WithHelp("'%s' is a keyword of Lua and cannot be a name.", p.tok.class)
	case class == "then" || class == "do":
		return e.withFix(Range{p.prevEnd, p.prevEnd}, " "+class).WithHelp("Add '%s'.", class)
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
	if o.tok.class == "{" {
		if a := habits.Switch(text, o.tok.start); a != nil {
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
func (p *parser) unclosed(o opener) *Error {
	e := Refuse(p.here(), "expected '"+o.closing+"'", "expected '%s' to close '%s' at line %d, found %s",
		o.closing, o.tok.class, p.line(o.tok.start), p.found())
	e.Also = &Note{Range{o.tok.start, o.tok.end}, "opened here"}
	if a := p.bracketHabit(o); a != nil {
		return e.advise(a)
	}
	switch {
	case p.at("=") && o.tok.class == "(":
		return e.WithHelp("'=' assigns and is not an operator: write '==' to compare, and named arguments as a table, f { a = 1 }.")
	case o.closing != "end" && p.outdented(o) != Range{}:
		return e.WithHelp("Add '%s'.", o.closing).withFix(p.outdented(o), closes(o))
	case o.tok.class == "(" && p.startsValue() && p.nextLine(o):
		return e.WithHelp("Add '%s'.", o.closing).withFix(Range{p.prevEnd, p.prevEnd}, o.closing)
	case (o.tok.class == "{" || o.tok.class == "(") && p.startsValue():
		return e.WithHelp("Put ',' between two values.").withFix(Range{p.prevEnd, p.prevEnd}, ",")
	case o.closing != "end" && (p.at(")") || p.at("}") || p.at("]") || p.begins()):
		return e.WithHelp("Add '%s'.", o.closing).withFix(Range{p.prevEnd, p.prevEnd}, o.closing)
	case o.closing == "end" && p.at(classEOF):
		if p.splitElseIf(e, o) {
			return e
		}
		return e.WithHelp("Add 'end' where the block of the '%s' at line %d should stop.", o.tok.class, p.line(o.tok.start))
	}
	return e
}

// nextLine reports whether the bracket o and all after it stand on one line, and the token on a later one: it begins the next statement.
func (p *parser) nextLine(o opener) bool {
	return p.line(o.tok.start) == p.line(p.prevEnd) && p.line(p.prevEnd) < p.line(p.tok.start)
}

// begins reports whether the token is a keyword with which a statement begins, or a block ends.
func (p *parser) begins() bool {
	return slices.Contains([]string{"break", "do", "else", "elseif", "end", "for", "if", "local", "repeat", "return", "until", "while"}, p.tok.class)
}

// splitElseIf advises on an `else if` in the block of o, which lacks an `end`, and reports whether there is one.
func (p *parser) splitElseIf(e *Error, o opener) bool {
	n := len(p.elseIfs)
	if n == 0 || p.elseIfs[n-1].Start < o.tok.start {
		return false
	}
	e.withFix(p.elseIfs[n-1], "elseif").WithHelp("'else if' opens a second 'if' that needs its own 'end'; 'elseif' is one word.")
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

func (p *parser) tooDeep() *Error {
	return Refuse(p.here(), "", "expressions or blocks are nested more than %d deep", maxNesting).
		WithHelp("Name a part of it with a local variable or a function; join many strings with table.concat.")
}

func (p *parser) tooLong() *Error {
	return Refuse(p.here(), "", "an if has more than %d elseif, with those around it", maxChain).
		WithHelp("Look it up in a table: local found = { [1] = …, [2] = … }, and then found[value].")
}

// strayToken reports a token that ends a block where no block is open.
func (p *parser) strayToken() *Error {
	e := Refuse(p.here(), "", "%s closes nothing: no block is open here", p.found())
	if p.at("end") {
		return e.WithHelp("Remove this 'end', or an earlier one that closed too much.")
	}
	return e
}

func (p *parser) afterLast(last token) *Error {
	e := Refuse(p.here(), "cannot be reached", "'%s' must be the last statement of its block, found %s after it", last.class, p.found())
	e.Also = &Note{Range{last.start, last.end}, "the block ends here"}
	e.WithHelp("Write 'do %s end' to leave in the middle of a block.", last.class)
	if p.at("}") {
		return e.advise(p.strayHabit())
	}
	if a := p.unended(last); a != nil {
		return e.advise(a)
	}
	return e
}

// unexpected reports that no expression begins here.
func (p *parser) unexpected() *Error {
	e := Refuse(p.here(), "", "expected an expression, found %s", p.found())
	rest := p.lex.Text[p.tok.start:]
	if at := p.tok.start - 1; at > 0 && p.lex.Text[at] == '-' && p.at(">") {
		if a := habits.Arrow(p.lex.Text, at); a != nil {
			return Refuse(Range{at, at + len("->")}, "", "'->' is not an operator of Lua").advise(a)
		}
	}
	if a := p.strayHabit(); a != nil {
		return e.advise(a)
	}
	switch {
	case p.at(")") && len(p.open) > 0 && p.open[len(p.open)-1].closing == "end" && p.splitElseIf(e, p.open[len(p.open)-1]):
		return e
	case p.at("="):
		return e.WithHelp("'=' assigns one time in a statement; write '==' to compare.")
	case strings.HasPrefix(rest, "+"):
		return e.WithHelp("Lua has no '++': write x = x + 1.")
	case strings.HasPrefix(rest, "<"), strings.HasPrefix(rest, ">"):
		return e.WithHelp("Lua 5.1 has no '<<' and '>>': in a shader write shift_left(a, n) and shift_right(a, n), elsewhere a * 2 ^ n.")
	case strings.HasPrefix(rest, "/"):
		return e.WithHelp("A comment begins with '--'. The whole part of a quotient is math.floor(a / b).")
	}
	if lex.Keyword(p.tok.class) && len(p.open) > 0 {
		o := p.open[len(p.open)-1]
		e.Also = &Note{Range{o.tok.start, o.tok.end}, "inside this '" + o.tok.class + "'"}
		if o.closing != "end" && o.closing != "until" {
			e.WithHelp("Close '%s' with '%s'.", o.tok.class, o.closing)
			if at := p.outdented(o); at != (Range{}) {
				e.withFix(at, closes(o))
			}
		}
	}
	return e
}

// strayHabit is the advice on a token that begins no expression; nil if there is none.
func (p *parser) strayHabit() *habits.Advice {
	text := p.lex.Text
	if a := habits.Assigning(text, p.tok.start); a != nil {
		return a
	}
	switch {
	case p.at("/"), p.at("*"):
		return habits.Comment(text, p.tok.start)
	case p.at("#"):
		return habits.Directive(text, p.tok.start)
	case p.at("["):
		return habits.List(text, p.tok.start)
	case p.at("<"):
		return habits.Attribute(text, p.prevEnd, p.tok.start)
	case p.at("}") && len(p.open) > 1 && p.open[len(p.open)-1].closing == "end" &&
		p.open[len(p.open)-2].tok.class == "{": // that of a table, with a function in it
		return &habits.Advice{Help: fmt.Sprintf("Add 'end' to close the '%s' at line %d.", p.open[len(p.open)-1].tok.class,
			p.line(p.open[len(p.open)-1].tok.start)),
			Exact: true, Start: p.prevEnd, End: p.prevEnd, Edit: " end"}
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
func (p *parser) notStatement(o operand) *Error {
	at := Range{o.start, o.end}
	text := p.lex.Text[o.start:o.end]
	rest := p.lex.Text[p.tok.start:]
	op := p.tok.class
	switch {
	case strings.HasPrefix(rest, "++"), slices.ContainsFunc([]string{"+=", "-=", "*=", "/=", "%=", "^=", "..="},
		func(op string) bool { return strings.HasPrefix(rest, op) }):
		return p.combined(o, text)
	case strings.HasPrefix(rest, "//"):
		return Refuse(p.here(), "", "expected a statement, found '//'").WithHelp("A comment begins with '--'.")
	case op == "==":
		return Refuse(p.here(), "", "a comparison is not a statement").WithHelp("'=' assigns.").withFix(p.here(), "=")
	case text == "continue":
		return Refuse(at, "", "Lua has no 'continue'").
			WithHelp("Write 'goto continue' and put '::continue::' before the 'end' of the loop; in a shader put the rest of the loop into 'if not (…) then … end'.")
	case text == "discard":
		return Refuse(at, "", "'discard' is not a statement of Lua").WithHelp("In a pixel shader it is a call: discard().").withFix(at, "discard()")
	}
	if a := habits.Arrow(p.lex.Text, o.end); a != nil {
		return Refuse(Range{p.tok.start, p.tok.start + len("->")}, "", "'->' is not an operator of Lua").advise(a)
	}
	if a := habits.Cast(p.lex.Text, o.start, o.end); a != nil {
		return Refuse(at, "", "expected a statement, found '%s' after a type in parentheses", text).advise(a)
	}
	e := Refuse(at, "this value is not used", "expected a statement, found an expression").
		WithHelp("A statement calls a function, '%s(…)', or assigns, '%s = …'.", text, text)
	if p.at(className) && len(text) < 12 {
		return Refuse(p.here(), "", "expected '=' or '(' after '%s', found %s", text, p.found()).
			advise(habits.Declaration(p.lex.Text, o.start))
	}
	return e
}

// combined reports an assignment that calculates, as i++ and n += 2 of other languages. Behind the operator the text is read on: where that is an
// expression on one line, and o does not call anything, the change is known.
func (p *parser) combined(o operand, text string) *Error {
	at, op := Range{p.tok.start, p.tok.end + 1}, p.tok.class
	e := Refuse(at, "", "'%s' is not an operator of Lua", p.lex.Text[at.Start:at.End])
	amount, end := "1", at.End
	if p.lex.Text[at.End-1] == '=' {
		if amount, end = p.amount(); end == 0 {
			return e.WithHelp("Write %s = %s %s …", text, text, op)
		}
	}
	if e.WithHelp("Write %s = %s %s %s.", text, text, op, amount); !strings.ContainsAny(text, "(\n") && !strings.Contains(amount, "\n") {
		e.withFix(Range{o.end, end}, fmt.Sprintf(" = %s %s %s", text, op, amount))
	}
	return e
}

// amount is the expression after an operator with an equals sign, in parentheses where it is an operation, and where it ends; 0 if there is none.
func (p *parser) amount() (text string, end int) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			if end = 0; r == Stopped {
				panic(r)
			}
		case *lex.Error:
			end = 0
		default:
			panic(r)
		}
	}()
	p.advance()
	p.advance()
	start := p.tok.start
	value := p.binary(0)
	text, end = p.lex.Text[start:value.end], value.end
	switch value.expr.(type) {
	case *ast.ArithmeticOpExpr, *ast.StringConcatOpExpr, *ast.LogicalOpExpr, *ast.RelationalOpExpr:
		if !value.paren {
			text = "(" + text + ")"
		}
	}
	return text, end
}

func (p *parser) notAssignable(o operand) *Error {
	what := "an expression in parentheses"
	if _, ok := o.expr.(*ast.FuncCallExpr); ok {
		what = "the result of a call"
	}
	return Refuse(Range{o.start, o.end}, "not a variable", "cannot assign to %s", what).
		WithHelp("Assign to a name, a field 'a.b' or an element 'a[i]'; write '==' to compare.")
}

func (p *parser) varargOutside(t token) *Error {
	return Refuse(Range{t.start, t.end}, "", "'...' is used in a function that does not take '...'").
		WithHelp("Add '...' as the last parameter of the function.")
}

func (p *parser) methodWithoutCall(colon, name token) *Error {
	return Refuse(Range{colon.start, name.end}, "", "expected arguments after method '%s', found %s", name.value, p.found()).
		WithHelp("Call it, ':%s()', or read a field with '.%s'.", name.value, name.value)
}

func (p *parser) ambiguousCall(o operand) *Error {
	e := Refuse(p.here(), "a call, or a new statement?", "'(' at the beginning of a line could continue the call of the line before it")
	e.Also = &Note{Range{o.start, o.end}, "this would be called"}
	return e.WithHelp("Write the call on one line, or put ';' before the '('.")
}
