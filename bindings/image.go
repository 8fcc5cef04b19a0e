package bindings

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/device"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// picture is an image in the script's memory: 8-bit RGBA rows without padding.
type picture struct {
	FileName      string
	Width, Height int
	Pixels        []byte
}

var imageClass = luabind.Class{
	Kind: "Image",
	Type: luabind.TypeOf[*picture](),
	Doc:  "A picture in memory, 8 bits a component; from gpu.LoadImage.",
	Methods: luabind.Methods{
		{Name: "GetPixel", Doc: "Red, green, blue and alpha of a pixel, 0 to 1.", Params: params(luabind.P("x", "integer", "pixels from the left"), luabind.P("y", "integer", "pixels from the top")),
			Fn: luabind.Raw(getPixel)},
	},
	Fields: []luabind.Field{
		{Name: "Height", Doc: "Pixels.", Get: luabind.Get(func(p *picture) int { return p.Height })},
		{Name: "Width", Doc: "Pixels.", Get: luabind.Get(func(p *picture) int { return p.Width })},
	},
	Name: func(o any) string { return o.(*picture).FileName },
}

func getPixel(c *luabind.Args) {
	p, x, y := self[*picture](c), c.Uint32(1), c.Uint32(2)
	if int64(x) >= int64(p.Width) || int64(y) >= int64(p.Height) {
		c.Raise(diag.New(diag.NumberOutOfRange, "pixel (%d, %d) is outside the image of %d x %d pixels", x, y, p.Width, p.Height))
	}
	at := (int(y)*p.Width + int(x)) * 4
	for _, b := range p.Pixels[at : at+4] {
		c.ReturnNumber(float64(b) / 255)
	}
}

// loadImage is gpu.LoadImage.
func loadImage(c *luabind.Args) {
	name := c.String(1)
	p, err := self[*env](c).loadImage(name, c.Room)
	c.Check(err)
	c.Return(p)
}

// loadImage reads a picture; room is called with the bytes that it takes, before it takes them.
func (e *env) loadImage(name string, room func(bytes int)) (*picture, error) {
	if e.options.Files == nil {
		return nil, diag.AsError(diag.New(diag.FileOutsideSandbox, "cannot open %q: this program gives scripts no files", name))
	}
	data, err := e.options.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, brokenImage(name, err)
	}
	if config.Width > gpu.MaxTexture2D || config.Height > gpu.MaxTexture2D {
		return nil, brokenImage(name, fmt.Errorf("it has %d x %d pixels, and no texture is larger than %d x %[3]d", config.Width, config.Height, gpu.MaxTexture2D))
	}
	room(decodedBytes(config))
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, brokenImage(name, err)
	}
	return pictureOf(name, img), nil
}

// decodedBytes is what a picture takes while pictureOf makes 4 bytes a pixel of it.
func decodedBytes(c image.Config) int {
	pixels := c.Width * c.Height
	switch c.ColorModel {
	case color.NRGBA64Model, color.RGBA64Model:
		return (8 + 4) * pixels
	case color.GrayModel, color.Gray16Model:
		return (2 + 4) * pixels
	}
	return 4 * pixels
}

func brokenImage(name string, err error) error {
	return diag.AsError(diag.New(diag.BrokenImage, "%q is not a PNG that can be read", name).Because("The decoder says: %v.", err).WithDocRule())
}

// pictureOf converts any decoded image to straight RGBA8. Pixels that are so already are taken as they are: of the largest picture they are 1 GiB.
func pictureOf(name string, img image.Image) *picture {
	b := img.Bounds()
	switch img := img.(type) {
	case *image.NRGBA:
		if img.Stride == 4*b.Dx() {
			return &picture{name, b.Dx(), b.Dy(), img.Pix}
		}
	case *image.RGBA:
		if img.Stride == 4*b.Dx() && img.Opaque() {
			return &picture{name, b.Dx(), b.Dy(), img.Pix}
		}
	}
	p := &picture{FileName: name, Width: b.Dx(), Height: b.Dy(), Pixels: make([]byte, 0, b.Dx()*b.Dy()*4)}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			n := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			p.Pixels = append(p.Pixels, n.R, n.G, n.B, n.A)
		}
	}
	return p
}

