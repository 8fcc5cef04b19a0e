package stage

// standard has Direct3D's standard sample patterns (D3D11_STANDARD_MULTISAMPLE_QUALITY_LEVELS), in 1/16 pixel from the centre.
var standard = [...][][2]int32{
	1: {{0, 0}},
	2: {{4, 4}, {-4, -4}},
	4: {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}},
	8: {{1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}},
}

// SamplePlace is where sample i of n (1, 2, 4 or 8) is, in sixteenths of a pixel from the centre, -8 to 7.
func SamplePlace(n, i int) (x, y int32) { return standard[n][i][0], standard[n][i][1] }

// coverageOrder is the order in which alpha-to-coverage fills the samples of a pixel: neighbours in it are far from each other.
var coverageOrder = [...][]uint{1: {0}, 2: {0, 1}, 4: {0, 3, 1, 2}, 8: {0, 6, 4, 5, 7, 1, 2, 3}}

// AlphaMasks gives what alpha-to-coverage covers with k of n samples (1, 2, 4 or 8), k from 0 to n.
func AlphaMasks(n int) (masks [9]uint32) {
	for k := 1; k <= n; k++ {
		masks[k] = masks[k-1] | 1<<coverageOrder[n][k-1]
	}
	return masks
}
