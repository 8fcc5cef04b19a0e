package cases

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
)

// schema is the JSON form of diagnostics as docs/diagnostics.md describes it: the fields of each kind of object, with their types.
type schema map[string]map[string]string

// documented reads the schema.
var documented = sync.OnceValues(func() (schema, error) {
	text, err := os.ReadFile("../../docs/diagnostics.md")
	return readSchema(string(text)), err
})

// Rows of the tables, and the sentences that begin a new object or describe a small one.
var (
	rowOrObject = regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([\\w ]+) \\||\\b[Aa]n? \\*\\*(\\w+)\\*\\*(?: has `(\\w+)` and `(\\w+)`)?")
	ofSmall     = map[string]string{"span": "span", "text": "text", "function": "text"}
)

// readSchema reads the tables of docs/diagnostics.md that are for tools. The first is that of a diagnostic.
func readSchema(text string) schema {
	_, text, _ = strings.Cut(text, "\n## For tools\n")
	s, kind := schema{"diagnostic": {}}, "diagnostic"
	for _, m := range rowOrObject.FindAllStringSubmatch(text, -1) {
		switch {
		case m[1] != "":
			s[kind][m[1]] = m[2]
		case m[4] != "":
			s[m[3]] = map[string]string{m[4]: ofSmall[m[4]], m[5]: ofSmall[m[5]]}
		default:
			kind = m[3]
			s[kind] = map[string]string{}
		}
	}
	return s
}

// check returns what is wrong with a value of a documented type, "" for nothing.
func (s schema) check(kind string, v any, path string) string {
	if of, ok := strings.CutPrefix(kind, "list of "); ok {
		list, _ := v.([]any)
		for i, one := range list {
			if fault := s.check(strings.TrimSuffix(of, "s"), one, fmt.Sprintf("%s[%d]", path, i)); fault != "" {
				return fault
			}
		}
		return lacking(len(list) > 0, path+" is no list, or empty")
	}
	object, isObject := v.(map[string]any)
	ok := true
	switch kind {
	case "number":
		_, ok = v.(float64)
	case "text":
		text, isText := v.(string)
		ok = isText && text != ""
	case "true":
		ok = v == true
	case "object":
		ok = isObject
	default:
		return s.fields(kind, object, path)
	}
	return lacking(ok, path+" is no "+kind)
}

// fields checks an object: every field is documented, and those that make it one are there.
func (s schema) fields(kind string, object map[string]any, path string) string {
	fields, ok := s[kind]
	if !ok || object == nil {
		return path + " is no " + kind
	}
	for name, v := range object {
		of, ok := fields[name]
		if !ok {
			return fmt.Sprintf("%s.%s is not documented", path, name)
		}
		if fault := s.check(of, v, path+"."+name); fault != "" {
			return fault
		}
	}
	for _, name := range needed[kind] {
		if _, ok := object[name]; !ok {
			return fmt.Sprintf("%s has no %s", path, name)
		}
	}
	return ""
}

// needed are the fields that every object of a kind has.
var needed = map[string][]string{
	"diagnostic": {"version", "code", "name", "severity", "title", "message", "labels"},
	"range":      {"begin", "end"}, "label": {"span"}, "place": {"span", "text"}, "frame": {"span"},
	"span": {"file", "line", "col"}, "edit": {"span", "edit"}, "message": {"name", "number"},
}

// The JSON form as a tool would read it.
type (
	readDiagnostic struct {
		Version, Repeats     int
		Code, Name, Severity string
		Title, Message       string
		Resource, Rule       string
		Range                *diag.Range
		Labels               []readLabel
		Why, Notes           []string
		Help                 []readHelp
		D3D12                *readMessage
		Stack                []readFrame
		Props                map[string]any
	}
	readLabel struct {
		Primary bool
		Span    diag.Span
		Text    string
		Via     []readPlace
	}
	readPlace struct {
		Span diag.Span
		Text string
	}
	readFrame struct {
		Span     diag.Span
		Function string
	}
	readMessage struct {
		Name   string
		Number int
	}
	readHelp struct {
		Text, Edit, Replace string
		Span                diag.Span
		Edits               []readHelp
	}
)

// jsonFault says what is wrong with the line that --diagnostics=json writes of a diagnostic: it is one line, has the documented fields, and says
// what the diagnostic says.
func jsonFault(_ sources, d *diag.Diagnostic) string {
	line := render.Text(d, nil, render.Options{Style: render.JSON})
	if !strings.HasPrefix(line, "{") || strings.Count(line, "\n") != 1 || !strings.HasSuffix(line, "}\n") {
		return "no line: " + line
	}
	var object map[string]any
	if err := json.Unmarshal([]byte(line), &object); err != nil {
		return err.Error()
	}
	s, err := documented()
	if err != nil {
		return err.Error()
	}
	if fault := s.check("diagnostic", object, "diagnostic"); fault != "" {
		return fault
	}
	var read readDiagnostic
	decoder := json.NewDecoder(bytes.NewReader([]byte(line)))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&read); err != nil {
		return err.Error()
	}
	return read.fault(d)
}

