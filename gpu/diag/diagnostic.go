package diag

import (
	"fmt"
	"slices"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
)

// Diagnostic is one thing to tell the author of a script. The zero value of every field means that there is nothing to say.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Title    string   // the headline: one sentence without full stop
	Labels   []Label  // places in scripts; the first Primary one is where the diagnostic is reported
	Why      []string // how it came to this, in full sentences
	Notes    []string // further facts, in full sentences
	Help     []Help   // what to change
	Rule     string   // the rule that was broken and its source
	Resource string   // the object concerned, as kind "name"
	Object   gpu.ID   // the identity of that object, by which levels above know their own; 0: only its name is known
	Range    *Range   // the bytes of the resource concerned
	Stack    []Frame  // the Lua call stack, innermost first
	Repeats  int      // how many later diagnostics were folded into this one
	Props    []Prop   // facts for tools, stable where the wording is not
	Follows  bool     // from one that was told: where errors are only reported, it is not
	Disputed bool     // two threads use what the call uses, and nothing orders them: where that is an error, this follows from it
	Open     bool     // it is of a call that may be impossible in another run, because of what another thread does: told only where that is not
	Halts    bool     // an error of it ends the script in any mode: there is a run that comes to its end there, or what it is about cannot be used any more
	Still    Still    // how a run stands still that it tells of
	Later    bool     // it is told when no later call can change it, and found now only for what follows from it
	Awaited  Awaited  // the signal that it speaks of, by which levels above know their own fences
	Lacks    Wait     // the wait of the CPU that is missing
	Between  Gap      // where a race is
	Missed   Missed   // how the wait that it is about misses its value
	Shows    Wait     // the work that a thread would know to be finished if a queue had waited for it, whose wait is missing
	Apart    Apart    // the threads that nothing orders

	Wants       gpu.ResourceStates        // the state that the script wants the object in, or takes it from, of one that is in another
	Descriptors []gpu.CPUDescriptorHandle // that it speaks of
	Misnames    gpu.Site                  // the barrier that names another subresource than is meant
	Runs        []Run                     // of the two sides, or of the list whose tables were changed
	Query       Query                     // that it speaks of, in a list that has one half of it
	Turn        string                    // equal for what a loop does, or is refused, at the same places, whatever objects it does it with; "": that is not known
	Alike       bool                      // of several objects it is one mistake, where all places are the same: those that come later are repeats
}

// Still is how a run stands still that a diagnostic tells of: what waits there for ever goes on in other runs. The zero value: it tells of none.
type Still uint8

// The ways in which a run stands still.
const (
	StillHeldUp Still = iota + 1 // a call of another thread has come first, and what this one waits for is behind it
	StillMissed                  // a wait has missed what ends it
)

// Awaited is a value of a fence that orders two accesses, or that a wait lacks. The zero value is none.
type Awaited struct {
	Fence gpu.ID
	Value uint64
	By    gpu.ID   // the queue that has to wait for it; 0: the CPU
	Of    gpu.ID   // the queue that signals it, of a race; without a fence there is no signal yet
	Freed gpu.Site // the Release of the fence, where that may end the wait; 0: it does not
	Far   bool     // it is known where the fence is in every run, and the value is not the next one
}

// Run is a list, and the call that submits it.
type Run struct {
	List   gpu.ID
	Submit gpu.Site
	Again  bool // the call submits the list twice, or while it may still be executed, and the diagnostic is about that
}

// Query is one of a heap. The zero value is none.
type Query struct {
	Heap  gpu.ID
	Index uint32
}

// Wait is a wait of a CPU thread for submitted work, by numbers of a run that only compare. The zero value is none.
type Wait struct {
	By     int      // the thread
	Before uint64   // the action of the thread that it has to come before
	For    int      // the queue
	Item   uint64   // the work on it; to wait for later work is enough
	Site   gpu.Site // where the work was submitted
}

// Gap is where a queue, or a thread, does not wait for another queue, by numbers of a run that only compare. The zero value is none.
type Gap struct {
	By     int    // the queue, or the thread
	Before uint64 // its work that comes too early
	For    int    // the other one
	Item   uint64 // the work that it comes too early for, of a thread the signal behind that,
	Upto   uint64 // and the last one that the wait which is suggested is for
}

