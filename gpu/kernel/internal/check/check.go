package check

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/gopher-lua/ast"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/spell"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/resolve"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/check/value"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/emit"
	"github.com/gpuscript/gpuscript/gpu/kernel/internal/ir"
	"github.com/gpuscript/gpuscript/gpu/kernel/syntax"
)

// Input is one kernel to compile.
type Input struct {
	Name       string
	Stage      syntax.Stage
	NumThreads [3]int
	Func       *ast.FunctionExpr
	Env        syntax.Env
	Site       gpu.Site // of the call that made the shader

	Inputs        []Field    // of a vertex or pixel shader, in order
	Interpolation []Modifier // of what a vertex shader returns, or of what a pixel shader takes; by name
	// EarlyDepthStencil of a pixel shader: depth and stencil are tested and written before it (HLSL's [earlydepthstencil]).
	EarlyDepthStencil bool
	Pixel             *stage.PixelOutputs // of a pixel shader: what the bound targets need; nil: all that it returns, as components

	position gpu.Interpolation // of a pixel shader's Position: where it is taken; found in Interpolation

	Bound func(syntax.Register) value.Bound // what is known of the bound views; nil: nothing
	// Visible are the local names of the script that can be used at a place, for what is misspelt; nil: not known.
	Visible func(gpu.Site) []string
}

// maxInstructions bounds the IR of one kernel, because calls are inlined where they stand.
const maxInstructions = 400_000

// maxPasses bounds the rounds of type inference; each round but the last one has given some local a higher type.
const maxPasses = 200

// Formats gives the format of the view after a typed register; see value.Formats.
type Formats = value.Formats

// Bound is what is known of a bound view; see value.Bound.
type Bound = value.Bound

// Lower checks a kernel and gives its IR, or the mistakes in it, in the order they were found. Exactly one of the two results is
// nil. The same input gives the same result, values included.
func Lower(in Input, formats Formats) (*ir.Kernel, []*diag.Diagnostic) {
	k, _, diags := LowerStage(in, formats)
	return k, diags
}

// LowerStage is Lower, and gives what a vertex or pixel shader takes and gives.
func LowerStage(in Input, formats Formats) (*ir.Kernel, *Interface, []*diag.Diagnostic) {
	l, diags := lower(in, formats, false)
	if diags != nil {
		return nil, nil, diags
	}
	l.face.Advice = l.Advice()
	return l.B.K, &l.face, nil
}

// Tree is the typed syntax tree of the kernel as text, for people; mistakes as with Lower.
func Tree(in Input, formats Formats) (string, []*diag.Diagnostic) {
	l, diags := lower(in, formats, true)
	if diags != nil {
		return "", diags
	}
	return syntax.Print(in.Func, func(n ast.Expr) string { return l.types[n] }), nil
}

// checkDeclaration checks what the script says of the kernel beside its function.
func checkDeclaration(in Input) (Input, *diag.Diagnostic) {
	if in.Stage == syntax.Compute {
		return in, checkThreads(in)
	}
	in.NumThreads = [3]int{ir.StageGroup, 1, 1}
	return checkStage(in)
}

func lower(in Input, formats Formats, typed bool) (*lowerer, []*diag.Diagnostic) {
	in, d := checkDeclaration(in)
	if d != nil {
		return nil, []*diag.Diagnostic{d}
	}
	inference := &inference{types: map[promotion]*syntax.Type{}, instances: map[instanceKey]int{}}
	units := map[*ast.FunctionExpr]*resolve.Unit{}
	for range maxPasses {
		l := newLowerer(in, formats, inference, units)
		if typed {
			l.types = map[ast.Expr]string{}
		}
		l.run()
		if inference.changed && !l.tooLarge {
			inference.changed = false
			continue
		}
		if len(l.Diags) > 0 {
			return nil, l.Diags
		}
		return l, nil
	}
	return nil, []*diag.Diagnostic{diag.New(diag.KernelTooLarge, "the types of the locals of kernel %q depend on each other too deeply", in.Name).
		At(siteOf(in.Func), "").HelpText("give locals that begin as a bare number their type: local x = float(0)")}
}

