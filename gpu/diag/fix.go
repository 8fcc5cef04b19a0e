package diag

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// FixAction says what a Fix does at its address.
type FixAction uint8

// The actions of a Fix.
const (
	// FixPut puts Text in the place of a value that is written out, or adds the field or argument that is not there yet.
	FixPut FixAction = iota
	// FixWrap puts Text around the value, which %1 of Text stands for; %p is the value in parentheses where it is an operation.
	FixWrap
	// FixAlign makes the number a multiple of Text where the script computes it, for all who use it.
	FixAlign
	// FixDrop removes the field or the argument.
	FixDrop
	// FixAppend adds Text as the last entry of the list at the address.
	FixAppend
	// FixUnfold puts the fields of the table at the address in the place of the field that holds it.
	FixUnfold
	// FixKey puts Text in the place of the name of the field, or in that of the whole field where %1 of Text stands for its value, or %0 for nothing.
	FixKey
	// FixCallee puts Text in the place of the called name.
	FixCallee
	// FixCall puts Text in the place of the whole call: %f stands for what is called, %r for what is before its name, %1, %2 … for the arguments, %p
	// for the first one, in parentheses where it is an operation, %a for all of them, %l for the only one as a list, with braces around it unless it
	// is a table, %i1, %i2 … for the fields of an argument that is a table, and %1.Name for a field of the first one.
	FixCall
	// FixRename puts Text in the place of a parameter of the function at the site, whose name is Path, wherever it is used.
	FixRename
	// FixLocal gives Text to the local that is declared at the site, alone and without a value.
	FixLocal
	// FixDeclare makes a local of the variable at the site, which an assignment sets.
	FixDeclare
	// FixUnblock puts the only statement of an if in its place.
	FixUnblock
	// FixSetter makes a call of the method Text of the assignment to the field at the site.
	FixSetter
	// FixColon puts ':' in the place of the '.' before the called name.
	FixColon
	// FixReceiver puts Text in the place of what is before the called name.
	FixReceiver
	// FixBehind moves the statement that is the call after the next call of Text, in the same block, that names the object %o, or without one what
	// the call is made on, if nothing between uses the latter. Path says which values that call has: "[1].Before=COMMON", several with ";" between
	// them. Without Text it goes after the call Object.Made itself, and Path is about the call that goes there.
	FixBehind
	// FixGuard puts the assignment to the element at the site into an if with the condition Text, in which %1 stands for the index.
	FixGuard
	// FixOperator puts Text in the place of the operator at the site, with a space on each side.
	FixOperator
	// FixRemove removes the statement that is the call; with Text, if the argument is written so.
	FixRemove
	// FixInline puts the value at the site in the place of the local that it is the only value of, and removes the local.
	FixInline
	// FixAtomic makes a call of InterlockedAdd, or else of the function Text, of the assignment to the element at the site. What is assigned to is
	// made by a call of Method, whose second argument says that its elements are whole numbers.
	FixAtomic
	// FixBound makes a loop that ends of the while loop at the site: it comes by Text times at most.
	FixBound
	// FixHoist moves the local whose only value is the table at the site out of the function, before the statement that the function is part of.
	FixHoist
	// FixWithin moves the local whose only value is the call at the site into the functions that use it, and removes it where none does.
	FixWithin
	// FixReturned puts the line Text, in which %1 stands for the local whose only value is the call at the site, before the return of that local
	// which ends its function.
	FixReturned
	// FixRaise adds 1 to the argument, a variable or a field that counts the calls and that nothing raises, in a line before the call; with Ends
	// after what uses it in the pass of the loop.
	FixRaise
)