// Missed is how a wait misses its value: a signal takes its fence below that, and nothing orders it with those that give the value. By of the waits
// here may be a queue. The zero value: it does not.
type Missed struct {
	Wait  Wait   // the wait, at the place Before, for the signal that lowers the fence
	Lifts []Wait // for that signal, each before one that gives the value: with any of them the value comes last; none: they are not known
}

// Lifts says whether the wait that a race lacks would order the signals of a fence, so that nobody misses a value of it as another diagnostic says.
//
//	a   [write] ── Signal(F, 1) ── Wait(F, 2)      misses the 2: as the queue b does not wait for F >= 1 before it reads,
//	b   [read] ── Signal(F, 2)                     F may be 1 again by then
func (d *Diagnostic) Lifts(other *Diagnostic) bool {
	gap := &d.Between
	return *gap != Gap{} && slices.ContainsFunc(other.Missed.Lifts, func(w Wait) bool {
		return gap.By == w.By && gap.Before <= w.Before && gap.For == w.For && gap.Upto >= w.Item
	})
}

// Serves says whether the wait that a race lacks would order the sides of another one as well.
func (d *Diagnostic) Serves(other *Diagnostic) bool {
	a, b := &d.Between, &other.Between
	return *a != Gap{} && a.By == b.By && a.Before <= b.Before && a.For == b.For && b.Item <= a.Upto
}

// Causes says whether the wait of a queue that a diagnostic is about is why a thread does not know that work is finished, or why one may wait for
// ever, as another one says.
func (d *Diagnostic) Causes(other *Diagnostic) bool {
	shows, lacks := &d.Shows, &other.Lacks
	return *shows != Wait{} && *lacks != Wait{} && shows.For == lacks.For && shows.Item >= lacks.Item || d.Lifts(other)
}

// Apart are two threads, and how far each of them knew of the other one, by numbers of a run that only compare: equal where one missing order is the
// cause. The zero value is none.
type Apart struct {
	Threads [2]int
	Knew    [2]uint32
}

// Span is a range of source text. Lines and columns count from 1, columns are bytes, EndCol is exclusive. The zero value is
// an unknown place; a span without EndLine is the point Line:Col.
type Span struct {
	File    string
	Line    int
	Col     int
	EndLine int
	EndCol  int
}

// IsZero reports whether the place is unknown.
func (s Span) IsZero() bool { return s == Span{} }

// String returns "file:line:col", shortened where a part is unknown, and "" for the zero value.
func (s Span) String() string {
	switch {
	case s.Line <= 0:
		return s.File
	case s.Col <= 0:
		return fmt.Sprintf("%s:%d", s.File, s.Line)
	}
	return fmt.Sprintf("%s:%d:%d", s.File, s.Line, s.Col)
}

// Label is a place in a script and what happens there. Either Site or Span names the place; Span wins when both do.
type Label struct {
	Site    gpu.Site
	Span    Span
	Text    string  // a clause without full stop: `reads verts[0, 4096) as vertex buffer`
	Via     []Place // how the program came there: `recorded at` places of a command that a submission executes
	Primary bool
	// Meanwhile says that this is done by the call of the primary label itself, or at the same time: at the same place it is no earlier call.
	Meanwhile bool
}

// Place is a further place that belongs to a label.
type Place struct {
	Site gpu.Site
	Span Span
	Text string // `list "draw", DrawInstanced #2`
	Verb Verb
}

// Verb says how a Place belongs to its label.
type Verb uint8

// The verbs of a Place.
const (
	RecordedAt Verb = iota
	SubmittedAt
	CalledFrom
	StartedAt
)

// String returns the verb as messages show it, in front of the place.
func (v Verb) String() string {
	switch v {
	case SubmittedAt:
		return "submitted at"
	case CalledFrom:
		return "called from"
	case StartedAt:
		return "started at"
	}
	return "recorded at"
}

// Words is what is said of the place: its text, or the verb if it has none.
func (p Place) Words() string {
	if p.Text == "" {
		verb, _, _ := strings.Cut(p.Verb.String(), " ")
		return verb + " here"
	}
	return p.Text
}

