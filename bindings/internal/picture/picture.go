// Package picture has the pictures that scripts hold in memory: the result of gpu.LoadImage, decoded from PNG files.
//
// It must not know devices, resources and where files come from.
package picture

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"github.com/gpuscript/gpuscript/bindings/internal/luabind"
	"github.com/gpuscript/gpuscript/bindings/internal/rows"
	"github.com/gpuscript/gpuscript/gpu"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// Picture is an image in the script's memory: 8-bit RGBA rows without padding, alpha not multiplied in.
type Picture struct {
	FileName      string
	Width, Height int // pixels
	Pixels        []byte
}

// Class is Image.
var Class = luabind.Class{
	Kind: "Image",
	Type: luabind.TypeOf[*Picture](),
	Doc:  "A picture in memory, 8 bits a component; from gpu.LoadImage.",
	Methods: luabind.Methods{
		{Name: "GetPixel", Doc: "Red, green, blue and alpha of a pixel, 0 to 1.",
			Params: rows.Params(luabind.P("x", "integer", "pixels from the left"), luabind.P("y", "integer", "pixels from the top")),
			Fn:     luabind.Raw(getPixel)},
	},
	Fields: []luabind.Field{
		{Name: "Height", Doc: "Pixels.", Get: luabind.Get(func(p *Picture) int { return p.Height })},
		{Name: "Width", Doc: "Pixels.", Get: luabind.Get(func(p *Picture) int { return p.Width })},
	},
	Name: func(o any) string { return o.(*Picture).FileName },
}

func getPixel(c *luabind.Args) {
	p, x, y := luabind.Self[*Picture](c), c.Uint32(1), c.Uint32(2)
	if int64(x) >= int64(p.Width) || int64(y) >= int64(p.Height) {
		c.Raise(diag.New(diag.NumberOutOfRange, "pixel (%d, %d) is outside the image of %d x %d pixels", x, y, p.Width, p.Height))
	}
	at := (int(y)*p.Width + int(x)) * 4
	for _, b := range p.Pixels[at : at+4] {
		c.ReturnNumber(float64(b) / 255)
	}
}

// Decode reads the PNG in a file of a name. Room is called with the bytes that the picture takes before it takes them. What cannot be read, or is
// larger than any texture, is a diagnostic.
func Decode(name string, data []byte, room func(bytes int)) (*Picture, error) {
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, broken(name, err)
	}
	if config.Width > gpu.MaxTexture2D || config.Height > gpu.MaxTexture2D {
		return nil, broken(name, fmt.Errorf("it has %d x %d pixels, and no texture is larger than %d x %[3]d", config.Width,
			config.Height, gpu.MaxTexture2D))
	}
	room(decodedBytes(config))
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, broken(name, err)
	}
	return from(name, img), nil
}

// decodedBytes is what a picture takes while from makes 4 bytes a pixel of it.
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

func broken(name string, err error) error {
	return diag.AsError(diag.New(diag.BrokenImage, "%q is not a PNG that can be read", name).Because("The decoder says: %v.", err).WithDocRule())
}

// from converts any decoded image to straight RGBA8. Pixels that are so already are taken as they are: of the largest picture they are 1 GiB.
func from(name string, img image.Image) *Picture {
	b := img.Bounds()
	switch img := img.(type) {
	case *image.NRGBA:
		if img.Stride == 4*b.Dx() {
			return &Picture{name, b.Dx(), b.Dy(), img.Pix}
		}
	case *image.RGBA:
		if img.Stride == 4*b.Dx() && img.Opaque() {
			return &Picture{name, b.Dx(), b.Dy(), img.Pix}
		}
	}
	p := &Picture{FileName: name, Width: b.Dx(), Height: b.Dy(), Pixels: make([]byte, 0, b.Dx()*b.Dy()*4)}
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			n := color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)
			p.Pixels = append(p.Pixels, n.R, n.G, n.B, n.A)
		}
	}
	return p
}
