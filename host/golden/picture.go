package golden

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// texels returns the pixels of a picture row by row: 4 bytes each for pictures of 8 bits, 8 for all others. The bytes do not
// depend on how the file stores them.
func texels(picture image.Image) []byte {
	size := picture.Bounds().Size()
	switch p := picture.(type) {
	case *image.NRGBA:
		return rows(p.Pix, p.Stride, size)
	case *image.RGBA: // what the decoder makes of pictures without transparency
		return rows(p.Pix, p.Stride, size)
	}
	out := make([]byte, 0, size.X*size.Y*8)
	for y := range size.Y {
		for x := range size.X {
			c := at(picture, x, y)
			for _, v := range []uint16{c.R, c.G, c.B, c.A} {
				out = binary.BigEndian.AppendUint16(out, v)
			}
		}
	}
	return out
}

// rows joins the rows of a picture of 4 bytes a pixel.
func rows(pix []byte, stride int, size image.Point) []byte {
	out := make([]byte, 0, size.X*size.Y*4)
	for y := range size.Y {
		out = append(out, pix[y*stride:][:size.X*4]...)
	}
	return out
}

// at returns a pixel, counted from the corner of the picture.
func at(picture image.Image, x, y int) color.NRGBA64 {
	b := picture.Bounds()
	return color.NRGBA64Model.Convert(picture.At(b.Min.X+x, b.Min.Y+y)).(color.NRGBA64)
}

// digest is the first half of a SHA-256 in hexadecimal digits: enough to tell two results apart, short enough to read.
func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:8])
}

// describePicture is the line of a picture in a golden file.
func describePicture(name string, picture image.Image) string {
	size := picture.Bounds().Size()
	return fmt.Sprintf("picture %s %d x %d sha256 %s", name, size.X, size.Y, digest(texels(picture)))
}

// comparePictures says in one sentence how two pictures differ, "" if they do not. If they have the same size, diff shows
// where: dark where they agree, magenta where they do not.
func comparePictures(want, got image.Image) (difference string, diff *image.NRGBA) {
	size := want.Bounds().Size()
	if other := got.Bounds().Size(); other != size {
		return fmt.Sprintf("the size is %d x %d, want %d x %d", other.X, other.Y, size.X, size.Y), nil
	}
	diff = image.NewNRGBA(image.Rect(0, 0, size.X, size.Y))
	var first image.Point
	var firstGot, firstWant color.NRGBA64
	count, largest := 0, 0
	for y := range size.Y {
		for x := range size.X {
			w, g := at(want, x, y), at(got, x, y)
			if w == g {
				grey := color.GrayModel.Convert(w).(color.Gray).Y / 4
				diff.SetNRGBA(x, y, color.NRGBA{grey, grey, grey, 255})
				continue
			}
			if count == 0 {
				first, firstGot, firstWant = image.Pt(x, y), g, w
			}
			count++
			largest = max(largest, distance(w, g))
			diff.SetNRGBA(x, y, color.NRGBA{255, 0, 255, 255})
		}
	}
	if count == 0 {
		return "", nil
	}
	return fmt.Sprintf("%d of %d pixels differ, by %d/255 at most; the first at (%d, %d) is %s, want %s",
		count, size.X*size.Y, (largest+128)/257, first.X, first.Y, hexColour(firstGot), hexColour(firstWant)), diff
}

// distance is the largest difference of a channel, 0 to 65535.
func distance(a, b color.NRGBA64) int {
	most := 0
	for _, d := range []int{int(a.R) - int(b.R), int(a.G) - int(b.G), int(a.B) - int(b.B), int(a.A) - int(b.A)} {
		most = max(most, d, -d)
	}
	return most
}

// hexColour writes a pixel as #rrggbbaa.
func hexColour(c color.NRGBA64) string {
	return fmt.Sprintf("#%02x%02x%02x%02x", c.R>>8, c.G>>8, c.B>>8, c.A>>8)
}

// encode writes a picture as PNG.
func encode(picture image.Image) ([]byte, error) {
	var b bytes.Buffer
	err := png.Encode(&b, picture)
	return b.Bytes(), err
}