// checkThreads checks the size of a group. (Source: D3D12, D3D12_CS_THREAD_GROUP_MAX_*.)
func checkThreads(in Input) *diag.Diagnostic {
	limits := [3]int{gpu.MaxThreadsPerGroup, gpu.MaxThreadsPerGroup, gpu.MaxThreadsPerGroupZ}
	total := 1
	for i, n := range in.NumThreads {
		if n < 1 || n > limits[i] {
			return diag.New(diag.GroupTooLarge, "NumThreads[%d] of kernel %q is %d; it must be from 1 to %d", i+1, in.Name, n, limits[i]).
				At(in.Site, "").HelpFix(in.Site, diag.Put("ComputeShader", fmt.Sprintf("NumThreads[%d]", i+1), min(max(n, 1), limits[i])),
				"write a number from 1 to %d", limits[i])
		}
		total *= n
	}
	if total > gpu.MaxThreadsPerGroup {
		n := in.NumThreads
		return diag.New(diag.GroupTooLarge, "a group of kernel %q has %d × %d × %d = %d work items; %d are allowed", in.Name,
			n[0], n[1], n[2], total, gpu.MaxThreadsPerGroup).At(in.Site, "").
			HelpFix(in.Site, diag.Put("ComputeShader", "NumThreads", smaller(n)),
				"use smaller groups, for example NumThreads = %s, and dispatch more of them", smaller(n))
	}
	return nil
}

// smaller is the largest group of the same width, then height, that is allowed, as a script writes it.
func smaller(n [3]int) diag.Source {
	y := min(n[1], gpu.MaxThreadsPerGroup/n[0])
	return diag.Source(fmt.Sprintf("{ %d, %d, %d }", n[0], y, min(n[2], gpu.MaxThreadsPerGroup/(n[0]*y))))
}

// lowerer lowers one kernel once.
type lowerer struct {
	*value.Context
	in        Input
	inference *inference
	units     map[*ast.FunctionExpr]*resolve.Unit
	types     map[ast.Expr]string // what the expressions turned out to be; nil unless for Tree

	unit   *resolve.Unit // of the function being lowered
	scope  *scope
	called ast.Expr // what the call calls that is looked at
	frame  *frame
	loop   *loopFrame
	locals map[*value.Variable]*local // what is known of the live variables
	told   map[string]bool            // names that are not declared, and assigned to

	outputs []output      // of a vertex or pixel shader
	plane   uint32        // of the outputs, the next one
	uses    gpu.StageUses // of a vertex or pixel shader
	// Of a pixel shader: what interpolates at the places of a pixel, and the components of the input.
	interpolators [gpu.InterpolationPlaces]*interpolator
	attributes    map[value.V]attribute
	face          Interface // of a vertex or pixel shader

	behind   map[gpu.Site]gpu.Site // by a statement that may leave: the first barrier after it
	depth    int                   // of expressions and statements
	calls    int                   // inlined so far
	tooLarge bool
}

func newLowerer(in Input, formats Formats, inf *inference, units map[*ast.FunctionExpr]*resolve.Unit) *lowerer {
	n := in.NumThreads
	k := &ir.Kernel{Name: in.Name, NumThreads: [3]uint32{uint32(n[0]), uint32(n[1]), uint32(n[2])}, Site: in.Site}
	c := value.NewContext(k, formats)
	c.Bound = in.Bound
	l := &lowerer{Context: c, in: in, inference: inf, units: units, locals: map[*value.Variable]*local{}, behind: map[gpu.Site]gpu.Site{},
		attributes: map[value.V]attribute{}}
	c.InputAt, c.TargetSamples, c.Mentioned = l.inputAt, l.targetSamples, l.mentioned
	return l
}

// run lowers the kernel function and finishes the kernel.
func (l *lowerer) run() {
	fn := l.in.Func
	l.unit = l.unitOf(fn)
	l.frame = &frame{node: fn, name: l.in.Name, kernel: true}
	l.frame.returned = l.Flag()
	l.frame.direct = true
	l.scope = &scope{env: l.in.Env}
	if l.in.Stage == syntax.Compute {
		l.parameters(fn)
		l.stmts(fn.Stmts)
	} else {
		l.stageBegin(fn)
		l.stageParameters(fn)
		l.stmts(fn.Stmts)
		l.stageEnd(fn)
	}
	l.B.Finish()
	if len(l.Diags) > 0 || l.inference.changed {
		return
	}
	emit.Prune(l.B.K)
	if l.in.Stage == syntax.Compute {
		l.checkSlots()
	} else {
		l.finishFace()
	}
	if err := ir.Verify(l.B.K); err != nil {
		l.divergent(err)
	}
}

// checkSlots refuses an array of resources that is indexed by a value that differs between work items, where the script does not say so. Vertex and
// pixel shaders need not say it: what is the same for all their work items is hardly anything.
func (l *lowerer) checkSlots() {
	if !slices.ContainsFunc(l.B.K.Bindings, func(b ir.Binding) bool { return b.Count > 1 }) {
		return
	}
	u := ir.FindUniformity(l.B.K)
	l.B.K.Body.Walk(func(in *ir.Instr) {
		if !in.Op.UsesBinding() || in.Args[0] == 0 || l.NonUniform[in.Args[0]] || u.Of(in.Args[0]) <= ir.PerGroup {
			return
		}
		b := &l.B.K.Bindings[in.Binding]
		l.Fail(diag.DivergentIndex, in.Site, "%s is indexed by a value that differs between the work items of a group", b.Name).
			Also(b.Site, "declared here as an array").
			HelpFix(l.Chosen[in.Args[0]], diag.Around("NonUniformResourceIndex(%1)"),
				"write NonUniformResourceIndex(…) around the index, or index it by what is the same for the group").
			WithRule("the index into an array of resources is uniform over the group, or in NonUniformResourceIndex (HLSL)")
	})
}