// Fix is an edit at an address in the script: the call at the site of the Help, one of its arguments, a path through the tables of
// that argument.
//
//	device:CreateHeap { SizeInBytes = 100, Properties = { Type = "UPLOAD" } }
//	                    ───────────────                   ─────────────────
//	                    1 SizeInBytes                     1 Properties.Type
//
//	device:CreateView(texture, heap:GetHandle(3))
//	                           ────           ─
//	                           2 (0)          2 (1)
//
// Argument 0 with FixDrop or FixKey is the field of a table whose value stands at the site. A value that is a parameter is followed to the call that
// passed it, where the site knows that. A table that is a local of its own is followed to the place where it is written. Where the address is not
// written out, where a value is computed, and where the site is the call of something else, the suggestion stays text.
type Fix struct {
	Method   string // the called name, or several as "A|B"; "": any
	Argument int    // from 1; 0: the expression or statement at the site itself
	Path     string // "Barriers[3].After", or "(2)": an argument of the call that stands there, (0) its receiver; "": the argument itself. A name with @2 may be entry 2 of the list instead
	Action   FixAction
	Text     string   // in Lua
	Computed string   // of FixPut: what is put around a value that is computed, as by FixWrap; "": nothing can be put
	Add      int      // or rather what is added to it, if it is a sum; more than 1 only to one that ends in a number, frame - 3, which is changed then. Without a Text nothing else is changed
	Object   Object   // what %o of Text stands for; the zero value: nothing
	Once     bool     // the edit is right only where the script comes by once: not in a loop, nor in a function that is called again
	Alone    bool     // of FixAlign: nobody else has to agree on the number
	Apart    bool     // Computed is right only outside of loops, where it cannot bring two values to one
	Within   bool     // the edit is right only if it changes the call itself, and not where a local of it gets its value
	Declared bool     // a local of the same pass that stands there is given the text where it is declared: all that is done with it goes with that
	Nil      string   // or only where the value at this path of the first argument is written nil, or not at all; ".": the argument itself; "": wherever. A variable is meant to have a value
	Onward   *Onward  // or only where a thread goes on in some way
	First    bool     // of FixBehind: or rather nowhere, if a call like the other one stands before, on the same object
	Next     bool     // of FixBehind: the call of Text is part of the very next statement, in the same words, and no other call like this one follows it
	Ends     bool     // of FixBehind: or it goes behind the loop whose body it ends, if the other call stands there before it, and so comes again
	Beside   gpu.Site // or only where this place does not stand after the loop that the site stands in; 0: wherever it stands
}

// Object is an object that an edit names: the one that a call made, or the only one of its kind that the script has a name for. Where it has no
// name that is certain at the place of the edit there is no edit.
type Object struct {
	Made  gpu.Site // the call that made it
	Call  string   // or the calls that make objects like it, "A|B",
	Path  string   // with the first argument, or the field at this path of it,
	Value string   // of this value; "": any
	Fresh string   // or none yet: a name that the script does not use, this one or one like it. Nothing else is set then
}

// The is the object that a call at a site made.
func The(made gpu.Site) Object { return Object{Made: made} }

// Only is the only object that a call of a name makes, of several as "A|B".
func Only(call string) Object { return Object{Call: call} }

// With takes those objects only that were made with a value at a path of the first argument; "" is that argument.
func (o Object) With(path string, value any) Object {
	o.Path, o.Value = path, fmt.Sprint(value)
	return o
}

// PutObject is the Fix that sets an argument to an object.
func PutObject(method string, argument int, path string, o Object) Fix {
	return Fix{Method: method, Argument: argument, Path: path, Text: "%o", Object: o}
}

// Entry is the Path of a field of the only entry of a list.
func Entry(field string) string { return "[1/1]." + field }

// Put is the Fix that sets the value at a path of the first argument.
func Put(method, path string, value any) Fix {
	return Fix{Method: method, Argument: 1, Path: path, Text: Lua(value)}
}

// PutArgument is the Fix that sets an argument, from 1.
func PutArgument(method string, argument int, value any) Fix {
	return Fix{Method: method, Argument: argument, Text: Lua(value)}
}

// Drop is the Fix that removes the field at a path of the first argument.
func Drop(method, path string) Fix {
	return Fix{Method: method, Argument: 1, Path: path, Action: FixDrop}
}

// Multiple is the Fix that rounds the number at a path of the first argument up to a multiple; value is what it is now. A number that
// the script computes is rounded by the script.
func Multiple(method, path string, value, of uint64) Fix {
	f := Put(method, path, (value+of-1)/of*of)
	f.Computed = fmt.Sprintf("math.ceil(%%p / %d) * %d", of, of)
	return f
}

// HelpAligned adds the suggestion that the number at the address is made a multiple where the script computes it, if the text shows where; the one
// that is added after it is shown only otherwise. alone says that nobody else has to agree on the number.
func (d *Diagnostic) HelpAligned(site gpu.Site, method string, argument int, path string, of uint64, alone bool) *Diagnostic {
	return d.WithHelp(Help{Site: site, Exact: true, Text: sprintf("make it a multiple of %d where it is computed", []any{of}),
		Fix: &Fix{Method: method, Argument: argument, Path: path, Action: FixAlign, Text: fmt.Sprint(of), Alone: alone}})
}

// Flags is the Fix that sets flags at a path of the first argument, by removing the field if none are left.
func Flags[F ~uint8 | ~uint16 | ~uint32 | ~uint64](method, path string, flags F) Fix {
	if flags == 0 {
		return Drop(method, path)
	}
	return Put(method, path, flags)
}

// Append is the Fix that adds an entry to the list at a path of the first argument.
func Append(method, path, entry string) Fix {
	return Fix{Method: method, Argument: 1, Path: path, Action: FixAppend, Text: entry}
}

// Around is the Fix that puts a text around what stands at the site, as FixWrap does.
func Around(text string) Fix { return Fix{Action: FixWrap, Text: text} }

