// Package retell rewords the explicit level's findings about dispatches of operators in terms of DirectML: state buffers as their owners, commands as
// RecordDispatch, registers as inputs and outputs, and edits that name the list instead of the recorder.
//
//	Dispatch #10 reads buffer "relu state", which Dispatch #5 writes …
//	RecordDispatch #10 reads the state of CompiledOperator "relu", which RecordDispatch #5 writes …
//
// The package must not know devices.
package retell

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Call is the last RecordDispatch at a place.
type Call struct {
	Title string   // of what was dispatched
	Views []string // what each register of its plans shows

	Targets []string // of an initializer, by title
	List    gpu.ID   // that it was recorded to
	Kept    gpu.Site // the call that bound persistent resources; 0: none did

	unstaged bool // it was told that its descriptors do not stand where the GPU reads them
}

// Log knows calls and state buffers. The zero value is empty.
type Log struct {
	// Calling is the running method of the level; "" outside them.
	Calling string
	// Told says that executions of an object were told to come before its initialisation, by its title.
	Told func(title string) bool

	freeing, early bool // Free

	calls  map[gpu.Site]Call
	owners []owner // longest names first, so that a name that ends in another one is found
}

// Record notes a call.
func (l *Log) Record(site gpu.Site, c Call) {
	if l.calls == nil {
		l.calls = map[gpu.Site]Call{}
	}
	l.calls[site] = c
}

// owner is whose state a buffer is.
type owner struct {
	buffer, title string   // the buffer's name
	device        gpu.Site // where the device was made that the owner belongs to
	bytes         *regexp.Regexp
}

// Own notes whose state a buffer is, and where the device of that was made.
func (l *Log) Own(buffer, title string, device gpu.Site) {
	l.owners = append(l.owners, owner{buffer, title, device, regexp.MustCompile(regexp.QuoteMeta(buffer) + `\[\d+, \d+\)`)})
	slices.SortStableFunc(l.owners, func(a, b owner) int { return len(b.buffer) - len(a.buffer) })
}

// Disown forgets a state buffer that is gone.
func (l *Log) Disown(buffer string) {
	l.owners = slices.DeleteFunc(l.owners, func(o owner) bool { return o.buffer == buffer })
}

// Recorded says whether RecordDispatch was called at a place.
func (l *Log) Recorded(site gpu.Site) bool {
	_, ok := l.calls[site]
	return ok
}

// Initialises says whether a call that was recorded initialises an operator, by its title.
func (l *Log) Initialises(title string) bool {
	for _, c := range l.calls {
		if slices.Contains(c.Targets, title) {
			return true
		}
	}
	return false
}

// Initialisation is where the only call was recorded that initialises an operator, by its title, and to which list; 0: there are none, or several.
func (l *Log) Initialisation(title string) (at gpu.Site, list gpu.ID) {
	for site, c := range l.calls {
		switch {
		case !slices.Contains(c.Targets, title):
		case at != 0:
			return 0, 0
		default:
			at, list = site, c.List
		}
	}
	return at, list
}

// Kept is the call that bound the persistent resource for the call at a place, and the number of an operator among its targets, from 1; 0: it is
// none.
func (l *Log) Kept(site gpu.Site, title string) (bound gpu.Site, target int) {
	c := l.calls[site]
	return c.Kept, slices.Index(c.Targets, title) + 1
}

var (
	inner     = regexp.MustCompile(`\b(SetComputeRoot\w+|SetPipelineState|CreateUnorderedAccessView|CreateShaderResourceView)\b`)
	command   = regexp.MustCompile(`\bDispatch\b`)
	through   = regexp.MustCompile(` through [ut](\d+)(, space1)?\b`)
	register  = regexp.MustCompile(`as [ut](\d+)(, space1)? of kernel "[^"]*"( \([^)]*\))?`)
	missing   = regexp.MustCompile(`^kernel "[^"]*" finds a descriptor that was never written for "[^"]*" in [ut](\d+)`)
	unwritten = regexp.MustCompile(`^(descriptor \d+ of descriptor heap "[^"]*"), which .* sets as [ut](\d+), was never written$`)
	otherHeap = regexp.MustCompile(`got a handle of descriptor heap ("[^"]*"), but descriptor heap ("[^"]*") is bound$`)
	buffer    = regexp.MustCompile(`buffer "([^"]*)"`)
)

