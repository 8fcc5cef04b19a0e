package picture

import (
	"image"
	"image/color"
	"testing"

	"github.com/stretchr/testify/require"
)

// Pictures become rows of straight RGBA without padding, whatever they were decoded to; those that are so already are not copied.
func TestFrom(t *testing.T) {
	half := color.NRGBA{200, 100, 50, 128}
	straight := image.NewNRGBA(image.Rect(0, 0, 3, 2))
	straight.SetNRGBA(2, 1, half)
	p := from("a", straight)
	require.Equal(t, []int{3, 2}, []int{p.Width, p.Height})
	require.Same(t, &straight.Pix[0], &p.Pixels[0])

	part := from("b", straight.SubImage(image.Rect(2, 1, 3, 2)))
	require.Equal(t, []byte{200, 100, 50, 128}, part.Pixels)

	opaque := image.NewRGBA(image.Rect(0, 0, 1, 1))
	opaque.Set(0, 0, color.RGBA{1, 2, 3, 255})
	p = from("c", opaque)
	require.Same(t, &opaque.Pix[0], &p.Pixels[0])
	opaque.Set(0, 0, color.RGBA{64, 32, 0, 128}) // multiplied by its alpha
	require.Equal(t, []byte{127, 63, 0, 128}, from("d", opaque).Pixels)

	gray := image.NewGray(image.Rect(0, 0, 1, 1))
	gray.SetGray(0, 0, color.Gray{7})
	require.Equal(t, []byte{7, 7, 7, 255}, from("e", gray).Pixels)
}
