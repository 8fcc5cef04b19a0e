package conformance

import (
	"fmt"
	"math/rand"
	"strings"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// deed is a kind of command of a program for one queue.
type deed uint8

const (
	copyIn       deed = iota // into a buffer
	copyOut                  // out of a buffer
	copyWithin               // from one buffer to another
	immediate                // a value into a buffer
	texelsIn                 // into a texture
	texelsOut                // out of a texture
	clearBuffer              // as UNORDERED_ACCESS
	clearTexture             // as UNORDERED_ACCESS
	kernelReads              // a buffer, as shader resource
	kernelWrites             // a buffer
	kernelPeeks              // reads a buffer as UNORDERED_ACCESS
	kernelAdds               // to a buffer, atomically
	kernelLoads              // a texture
	clearTarget
	drawVertices // from a buffer to a target
	drawIndices  // from a buffer to a target
	drawReading  // a buffer in the pixel shader
	barriers
)

var deedNames = []string{"copy in", "copy out", "copy within", "immediate", "texels in", "texels out", "clear buffer", "clear texture", "kernel reads", "kernel writes", "kernel peeks",
	"kernel adds", "kernel loads", "clear target", "draw vertices", "draw indices", "draw reading", "barriers", "clear depth", "draw depth", "discard", "fill in", "resolve", "pass", "resolve pass", "bundle"}

// wall is one barrier of a program: resource -1 of a UAV barrier is all.
type wall struct {
	uav           bool
	alias         bool // from resource to next, -1: any
	next          int
	resource      int
	subresource   int // -1: all
	before, after gpu.ResourceStates
	half          half
}

// act is one command of a program.
type act struct {
	deed   deed
	x, y   part   // y: the second one of those that take two
	offset uint64 // of x, in bytes
	size   uint64
	walls  []wall
	planes int   // of a depth texture, as bits, or how a render pass begins
	inner  []act // of a bundle
	late   bool  // walls stand between what is set for a draw and the draw
}

// errand is a program for one queue: the lists of each ExecuteCommandLists.
type errand struct {
	queue   gpu.CommandListType
	grounds []ground
	calls   [][][]act
	stage   bool // the resources are those of stageGrounds
}

// The resources of a program: two buffers, a texture of two mips and one with simultaneous access.
const (
	bufferA = iota
	bufferB
	plainTexture
	sharedTexture
)

// fourGrounds are the resources of a program, whose texture begins in a state.
func fourGrounds(initial gpu.ResourceStates) []ground {
	return []ground{{parts: 1, buffer: true}, {parts: 1, buffer: true}, {parts: 2, initial: initial}, {parts: 1, simultaneous: true}}
}

const (
	bufferBytes = 256
	texelBytes  = 4
)

// uses are what an act does, by the documentation of its command.
func (a *act) uses() []use {
	x := use{part: a.x, begin: a.offset, end: a.offset + a.size}
	y := use{part: a.y, begin: a.offset, end: a.offset + a.size}
	needs := func(u use, s gpu.ResourceStates) use {
		u.needs, u.write = s, s&writeStates != 0
		return u
	}
	switch a.deed {
	case copyIn, immediate, texelsIn:
		return []use{needs(x, gpu.StateCopyDest)}
	case copyOut, texelsOut:
		return []use{needs(x, gpu.StateCopySource)}
	case copyWithin:
		return []use{needs(x, gpu.StateCopyDest), needs(y, gpu.StateCopySource)}
	case clearBuffer, clearTexture, kernelWrites:
		return []use{needs(x, gpu.StateUnorderedAccess)}
	case kernelPeeks:
		x.needs = gpu.StateUnorderedAccess
		return []use{x}
	case kernelAdds:
		x = needs(x, gpu.StateUnorderedAccess)
		x.atomic = true
		return []use{x}
	case kernelReads, kernelLoads:
		return []use{needs(x, gpu.StateNonPixelShaderResource)}
	case clearTarget:
		x.fills = true
		return []use{needs(x, gpu.StateRenderTarget)}
	case drawVertices:
		return []use{needs(x, gpu.StateRenderTarget), needs(y, gpu.StateVertexAndConstantBuffer)}
	case drawIndices:
		return []use{needs(x, gpu.StateRenderTarget), needs(y, gpu.StateIndexBuffer)}
	case drawReading:
		return []use{needs(x, gpu.StateRenderTarget), needs(y, gpu.StatePixelShaderResource)}
	case bundle:
		var all []use
		for i := range a.inner {
			all = append(all, a.inner[i].uses()...)
		}
		return all
	}
	return a.stageUses()
}

// apply tells an act to the model.
func (s *single) apply(a *act) {
	if a.deed == bundle {
		for i := range a.inner {
			s.uses(a.inner[i].uses())
		}
		return
	}
	if a.deed != barriers && !a.late {
		s.uses(a.uses())
		return
	}
	s.moves(a.walls)
	if a.late {
		s.uses(a.uses())
	}
}

// moves tells barriers to the model.
func (s *single) moves(walls []wall) {
	s.command++
	for _, w := range walls {
		if w.uav {
			s.unordered(w.resource)
			continue
		}
		if w.alias {
			s.alias(w.resource, w.next)
			continue
		}
		for k := range s.grounds[w.resource].parts {
			if w.subresource < 0 || w.subresource == k {
				s.transition(part{w.resource, k}, w.before, w.after, w.half)
			}
		}
	}
}

// broken is what a program breaks.
func (e *errand) broken() []diag.Code { return append(e.model(false).broken, e.model(true).broken...) }

// model goes through a whole program.
func (e *errand) model(stubborn bool) *single {
	s := newSingle(e.grounds, e.queue == gpu.ListCopy)
	s.stubborn = stubborn
	for _, call := range e.calls {
		for _, list := range call {
			for i := range list {
				s.apply(&list[i])
			}
		}
		s.finish()
	}
	return s
}

// writer makes programs that are right more often than not: it follows the model and puts most of the barriers that are missing.
type writer struct {
	*rand.Rand
	errand errand
	model  *single
}

// deedsOf are the commands of each kind of queue.
var deedsOf = map[gpu.CommandListType][]deed{
	gpu.ListDirect: {copyIn, copyOut, copyWithin, immediate, texelsIn, texelsOut, clearBuffer, clearTexture, kernelReads, kernelWrites, kernelPeeks, kernelAdds, kernelLoads, clearTarget,
		drawVertices, drawIndices, drawReading},
	gpu.ListCompute: {copyIn, copyOut, copyWithin, immediate, texelsIn, texelsOut, clearBuffer, clearTexture, kernelReads, kernelWrites, kernelPeeks, kernelAdds, kernelLoads},
	gpu.ListCopy:    {copyIn, copyOut, copyWithin, texelsIn, texelsOut},
}

// statesOf are the states that barriers of each kind of queue name.
var statesOf = map[gpu.CommandListType][]gpu.ResourceStates{
	gpu.ListDirect: {gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateUnorderedAccess, gpu.StateRenderTarget, gpu.StateNonPixelShaderResource,
		gpu.StatePixelShaderResource, gpu.StateAllShaderResource, gpu.StateNonPixelShaderResource | gpu.StateCopySource},
	gpu.ListCompute: {gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateUnorderedAccess, gpu.StateNonPixelShaderResource, gpu.StateNonPixelShaderResource | gpu.StateCopySource},
	gpu.ListCopy:    {gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource},
}

// randomErrand makes a program.
func randomErrand(seed int64) *errand {
	w := &writer{Rand: rand.New(rand.NewSource(seed))}
	w.errand.queue = []gpu.CommandListType{gpu.ListDirect, gpu.ListDirect, gpu.ListCompute, gpu.ListCopy}[w.Intn(4)]
	initial := gpu.StateCommon
	if states := statesOf[w.errand.queue]; w.errand.queue != gpu.ListCopy && w.Intn(2) == 0 {
		initial = states[w.Intn(len(states))]
	}
	w.errand.grounds = fourGrounds(initial)
	w.model = newSingle(w.errand.grounds, w.errand.queue == gpu.ListCopy)
	for range 1 + w.Intn(4) {
		var call [][]act
		for range 1 + w.Intn(2) {
			call = append(call, w.list())
		}
		w.errand.calls = append(w.errand.calls, call)
		w.model.finish()
	}
	return &w.errand
}

// list makes the commands of a list.
func (w *writer) list() (out []act) {
	for range 1 + w.Intn(5) {
		if w.Intn(5) == 0 {
			out = w.put(out, act{deed: barriers, walls: w.walls()})
			continue
		}
		a := w.deed()
		if walls := w.missing(&a); len(walls) > 0 && w.Intn(16) != 0 {
			out = w.before(out, &a, walls)
		}
		out = w.put(out, a)
	}
	return out
}

// before adds barriers that a command needs: before all of it, or after what a draw sets, because it is the draw that uses it.
func (w *writer) before(out []act, a *act, walls []wall) []act {
	if a.late = a.deed.draws() && w.Intn(2) == 0; a.late {
		if w.Intn(8) == 0 { // one too many, or the wrong one
			walls = append(walls, wall{resource: a.y.resource, subresource: -1, before: gpu.StateVertexAndConstantBuffer, after: gpu.StateCopyDest})
		}
		a.walls = walls
		return out
	}
	return w.put(out, act{deed: barriers, walls: walls})
}

// draws says whether a command is a draw of something that it sets first.
func (d deed) draws() bool { return d == drawVertices || d == drawIndices || d == drawReading }

func (w *writer) put(out []act, a act) []act {
	w.model.apply(&a)
	return append(out, a)
}

// deed makes a command other than a barrier.
func (w *writer) deed() act {
	all := deedsOf[w.errand.queue]
	a := act{deed: all[w.Intn(len(all))]}
	a.x = part{bufferA + w.Intn(2), 0}
	a.offset, a.size = uint64(w.Intn(3))*64, 64+uint64(w.Intn(2))*64
	switch a.deed {
	case copyWithin:
		a.y = part{bufferB - a.x.resource, 0}
	case immediate:
		a.size = 4
	case drawVertices, drawIndices, drawReading:
		a.y = a.x
		a.x = w.texels()
		a.offset, a.size = 0, texelBytes
	case texelsIn, texelsOut, clearTexture, kernelLoads, clearTarget:
		a.x = w.texels()
		a.offset, a.size = 0, texelBytes
	}
	return a
}

func (w *writer) texels() part {
	if w.Intn(3) == 0 {
		return part{sharedTexture, 0}
	}
	return part{plainTexture, w.Intn(2)}
}

// missing are the barriers without which a command would be wrong.
func (w *writer) missing(a *act) (out []wall) {
	for _, u := range a.uses() {
		at := w.model.at[u.part]
		switch {
		case at.split != nil:
			out = append(out, wall{resource: u.resource, subresource: u.subresource, before: at.split[0], after: at.split[1], half: endOnly})
			if at.split[1] != u.needs {
				out = append(out, wall{resource: u.resource, subresource: u.subresource, before: at.split[1], after: u.needs})
			}
		case !w.model.fits(u.part, u.needs):
			out = append(out, wall{resource: u.resource, subresource: u.subresource, before: at.now, after: u.needs})
		case u.needs == gpu.StateUnorderedAccess && w.Intn(2) == 0:
			out = append(out, wall{uav: true, resource: []int{u.resource, -1}[w.Intn(2)]})
		}
	}
	return out
}

// walls makes barriers of one call, most of them from where the resource is.
func (w *writer) walls() (out []wall) {
	states := statesOf[w.errand.queue]
	for range 1 + w.Intn(2) {
		if w.errand.queue != gpu.ListCopy && w.Intn(4) == 0 {
			out = append(out, wall{uav: true, resource: w.Intn(5) - 1})
			continue
		}
		r := w.Intn(4)
		b := wall{resource: r, subresource: w.Intn(w.errand.grounds[r].parts+1) - 1, before: states[w.Intn(len(states))], after: states[w.Intn(len(states))], half: []half{beginOnly, beginOnly, beginOnly, endOnly, 15: wholeMove}[w.Intn(16)]}
		at := w.model.at[part{r, max(b.subresource, 0)}]
		if w.Intn(16) != 0 {
			b.before = at.now
			if at.split != nil {
				b.before, b.after, b.half = at.split[0], at.split[1], endOnly
			}
		}
		if w.errand.queue == gpu.ListCopy && b.before&^(gpu.StateCopyDest|gpu.StateCopySource) != 0 || b.before == b.after || r < plainTexture && (b.before|b.after)&gpu.StateRenderTarget != 0 {
			continue // what other rules forbid
		}
		out = append(out, b)
	}
	if len(out) == 0 {
		out = append(out, wall{resource: bufferA, subresource: -1, before: w.model.at[part{bufferA, 0}].now, after: gpu.StateCopySource})
		if out[0].before == gpu.StateCopySource {
			out[0].after = gpu.StateCopyDest
		}
	}
	return out
}

// String shows a program.
func (e *errand) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s queue\n", e.queue)
	for i, g := range e.grounds {
		if g.initial != gpu.StateCommon {
			fmt.Fprintf(&b, "resource %d begins in %s\n", i, g.initial)
		}
	}
	for i, call := range e.calls {
		for k, list := range call {
			fmt.Fprintf(&b, "call %d, list %d\n", i+1, k+1)
			for n := range list {
				fmt.Fprintf(&b, "  %s\n", &list[n])
			}
		}
	}
	return b.String()
}

func (a *act) String() string {
	if a.deed == bundle {
		out := "bundle"
		for i := range a.inner {
			out += " (" + a.inner[i].String() + ")"
		}
		return out
	}
	if a.deed > barriers {
		return fmt.Sprintf("%s x %v planes %b", deedNames[a.deed], a.x, a.planes)
	}
	if a.deed != barriers {
		late := ""
		if a.late {
			late = " behind " + (&act{deed: barriers, walls: a.walls}).String()
		}
		return fmt.Sprintf("%s x %v y %v [%d, %d)%s", deedNames[a.deed], a.x, a.y, a.offset, a.offset+a.size, late)
	}
	out := "barriers"
	for _, w := range a.walls {
		if w.uav {
			out += fmt.Sprintf(" UAV %d", w.resource)
			continue
		}
		if w.alias {
			out += fmt.Sprintf(" ALIASING %d to %d", w.resource, w.next)
			continue
		}
		out += fmt.Sprintf(" %d.%d %s to %s %s", w.resource, w.subresource, w.before, w.after, []string{"", "BEGIN_ONLY", "END_ONLY"}[w.half])
	}
	return out
}