// savePNG is gpu.SavePNG.
func savePNG(c *luabind.Args) {
	e, name, r, sub := self[*env](c), c.String(1), luabind.Object[resource](c, 2), c.OptUint32(3, 0)
	desc := r.ResourceDesc()
	switch numeric := desc.Format.Info().Numeric; {
	case desc.Dimension == gpu.DimensionBuffer:
		c.Raise(diag.New(diag.WrongObjectKind, "buffer %q is no texture", r.Name()).HelpText("copy it into a texture with CopyTextureRegion first"))
	case sub >= desc.Subresources():
		c.Raise(diag.New(diag.NumberOutOfRange, "subresource is %d, but texture %q has %d", sub, r.Name(), desc.Subresources()))
	case numeric != gpu.NumericFloat && numeric != gpu.NumericUnorm && numeric != gpu.NumericSnorm:
		c.Raise(diag.New(diag.WrongType, "texture %q of format %s has no colours", r.Name(), desc.Format).
			HelpText("write the values to a texture of a UNORM or FLOAT format in a kernel"))
	}
	oneSample(c, r)
	c.Room(4 * int(desc.Width) * int(desc.Height))
	c.Check(e.fetch(r, "gpu.SavePNG", c.Site()))
	pixels, w, h := r.ReadRGBA8(sub)
	img := &image.NRGBA{Pix: pixels[:w*h*4], Stride: w * 4, Rect: image.Rect(0, 0, w, h)}
	c.Check(e.writePNG(name, img))
}

func (e *env) writePNG(name string, img image.Image) error {
	var file bytes.Buffer
	if err := png.Encode(&file, img); err != nil {
		return fmt.Errorf("encoding %q: %w", name, err)
	}
	if e.options.OnImage != nil {
		e.options.OnImage(name, file.Bytes())
	}
	if e.options.Files == nil {
		return nil
	}
	return e.options.Files.WriteFile(name, file.Bytes())
}

// hash is gpu.Hash.
func hash(c *luabind.Args) {
	e, r := self[*env](c), luabind.Object[resource](c, 1)
	oneSample(c, r)
	c.Check(e.fetch(r, "gpu.Hash", c.Site()))
	c.ReturnString(fmt.Sprintf("%016x", r.Hash()))
}

// saver is what SavePNG or Hash copies with: a queue, an allocator, a list and a READBACK buffer of their own.
type saver struct {
	device *device.Device
	queue  queue
	alloc  allocator
	list   *device.CommandList
	fence  fence
	value  uint64
}

// fetch copies a resource to a READBACK buffer on a queue of its own and waits for it, so that saving a picture costs what
// reading it back costs. It composes public calls. Resources in system memory need no copy, but they are read as a mapped
// pointer reads them.
func (e *env) fetch(r resource, call string, site gpu.Site) error {
	switch r.HeapType() {
	case gpu.HeapReadback:
		return readThroughMap(r, site)
	case gpu.HeapUpload:
		return nil // the GPU only reads it, as this does
	}
	d := r.GetDevice()
	s, err := e.saver(d, call)
	if err != nil {
		return err
	}
	desc := r.ResourceDesc()
	size := desc.SizeInBytes()
	back, err := d.CreateCommittedResource(gpu.CommittedResourceDesc{HeapType: gpu.HeapReadback, InitialState: gpu.StateCopyDest,
		ResourceDesc: gpu.ResourceDesc{Name: "readback of " + r.Name(), Dimension: gpu.DimensionBuffer, Width: size}})
	if err != nil {
		return err
	}
	if err := s.record(func() error { return copyOut(s.list, back, r) }); err != nil {
		delete(e.savers, saverKey{d, call}) // its list cannot be used any more
		return errors.Join(err, back.Release())
	}
	if err := s.run(site); err != nil {
		return err // the copy may still be under way, so back stays
	}
	return back.Release()
}