// said is what scripts do where the level below speaks of root signatures and views.
var said = strings.NewReplacer("before the table is set, or give the range Flags",
	"before RecordDispatch: bind first, or compile the operator with Flags",
	"create the view that the shader declares at this place of the heap, before", "bind it before", "give the range Flags",
	"compile the operator with Flags")

// stateBarrier is the part of a suggestion that asks for a barrier of a state, which scripts cannot name: one without a resource serves it.
var stateBarrier = regexp.MustCompile(`( of Type = "UAV") for the state of \w+ "[^"]*"`)

// staged is the help where descriptors were bound, so that they were written, but not where the GPU reads them.
const staged = "copy the descriptors of the binding table with CopyDescriptorsSimple, from its CPUDescriptorHandle to the place of its GPUDescriptorHandle, before the list is executed"

// Free says that from now on the parts of an object are given back, its state first, or, with false, that they have been. Where the state is given up
// too early, the others are as well.
func (l *Log) Free(free bool) { l.freeing, l.early = free, false }

// freed says of the release of a part that it follows from that of the state.
func (l *Log) freed(d *diag.Diagnostic, title string) bool {
	if !l.freeing || d.Code != diag.ReleasedInFlight {
		return false
	}
	l.early = l.early || title != ""
	return title == "" && l.early
}

// Retell says a diagnostic in other words where it is about dispatches of operators.
func (l *Log) Retell(d *diag.Diagnostic) {
	if d.Code/100 == 7 {
		return
	}
	at, call, ours := l.callOf(d)
	title := l.titleOf(d.Resource)
	freed := l.freed(d, title)
	if !ours && title == "" && l.Calling == "" && !freed {
		return
	}
	if freed || l.follows(d, title) || call.unstaged &&
		missing.MatchString(d.Title) { // all of them are bound, or the call would have been refused: a copy serves all
		d.Follows = true
	}
	d.Title = l.headline(d.Title, d.Resource, call, ours)
	if lives[d.Code] {
		d.Title = strings.ReplaceAll(d.Title, "the state of ", "")
		if l.Calling == "Reset" {
			d.Title = strings.Replace(d.Title, " is released while ", " is reset while ", 1)
		}
	}
	for i := range d.Labels {
		l.label(&d.Labels[i])
	}
	for _, texts := range [][]string{d.Why, d.Notes} {
		for i := range texts {
			texts[i] = l.state(texts[i])
		}
	}
	if ours && d.Code == diag.StaticDescriptorUnwritten {
		d.Help = []diag.Help{{Text: staged}}
		call.unstaged = true
		l.calls[at] = call
	}
	for i := range d.Help {
		l.help(&d.Help[i])
	}
	if d.Code == diag.NotResident {
		l.resident(d)
	}
	if title != "" {
		d.Resource = title
	}
}

// lives are the codes about objects themselves, and not about the bytes of their states.
var lives = map[diag.Code]bool{diag.ReleasedInFlight: true, diag.EvictedInFlight: true, diag.NotResident: true, diag.EvictedTwice: true}

// resident lets the edit call the device of DirectML, which makes its objects resident. What needs both devices has none.
func (l *Log) resident(d *diag.Diagnostic) {
	i := slices.IndexFunc(l.owners, func(o owner) bool {
		return buffer.MatchString(d.Resource) && buffer.FindStringSubmatch(d.Resource)[1] == o.buffer
	})
	for k := range d.Help {
		switch draft := d.Help[k].Draft; {
		case i < 0 || draft == nil:
		case len(draft.Snippets) > 2:
			d.Help[k].Draft = nil
		default:
			draft.Snippets[0] = diag.Snippet{Made: l.owners[i].device, Else: draft.Snippets[0].Else}
		}
		d.Help[k].Text = strings.ReplaceAll(d.Help[k].Text, "the state of ", "")
	}
	for k := range d.Labels {
		d.Labels[k].Text = strings.ReplaceAll(d.Labels[k].Text, "the state of ", "")
	}
}

// follows says whether a race is between an execution that was told to come before its initialisation, and that one.
func (l *Log) follows(d *diag.Diagnostic, title string) bool {
	if l.Told == nil || title != "" {
		return l.Told != nil && l.Told(title)
	}
	for _, one := range d.Labels {
		for _, other := range d.Labels {
			if of := l.at(one).Title; slices.Contains(l.at(other).Targets, of) && l.Told(of) {
				return true
			}
		}
	}
	return false
}