// EditKind says what Help.Replace does to the script.
type EditKind uint8

// The kinds of edit. Line edits take the indentation of the line they refer to.
const (
	// EditNone has no exact edit: Help.Text says it all.
	EditNone EditKind = iota
	// EditReplace puts Replace in the place of the span. An empty Replace deletes the span.
	EditReplace
	// EditReplaceLine puts Replace in the place of the whole lines of the span.
	EditReplaceLine
	// EditInsertBefore adds Replace as a new line before the first line of the span.
	EditInsertBefore
	// EditInsertAfter adds Replace as a new line after the last line of the span.
	EditInsertAfter
	// EditDeleteLine removes the lines of the span.
	EditDeleteLine
)

var editNames = [...]string{
	EditNone: "", EditReplace: "replace", EditReplaceLine: "replace-line", EditInsertBefore: "insert-before",
	EditInsertAfter: "insert-after", EditDeleteLine: "delete-line",
}

// String returns the name used in JSON, "" for EditNone.
func (e EditKind) String() string {
	if int(e) < len(editNames) {
		return editNames[e]
	}
	return fmt.Sprintf("edit(%d)", uint8(e))
}

// Help is one way to repair the script. Text is for people; Edit and Replace are the exact change where one exists, with those of And where several
// places change at once.
type Help struct {
	Site    gpu.Site
	Span    Span
	Text    string
	Replace string
	Edit    EditKind
	// Word is a misspelt word that Replace stands for: FindWords makes an edit of it where the word stands once in the primary label.
	Word string
	// Draft is an edit that is made of the script's own text; Fill turns it into Edit and Replace.
	Draft *Draft
	// Fix is an edit of an argument of the call at Site; Place turns it into Edit and Replace.
	Fix *Fix
	// Exact says that there is nothing to suggest without the edit.
	Exact bool
	// Spare is there only where the suggestion before it has no exact edit.
	Spare bool
	// Astray says that the edit follows from how a line is indented, and from nothing else.
	Astray bool
	// And are further edits, without texts: all are made together, or none. Join puts them and the first into the order of the script.
	And []Help
}

// Draft is an edit in which %1, %2 … of Replace stand for Snippets.
type Draft struct {
	Edit     EditKind
	Replace  string
	Snippets []Snippet
	Once     bool     // the edit is right only where the script comes by once: not in a loop, nor in a function that is called again
	Of       gpu.Site // but it may come by there again if it makes the object of this place, to which the numbers of the edit belong, anew each time; 0: it may not
	Any      bool     // whatever functions the calls between are of
	Since    gpu.Site // or if it comes by this place before, each time in the same pass of a loop or call of a function; 0: it may not
	Each     bool     // and to the place of the edit as often as to that of the suggestion: another pass of a loop around that may need another one
	Again    bool     // or only where it may come by more than once
	Or       *Draft   // in the place of this one, where it does not fit
	Text     string   // what the help says then, where that is something else
	// Ahead says that a new line is right for all passes of a loop that none of the places in Behind stands in, and that calls nothing of the name
	// Until, or no second method if that is Another: it goes before that.
	Ahead bool
	Until string
	// Last says that a new line stands at the end of the loop around the place instead, which the script has come by in an earlier pass, and by Since
	// after it; else nowhere.
	Last   bool
	Onward *Onward // or only where a thread goes on in some way
	Stray  bool    // where the line stands right behind the loop around its place, it is moved from there
	// Behind are places that a new line has to come after; none: if it comes before the primary label, the other labels. A line after the place
	// stands there, or after a call that led there and not to these.
	Behind []gpu.Site
}

// Onward says how another thread has to go on for an edit to be right: from a place, where it waits, to the signal of a fence, or to its end.
type Onward struct {
	From  gpu.Site
	Fence Snippet
	Pass  bool // in the pass of the loop around the place, where it stands in one
	Ends  bool // to its end, and waits for no word of others on the way
}

// Another is any method but the one that is told, and any function of the script, for Draft.Until.
const Another = "*"