// divergent reports the one fault of the finished IR that a script can cause.
func (l *lowerer) divergent(err error) {
	site, ok := ir.IsBarrierError(err)
	if !ok {
		panic("BUG: lowering made wrong IR: " + err.Error() + "\n" + ir.Print(l.B.K))
	}
	rule := "all work items of a group must execute the same barriers (HLSL, GroupMemoryBarrierWithGroupSync)"
	if barrier, ok := l.behind[site]; ok {
		l.Fail(diag.DivergentBarrier, site, "a barrier comes after a return or break that only some work items of a group reach").
			Also(barrier, "the others would wait here").
			Because("Some work items would wait at a barrier that others never reach.").
			HelpText("put the work that only some do under the opposite condition, if … then … end, and let all reach the barrier").WithRule(rule)
		return
	}
	l.Fail(diag.DivergentBarrier, site, "a barrier is under a condition that differs between the work items of a group").
		Because("Some work items would wait at a barrier that others never reach.").
		HelpFix(site, diag.Fix{Action: diag.FixUnblock}, "move the barrier out of the if or loop, and keep only the work itself under the condition").
		WithRule(rule)
}

func (l *lowerer) unitOf(fn *ast.FunctionExpr) *resolve.Unit {
	u := l.units[fn]
	if u == nil {
		u = resolve.Of(fn)
		l.units[fn] = u
	}
	return u
}

// systemValue is a parameter that a compute kernel can have.
type systemValue struct {
	name  string
	first ir.SysVal
	count int
	doc   string
}

// systemValues is sorted by name.
var systemValues = []systemValue{
	{"DispatchThreadID", ir.DispatchThreadIDX, 3, "uint3: the work item in the whole dispatch, GroupID * NumThreads + GroupThreadID"},
	{"GroupID", ir.GroupIDX, 3, "uint3: the group in the dispatch"},
	{"GroupIndex", ir.GroupIndex, 1, "uint: the work item in its group, as one number"},
	{"GroupThreadID", ir.GroupThreadIDX, 3, "uint3: the work item in its group"},
}

func (l *lowerer) parameters(fn *ast.FunctionExpr) {
	if fn.ParList == nil {
		return
	}
	if fn.ParList.HasVargs {
		l.Fail(diag.UnsupportedLua, siteOf(fn), "a kernel has no variable arguments").
			HelpText("name the system values that it needs: function(DispatchThreadID)")
	}
	for i, name := range fn.ParList.Names {
		sys := findSystemValue(name)
		if sys == nil {
			l.unknownParameter(fn, name)
			l.declare(resolve.Key{Node: fn, Index: i}, name, siteOf(fn), value.Value{Site: siteOf(fn)})
			continue
		}
		l.B.Site = siteOf(fn)
		c := make([]value.V, sys.count)
		for j := range c {
			c[j] = l.B.Sys(sys.first + ir.SysVal(j))
		}
		l.declare(resolve.Key{Node: fn, Index: i}, name, siteOf(fn), value.NewData(siteOf(fn), syntax.Vector(syntax.Uint, sys.count), c...))
	}
}

func findSystemValue(name string) *systemValue {
	for i := range systemValues {
		if systemValues[i].name == name {
			return &systemValues[i]
		}
	}
	return nil
}

func (l *lowerer) unknownParameter(fn *ast.FunctionExpr, name string) {
	var names []string
	for _, s := range systemValues {
		names = append(names, s.name)
	}
	d := l.Fail(diag.UnknownParameter, siteOf(fn), "a compute kernel has no parameter %q", name).
		Because("The parameters of a kernel are system values, and are found by their names.")
	if meant := systemMeant(name); meant != "" && !slices.Contains(fn.ParList.Names, meant) {
		_, about, _ := strings.Cut(findSystemValue(meant).doc, ": ")
		d.HelpFix(siteOf(fn), diag.Fix{Action: diag.FixRename, Path: name, Text: meant}, "write %s: %s", meant, about)
		return
	}
	if near := spell.Nearest(name, names); near != "" {
		d.HelpFix(siteOf(fn), diag.Fix{Action: diag.FixRename, Path: name, Text: near}, "did you mean %s?", near)
		return
	}
	d.HelpText("parameters are DispatchThreadID, GroupID, GroupThreadID (uint3) and GroupIndex (uint); other values are captured: declare a local outside of the kernel")
}