// fault says what was read otherwise than the diagnostic has it.
func (r readDiagnostic) fault(d *diag.Diagnostic) string {
	message, ok := d.D3D12()
	for _, field := range []struct {
		name      string
		got, want any
	}{
		{"code", []any{r.Version, r.Code, r.Name, r.Severity}, []any{diag.JSONVersion, d.Code.String(), d.Code.Name(), d.Severity.String()}},
		{"text", []string{r.Title, r.Message, r.Resource, r.Rule}, []string{d.Title, d.OneLine(), d.Resource, d.Rule}},
		{"range", r.Range, d.Range}, {"why", r.Why, d.Why}, {"notes", r.Notes, d.Notes}, {"repeats", r.Repeats, d.Repeats},
		{"labels", r.Labels, labelsOf(d)}, {"help", r.Help, helpsOf(d.Help)}, {"stack", r.Stack, stackOf(d)},
		{"d3d12", r.D3D12 != nil, ok}, {"its name", r.D3D12 == nil || r.D3D12.Name == message.FullName() && r.D3D12.Number == message.Number, true},
	} {
		if !reflect.DeepEqual(field.want, field.got) {
			return fmt.Sprintf("%s was %+v, and is read as %+v", field.name, field.want, field.got)
		}
	}
	return ""
}

// labelsOf are the labels of a diagnostic as they must be read.
func labelsOf(d *diag.Diagnostic) []readLabel {
	var labels []readLabel
	for _, l := range d.Labels {
		label := readLabel{Primary: l.Primary, Span: l.Span, Text: l.Text}
		for _, v := range l.Via {
			label.Via = append(label.Via, readPlace{v.Span, v.Words()})
		}
		labels = append(labels, label)
	}
	return labels
}

// helpsOf are suggestions as they must be read: the fields of one edit are the suggestion's own, several stand in a list.
func helpsOf(list []diag.Help) []readHelp {
	var helps []readHelp
	for _, h := range list {
		help := readHelp{Text: h.Text}
		switch edits := h.Edits(); len(edits) {
		case 0:
			help.Span = h.Span
		case 1:
			help.Edit, help.Span, help.Replace = h.Edit.String(), h.Span, h.Replace
			if h.Span.EndLine == 0 { // a point ends where it begins
				help.Span.EndLine, help.Span.EndCol = h.Span.Line, h.Span.Col
			}
		default:
			help.Edits = helpsOf(edits)
		}
		helps = append(helps, help)
	}
	return helps
}

// stackOf is the stack of a diagnostic as it must be read.
func stackOf(d *diag.Diagnostic) []readFrame {
	var frames []readFrame
	for _, f := range d.Stack {
		frames = append(frames, readFrame{f.Span, f.Function})
	}
	return frames
}

func TestReadSchema(t *testing.T) {
	s, err := documented()
	require.NoError(t, err)
	kinds := slices.Sorted(maps.Keys(s))
	require.Equal(t, []string{"diagnostic", "edit", "frame", "help", "label", "message", "place", "range", "span"}, kinds)
	require.Equal(t, map[string]string{"span": "span", "function": "text"}, s["frame"])
	require.Equal(t, map[string]string{"begin": "number", "end": "number"}, s["range"])
	span := func(line any) map[string]any { return map[string]any{"file": "a.lua", "line": line, "col": 1.0} }
	label := func(span any) map[string]any { return map[string]any{"primary": true, "span": span} }
	for _, tt := range []struct {
		kind string
		v    any
		want string
	}{
		{"span", span(1.0), ""},
		{"span", span("1"), "it.line is no number"},
		{"span", map[string]any{"file": "a.lua", "line": 1.0}, "it has no col"},
		{"list of labels", []any{label(span(1.0))}, ""},
		{"list of labels", []any{label(span(nil))}, "it[0].span.line is no number"},
		{"list of labels", []any{}, "it is no list, or empty"},
		{"label", map[string]any{"primary": false, "span": span(1.0)}, "it.primary is no true"},
		{"label", map[string]any{"primary": true, "place": span(1.0)}, "it.place is not documented"},
		{"frame", map[string]any{"span": span(1.0), "function": ""}, "it.function is no text"},
		{"message", 527.0, "it is no message"},
	} {
		require.Equal(t, tt.want, s.check(tt.kind, tt.v, "it"), "%v", tt.v)
	}
}

// TestMessageOfAFault: a shader that finds what was released, and one that finds what nobody has written, are different messages of the debug layer.
func TestMessageOfAFault(t *testing.T) {
	for name, want := range map[string]string{
		"table: a descriptor that nobody wrote, volatile": "GPU_BASED_VALIDATION_DESCRIPTOR_UNINITIALIZED (938)",
		"table: a descriptor of what was released":        "DESCRIPTOR_HANDLE_WITH_INVALID_RESOURCE (1042)",
	} {
		_, said := run(t, "rulebook/binding.lua", nil, name)
		require.Len(t, said, 1)
		message, _ := said[0].D3D12()
		require.Equal(t, want, fmt.Sprintf("%s (%d)", message.Name, message.Number))
	}
}
