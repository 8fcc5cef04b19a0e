package diag

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

func TestBuild(t *testing.T) {
	d := New(512, "%d queues", 2).At(7, "here").Via(9, "list").Also(8, "there").Because("100% sure").Note("n%d", 1).
		HelpText("wait").HelpEdit(8, EditReplace, "3", "").WithRule("r (s)").WithResource(`buffer "b"`).WithRange(0, 4096).
		WithStack([]Frame{{Site: 7, Function: "main chunk"}}).WithSeverity(SeverityWarning)
	require.Equal(t, &Diagnostic{
		Code: 512, Severity: SeverityWarning, Title: "2 queues",
		Labels: []Label{{Site: 7, Text: "here", Primary: true, Via: []Place{{Site: 9, Text: "list"}}}, {Site: 8, Text: "there"}},
		Why:    []string{"100% sure"}, Notes: []string{"n1"},
		Help: []Help{{Text: "wait"}, {Site: 8, Edit: EditReplace, Replace: "3"}},
		Rule: "r (s)", Resource: `buffer "b"`, Range: &Range{0, 4096}, Stack: []Frame{{Site: 7, Function: "main chunk"}},
	}, d)
	require.Equal(t, "[0, 4096)", d.Range.String())
	require.PanicsWithValue(t, "BUG: diag: Via before any label", func() { New(1, "x").Via(1, "y") })
}

func TestPrimary(t *testing.T) {
	require.Equal(t, Label{}, New(1, "x").Primary())
	require.Equal(t, "a", New(1, "x").Also(1, "a").Also(2, "b").Primary().Text)
	require.Equal(t, "b", New(1, "x").Also(1, "a").At(2, "b").At(3, "c").Primary().Text)
}

func TestErrorText(t *testing.T) {
	require.NoError(t, AsError())
	first := New(512, "a race").AtSpan(Span{File: "a.lua", Line: 4, Col: 2}, "")
	require.EqualError(t, AsError(first), "a.lua:4:2: error[GS0512]: a race")
	err := fmt.Errorf("run: %w", AsError(New(901, "slow"), first, first))
	require.EqualError(t, err, "run: advice[GS0901]: slow (and 2 more)")
	var target *Error
	require.True(t, errors.As(err, &target))
	require.Len(t, target.Diagnostics, 3)
	require.EqualError(t, &Error{}, "no diagnostic")
}

func TestSpanString(t *testing.T) {
	require.Equal(t, "", Span{}.String())
	require.Equal(t, "a.lua", Span{File: "a.lua"}.String())
	require.Equal(t, "a.lua:3", Span{File: "a.lua", Line: 3}.String())
	require.Equal(t, "a.lua:3:1", Span{File: "a.lua", Line: 3, Col: 1, EndLine: 9}.String())
}

type named uint32

func (n named) String() string { return "name" }

func TestPropKeepsPlainTypes(t *testing.T) {
	type word string
	d := New(1, "x").Prop("b", true).Prop("i", int8(-1)).Prop("u", uint16(2)).Prop("f", float32(0.5)).Prop("s", word("w")).
		Prop("n", named(3)).Prop("nan", math.NaN()).Prop("inf", math.Inf(-1)).Prop("nil", nil).Prop("list", []int{1}).Prop("b", false)
	require.Equal(t, []Prop{
		{"b", false}, {"i", int64(-1)}, {"u", uint64(2)}, {"f", 0.5}, {"s", "w"}, {"n", "name"}, {"nan", "NaN"}, {"inf", "-Inf"},
		{"nil", "nil"}, {"list", "[1]"},
	}, d.Props)
}

func TestResolve(t *testing.T) {
	known := Span{File: "a.lua", Line: 1, Col: 2}
	given := Span{File: "b.lua", Line: 3}
	d := New(1, "x").At(7, "").Via(7, "").Also(99, "").WithLabel(Label{Site: 7, Span: given}).
		HelpEdit(7, EditReplace, "", "").WithStack([]Frame{{Site: 7}, {}})
	clone := d.Clone()
	asked := 0
	clone.Resolve(func(site gpu.Site) (Span, bool) {
		asked++
		return known, site == 7
	})
	require.Equal(t, 5, asked, "places without site and places with span are not asked for")
	require.Equal(t, []Span{known, {}, given}, []Span{clone.Labels[0].Span, clone.Labels[1].Span, clone.Labels[2].Span})
	require.Equal(t, known, clone.Labels[0].Via[0].Span)
	require.Equal(t, known, clone.Help[0].Span)
	require.Equal(t, []Frame{{Site: 7, Span: known}, {}}, clone.Stack)
	require.Zero(t, d.Labels[0].Span)
	require.Zero(t, d.Labels[0].Via[0].Span)
	require.Zero(t, d.Help[0].Span)
	require.Zero(t, d.Stack[0].Span)
}

