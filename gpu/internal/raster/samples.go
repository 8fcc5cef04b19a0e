package raster

import "github.com/gpuscript/gpuscript/gpu/internal/stage"

// maxSamples is the largest number of samples of a pixel.
const maxSamples = 8

// position of a sample in its pixel, in subpixels (1/256) from the upper left corner.
type position struct{ X, Y int32 }

// samplePositions gives the pattern of n samples in subpixels from the pixel's corner.
func samplePositions(n int) (p [maxSamples]position) {
	for i := range n {
		x, y := stage.SamplePlace(n, i)
		p[i] = position{subpixels/2 + x*subpixels/16, subpixels/2 + y*subpixels/16}
	}
	return p
}

// alphaMask is the coverage that an alpha gives: alpha*n samples, to nearest, halves up. NaN gives none.
func (p *plan) alphaMask(alpha float32) uint32 {
	if !(alpha > 0) {
		return 0
	}
	return p.alphaMasks[int(float32(min(alpha, 1)*float32(p.samples))+0.5)]
}