// oneSample refuses textures that cannot be copied to a buffer.
func oneSample(c *luabind.Args, r resource) {
	if n := r.ResourceDesc().SampleDesc.Count; n > 1 {
		c.Raise(diag.New(diag.WrongType, "texture %q has %d samples a texel", r.Name(), n).
			HelpText("resolve it with ResolveSubresource into a texture of one sample, and take that"))
	}
}

// readThroughMap reads all of a READBACK buffer through Map, so that the validation sees it.
func readThroughMap(r resource, site gpu.Site) error {
	r.SetSite(site)
	m, err := r.Map(0, nil)
	if err != nil {
		return err
	}
	m.SetSite(site)
	_, err = m.ReadBytes(0, r.ResourceDesc().Width)
	r.SetSite(site)
	return errors.Join(err, r.Unmap(0, &gpu.MapRange{}))
}

// copyOut records the copy of a whole resource into a buffer.
func copyOut(l *device.CommandList, back, r resource) error {
	desc := r.ResourceDesc()
	if desc.Dimension == gpu.DimensionBuffer {
		return l.CopyBufferRegion(back, 0, r, 0, desc.Width)
	}
	prints, _ := desc.Footprints(0, desc.Subresources(), 0)
	for i, f := range prints {
		to := gpu.TextureCopyLocation{Resource: back, Offset: f.Offset, Format: f.Format, Width: f.Width, Height: f.Height, Depth: f.Depth, RowPitch: f.RowPitch}
		if err := l.CopyTextureRegion(to, 0, 0, 0, gpu.TextureCopyLocation{Resource: r, Subresource: uint32(i)}, nil); err != nil {
			return err
		}
	}
	return nil
}

// saverKey is a device, and the call that copies: messages name the queue, and so the call.
type saverKey struct {
	device *device.Device
	call   string
}

func (e *env) saver(d *device.Device, call string) (*saver, error) {
	if s := e.savers[saverKey{d, call}]; s != nil {
		return s, nil
	}
	s := &saver{device: d}
	var err error
	if s.queue, err = d.CreateCommandQueue(gpu.CommandQueueDesc{Name: call, Type: gpu.ListDirect, AnyState: true}); err != nil {
		return nil, err
	}
	if s.alloc, err = d.CreateCommandAllocator(gpu.ListDirect, call); err != nil {
		return nil, err
	}
	if s.list, err = d.CreateCommandList(gpu.CommandListDesc{Name: call, Type: gpu.ListDirect}); err != nil {
		return nil, err
	}
	if s.fence, err = d.CreateFence(0, 0, call); err != nil {
		return nil, err
	}
	e.savers[saverKey{d, call}] = s
	return s, nil
}

// record fills the list.
func (s *saver) record(commands func() error) error {
	return inOrder(s.alloc.Reset, func() error { return s.list.Reset(s.alloc, nil) }, commands, s.list.Close)
}

// run submits the list and waits for it.
func (s *saver) run(site gpu.Site) error {
	return inOrder(
		func() error { s.queue.SetSite(site); return s.queue.ExecuteCommandLists([]gpu.CommandList{s.list}) },
		func() error { s.value++; return s.queue.Signal(s.fence, s.value) },
		func() error { s.fence.SetSite(site); return s.fence.WaitCPU(s.value) })
}

// inOrder makes the steps up to the first that fails.
func inOrder(steps ...func() error) error {
	for _, step := range steps {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// packRGBA8 is gpu.PackRGBA8. It rounds as the GPU stores UNORM texels: in float32, ties to even.
func packRGBA8(c *luabind.Args) {
	var packed uint32
	for i := range 4 {
		scaled := float32(min(max(float32(c.OptFloat64(i+1, 1)), 0), 1) * 255)
		packed |= uint32(math.RoundToEven(float64(scaled))) << (8 * i)
	}
	c.ReturnNumber(float64(packed))
}

// unpackRGBA8 is gpu.UnpackRGBA8.
func unpackRGBA8(c *luabind.Args) {
	packed := c.Uint32(1)
	for i := range 4 {
		c.ReturnNumber(float64(packed>>(8*i)&255) / 255)
	}
}
