package validate

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/validate/internal/graphics"
)

// world is what the cases of the tables work with.
type world struct {
	*script
	main, copyQ, alloc, open, a, b, up, tex, f *fake
	runs                                       map[gpu.ID]uint64 // submissions by queue
}

func newWorld(t *testing.T, level Level) *world {
	s := newScript(t, level)
	w := &world{script: s, main: s.queue(gpu.ListDirect, "main"), copyQ: s.queue(gpu.ListCopy, "copy"), alloc: s.allocator(gpu.ListDirect, "alloc")}
	w.open = s.list(gpu.ListDirect, "draw", w.alloc)
	w.a, w.b = s.buffer("a", 1024, gpu.HeapDefault, 0), s.buffer("b", 1024, gpu.HeapDefault, 0)
	w.up, w.tex = s.buffer("up", 1024, gpu.HeapUpload, 0), s.texture("tex", gpu.FormatR8Unorm, 0)
	w.f = s.fence("F", 0)
	s.silent()
	return w
}

// ruleCase is one broken rule with the whole headline, and the nearest that breaks none.
type ruleCase struct {
	name      string
	bad, good func(w *world)
	want      string
}

// ruleCases are all tables.
var ruleCases = slices.Concat(createCases, dataCases, targetCases, rootCases, protocolCases, slotCases, commandCases, copyCases, barrierCases, indirectCases, viewCases, syncCases, raceCases, stateCases, adviceCases, graphicsCases, fetchCases, residencyCases)

func TestRules(t *testing.T) {
	for _, tt := range ruleCases {
		t.Run(tt.name, func(t *testing.T) {
			w := newWorld(t, On)
			tt.bad(w)
			require.Equal(t, []string{tt.want}, w.said)
			w = newWorld(t, On)
			tt.good(w)
			w.silent()
		})
	}
}

// TestResetForgetsGraphics: whatever a list has recorded, and whatever was refused of it, Reset leaves nothing of what it had set for draws.
func TestResetForgetsGraphics(t *testing.T) {
	lists, changed := 0, 0
	for _, tt := range ruleCases {
		for _, play := range []func(*world){tt.bad, tt.good} {
			w := newWorld(t, On)
			play(w)
			for _, o := range w.v.objects.All() {
				l, is := o.Body.(*list)
				if !is {
					continue
				}
				state := l.Graphics
				if lists++; fmt.Sprint(state) != fmt.Sprint(graphics.State{}) {
					changed++
				}
				state.Reset()
				require.Equal(t, fmt.Sprint(graphics.State{}), fmt.Sprint(state), tt.name)
			}
		}
	}
	require.Greater(t, changed, 100)
	require.Greater(t, lists, changed)
}

// TestEveryCodeHasACase: the codes of calls have a row in a table, those of incidents one in TestExplain. Those of the engine level
// are found by the engine, advice of codes_kernel_advice.go by the compiler.
func TestEveryCodeHasACase(t *testing.T) {
	var seen strings.Builder
	for _, c := range ruleCases {
		seen.WriteString(c.want)
	}
	for _, c := range incidentCases(newWorld(t, On)) {
		seen.WriteString(c.want)
	}
	for _, d := range diag.Docs() {
		if strings.HasPrefix(d.Name, "Engine") || d.Code == diag.BareDivision {
			continue
		}
		if g := d.Code / 100; g >= 3 && g <= 6 || g == 8 || g == 9 {
			require.True(t, strings.Contains(seen.String(), d.Code.String()), "%s, %s, needs a case in rules_*_test.go, and its positive twin", d.Code, d.Name)
		}
	}
}