// Snippet is a piece of a method call in the script: the receiver, q of q:Signal(F, 1), or an argument, from 1. It stands for an object, so a
// piece that means something else at the place of the edit, or nothing, gives way to the name that the object got where it was made.
type Snippet struct {
	Site     gpu.Site
	Argument int        // 0: the receiver
	Path     string     // in the argument, as that of a Fix
	Method   string     // the called name, as that of a Fix
	Earlier  bool       // at the place of the edit this is an earlier call than the one that is spoken of
	Made     gpu.Site   // the call that made the object; 0: not known
	Listed   bool       // rather than that object, the list in which it and all others that the call makes are entries
	Only     Object     // or the only object like it; nothing else is set then
	Idle     []gpu.Site // or of the objects that these calls made, the only one that the script does nothing with; nothing else is set then
	Fresh    string     // a name that the script does not use yet, this one or one like it; nothing else is set then
	Else     string     // an expression of other pieces, as in a Draft, that stands where this one is not known
	Back     int        // the number that the argument is so many passes of the loop before the one in which the edit stands, if it certainly rises by 1 with each; not below 0
	Plus     uint64     // more than the number that the argument is
	Last     uint64     // the number that the argument was in the last pass of a loop, which is this one, in a line after the loop
	Due      bool       // the number that the argument is in the pass of the loop that waits for the one in which the edit stands
	Spent    bool       // the number that the argument is, if the function around the call raises it by 1 each time and signals nothing: it has taken the number for a signal
	Together bool       // the script comes to the call and to the place of the edit in one pass of the loop, or call of the function, that both stand in
}

// String returns the suggestion as one line of text: Text, or the edits in words if there is no text.
func (h Help) String() string {
	if h.Text != "" || h.Edit == EditNone {
		return h.Text
	}
	var list []string
	for _, e := range h.Edits() {
		list = append(list, e.words())
	}
	return strings.Join(list, "; ")
}

// Range is a half-open range of bytes, [Begin, End).
type Range struct {
	Begin uint64 `json:"begin"`
	End   uint64 `json:"end"`
}

// String returns "[0, 4096)".
func (r Range) String() string { return fmt.Sprintf("[%d, %d)", r.Begin, r.End) }

// Frame is one level of the Lua call stack.
type Frame struct {
	Site     gpu.Site
	Span     Span
	Function string // as Lua names it, `function "record"` or `main chunk`; "" if unknown
}

// Prop is a fact for tools. Value is a bool, int64, uint64, float64 or string.
type Prop struct {
	Key   string
	Value any
}

// Error makes diagnostics a Go error. It has at least one diagnostic.
type Error struct {
	Diagnostics []*Diagnostic
	Cause       error // the error of Go that they tell, which errors.Is finds: context.Canceled for example; nil for none
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Cause }

// AsError returns the diagnostics as an error, or nil if there are none.
func AsError(diagnostics ...*Diagnostic) error {
	if len(diagnostics) == 0 {
		return nil
	}
	return &Error{Diagnostics: diagnostics}
}

// LeftOut says whether an error is of a call that may be left out where nothing is returned: it follows from something that is told by itself.
func LeftOut(err error) bool {
	_, is := err.(interface{ LeftOut() })
	return is
}

// Error returns the one-line form of the first diagnostic and how many there are besides.
func (e *Error) Error() string {
	if len(e.Diagnostics) == 0 {
		return "no diagnostic"
	}
	text := e.Diagnostics[0].OneLine()
	if more := len(e.Diagnostics) - 1; more > 0 {
		text += fmt.Sprintf(" (and %d more)", more)
	}
	return text
}

// OneLine returns "scene.lua:41:8: error[GS0512]: headline", without the place if it is not resolved.
func (d *Diagnostic) OneLine() string {
	text := fmt.Sprintf("%s[%s]: %s", d.Severity, d.Code, d.Title)
	if place := d.Primary().Span.String(); place != "" {
		text = place + ": " + text
	}
	return text
}

// Primary returns the label where the diagnostic is reported: the first primary one, else the first, else a label without place.
func (d *Diagnostic) Primary() Label {
	for _, l := range d.Labels {
		if l.Primary {
			return l
		}
	}
	if len(d.Labels) > 0 {
		return d.Labels[0]
	}
	return Label{}
}
