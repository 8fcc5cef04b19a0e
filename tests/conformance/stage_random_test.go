package conformance

import (
	"math/rand"

	"github.com/gpuscript/gpuscript/gpu"
)

// The commands of programs for pictures and shared memory, beside those of other programs for one queue.
const (
	clearDepth  deed = iota + barriers + 1 // planes of the depth texture
	drawDepth                              // tests and writes, or only tests, each plane
	discard                                // a subresource of a target
	fillIn                                 // all texels of a texture
	resolve                                // from the target of several samples
	pass                                   // a render pass with a draw
	resolvePass                            // a render pass that ends with a resolve
	bundle
)

// The resources of such programs.
const (
	stageBuffer  = iota
	stagePicture // a render target
	stageDepth   // with stencil: two subresources
	stageSamples // a render target of four samples
	stageP       // a buffer
	stageQ       // a smaller one in the same memory
	stageT       // a render target
	stageU       // another one in the same memory
)

func stageGrounds(picture, depth, samples, t gpu.ResourceStates) []ground {
	return []ground{{parts: 1, buffer: true}, {parts: 1, initial: picture}, {parts: 2, initial: depth}, {parts: 1, initial: samples},
		{parts: 1, buffer: true, memory: 1}, {parts: 1, buffer: true, memory: 1}, {parts: 1, memory: 2, target: true, initial: t}, {parts: 1, memory: 2, target: true, initial: gpu.StateRenderTarget}}
}

// stageBytes are the sizes of the buffers.
var stageBytes = map[int]uint64{stageBuffer: 256, stageP: 256, stageQ: 128}

// The states that are tried, by kind of resource.
var (
	bufferStates  = []gpu.ResourceStates{gpu.StateCommon, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateUnorderedAccess, gpu.StateNonPixelShaderResource, gpu.StateVertexAndConstantBuffer}
	pictureStates = []gpu.ResourceStates{gpu.StateCommon, gpu.StateRenderTarget, gpu.StateRenderTarget, gpu.StateCopyDest, gpu.StateCopySource, gpu.StateNonPixelShaderResource, gpu.StateResolveDest}
	depthStates   = []gpu.ResourceStates{gpu.StateCommon, gpu.StateDepthWrite, gpu.StateDepthWrite, gpu.StateDepthRead, gpu.StateDepthRead | gpu.StateNonPixelShaderResource, gpu.StateNonPixelShaderResource}
	samplesStates = []gpu.ResourceStates{gpu.StateCommon, gpu.StateRenderTarget, gpu.StateRenderTarget, gpu.StateResolveSource, gpu.StateNonPixelShaderResource}
)

func stageStates(resource int) []gpu.ResourceStates {
	switch resource {
	case stagePicture, stageT, stageU:
		return pictureStates
	case stageDepth:
		return depthStates
	case stageSamples:
		return samplesStates
	}
	return bufferStates
}

// stageUses are what the commands of this file do.
func (a *act) stageUses() (out []use) {
	on := func(p part, s gpu.ResourceStates, fills bool) {
		out = append(out, use{part: p, needs: s, end: texelBytes, write: s&writeStates != 0, fills: fills})
	}
	switch a.deed {
	case clearDepth:
		for k := range 2 {
			if a.planes>>k&1 != 0 {
				on(part{stageDepth, k}, gpu.StateDepthWrite, true)
			}
		}
	case drawDepth:
		for k := range 2 {
			on(part{stageDepth, k}, []gpu.ResourceStates{gpu.StateDepthRead, gpu.StateDepthWrite}[a.planes>>k&1], false)
		}
	case discard:
		on(a.x, map[bool]gpu.ResourceStates{true: gpu.StateDepthWrite, false: gpu.StateRenderTarget}[a.x.resource == stageDepth], true)
	case fillIn:
		on(a.x, gpu.StateCopyDest, true)
	case resolve:
		on(a.x, gpu.StateResolveDest, false)
		on(part{stageSamples, 0}, gpu.StateResolveSource, false)
	case pass:
		on(a.x, gpu.StateRenderTarget, a.planes != passKeeps)
	case resolvePass:
		on(part{stageSamples, 0}, gpu.StateRenderTarget, false)
		on(a.x, gpu.StateResolveDest, false)
	}
	return out
}

// The ways for a render pass to begin, in planes.
const (
	passClears = iota
	passKeeps
	passDiscards
)

// stagehand makes such programs.
type stagehand struct{ writer }

// randomStage makes a program.
func randomStage(seed int64) *errand {
	w := &stagehand{writer{Rand: rand.New(rand.NewSource(seed))}}
	pick := func(states []gpu.ResourceStates) gpu.ResourceStates { return states[w.Intn(len(states))] }
	w.errand = errand{queue: gpu.ListDirect, stage: true, grounds: stageGrounds(pick(pictureStates), pick(depthStates), pick(samplesStates), pick(pictureStates))}
	w.model = newSingle(w.errand.grounds, false)
	for range 1 + w.Intn(3) {
		var call [][]act
		for range 1 + w.Intn(2) {
			var list []act
			for range 1 + w.Intn(5) {
				list = w.next(list)
			}
			call = append(call, list)
		}
		w.errand.calls = append(w.errand.calls, call)
		w.model.finish()
	}
	return &w.errand
}

