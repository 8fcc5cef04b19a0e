package raster

import "github.com/gpuscript/gpuscript/gpu/internal/stage"

// maxSamples is the largest number of samples of a pixel.
const maxSamples = 8

// position of a sample in its pixel, in subpixels (1/256) from the upper left corner.
type position struct{ x, y int32 }

// samplePositions gives the pattern of n samples in subpixels from the pixel's corner.
func samplePositions(n int) (p [maxSamples]position) {
	for i := range n {
		x, y := stage.SamplePlace(n, i)
		p[i] = position{subpixels/2 + x*subpixels/16, subpixels/2 + y*subpixels/16}
	}
	return p
}

// SamplePosition is where a sample is in its pixel, in pixels from the upper left corner. n is 1, 2, 4 or 8.
func SamplePosition(n, sample int) (x, y float32) {
	p := samplePositions(n)[sample]
	return float32(p.x) / subpixels, float32(p.y) / subpixels
}

// coverageOrder is the order in which alpha-to-coverage fills the samples of a pixel: neighbours in it are far from each other.
var coverageOrder = map[int][]uint{1: {0}, 2: {0, 1}, 4: {0, 3, 1, 2}, 8: {0, 6, 4, 5, 7, 1, 2, 3}}

// alphaMasks gives the coverage for k of n samples, k from 0 to n.
func alphaMasks(n int) (masks [maxSamples + 1]uint32) {
	for k := 1; k <= n; k++ {
		masks[k] = masks[k-1] | 1<<coverageOrder[n][k-1]
	}
	return masks
}

// alphaMask is the coverage that an alpha gives: alpha*n samples, to nearest, halves up. NaN gives none.
func (p *plan) alphaMask(alpha float32) uint32 {
	if !(alpha > 0) {
		return 0
	}
	return p.alphaMasks[int(float32(min(alpha, 1)*float32(p.samples))+0.5)]
}
