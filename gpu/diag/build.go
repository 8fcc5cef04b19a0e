package diag

import (
	"fmt"
	"math"
	"reflect"
	"slices"

	"github.com/gpuscript/gpuscript/gpu"
)

// New starts a diagnostic with the headline format and the severity of its code. The other methods of this file add to
// it and return it, so that a diagnostic is built in one expression.
func New(code Code, format string, args ...any) *Diagnostic {
	return &Diagnostic{Code: code, Severity: code.Severity(), Title: sprintf(format, args)}
}

// sprintf leaves a format without arguments as it is, so that a text from a script may contain '%'.
func sprintf(format string, args []any) string {
	if len(args) == 0 {
		return format
	}
	return fmt.Sprintf(format, args...)
}

// At adds a primary label: the place where the diagnostic is reported. The text may be empty.
func (d *Diagnostic) At(site gpu.Site, text string) *Diagnostic {
	return d.WithLabel(Label{Site: site, Text: text, Primary: true})
}

// AtSpan is At for a place that is known as a span already.
func (d *Diagnostic) AtSpan(span Span, text string) *Diagnostic {
	return d.WithLabel(Label{Span: span, Text: text, Primary: true})
}

// Also adds a secondary label: another place that takes part.
func (d *Diagnostic) Also(site gpu.Site, text string) *Diagnostic {
	return d.WithLabel(Label{Site: site, Text: text})
}

// AlsoSpan is Also for a place that is known as a span already.
func (d *Diagnostic) AlsoSpan(span Span, text string) *Diagnostic {
	return d.WithLabel(Label{Span: span, Text: text})
}

// Meanwhile says of the last label that the call of the primary one does this as well, or that it is done at the same time: where both stand at one
// place, it is no earlier call.
func (d *Diagnostic) Meanwhile() *Diagnostic {
	d.Labels[len(d.Labels)-1].Meanwhile = true
	return d
}

// WithLabel adds a label of any form.
func (d *Diagnostic) WithLabel(label Label) *Diagnostic {
	d.Labels = append(d.Labels, label)
	return d
}

// Via adds the place where the work of the last label was recorded, as `list "draw", DrawInstanced #2`. It panics if there
// is no label yet.
func (d *Diagnostic) Via(site gpu.Site, text string) *Diagnostic {
	if len(d.Labels) == 0 {
		panic("BUG: diag: Via before any label")
	}
	last := &d.Labels[len(d.Labels)-1]
	last.Via = append(last.Via, Place{Site: site, Text: text})
	return d
}

// Submitted adds the place where the work of the last label was submitted, as Via does where it was recorded.
func (d *Diagnostic) Submitted(site gpu.Site, text string) *Diagnostic {
	return d.viaAs(SubmittedAt, site, text)
}

// Started adds the place where the thread of the last label was started, as Via does where work was recorded.
func (d *Diagnostic) Started(site gpu.Site, text string) *Diagnostic {
	return d.viaAs(StartedAt, site, text)
}

// In adds to the primary label where the thread was started whose call it is, if no label says that.
func (d *Diagnostic) In(thread Place) *Diagnostic {
	started := func(p Place) bool { return p.Verb == StartedAt }
	if slices.ContainsFunc(d.Labels, func(l Label) bool { return slices.ContainsFunc(l.Via, started) }) {
		return d
	}
	if at := slices.IndexFunc(d.Labels, func(l Label) bool { return l.Primary }); at >= 0 {
		d.Labels[at].Via = append(d.Labels[at].Via, thread)
	}
	return d
}

// viaAs is Via with another verb.
func (d *Diagnostic) viaAs(verb Verb, site gpu.Site, text string) *Diagnostic {
	d.Via(site, text)
	via := d.Labels[len(d.Labels)-1].Via
	via[len(via)-1].Verb = verb
	return d
}

// Because adds a reason, a full sentence.
func (d *Diagnostic) Because(format string, args ...any) *Diagnostic {
	d.Why = append(d.Why, sprintf(format, args))
	return d
}

// Note adds a fact, a full sentence.
func (d *Diagnostic) Note(format string, args ...any) *Diagnostic {
	d.Notes = append(d.Notes, sprintf(format, args))
	return d
}

// HelpText adds a suggestion without exact edit.
func (d *Diagnostic) HelpText(format string, args ...any) *Diagnostic {
	d.Help = append(d.Help, Help{Text: sprintf(format, args)})
	return d
}

// HelpSpelling suggests another spelling of a word that stands in the text of the primary label.
func (d *Diagnostic) HelpSpelling(word, near, format string, args ...any) *Diagnostic {
	return d.WithHelp(Help{Text: sprintf(format, args), Word: word, Replace: near})
}

// WithHelp adds a suggestion of any form.
func (d *Diagnostic) WithHelp(help Help) *Diagnostic {
	d.Help = append(d.Help, help)
	return d
}

// HelpEdit adds the exact edit of the source text at the site.
func (d *Diagnostic) HelpEdit(site gpu.Site, edit EditKind, replace, text string) *Diagnostic {
	return d.WithHelp(Help{Site: site, Edit: edit, Replace: replace, Text: text})
}

// WithRule sets the rule that was broken, one sentence with its source in parentheses.
func (d *Diagnostic) WithRule(rule string) *Diagnostic {
	d.Rule = rule
	return d
}

// WithDocRule sets the rule as the documentation of the code words it.
func (d *Diagnostic) WithDocRule() *Diagnostic {
	doc, _ := Explain(d.Code)
	return d.WithRule(doc.RuleText())
}

// WithSeverity overrides the severity of the code.
func (d *Diagnostic) WithSeverity(severity Severity) *Diagnostic {
	d.Severity = severity
	return d
}

// WithResource sets the object concerned, as kind "name".
func (d *Diagnostic) WithResource(resource string) *Diagnostic {
	d.Resource = resource
	return d
}

// WithObject is WithResource for an object of the device.
func (d *Diagnostic) WithObject(id gpu.ID, resource string) *Diagnostic {
	d.Object = id
	return d.WithResource(resource)
}

// WithRange sets the bytes concerned, [begin, end).
func (d *Diagnostic) WithRange(begin, end uint64) *Diagnostic {
	d.Range = &Range{Begin: begin, End: end}
	return d
}

// WithStack sets the Lua call stack, innermost frame first.
func (d *Diagnostic) WithStack(stack []Frame) *Diagnostic {
	d.Stack = stack
	return d
}

// Prop sets a fact for tools. Numbers, booleans and strings keep their type; any other value is stored as its text.
func (d *Diagnostic) Prop(key string, value any) *Diagnostic {
	for i := range d.Props {
		if d.Props[i].Key == key {
			d.Props[i].Value = plainValue(value)
			return d
		}
	}
	d.Props = append(d.Props, Prop{Key: key, Value: plainValue(value)})
	return d
}

// plainValue reduces a value to the types that Prop.Value may have. Named types with a String method keep their text, and
// numbers that JSON cannot hold become text.
func plainValue(value any) any {
	if s, ok := value.(fmt.Stringer); ok {
		return fmt.Sprint(s)
	}
	v := reflect.ValueOf(value)
	switch {
	case !v.IsValid():
		return "nil"
	case v.Kind() == reflect.Bool:
		return v.Bool()
	case v.Kind() == reflect.String:
		return v.String()
	case v.CanInt():
		return v.Int()
	case v.CanUint():
		return v.Uint()
	case v.CanFloat() && !math.IsNaN(v.Float()) && !math.IsInf(v.Float(), 0):
		return v.Float()
	}
	return fmt.Sprint(value)
}
