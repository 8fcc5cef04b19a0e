package diag

import (
	"bytes"
	"encoding/json"
	"slices"
)

// JSONVersion is the version of the JSON form of diagnostics, the field "version" of each. It changes when a field changes its meaning or
// goes; new fields do not change it. docs/diagnostics.md describes the fields.
const JSONVersion = 1

// The JSON form of a diagnostic. Field names and their order are stable; fields without content are left out.
type (
	jsonDiagnostic struct {
		Version  int         `json:"version"`
		Code     Code        `json:"code"`
		Name     string      `json:"name,omitempty"`
		Severity Severity    `json:"severity"`
		Title    string      `json:"title"`
		Message  string      `json:"message"`
		Resource string      `json:"resource,omitempty"`
		Range    *Range      `json:"range,omitempty"`
		Labels   []jsonLabel `json:"labels,omitempty"`
		Why      []string    `json:"why,omitempty"`
		Notes    []string    `json:"notes,omitempty"`
		Help     []jsonHelp  `json:"help,omitempty"`
		Rule     string      `json:"rule,omitempty"`
		D3D12    *jsonID     `json:"d3d12,omitempty"`
		Stack    []jsonFrame `json:"stack,omitempty"`
		Repeats  int         `json:"repeats,omitempty"`
		Props    jsonProps   `json:"props,omitempty"`
	}
	jsonSpan struct {
		File    string `json:"file"`
		Line    int    `json:"line,omitempty"`
		Col     int    `json:"col,omitempty"`
		EndLine int    `json:"endLine,omitempty"`
		EndCol  int    `json:"endCol,omitempty"`
	}
	jsonPlace struct {
		Span *jsonSpan `json:"span,omitempty"`
		Text string    `json:"text,omitempty"`
	}
	jsonLabel struct {
		Primary bool        `json:"primary,omitempty"`
		Span    *jsonSpan   `json:"span,omitempty"`
		Text    string      `json:"text,omitempty"`
		Via     []jsonPlace `json:"via,omitempty"`
	}
	jsonHelp struct {
		Text    string     `json:"text,omitempty"`
		Span    *jsonSpan  `json:"span,omitempty"`
		Edit    string     `json:"edit,omitempty"`
		Replace string     `json:"replace,omitempty"`
		Edits   []jsonEdit `json:"edits,omitempty"`
	}
	jsonEdit struct {
		Span    *jsonSpan `json:"span,omitempty"`
		Edit    string    `json:"edit,omitempty"`
		Replace string    `json:"replace,omitempty"`
	}
	jsonFrame struct {
		Span     *jsonSpan `json:"span,omitempty"`
		Function string    `json:"function,omitempty"`
	}
	jsonID struct {
		Name   string `json:"name"`
		Number int    `json:"number"`
	}
	jsonProps []Prop
)

// spanJSON returns nil for an unknown place, so that the field is left out.
func spanJSON(s Span) *jsonSpan {
	if s.IsZero() {
		return nil
	}
	return &jsonSpan{File: s.File, Line: s.Line, Col: s.Col, EndLine: s.EndLine, EndCol: s.EndCol}
}

// editJSON is the span of an edit. A point, into which text is put, ends where it begins: tools cut at both.
func editJSON(h Help) *jsonSpan {
	span := spanJSON(h.Span)
	if span != nil && h.Edit != EditNone && span.EndLine == 0 {
		span.EndLine, span.EndCol = span.Line, span.Col
	}
	return span
}

// MarshalJSON writes the diagnostic as one object, whose fields docs/diagnostics.md describes. Places are written as spans;
// resolve them first (Resolve).
func (d *Diagnostic) MarshalJSON() ([]byte, error) {
	out := jsonDiagnostic{
		Version: JSONVersion, Code: d.Code, Name: d.Code.Name(), Severity: d.Severity, Title: d.Title, Message: d.OneLine(),
		Resource: d.Resource, Range: d.Range, Why: d.Why, Notes: d.Notes, Rule: d.Rule, Repeats: d.Repeats, Props: plainProps(d.Props),
	}
	if id, ok := d.D3D12(); ok {
		out.D3D12 = &jsonID{id.FullName(), id.Number}
	}
	for _, l := range d.Labels {
		label := jsonLabel{Primary: l.Primary, Span: spanJSON(l.Span), Text: l.Text}
		for _, v := range l.Via {
			label.Via = append(label.Via, jsonPlace{Span: spanJSON(v.Span), Text: v.Words()})
		}
		out.Labels = append(out.Labels, label)
	}
	for _, h := range d.Help {
		out.Help = append(out.Help, helpJSON(h))
	}
	for _, f := range d.Stack {
		out.Stack = append(out.Stack, jsonFrame{Span: spanJSON(f.Span), Function: f.Function})
	}
	return encode(out)
}

// helpJSON writes one edit into the fields of the help, and several into a list.
func helpJSON(h Help) jsonHelp {
	if len(h.And) == 0 {
		help := jsonHelp{Text: h.Text, Span: editJSON(h), Edit: h.Edit.String()}
		if h.Edit != EditNone {
			help.Replace = h.Replace
		}
		return help
	}
	help := jsonHelp{Text: h.Text}
	for _, e := range h.Edits() {
		help.Edits = append(help.Edits, jsonEdit{editJSON(e), e.Edit.String(), e.Replace})
	}
	return help
}

// plainProps leaves out the property that has a field of its own.
func plainProps(props []Prop) jsonProps {
	return slices.DeleteFunc(slices.Clone(jsonProps(props)), func(p Prop) bool { return p.Key == propD3D12 })
}

// MarshalJSON writes the facts as one object in the order in which they were added.
func (p jsonProps) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, prop := range p {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := encode(prop.Key)
		if err != nil {
			return nil, err
		}
		value, err := encode(prop.Value)
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// encode is json.Marshal without the escapes for HTML: scripts are full of '<' and '>'.
func encode(value any) ([]byte, error) {
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(value); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
