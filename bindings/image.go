package bindings

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"math"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/picture"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// loadImage is gpu.LoadImage.
func loadImage(c *luabind.Args) {
	name := c.String(1)
	p, err := self[*env](c).loadImage(name, c.Room)
	var refused *diag.Error
	if errors.As(err, &refused) {
		for _, d := range refused.Diagnostics {
			d.Prop("argument", 1).Prop("path", "")
		}
	}
	c.Check(err)
	c.Return(p)
}

// loadImage reads a picture; room is called with the bytes that it takes, before it takes them.
func (e *env) loadImage(name string, room func(bytes int)) (*picture.Picture, error) {
	if e.options.Files == nil {
		return nil, diag.AsError(diag.New(diag.FileOutsideSandbox, "cannot open %q: this program gives scripts no files", name))
	}
	data, err := e.options.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return picture.Decode(name, data, room)
}

// savePNG is gpu.SavePNG.
func savePNG(c *luabind.Args) {
	e, name, r, sub := self[*env](c), c.String(1), luabind.Object[resource](c, 2), c.OptUint32(3, 0)
	desc := r.ResourceDesc()
	switch numeric := desc.Format.Info().Numeric; {
	case desc.Dimension == gpu.DimensionBuffer:
		c.Raise(diag.New(diag.WrongObjectKind, "buffer %q is not a texture", r.Name()).
			HelpText("copy it into a texture with CopyTextureRegion first"))
	case sub >= desc.Subresources():
		c.Raise(diag.New(diag.NumberOutOfRange, "subresource is %d, but texture %q has %d", sub, r.Name(), desc.Subresources()))
	case numeric != gpu.NumericFloat && numeric != gpu.NumericUnorm && numeric != gpu.NumericSnorm:
		c.Raise(diag.New(diag.WrongType, "texture %q of format %s has no colours", r.Name(), desc.Format).
			HelpText("write the values to a texture of a UNORM or FLOAT format in a kernel"))
	}
	oneSample(c, r)
	c.Room(4 * int(desc.Width) * int(desc.Height))
	c.Check(e.readers.Fetch(r, "gpu.SavePNG", c.Site()))
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
	c.Check(e.readers.Fetch(r, "gpu.Hash", c.Site()))
	c.ReturnString(fmt.Sprintf("%016x", r.Hash()))
}

// oneSample refuses textures that cannot be copied to a buffer.
func oneSample(c *luabind.Args, r resource) {
	if n := r.ResourceDesc().SampleDesc.Count; n > 1 {
		c.Raise(diag.New(diag.WrongType, "texture %q has %d samples a texel", r.Name(), n).
			HelpText("resolve it with ResolveSubresource into a texture of one sample, and take that"))
	}
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