// at is the call that a label shows; none without a title.
func (l *Log) at(label diag.Label) Call {
	for _, v := range label.Via {
		if c, ok := l.calls[v.Site]; ok {
			return c
		}
	}
	return l.calls[label.Site]
}

// callOf is the RecordDispatch that a diagnostic is about, and its place: the place where it is reported, another label, or how the program came to
// one.
func (l *Log) callOf(d *diag.Diagnostic) (at gpu.Site, c Call, ok bool) {
	places := []gpu.Site{d.Primary().Site}
	for _, label := range d.Labels {
		places = append(places, label.Site)
		for _, v := range label.Via {
			places = append(places, v.Site)
		}
	}
	for _, at := range places {
		if c, ok := l.calls[at]; ok {
			return at, c, true
		}
	}
	return 0, c, false
}

// titleOf is the object whose state a buffer is, "" for other buffers.
func (l *Log) titleOf(resource string) string {
	m := buffer.FindStringSubmatch(resource)
	for _, o := range l.owners {
		if m != nil && o.buffer == m[1] {
			return o.title
		}
	}
	return ""
}

// headline is a headline in words of DirectML; resource is what it is about.
func (l *Log) headline(text, resource string, call Call, ours bool) string {
	if m := missing.FindStringSubmatch(text); m != nil {
		return fmt.Sprintf("RecordDispatch of %s finds nothing bound to %s", call.Title, call.view(m[1]))
	}
	if l.Calling != "" {
		text = inner.ReplaceAllString(text, l.Calling)
	}
	if m := otherHeap.FindStringSubmatch(text); m != nil && ours {
		return fmt.Sprintf("RecordDispatch needs descriptor heap %s, where the table of %s writes, but %s is set on %s",
			m[1], call.Title, m[2], resource)
	}
	if m := unwritten.FindStringSubmatch(text); m != nil && ours {
		return fmt.Sprintf("%s of %s, which %s needs, was never written", m[1], call.view(m[2]), call.Title)
	}
	if ours {
		text = command.ReplaceAllString(inner.ReplaceAllString(text, "RecordDispatch"), "RecordDispatch")
	}
	return l.state(text)
}

// view is what a register shows.
func (c *Call) view(number string) string {
	if i, err := strconv.Atoi(number); err == nil && i < len(c.Views) {
		return c.Views[i]
	}
	return "a tensor"
}

// state puts owners for state buffers.
func (l *Log) state(text string) string {
	for _, o := range l.owners {
		text = o.bytes.ReplaceAllLiteralString(text, "the state of "+o.title)
	}
	return buffer.ReplaceAllStringFunc(text, func(found string) string {
		if title := l.titleOf(found); title != "" {
			return "the state of " + title
		}
		return found
	})
}

// label puts words of DirectML into what a label says.
func (l *Log) label(label *diag.Label) {
	call, ours := l.calls[label.Site]
	for i := range label.Via {
		v := &label.Via[i]
		if c, ok := l.calls[v.Site]; ok {
			call, ours = c, true
			v.Text = command.ReplaceAllString(inner.ReplaceAllString(v.Text, "RecordDispatch"), "RecordDispatch")
		}
	}
	text := l.state(label.Text)
	if ours {
		text = through.ReplaceAllStringFunc(text, func(found string) string {
			m := through.FindStringSubmatch(found)
			if m[2] != "" || strings.Contains(text, "the state of ") {
				return ""
			}
			return " as " + call.view(m[1])
		})
		text = register.ReplaceAllStringFunc(text, func(found string) string {
			return fmt.Sprintf("as %s of %s", call.view(register.FindStringSubmatch(found)[1]), call.Title)
		})
		text = command.ReplaceAllString(text, "RecordDispatch")
	}
	label.Text = text
}

// help takes the list, the first argument of RecordDispatch, where an edit would name what the call is made on.
func (l *Log) help(h *diag.Help) {
	named := said.Replace(l.state(h.Text))
	h.Text = stateBarrier.ReplaceAllString(named, "$1, without a resource")
	if h.Draft == nil {
		return
	}
	if h.Text != named { // nor does the edit name the state
		h.Draft.Replace, h.Draft.Snippets = strings.Replace(h.Draft.Replace, ", Resource = %2", "", 1), h.Draft.Snippets[:1]
	}
	for i := range h.Draft.Snippets {
		if s := &h.Draft.Snippets[i]; s.Argument == 0 && l.Recorded(s.Site) {
			s.Argument, s.Method = 1, "RecordDispatch"
		}
	}
}