// Shift is the Fix that sets an argument to a number that it is not now, or, where it is computed, adds the difference.
func Shift(method string, argument int, now, value uint64) Fix {
	f := PutArgument(method, argument, value)
	f.Add = int(int64(value - now))
	return f
}

// At is the Fix in another argument.
func (f Fix) At(argument int) Fix {
	f.Argument = argument
	return f
}

// Source is a text in Lua, which is not quoted again.
type Source string

// Lua writes a value as a script does: names of enums and other texts in quotes, numbers and booleans without.
func Lua(value any) string {
	switch v := value.(type) {
	case Source:
		return string(v)
	case bool, int, int32, int64, uint32, uint64:
		return fmt.Sprint(v)
	case float32:
		return strconv.FormatFloat(float64(v), 'g', -1, 32)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return strconv.Quote(fmt.Sprint(value))
}

// HelpFix adds a suggestion with the edit of an argument of the call at the site; site 0 is the place of the primary label. The zero Fix is
// none: the suggestion is a text. Without a text the suggestion is there only if the edit is.
func (d *Diagnostic) HelpFix(site gpu.Site, fix Fix, format string, args ...any) *Diagnostic {
	if fix == (Fix{}) {
		return d.HelpText(format, args...)
	}
	return d.WithHelp(Help{Site: site, Fix: &fix, Text: sprintf(format, args)})
}

// HelpBefore adds a suggestion with a new line before the call at the site, in which %1, %2 … stand for snippets.
func (d *Diagnostic) HelpBefore(site gpu.Site, line string, snippets []Snippet, format string, args ...any) *Diagnostic {
	return d.WithHelp(Help{Site: site, Text: sprintf(format, args), Draft: &Draft{Edit: EditInsertBefore, Replace: line, Snippets: snippets}})
}

// HelpInstead adds a suggestion with another line in the place of the call at the site, in which %1, %2 … stand for snippets.
func (d *Diagnostic) HelpInstead(site gpu.Site, line string, snippets []Snippet, format string, args ...any) *Diagnostic {
	return d.WithHelp(Help{Site: site, Text: sprintf(format, args), Draft: &Draft{Edit: EditReplaceLine, Replace: line, Snippets: snippets}})
}

// JoinOf is the draft of a line that waits for the end of a thread, by the call that started it. Where that call starts several, the line waits for
// all of them. From is where the thread goes on: one that waits for the word of others again and again does not end while they wait for it.
func JoinOf(started, from gpu.Site) *Draft {
	ends := &Onward{From: from, Ends: true}
	all := &Draft{Edit: EditInsertBefore, Replace: "for _, %2 in ipairs(%1) do %2:Join() end",
		Snippets: []Snippet{{Made: started, Listed: true}, {Fresh: "thread"}}, Onward: ends}
	return &Draft{Edit: EditInsertBefore, Once: true, Replace: "%1:Join()", Snippets: []Snippet{{Made: started}},
		Behind: []gpu.Site{started}, Or: all, Onward: ends}
}

// Pieces are the receiver of a call of a method and the arguments of some numbers.
func Pieces(site gpu.Site, method string, arguments ...int) []Snippet {
	out := []Snippet{{Site: site, Method: method}}
	for _, n := range arguments {
		out = append(out, Snippet{Site: site, Argument: n, Method: method})
	}
	return out
}

// Anchor gives fixes without a place that of the primary label, as long as that is the call.
func (d *Diagnostic) Anchor() {
	d.eachHelp(func(h *Help) {
		if h.Fix != nil && h.Site == 0 {
			h.Site = d.Primary().Site
		}
	})
}

// Change is an edit of the script.
type Change struct {
	Span Span
	Edit EditKind
	Text string // what is put there
	And  []Change
}

// Place turns fixes into exact edits, which find returns. A fix without place leaves its text, or
// nothing if it has none.
func (d *Diagnostic) Place(find func(gpu.Site, Fix) (Change, bool)) {
	for i := range d.Help {
		var more []Change
		d.Help[i].each(func(h *Help) {
			if h.Fix == nil {
				return
			}
			if c, ok := find(h.Site, *h.Fix); ok {
				h.Span, h.Replace, h.Edit, h.Site = c.Span, c.Text, c.Edit, 0 // it may be elsewhere
				more = append(more, c.And...)
			}
			h.Fix = nil
		})
		for _, c := range more {
			d.Help[i].And = append(d.Help[i].And, Help{Span: c.Span, Edit: c.Edit, Replace: c.Text})
		}
	}
	d.Help = slices.DeleteFunc(d.Help, Help.empty)
}

// Calls reports whether the fix is one of calls of a name.
func (f Fix) Calls(name string) bool {
	return f.Method == "" || slices.Contains(strings.Split(f.Method, "|"), name)
}