func TestJSON(t *testing.T) {
	d := New(512, "a < b").At(7, "here").Via(9, "list").Because("w").Note("n").HelpText("h").WithRule("r").WithResource("b").
		WithRange(0, math.MaxUint64).WithStack([]Frame{{Function: "f"}}).Prop("z", 1).Prop("a", "<")
	d.Repeats = 2
	d.Resolve(func(site gpu.Site) (Span, bool) {
		return Span{File: "a.lua", Line: int(site), Col: 1, EndLine: int(site), EndCol: 4}, true
	})
	got, err := d.MarshalJSON()
	require.NoError(t, err)
	require.Equal(t, `{"version":1,"code":"GS0512","name":"DataRace","severity":"error","title":"a < b","message":"a.lua:7:1: error[GS0512]: a < b","resource":"b",`+
		`"range":{"begin":0,"end":18446744073709551615},`+
		`"labels":[{"primary":true,"span":{"file":"a.lua","line":7,"col":1,"endLine":7,"endCol":4},"text":"here",`+
		`"via":[{"span":{"file":"a.lua","line":9,"col":1,"endLine":9,"endCol":4},"text":"list"}]}],`+
		`"why":["w"],"notes":["n"],"help":[{"text":"h"}],"rule":"r","d3d12":{"name":"D3D12_MESSAGE_ID_OBJECT_ACCESSED_WHILE_STILL_IN_USE","number":1047},"stack":[{"function":"f"}],"repeats":2,"props":{"z":1,"a":"<"}}`, string(got))

	point := Span{File: "a.lua", Line: 3, Col: 5}
	edit, err := New(101, "x").AtSpan(point, "").WithHelp(Help{Text: "h", Span: point, Edit: EditReplace, Replace: "f(); "}).MarshalJSON()
	require.NoError(t, err)
	require.Contains(t, string(edit), `"labels":[{"primary":true,"span":{"file":"a.lua","line":3,"col":5}}]`, "a place whose end is not known has none")
	require.Contains(t, string(edit), `{"text":"h","span":{"file":"a.lua","line":3,"col":5,"endLine":3,"endCol":5},"edit":"replace","replace":"f(); "}`)

	small, err := json.Marshal(New(101, "x"))
	require.NoError(t, err)
	require.Equal(t, `{"version":1,"code":"GS0101","name":"SyntaxError","severity":"error","title":"x","message":"error[GS0101]: x"}`, string(small))
}

// folded are the distinct ones of some diagnostics.
func folded(all []*Diagnostic) []*Diagnostic {
	c := NewCollector(max(1, len(all)))
	for _, d := range all {
		c.Add(d)
	}
	return c.Diagnostics()
}

func TestFoldKeepsTheFirstOfEachPlace(t *testing.T) {
	span := func(line int) Span { return Span{File: "a.lua", Line: line} }
	distinct := []*Diagnostic{
		New(512, "x").At(7, ""),
		New(513, "x").At(7, ""),
		New(512, "x").At(8, ""),
		New(512, "x").At(7, "").WithResource("b"),
		New(512, "x").At(7, "").Also(8, ""),
		New(512, "x").At(7, "").Via(8, ""),
		New(512, "x").At(7, "").WithSeverity(SeverityWarning),
		New(512, "x").AtSpan(span(7), ""),
		New(512, "x").AtSpan(span(8), ""),
		New(512, "x"),
		New(512, "y"),
	}
	twice := append(append([]*Diagnostic{}, distinct...), distinct...)
	twice = append(twice, New(512, "other words").At(7, "at the same place"))
	got := folded(twice)
	require.Len(t, got, len(distinct))
	for i, d := range distinct {
		want := d.Clone()
		want.Repeats = 1
		if i == 0 {
			want.Repeats = 2
		}
		require.Equal(t, want, got[i])
		require.Zero(t, d.Repeats, "the argument is not changed")
	}
	require.Equal(t, got, folded(got), "a second fold changes nothing")
	require.Empty(t, folded(nil))
	loop := []*Diagnostic{New(904, "a").At(7, "").WithResource("a"), New(904, "b").At(7, "").WithResource("b"), New(904, "b").At(8, "").WithResource("b")}
	require.Len(t, folded(loop), 2, "advice is about places, whatever was made there")
	turns := []*Diagnostic{New(WrongState, "a").At(7, "").Also(1, "created"), New(WrongState, "a").At(7, "").Also(7, "when this call was made before"), New(WrongState, "a").At(8, "")}
	require.Len(t, folded(turns), 2, "a wrong state is told once for each place that needs it")
	race := func(caller gpu.Site, edit Span) *Diagnostic {
		return New(DataRace, "x").WithLabel(Label{Site: caller, Span: span(7), Primary: true}).WithHelp(Help{Edit: EditInsertBefore, Span: edit, Replace: "f:WaitCPU(1)"})
	}
	require.Len(t, folded([]*Diagnostic{race(7, span(7)), race(8, span(7))}), 1, "one edit in a function repairs what two callers do")
	require.Len(t, folded([]*Diagnostic{race(7, span(3)), race(8, span(4))}), 2, "each caller gets an edit of its own")
	alike := func(name string, created gpu.Site) *Diagnostic {
		d := New(EngineContextMask, "%q is", name).WithResource(name).At(7, "").Also(created, "created")
		d.Alike = true
		return d
	}
	require.Len(t, folded([]*Diagnostic{alike("a", 1), alike("b", 1)}), 1, "a loop makes both")
	require.Len(t, folded([]*Diagnostic{alike("a", 1), alike("b", 2)}), 2, "they are made in two places")
	made := func(name string, edit Span, replace string) *Diagnostic {
		return New(BadRootArgument, "%q is", name).WithResource(name).At(7, "").WithHelp(Help{Edit: EditReplace, Span: edit, Replace: replace})
	}
	require.Len(t, folded([]*Diagnostic{made("a", span(3), "1"), made("b", span(3), "1")}), 1, "one edit repairs what a loop makes in each turn")
	require.Len(t, folded([]*Diagnostic{made("a", span(3), "1"), made("b", span(3), "2")}), 2, "they take two values")
	require.Len(t, folded([]*Diagnostic{made("a", span(3), "1"), made("b", span(4), "1")}), 2, "they are made in two places")
}

