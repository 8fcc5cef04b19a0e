package filter

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu/diag"
)

// verdict is what a filter does with a code: "dropped", or the severity it is shown with.
func verdict(apply func(*diag.Diagnostic) bool, code diag.Code) string {
	d := diag.New(code, "x")
	if !apply(d) {
		return "dropped"
	}
	return d.Severity.String()
}

func TestApply(t *testing.T) {
	type want = map[diag.Code]string
	for name, tt := range map[string]struct {
		rules Rules
		want  want
	}{
		"nothing":               {Rules{}, want{diag.WrongBefore: "error", diag.EmptySubmit: "advice"}},
		"deny a code":           {Rules{Deny: []string{"GS0401"}}, want{diag.WrongBefore: "dropped", diag.WrongState: "error"}},
		"deny a name":           {Rules{Deny: []string{"wrongbefore"}}, want{diag.WrongBefore: "dropped", diag.WrongState: "error"}},
		"deny a family":         {Rules{Deny: []string{"GS09xx"}}, want{diag.EmptySubmit: "dropped", diag.EmptyDispatch: "dropped", diag.WrongState: "error"}},
		"deny a part":           {Rules{Deny: []string{"5XX"}}, want{diag.StuckAtEnd: "dropped", diag.Deadlock: "error"}},
		"allow one":             {Rules{Allow: []string{"GS0401"}}, want{diag.WrongBefore: "error", diag.WrongState: "dropped", diag.EmptySubmit: "dropped"}},
		"allow holds the rest":  {Rules{Allow: []string{"GS0401"}}, want{diag.BadHeap: "error", diag.UnknownKey: "error", diag.TypeMismatch: "error", diag.Deadlock: "error"}},
		"allow what is held":    {Rules{Allow: []string{"GS0306"}}, want{diag.BadHeap: "error", diag.WrongState: "dropped"}},
		"deny wins":             {Rules{Allow: []string{"GS0401", "GS0402"}, Deny: []string{"GS0401"}}, want{diag.WrongBefore: "dropped", diag.WrongState: "error"}},
		"milder":                {Rules{Severities: map[string]string{"GS0401": "warning", "WrongState": "advice"}}, want{diag.WrongBefore: "warning", diag.WrongState: "advice"}},
		"graver":                {Rules{Severities: map[string]string{"GS0908": "error"}}, want{diag.EmptySubmit: "error", diag.EmptyDispatch: "advice"}},
		"code outranks family":  {Rules{Severities: map[string]string{"GS09xx": "error", "0908": "warning"}}, want{diag.EmptySubmit: "warning", diag.EmptyDispatch: "error"}},
		"held may become error": {Rules{Severities: map[string]string{"GS0306": "error"}}, want{diag.BadHeap: "error"}},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := New(tt.rules)
			require.NoError(t, err)
			for code, want := range tt.want {
				require.Equal(t, want, verdict(f.Apply, code), "%v", code)
			}
		})
	}
	require.Equal(t, "error", verdict((*Filter)(nil).Apply, diag.WrongBefore))
}

func TestRefused(t *testing.T) {
	for _, tt := range []struct {
		rules Rules
		want  Error
		text  string
	}{
		{Rules{Deny: []string{"GS0401", "GS0499"}}, Error{List: "Deny", Index: 2}, "there is no code GS0499; the nearest is GS0399, BadIndirectBuffer"},
		{Rules{Deny: []string{"GS9999"}}, Error{List: "Deny", Index: 1}, "there is no code GS9999"},
		{Rules{Allow: []string{"WrongBefor"}}, Error{List: "Allow", Index: 1, Near: "WrongBefore"}, `there is no code "WrongBefor"; did you mean WrongBefore?`},
		{Rules{Allow: []string{"?"}}, Error{List: "Allow", Index: 1}, `there is no code "?"`},
		{Rules{Deny: []string{"GS99xx"}}, Error{List: "Deny", Index: 1}, "no code begins with GS99"},
		{Rules{Deny: []string{"GS0306"}}, Error{List: "Deny", Index: 1, Held: true}, "GS0306 cannot be denied: the device relies on it"},
		{Rules{Deny: []string{"GS03xx"}}, Error{List: "Deny", Index: 1, Held: true}, "GS03xx cannot be denied: the device relies on it"},
		{Rules{Deny: []string{"TypeMismatch"}}, Error{List: "Deny", Index: 1, Held: true}, "TypeMismatch cannot be denied: the kernel has no meaning without what it asks for"},
		{Rules{Deny: []string{"GS0101"}}, Error{List: "Deny", Index: 1, Held: true}, "GS0101 cannot be denied: the call has no meaning without what it asks for"},
		{Rules{Deny: []string{"Deadlock"}}, Error{List: "Deny", Index: 1, Held: true}, "Deadlock cannot be denied: nothing can go on after it"},
		{Rules{Severities: map[string]string{"GS0306": "warning"}}, Error{List: "Severities", Held: true}, "GS0306 cannot be made milder: the device relies on it"},
		{Rules{Severities: map[string]string{"GS0401": "warnin"}}, Error{List: "Severities", Near: "warning"}, `the severity of GS0401 is "warnin", want error or warning or advice; did you mean warning?`},
		{Rules{Severities: map[string]string{"GS0000": "error"}}, Error{List: "Severities"}, `there is no code "GS0000"`},
	} {
		_, err := New(tt.rules)
		require.EqualError(t, err, tt.text)
		got := err.(*Error)
		require.Equal(t, tt.want, Error{List: got.List, Index: got.Index, Near: got.Near, Held: got.Held}, tt.text)
	}
}

func TestStack(t *testing.T) {
	deny := func(words ...string) *Filter {
		f, err := New(Rules{Deny: words})
		require.NoError(t, err)
		return f
	}
	mild, err := New(Rules{Severities: map[string]string{"GS0401": "advice"}})
	require.NoError(t, err)
	var s Stack
	require.Equal(t, "error", verdict(s.Apply, diag.WrongBefore))
	require.False(t, s.Pop())
	s.Set(deny("GS0401"))
	require.Equal(t, "dropped", verdict(s.Apply, diag.WrongBefore))
	s.Push(deny("GS0402")) // the top alone is in force
	require.Equal(t, "error", verdict(s.Apply, diag.WrongBefore))
	require.Equal(t, "dropped", verdict(s.Apply, diag.WrongState))
	s.Set(nil)
	require.Equal(t, "error", verdict(s.Apply, diag.WrongState))
	require.True(t, s.Pop())
	require.Equal(t, "dropped", verdict(s.Apply, diag.WrongBefore))
	require.False(t, s.Pop())

	s.Base = deny("GS0402") // both have to let it through
	require.Equal(t, "dropped", verdict(s.Apply, diag.WrongState))
	require.Equal(t, "dropped", verdict(s.Apply, diag.WrongBefore))
	s.Set(mild)
	s.Base = nil
	require.Equal(t, "advice", verdict(s.Apply, diag.WrongBefore))
	s.Base, err = New(Rules{Severities: map[string]string{"GS0401": "warning"}})
	require.NoError(t, err)
	require.Equal(t, "warning", verdict(s.Apply, diag.WrongBefore)) // the base has the last word
}

// TestHeld: every code is either free or has a reason; states, order, lifetimes and advice are free unless nothing can go on.
func TestHeld(t *testing.T) {
	for _, d := range diag.Docs() {
		g := d.Code / 100
		_, end := ends[d.Code]
		require.Equal(t, !end && (g >= 4 && g <= 6 || g == 9), Held(d.Code) == "", "%v", d.Code)
	}
}
