package diag

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
)

// helper is a script whose sites 10 to 19 are calls of a function that is called again: site 10+n by site n, all on line 8. Other sites have the
// line of their number; site 30 is in a function that one call reaches, site 1.
type helper struct{}

func (helper) Caller(site gpu.Site) (gpu.Site, bool) {
	switch {
	case site >= 10 && site < 20:
		return site - 10, true
	case site == 30:
		return 1, false
	}
	return 0, false
}

func (helper) Span(site gpu.Site) (Span, bool) {
	line := int(site)
	if line >= 10 && line < 20 {
		line = 8
	}
	return Span{File: "a.lua", Line: line, Col: 1, EndLine: line, EndCol: 5}, true
}

// TestCallers: the calls of a function are told where they tell labels apart.
func TestCallers(t *testing.T) {
	type sites = []gpu.Site
	for _, tt := range []struct {
		name   string
		labels []sites // the label, and its further places
		want   []sites
	}{
		{"twice through a function", []sites{{12}, {11}}, []sites{{12, 2}, {11, 1}}},
		{"both through one call", []sites{{12}, {12}}, []sites{{12}, {12}}},
		{"one in the main chunk", []sites{{12}, {20}}, []sites{{12, 2}, {20}}},
		{"the call has a label", []sites{{12}, {2}}, []sites{{12}, {2}}},
		{"a function that is called once", []sites{{30}, {20}}, []sites{{30}, {20}}},
		{"alone", []sites{{12}}, []sites{{12}}},
		{"recorded at one place through two calls", []sites{{20, 12}, {21, 13}}, []sites{{20, 12, 2}, {21, 13, 3}}},
		{"recorded at one place through calls that have labels", []sites{{2, 12}, {3, 13}}, []sites{{2, 12}, {3, 13}}},
		{"recorded at two places", []sites{{20, 12}, {21, 22}}, []sites{{20, 12, 2}, {21, 22}}},
		{"recorded in a function that is called once", []sites{{20, 30}}, []sites{{20, 30}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := New(DataRace, "x")
			for _, l := range tt.labels {
				d.Also(l[0], "")
				for _, v := range l[1:] {
					d.Via(v, "list")
				}
			}
			d.Resolve(helper{}.Span)
			for range 2 { // the second time adds nothing
				d.Callers(helper{})
				for i, want := range tt.want {
					got := sites{d.Labels[i].Site}
					for _, v := range d.Labels[i].Via {
						got = append(got, v.Site)
						require.Equal(t, v.Text == "", v.Verb == CalledFrom)
						require.Equal(t, int(v.Site) < 10, v.Verb == CalledFrom)
						require.NotZero(t, v.Span)
					}
					require.Equal(t, want, got)
				}
			}
		})
	}
}

// nested is a script whose sites are the digits of how the program came there, the last one the place: 123 stands on line 3 of a module, called on
// line 2 of the module, called on line 1 of the script. Digit 9 is a call that nobody knows, and one digit is a line of
// the script, as are 7 and 8 anywhere.
type nested struct{}

func (nested) Caller(site gpu.Site) (gpu.Site, bool) { return site / 10, site/10 > 0 }

func (nested) Span(site gpu.Site) (Span, bool) {
	line, file := int(site%10), "module.lua"
	if site < 10 || line == 7 || line == 8 {
		file = "script.lua"
	}
	return Span{File: file, Line: line, Col: 1, EndLine: line, EndCol: 5}, line != 9
}

// TestCallersOfModules: calls are told out of a module, and as far as they differ.
func TestCallersOfModules(t *testing.T) {
	type sites = []gpu.Site
	for _, tt := range []struct {
		name   string
		labels []sites
		want   []sites
	}{
		{"in a module", []sites{{12}}, []sites{{12, 1}}},
		{"two calls deep", []sites{{123}, {4}}, []sites{{123, 12, 1}, {4}}},
		{"both by the same calls", []sites{{123}, {124}}, []sites{{123, 12, 1}, {124, 12, 1}}},
		{"by a call that nobody knows", []sites{{193}}, []sites{{193, 1}}},
		{"nothing known behind the module", []sites{{93}}, []sites{{93}}},
		{"a call has a label", []sites{{123}, {1}}, []sites{{123, 12}, {1}}},
		{"recorded by the call of a label", []sites{{1, 123}}, []sites{{1, 123, 12}}},
		{"many calls", []sites{{1234561}}, []sites{{1234561, 123456, 12345, 1234, 123}}},
		{"a function of the script that a module calls", []sites{{1237}, {4}}, []sites{{1237, 1}, {4}}},
		{"a module that such a function calls", []sites{{12374}, {5}}, []sites{{12374, 1237}, {5}}},
		{"recorded in a module", []sites{{4, 123}}, []sites{{4, 123, 12, 1}}},
		{"recorded where it is submitted", []sites{{124, 123}}, []sites{{124, 12, 1, 123}}},
		{"in the script", []sites{{1}, {2}}, []sites{{1}, {2}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := New(DataRace, "x")
			for _, l := range tt.labels {
				d.Also(l[0], "")
				for _, v := range l[1:] {
					d.Via(v, "list")
				}
			}
			d.Resolve(nested{}.Span)
			d.Callers(nested{})
			for i, want := range tt.want {
				got := sites{d.Labels[i].Site}
				for _, v := range d.Labels[i].Via {
					got = append(got, v.Site)
				}
				require.Equal(t, want, got)
			}
		})
	}
	d := New(DataRace, "x").At(123, "").Also(124, "").WithStack([]Frame{{Site: 123}, {Site: 12}, {Site: 1}})
	d.Resolve(nested{}.Span)
	d.Callers(nested{})
	require.Empty(t, d.Labels[0].Via, "the stack tells")
	require.Len(t, d.Labels[1].Via, 2)
	require.Equal(t, []caller{{Place{Site: 2}, true}, {Place{Site: 4}, false}},
		kept([]caller{{Place{Site: 1, Span: Span{File: "m"}}, true}, {Place{Site: 2}, false}, {Place{Site: 3, Span: Span{File: "m"}}, false}, {Place{Site: 4}, false}}, "", true))
}

func TestVerbs(t *testing.T) {
	d := New(DataRace, "x").Also(1, "").Submitted(2, "to it").Via(3, "").Started(4, "thread")
	require.Equal(t, []Place{{Site: 2, Text: "to it", Verb: SubmittedAt}, {Site: 3}, {Site: 4, Text: "thread", Verb: StartedAt}}, d.Labels[0].Via)
	require.Equal(t, "to it", d.Labels[0].Via[0].Words())
	require.Equal(t, "recorded here", d.Labels[0].Via[1].Words())
	require.Equal(t, "called here", Place{Verb: CalledFrom}.Words())
	require.Equal(t, "submitted at", SubmittedAt.String())
	require.Equal(t, "started here", Place{Verb: StartedAt}.Words())
}