func TestCollectorIsBounded(t *testing.T) {
	c := NewCollector(2)
	require.True(t, c.Add(New(101, "x").At(1, "")))
	require.False(t, c.Add(New(101, "x").At(1, "")))
	require.True(t, c.Add(New(901, "x").At(2, "")))
	require.Zero(t, c.Dropped())
	require.False(t, c.Add(New(101, "x").At(3, "").WithSeverity(SeverityWarning)))
	require.False(t, c.Add(New(101, "x").At(1, "")), "a repeat still counts when the collector is full")
	require.Equal(t, 1, c.Dropped())
	require.Equal(t, Counts{Errors: 3, Warnings: 1, Advice: 1}, c.Counts())
	require.Equal(t, 2, c.Diagnostics()[0].Repeats)
	require.Equal(t, Counts{Errors: 3, Advice: 1}, CountOf(c.Diagnostics()))

	before := c.Diagnostics()[0]
	c.Add(New(101, "x").At(1, ""))
	require.Equal(t, 2, before.Repeats, "a value that was handed out does not change")
}

func TestCollectorConcurrently(t *testing.T) {
	const workers, each = 4, 200
	c := NewCollector(0)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range each {
				c.Add(New(512, "x").At(gpu.Site(1+i%10), ""))
				c.Diagnostics()
			}
		})
	}
	wg.Wait()
	require.Len(t, c.Diagnostics(), 10)
	require.Equal(t, workers*each, c.Counts().Total())
	require.Equal(t, workers*each, CountOf(c.Diagnostics()).Total())
}

func TestCounts(t *testing.T) {
	require.Equal(t, "no errors", Counts{}.String())
	require.Equal(t, "1 error", Counts{Errors: 1}.String())
	require.Equal(t, "2 errors, 1 warning", Counts{Errors: 2, Warnings: 1}.String())
	require.Equal(t, "1 piece of advice", Counts{Advice: 1}.String())
	require.Equal(t, "2 warnings, 3 pieces of advice", Counts{Warnings: 2, Advice: 3}.String())
}

func TestHelpString(t *testing.T) {
	at := Span{File: "a.lua", Line: 4, Col: 9}
	for _, tt := range []struct {
		help Help
		want string
	}{
		{Help{}, ""},
		{Help{Text: "say please", Edit: EditReplace, Replace: "x"}, "say please"},
		{Help{Span: at, Edit: EditReplace, Replace: "3"}, "a.lua:4:9: put 3"},
		{Help{Span: at, Edit: EditReplace}, "a.lua:4:9: delete it"},
		{Help{Span: at, Edit: EditReplaceLine, Replace: "f()"}, "a.lua:4:9: make the line f()"},
		{Help{Span: at, Edit: EditInsertBefore, Replace: "f()"}, "a.lua:4:9: insert before it f()"},
		{Help{Span: at, Edit: EditInsertAfter, Replace: "f()"}, "a.lua:4:9: insert after it f()"},
		{Help{Span: at, Edit: EditDeleteLine}, "a.lua:4:9: delete the line"},
	} {
		require.Equal(t, tt.want, tt.help.String())
	}
}
