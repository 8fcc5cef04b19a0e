package kernel

import (
	"bytes"
	"encoding/binary"
	"io"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/internal/raster"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// coverRig draws random small triangles with a pixel program that writes what it is told of its pixels, with covering programs and without.
type coverRig struct {
	drawRig
	garbage      io.Reader     // what stands in the memory that is lent for a draw
	block        [1 << 12]byte // of it, repeated
	covered      int           // lists that programs have covered
	boxes, parts int           // of rows: drawn as a whole, or only some quads of them
	any          bool          // programs do not know the pitch of their target
	packs        bool          // lists may be packed
	packed       int           // lists that were, of tiny triangles
	packedBoxes  int           // likewise of larger ones
	packedMarks  int           // of both: those whose pixels were marked
	cost         stage.Counted // of what was shaded

	list                    func() *raster.Draw // what is drawn instead, where all depths are 1
	times, triangles, quads int                 // of a benchmark: runs of each list, and what was in them
}

func newCoverRig(t testing.TB) *coverRig {
	return &coverRig{drawRig: newDrawRig(t), garbage: randv2.NewChaCha8([32]byte{})}
}

// coverState is a random state of small triangles.
type coverState struct {
	compare       gpu.ComparisonFunc
	test, write   bool
	track         bool
	uniform       bool
	width, height uint32
	scissor       gpu.Rect
	size, wide    float64 // of triangles in pixels; how wide they are at most
	count         int
	workers       int
	inputs        []raster.Input
	uses          gpu.StageUses
	flat          bool // w is 1
	lacksW        bool // the program does not read 1/w
	wild          bool // some positions are anywhere
	open          bool // most depths are 1
	instances     uint32
	raster        gpu.RasterizerDesc
	target        gpu.Format // R32_UINT, or one of those that are blended into
	mask          gpu.ColorWriteEnable
	seed          int64
}

func randomCover(r *rand.Rand) coverState {
	s := coverState{test: r.Intn(5) > 0, compare: gpu.ComparisonFunc(r.Intn(int(gpu.CompareAlways) + 1)), write: r.Intn(4) > 0, track: r.Intn(2) == 0, uniform: r.Intn(4) == 0,
		width: 60 + 2*uint32(r.Intn(40)), height: 60 + uint32(r.Intn(40)), size: math.Exp2(5*r.Float64() - 0.5), count: 1 + r.Intn(600), workers: 1 + r.Intn(2),
		seed: r.Int63()}
	s.uses, s.flat = gpu.StageUses(r.Intn(2))*gpu.UsesPosition|gpu.StageUses(r.Intn(2))*gpu.UsesPrimitiveID|gpu.StageUses(r.Intn(2))*gpu.UsesIsFrontFace, r.Intn(2) == 0
	if r.Intn(6) == 0 {
		s.size, s.count, s.width, s.height, s.open = 700, 1+r.Intn(9), 256, 128, true
	}
	if s.wide = s.size; r.Intn(4) == 0 {
		s.wide = 16
	}
	s.lacksW = r.Intn(2) == 0
	s.wild, s.instances = r.Intn(2) == 0, 1+uint32(r.Intn(2))
	s.raster = gpu.RasterizerDesc{CullMode: gpu.CullNone, DepthClipEnable: r.Intn(2) == 0, FrontCounterClockwise: r.Intn(2) == 0}
	if r.Intn(2) == 0 {
		s.raster.CullMode = [...]gpu.CullMode{gpu.CullFront, gpu.CullBack}[r.Intn(2)]
	}
	for range r.Intn(7) {
		s.inputs = append(s.inputs, raster.Input{Plane: uint32(4 + r.Intn(coverPlanes)), Mode: gpu.Interpolation(r.Intn(int(gpu.InterpolateNoPerspectiveCentroid) + 1))})
	}
	s.scissor = gpu.Rect{Right: int32(s.width), Bottom: int32(s.height)}
	if r.Intn(3) == 0 {
		s.scissor.Left, s.scissor.Top = int32(r.Intn(20)), int32(r.Intn(20))
	}
	if r.Intn(2) == 0 {
		s.scissor.Right, s.scissor.Bottom = s.scissor.Right-int32(r.Intn(20)), s.scissor.Bottom-int32(r.Intn(int(s.height)-20))
	}
	if s.target = gpu.FormatR32Uint; r.Intn(3) == 0 {
		s.target, s.mask = mergeFormats[r.Intn(len(mergeFormats))], gpu.ColorWriteEnable(r.Intn(16))
	}
	return s
}

// blend is the state of the target: what is blended depends on the order.
func (c *coverState) blend() gpu.RenderTargetBlendDesc {
	d := gpu.RenderTargetBlendDesc{RenderTargetWriteMask: gpu.WriteAllChannels}
	if c.target == gpu.FormatR32Uint {
		return d
	}
	d = gpu.RenderTargetBlendDesc{BlendEnable: true, SrcBlend: gpu.BlendSrcAlpha, DestBlend: gpu.BlendInvSrcAlpha, BlendOp: gpu.BlendOpAdd,
		SrcBlendAlpha: gpu.BlendBlendFactor, DestBlendAlpha: gpu.BlendInvDestAlpha, BlendOpAlpha: gpu.BlendOpAdd, RenderTargetWriteMask: gpu.WriteAllChannels}
	if c.seed&8 != 0 {
		d.RenderTargetWriteMask = c.mask
	}
	return d
}

// coverPlanes is the number of components that vertices have beside their position.
const coverPlanes = 3

// draw gives target and depth, and what was counted and touched.
func (r *coverRig) draw(c coverState, coverer func(*stage.Cover) *stage.Covering, setUpper func(*stage.SetUp) *stage.Triangles) (target, depth []byte, result raster.Result) {
	random := rand.New(rand.NewSource(c.seed))
	pitch := (8*c.width + 255) &^ 255
	at, surface := r.alloc(uint64(pitch * c.height))
	zAt, z := r.alloc(uint64(pitch * c.height))
	clear(surface)
	for i := 0; i < len(z); i += 4 {
		v := math.Float32bits(random.Float32())
		if random.Intn(20) == 0 {
			v = component(random)
		}
		if r.list != nil || c.open && random.Intn(2000) > 0 {
			v = math.Float32bits(1)
		}
		binary.LittleEndian.PutUint32(z[i:], v)
	}
	s := raster.State{Width: c.width, Height: c.height, SampleMask: math.MaxUint32, Workers: c.workers, Track: c.track,
		Viewports: []gpu.Viewport{{Width: float32(c.width), Height: float32(c.height), MaxDepth: 1}}, Scissors: []gpu.Rect{c.scissor},
		Rasterizer: c.raster,
		Blend:      gpu.BlendDesc{RenderTarget: []gpu.RenderTargetBlendDesc{c.blend()}}, BlendFactor: [4]float32{0.2, 0.4, 0.6, 0.8}}
	s.Targets[0] = raster.Target{Format: c.target, Surface: raster.Surface{Bytes: surface, RowPitch: pitch, Address: uint32(at)}}
	if c.test {
		s.DepthStencil = gpu.DepthStencilDesc{DepthEnable: true, DepthFunc: c.compare}
		if c.write {
			s.DepthStencil.DepthWriteMask = gpu.DepthWriteAll
		}
		s.Depth = raster.DepthTarget{Format: raster.DepthD32, Depth: raster.Surface{Bytes: z, RowPitch: pitch, Address: uint32(zAt)}}
	}
	p := raster.Pixel{Coverer: coverer, SetUpper: setUpper, Inputs: c.inputs, Uses: c.uses, Outputs: s.Outputs(c.uses, 1), Uniform: c.uniform, Affine: c.flat, LacksW: c.lacksW}
	r.shades(&p)
	scratch, lent := r.alloc(raster.ScratchBytes(&s, &p))
	_, _ = r.garbage.Read(r.block[:])
	for b := lent; len(b) > 0; { // what stood there must not matter, and is something else in each draw
		b = b[copy(b, r.block[:]):]
	}
	d := c.triangles(random)
	if r.list != nil {
		d = r.list()
	}
	v := &d.Vertices
	vAt, planes := r.alloc(uint64(len(v.Bytes)))
	copy(planes, v.Bytes)
	pAt, points := r.alloc(raster.PointsBytes(&p, v.Items))
	v.Bytes, v.Address, v.Points = planes, uint32(vAt), raster.Scratch{Bytes: points, Base: uint32(pAt)}
	sAt := r.sequence(d, c.seed&4 != 0)
	drawer := raster.New()
	drawer.Begin(&s, &p, raster.Scratch{Bytes: lent, Base: uint32(scratch)})
	require.True(r.t, drawer.Draw(d))
	target, depth, result = bytes.Clone(surface), bytes.Clone(z), drawer.End()
	r.space.Free(at)
	for _, at := range []uint64{zAt, scratch, vAt, pAt, sAt} {
		r.space.Free(at)
	}
	return target, depth, result
}

// sequence is memory for the items of a draw, where programs see them if they are shown.
func (r *coverRig) sequence(d *raster.Draw, shown bool) (at uint64) {
	if d.Sequence == nil && shown { // as without one
		for k := range d.Count {
			d.Sequence = append(d.Sequence, k)
		}
	}
	at, room := r.alloc(uint64(4*len(d.Sequence) + stage.SortBehind))
	clear(room)
	if shown {
		for k, item := range d.Sequence {
			binary.LittleEndian.PutUint32(room[4*k:], item)
		}
		d.SequenceAt = uint32(at)
	}
	return at
}

// shades gives the pixel program, which counts what it costs.
func (r *coverRig) shades(p *raster.Pixel) {
	var lock sync.Mutex
	r.cost = stage.Counted{}
	count := func(as stage.Counted) {
		lock.Lock()
		defer lock.Unlock()
		r.cost.Items += as.Items
		r.cost.Groups += as.Groups
	}
	p.Shade = func(_ int, _ uint64, input, output, items uint32) bool {
		count(stage.Counted{Items: uint64(items), Groups: uint64(items+stage.Group-1) / stage.Group})
		r.shade(p, input, output, items, true)
		return true
	}
	if !r.packs {
		return
	}
	p.Merger = r.runner.Merger
	p.ShadeAs = func(_ int, _ uint64, input, output, items uint32, as stage.Counted) bool {
		count(as)
		r.shade(p, input, output, items, false)
		return true
	}
}

// shade mixes all words of its triangle's record, and those that the quad's record has of it, for each pixel. alike: a wave is a quad of one
// triangle.
func (r *coverRig) shade(p *raster.Pixel, input, output, items uint32, alike bool) {
	vram := r.space.Bytes()
	plane := vram[output+uint32(p.Outputs.TargetPlane(0))*raster.PixelPitch:]
	for item := range items {
		word := uint32(1)
		if !p.Uniform {
			record := vram[input+item/4*4*stage.QuadWords:]
			triangle := vram[binary.LittleEndian.Uint32(record[4*stage.QuadTriangle:]):]
			lane := int(item % 4)
			of := func(k int) uint32 { return binary.LittleEndian.Uint32(record[4*k:]) }
			if alike {
				checkQuad(of)
			}
			word = r.mixed(p, triangle, lane, alike)
			for _, v := range [...]uint32{of(stage.QuadX + lane), of(stage.QuadY + lane), 1, 0, 1} {
				word = word*31 + v
			}
			if alike && of(stage.QuadMask)>>lane&1 != 0 && (of(stage.QuadSample) != 0 || of(stage.QuadCoverage)>>(8*lane)&255 != 1) {
				panic("a pixel with one sample has another one")
			}
		}
		if p.Outputs.Targets[0].Format != gpu.FormatUnknown {
			binary.LittleEndian.PutUint32(plane[4*item:], word)
			continue
		}
		for component := range uint32(4) {
			part := float32(word>>(8*component)&255) / 256
			binary.LittleEndian.PutUint32(plane[raster.PixelPitch*component+4*item:], math.Float32bits(part))
		}
	}
}

// checkQuad looks at what the record of a quad has of all four pixels, covered or not: derivatives need the others, too.
func checkQuad(of func(int) uint32) {
	at := func(k int) float32 { return math.Float32frombits(of(k)) }
	for lane := range 4 {
		if at(stage.QuadX+lane) != at(stage.QuadX)+float32(lane&1) || at(stage.QuadY+lane) != at(stage.QuadY)+float32(lane>>1) {
			panic("the pixels of a quad do not lie side by side")
		}
		if covered := of(stage.QuadCoverage)>>(8*lane)&255 != 0; covered != (of(stage.QuadMask)>>lane&1 != 0) {
			panic("the mask of a quad is not that of its coverage")
		}
	}
	if of(stage.QuadMask)>>4 != 0 {
		panic("the mask of a quad has more than four pixels")
	}
}

// mixed mixes the words of a triangle's record that are written, as a lane has them. alike: each of them stands there for all lanes.
func (r *coverRig) mixed(p *raster.Pixel, triangle []byte, lane int, alike bool) (word uint32) {
	for k := range stage.TriangleInputs + stage.PlaneWords*len(p.Inputs) {
		switch {
		case (k == stage.TriangleFront || k == stage.TrianglePrimitive) && p.Uses&(gpu.UsesPrimitiveID|gpu.UsesIsFrontFace) == 0,
			k >= stage.TriangleZ && k < stage.TriangleW && !p.Uses.Has(gpu.UsesPosition),
			k >= stage.TriangleW && k < stage.TriangleInputs && p.LacksW:
			continue
		}
		lanes := triangle[stage.TriangleStep*k:][:stage.TriangleStep]
		v := binary.LittleEndian.Uint32(lanes[4*lane:])
		for lane := range stage.TriangleRepeat {
			if alike && binary.LittleEndian.Uint32(lanes[4*lane:]) != v {
				panic("a word of a record differs from lane to lane")
			}
		}
		if v == 1<<31 {
			v = 0 // the sign of 0 is free
		}
		word = word*31 + v
	}
	return word
}

// triangles are of one size or less, anywhere; some have corners at centres of pixels.
func (c *coverState) triangles(random *rand.Rand) *raster.Draw {
	n := 3 * c.count
	v := raster.Vertices{Bytes: make([]byte, 4*(4+coverPlanes)*n), Pitch: uint32(4 * n), Items: uint32(n)}
	var x, y, deep, w float64
	flat := c.flat
	for i := range n {
		if i%3 == 0 {
			x, y, deep = random.Float64()*float64(c.width)-min(c.size, c.wide)/2, random.Float64()*float64(c.height)-c.size/2, 0
			w, flat = 1, c.flat || random.Intn(4) == 0 // one w, but not that of all
			if !c.flat {
				w = 0.5 + random.Float64()
			}
			if c.wild && random.Intn(20) == 0 { // all of it is behind the far plane, or in front of the near one
				deep = float64(random.Intn(2)*2 - 1)
			}
		}
		px, py := x+random.Float64()*min(c.size, c.wide), y+random.Float64()*c.size
		if c.seed&1 != 0 {
			px, py = math.Floor(px)+0.5, math.Floor(py)+0.5
		}
		if !flat {
			w = 0.5 + random.Float64()
		}
		position := [...]float64{w * (2*px/float64(c.width) - 1), w * (1 - 2*py/float64(c.height)), w * (deep + 0.02 + 0.96*random.Float64()), w}
		if c.wild && random.Intn(20) == 0 {
			position[random.Intn(3)] *= 2
			if k := random.Intn(4); k < 3 || !c.flat {
				position[k] = [...]float64{math.NaN(), math.Inf(1), -1, 0, 1e-30, 1e30}[random.Intn(6)]
			}
		}
		for k, f := range position {
			binary.LittleEndian.PutUint32(v.Bytes[4*(n*k+i):], math.Float32bits(float32(f)))
		}
		for k := range coverPlanes {
			binary.LittleEndian.PutUint32(v.Bytes[4*(n*(4+k)+i):], math.Float32bits(random.Float32()*float32(k)-0.5))
		}
	}
	d := &raster.Draw{Topology: gpu.TopologyTriangleList, Vertices: v, Count: uint32(n), Instances: 1, FirstPrimitive: uint32(random.Intn(9))}
	if c.instances > 1 { // the items of the last ones are those of the second instance, too
		d.Instances, d.InstanceItems, d.Count = c.instances, 3, d.Count-3
		for range d.Count / 3 {
			first := 3 * uint32(random.Intn(int(d.Count/3)))
			for _, k := range random.Perm(3) {
				d.Sequence = append(d.Sequence, first+uint32(k))
			}
		}
	}
	return d
}

// counted is the runner's coverer, which counts its runs.
func (r *coverRig) counted(c *stage.Cover) *stage.Covering {
	state := *c
	if r.any {
		state.Pitch = 0
	}
	run, rows := r.runner.Coverer(&state).Small, r.runner.Coverer(&state).Rows
	small := func(worker int, j *stage.CoverJob) {
		if worker == 0 {
			r.covered++
		}
		run(worker, j)
		for range r.times - 1 {
			again := *j
			run(worker, &again)
		}
		if r.times > 0 {
			head := r.space.Bytes()[j.List:][:stage.CoverHead]
			r.triangles += int(binary.LittleEndian.Uint32(head)-j.Next) / stage.CoverEntry
			r.quads += r.times * int(binary.LittleEndian.Uint32(head[4*stage.CoverQuads:])-j.Quads) / stage.MergeEntry
		}
	}
	return &stage.Covering{Small: small, Rows: func(worker int, j *stage.RowsJob) uint32 {
		quads := rows(worker, j)
		if worker == 0 && quads == 2*j.Pairs*j.Rows {
			r.boxes++
		} else if worker == 0 && quads > 0 {
			r.parts++
		}
		return quads
	}}
}

// coverMesh is a grid of cells, two triangles each.
func coverMesh() *raster.Draw {
	const cells = 14
	n := 6 * cells * cells
	v := raster.Vertices{Bytes: make([]byte, 16*n), Pitch: uint32(4 * n), Items: uint32(n)}
	for i := range n {
		at := i / 6
		x, y := at%cells+[...]int{0, 1, 1, 0, 1, 0}[i%6], at/cells+[...]int{0, 0, 1, 0, 1, 1}[i%6]
		for k, f := range [...]float64{2*float64(x)/float64(cells) - 1, 1 - 2*float64(y)/float64(cells), 0.5, 1} {
			binary.LittleEndian.PutUint32(v.Bytes[4*(n*k+i):], math.Float32bits(float32(f)))
		}
	}
	return &raster.Draw{Topology: gpu.TopologyTriangleList, Vertices: v, Count: uint32(n), Instances: 1}
}

func (r *coverRig) same(c coverState) {
	target, depth, result := r.draw(c, nil, nil)
	r.any = c.seed&2 != 0
	items := r.cost.Items
	var groups uint64
	for i, setUpper := range []func(*stage.SetUp) *stage.Triangles{nil, r.runner.SetUpper, r.packing} {
		r.packs = i == 2
		gotTarget, gotDepth, got := r.draw(c, r.counted, setUpper)
		require.Equal(r.t, result, got, "%d %+v", i, c)
		require.Equal(r.t, -1, firstDifference(target, gotTarget), "target: %d %+v", i, c)
		require.Equal(r.t, -1, firstDifference(depth, gotDepth), "depth: %d %+v", i, c)
		require.Equal(r.t, items, r.cost.Items, "items: %d %+v", i, c)
		if i == 2 {
			require.Equal(r.t, groups, r.cost.Groups, "groups: %+v", c)
		}
		groups = r.cost.Groups
	}
	r.packs = false
}

// Covering and set-up programs give the quads, the depths and the counts of the rasterizer's own way, in every state.
func TestCoverAgrees(t *testing.T) {
	r, random := newCoverRig(t), rand.New(rand.NewSource(7))
	for range 300 {
		r.same(randomCover(random))
	}
	require.Greater(t, r.covered, 300)
	require.Greater(t, r.boxes, 20)
	require.Greater(t, r.parts, 10)
	require.Nil(t, NewRunner(Options{Interpreter: true}).Coverer(&stage.Cover{}))
	require.Nil(t, NewRunner(Options{Interpreter: true}).SetUpper(&stage.SetUp{}))
}

// meshState is the state of a mesh of triangles of 10 pixels.
var meshState = coverState{raster: gpu.RasterizerDesc{CullMode: gpu.CullNone}, test: true, compare: gpu.CompareLessEqual, write: true, width: 64, height: 64,
	scissor: gpu.Rect{Right: 64, Bottom: 64}, workers: 1, target: gpu.FormatR32Uint}

// TestRowsBeforeHiddenTriangles: a batch that is full of rows is cut in one of them, where the triangles after it fail the test: their pixels are
// listed, and the list is full before the batch is. What is left of the batch is a quad or two, which no program merges.
func TestRowsBeforeHiddenTriangles(t *testing.T) {
	r := newCoverRig(t)
	r.list = func() *raster.Draw {
		list := [][4]float32{{-1, 1, 0.25, 4}} // left, top, depth, and how far it reaches
		for i := range 200 {
			list = append(list, [4]float32{float32(i%10)*0.2 - 1, 1 - 0.1*float32(i/10), 0.5, 0.2})
		}
		return halves(list)
	}
	for n := range uint32(32) { // from 56 x 60 to 62 x 66 pixels
		c := meshState
		c.width, c.height, c.track, c.uniform = 56+n%4*2, 60+n/16*6, true, n&4 != 0
		c.scissor = gpu.Rect{Right: int32(c.width), Bottom: int32(c.height)}
		if n&8 != 0 {
			c.target = gpu.FormatR8G8B8A8Unorm
		}
		r.same(c)
	}
	require.Positive(t, r.covered)
}

// halves are triangles with a right angle at the left and top, at one depth each.
func halves(list [][4]float32) *raster.Draw {
	n := 3 * len(list)
	v := raster.Vertices{Bytes: make([]byte, 16*n), Pitch: uint32(4 * n), Items: uint32(n)}
	for i, h := range list {
		for k, corner := range [...][4]float32{{h[0], h[1], h[2], 1}, {h[0] + h[3], h[1], h[2], 1}, {h[0], h[1] - h[3], h[2], 1}} {
			for plane, f := range corner {
				binary.LittleEndian.PutUint32(v.Bytes[4*(n*plane+3*i+k):], math.Float32bits(f))
			}
		}
	}
	return &raster.Draw{Topology: gpu.TopologyTriangleList, Vertices: v, Count: uint32(n), Instances: 1}
}

// FuzzCover does what TestCoverAgrees does, with states that the fuzzer finds.
func FuzzCover(f *testing.F) {
	for seed := range int64(4) {
		f.Add(seed)
	}
	r := newCoverRig(f)
	f.Fuzz(func(t *testing.T, seed int64) {
		r.t = t
		r.same(randomCover(rand.New(rand.NewSource(seed))))
	})
}

// BenchmarkCover is what a covering program takes for a triangle of 10 pixels in a mesh, and how many quads those have.
func BenchmarkCover(b *testing.B) {
	r := newCoverRig(b)
	c := meshState
	r.list, r.times = coverMesh, b.N
	b.ResetTimer()
	r.draw(c, r.counted, r.runner.SetUpper)
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*r.triangles), "ns/triangle")
	b.ReportMetric(float64(r.quads)/float64(b.N*r.triangles), "quads/triangle")
}