// next adds a command, with most of what it needs before it.
func (w *stagehand) next(out []act) []act {
	if w.Intn(6) == 0 {
		if walls := w.walls(); len(walls) > 0 {
			return w.put(out, act{deed: barriers, walls: walls})
		}
	}
	return w.emit(out, w.deed())
}

// emit adds a command after the barriers without which it is wrong.
func (w *stagehand) emit(out []act, a act) []act {
	var walls []wall
	for _, u := range a.uses() {
		if o := w.model.shared(u); o != nil && w.Intn(16) != 0 {
			walls = append(walls, wall{alias: true, resource: []int{o.resource, -1}[w.Intn(2)], next: u.resource})
		}
	}
	if len(walls) > 0 {
		out = w.put(out, act{deed: barriers, walls: walls})
	}
	for _, u := range a.uses() {
		if w.errand.grounds[u.resource].target && !w.model.filled[u.resource] && !u.fills && w.Intn(16) != 0 {
			out = w.emit(out, act{deed: []deed{clearTarget, discard, fillIn, pass}[w.Intn(4)], x: u.part, size: texelBytes})
		}
	}
	if walls := w.missing(&a); len(walls) > 0 && w.Intn(16) != 0 {
		out = w.before(out, &a, walls)
	}
	return w.put(out, a)
}

// deed makes a command other than a barrier.
func (w *stagehand) deed() act {
	buffer, picture := part{[]int{stageBuffer, stageP, stageP, stageQ, stageQ}[w.Intn(5)], 0}, part{[]int{stagePicture, stageT, stageT, stageU}[w.Intn(4)], 0}
	a := act{x: picture, size: texelBytes, planes: 1 + w.Intn(3)}
	switch a.deed = []deed{copyIn, copyOut, kernelReads, kernelWrites, kernelAdds, texelsOut, fillIn, kernelLoads, clearTarget, discard, drawVertices, clearDepth, drawDepth, drawDepth, discard,
		kernelLoads, clearTarget, resolve, pass, resolvePass, bundle}[w.Intn(21)]; a.deed {
	case copyIn, copyOut, kernelReads, kernelWrites, kernelAdds:
		a.x = buffer
		a.offset = uint64(w.Intn(int(stageBytes[a.x.resource]/64))) * 64
		a.size = 64
	case drawVertices:
		a.y = buffer
	case drawDepth:
		a.planes = w.Intn(4)
	case pass:
		a.planes = w.Intn(3)
	case resolve, resolvePass:
		a.x = part{stagePicture, 0}
	case kernelLoads, discard:
		if w.Intn(2) == 0 {
			a.x = part{stageDepth, 0}
			if a.deed == discard {
				a.x.subresource = w.Intn(2)
			}
		}
	case clearTarget:
		if w.Intn(3) == 0 {
			a.x = part{stageSamples, 0}
		}
	case bundle:
		kernel := []deed{kernelReads, kernelWrites, kernelAdds}[w.Intn(3)]
		for i := range 1 + w.Intn(2) {
			b := act{deed: kernel, x: buffer, offset: uint64(i*w.Intn(4)%2) * 64, size: 64}
			if w.Intn(3) == 0 {
				b = act{deed: drawVertices, x: part{stagePicture, 0}, y: buffer, size: texelBytes}
			}
			a.inner = append(a.inner, b)
		}
	}
	return a
}

// walls makes barriers of one call, most of them from where the resource is.
func (w *stagehand) walls() (out []wall) {
	for range 1 + w.Intn(2) {
		switch w.Intn(6) {
		case 0:
			out = append(out, wall{uav: true, resource: []int{stageBuffer, stageP, stageQ, -1}[w.Intn(4)]})
			continue
		case 1:
			pairs := [][2]int{{stageP, stageQ}, {stageQ, stageP}, {stageT, stageU}, {stageU, stageT}, {-1, stageP}, {-1, stageU}, {stageQ, -1}, {stageT, -1}, {-1, -1}}
			p := pairs[w.Intn(len(pairs))]
			out = append(out, wall{alias: true, resource: p[0], next: p[1]})
			continue
		}
		r := w.Intn(len(w.errand.grounds))
		states := stageStates(r)
		k := w.Intn(w.errand.grounds[r].parts+1) - 1
		at := w.model.at[part{r, max(k, 0)}]
		b := wall{resource: r, subresource: k, before: at.now, after: states[w.Intn(len(states))], half: []half{wholeMove, beginOnly, beginOnly, beginOnly, endOnly, 15: wholeMove}[w.Intn(16)]}
		switch {
		case w.Intn(16) == 0:
			b.before = states[w.Intn(len(states))]
		case at.split != nil:
			b.before, b.after, b.half = at.split[0], at.split[1], endOnly
		}
		if b.before != b.after {
			out = append(out, b)
		}
	}
	return out
}
