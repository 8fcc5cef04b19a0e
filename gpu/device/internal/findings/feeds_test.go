package findings

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/incident"
	"github.com/gpuscript/gpuscript/gpu/internal/exec"
)

// shader is a program with facts: bindings by place, and by binding.
type shader struct {
	gpu.Shader
	at             map[gpu.Site][]int32
	any, output    []int32
	choice, stored map[int32][]int32
}

func (s *shader) ShaderName() string                { return "k" }
func (s *shader) At(site gpu.Site, _ int32) []int32 { return s.at[site] }
func (s *shader) Any() []int32                      { return s.any }
func (s *shader) Choice(binding int32) []int32      { return s.choice[binding] }
func (s *shader) Stored(binding int32) []int32      { return s.stored[binding] }
func (s *shader) Output() []int32                   { return s.output }
func feed(resource gpu.ID, slot string) gpu.Feed    { return gpu.Feed{Resource: resource, Slot: slot} }
func feeds(list ...gpu.Feed) []gpu.Feed             { return list }
func work(programs map[gpu.ShaderStage]*shader) Work {
	return Work{
		Program: func(s gpu.ShaderStage) gpu.Shader {
			if p := programs[s]; p != nil {
				return p
			}
			return nil
		},
		Bindings: func(gpu.Shader) []exec.Binding { return make([]exec.Binding, 4) },
		Facts:    func(p gpu.Shader) Facts { return p.(*shader) },
	}
}

// view is a view through a binding, which is called t and its number, or u where it is written.
func view(stage gpu.ShaderStage, binding int32, resource gpu.ID, written bool) exec.BoundView {
	v := exec.BoundView{Stage: stage, Binding: binding, Resource: resource, Register: uint32(binding), Class: gpu.DescriptorSRV, Written: written}
	if written {
		v.Class = gpu.DescriptorUAV
	}
	return v
}

// TestOutsideIsParted: accesses outside follow from the data that decide any access of the program; those that the same data decide are a part.
func TestOutsideIsParted(t *testing.T) {
	k := &shader{at: map[gpu.Site][]int32{5: {0}, 6: nil, 7: {0}}, any: []int32{0, 1}}
	w := work(map[gpu.ShaderStage]*shader{gpu.StageCompute: k})
	o := &exec.Outcome{Views: []exec.BoundView{view(gpu.StageCompute, 0, 10, false), view(gpu.StageCompute, 1, 11, false), view(gpu.StageCompute, 2, 12, true)}}
	for _, site := range []gpu.Site{5, 6, 7} {
		o.Reports = append(o.Reports, exec.Report{Stage: gpu.StageCompute, Site: site, Binding: 2, Write: true, Repeats: 9})
	}
	o.OutOfBounds = 90
	var told []incident.Derived
	w.Each(o, func(d incident.Derived) { told = append(told, d) })
	require.Len(t, told, 1)
	require.Equal(t, feeds(feed(10, "t0"), feed(11, "t1")), told[0].Feeds)
	whole := told[0].Incident.(*incident.OutOfBounds)
	require.Equal(t, uint64(90), whole.Count)
	require.Len(t, whole.Further, 2)
	require.Len(t, told[0].Parts, 2)
	byIndex, always := told[0].Parts[0].Incident.(*incident.OutOfBounds), told[0].Parts[1].Incident.(*incident.OutOfBounds)
	require.Equal(t, feeds(feed(10, "t0")), told[0].Parts[0].Feeds)
	require.Equal(t, []gpu.Site{5, 7}, []gpu.Site{byIndex.First.Site, byIndex.Further[0].Site})
	require.Empty(t, told[0].Parts[1].Feeds)
	require.Equal(t, gpu.Site(6), always.First.Site)
	require.Zero(t, always.Count, "how many were kept is up to the others")
}

// TestNoDataDecide: where no access of a program follows from data there are no parts; arguments decide all that a command does.
func TestNoDataDecide(t *testing.T) {
	w := work(map[gpu.ShaderStage]*shader{gpu.StageCompute: {}})
	o := &exec.Outcome{Result: exec.Result{Reports: []exec.Report{{Stage: gpu.StageCompute, Site: 5}}}, Indirect: []exec.IndirectFault{{}}}
	tell := func(d incident.Derived) {
		require.Equal(t, w.Always, d.Feeds)
		require.Empty(t, d.Parts)
	}
	w.Each(o, tell)
	w.Always = feeds(feed(9, "arguments"))
	w.Each(o, func(d incident.Derived) { require.Equal(t, w.Always, d.Feeds) })
}

// TestStoredDecides: what a command loads from a resource follows from what it stores there, through whichever binding.
func TestStoredDecides(t *testing.T) {
	w := work(map[gpu.ShaderStage]*shader{gpu.StageCompute: {stored: map[int32][]int32{1: {2}}, choice: map[int32][]int32{3: {0}}, at: map[gpu.Site][]int32{7: {2}}}})
	o := &exec.Outcome{Views: []exec.BoundView{view(gpu.StageCompute, 0, 10, false), view(gpu.StageCompute, 1, 10, true),
		view(gpu.StageCompute, 2, 12, false), view(gpu.StageCompute, 3, 13, false)}}
	require.Equal(t, feeds(feed(10, "t0"), feed(12, "t2")), w.Slot(o, "t3"))
	require.Equal(t, feeds(feed(10, "t0"), feed(12, "t2")), w.Slot(o, ""), "any slot")
	require.Empty(t, w.Slot(o, "t0"))
	o.Faults = []exec.Fault{{Stage: gpu.StageCompute, Binding: 3, Used: 5}, {Stage: gpu.StageCompute, Binding: 3}}
	var told []incident.Derived
	w.Each(o, func(d incident.Derived) { told = append(told, d) })
	require.Equal(t, feeds(feed(10, "t0"), feed(12, "t2")), told[0].Feeds, "it is a fault because the program chose it")
	require.Empty(t, told[1].Feeds, "it is a fault whatever the program does")
	race := incident.GroupRace{Binding: 3, Second: incident.GroupAccess{Site: 7}}
	require.Equal(t, feeds(feed(12, "t2")), w.Race(o, race).Feeds)
}

// TestDraws: which pixels there are follows from what the vertex program gives, and that from vertices and indices, where it reads any.
func TestDraws(t *testing.T) {
	w := work(map[gpu.ShaderStage]*shader{gpu.StageVertex: {output: []int32{0, -1}, any: []int32{0}}, gpu.StagePixel: {any: []int32{0}}})
	o := &exec.Outcome{Views: []exec.BoundView{view(gpu.StageVertex, 0, 10, false), view(gpu.StagePixel, 0, 11, false)},
		Touched: []gpu.Access{{Resource: 12, Slot: "index buffer", As: gpu.StateIndexBuffer}, {Resource: 13, Slot: "vertex buffer 0"}}}
	told := map[gpu.ShaderStage][]gpu.Feed{}
	for _, stage := range []gpu.ShaderStage{gpu.StageVertex, gpu.StagePixel} {
		o.Reports = []exec.Report{{Stage: stage, Site: 5}}
		w.Each(o, func(d incident.Derived) { told[stage] = d.Feeds })
	}
	require.Equal(t, feeds(feed(10, "t0")), told[gpu.StageVertex])
	require.ElementsMatch(t, feeds(feed(11, "t0"), feed(10, "t0"), feed(12, "index buffer"), feed(13, "vertex buffer 0")), told[gpu.StagePixel])
	require.Equal(t, feeds(feed(12, "index buffer")), w.Indices(o))
}
