// Package raster is the fixed-function part of the graphics pipeline: primitive assembly, clipping, rasterization, depth and stencil tests, blending
// and resolving, by the rules of Direct3D (D3D11.3 functional specification, chapters 3.4, 15 and 17; Direct3D 12 changes none of them).
//
// Begin sets the state of a draw, Draw takes shaded vertices, in as many pieces as the caller likes, and End returns what was done:
//
//	vertices ─▶ project ─▶ assemble ─▶ clip ─▶ set up ─▶ bins of tiles │ coverage ─▶ early tests ─▶ Shade ─▶ late tests ─▶ blend ─▶ targets
//	            view/      list.go     clip/   setup.go  chunk.go      │ tile.go     depth.go       batch.go              merge.go
//	            └───────────── chunks of primitives, any core ───────┘ └───────────── tiles of 64×64 pixels, any core ────────────────┘
//
// The caller shades the vertices (all at once, or piece by piece), and lends memory that the pixel program can see too:
//
//	p := raster.Pixel{Inputs: links, Uses: uses, Outputs: s.Outputs(uses, written), Shade: program.Run}   // planes PixelPitch apart
//	r.Begin(&s, &p, raster.Scratch{Bytes: vram[at : at+raster.ScratchBytes(&s, &p)], Base: at})
//	r.Draw(&raster.Draw{Topology: topology, Vertices: shaded, Sequence: items, Instances: n, InstanceItems: m})
//	result := r.End()
//
// A draw is processed in rounds. In the first half of a round the cores set up chunks of primitives, each chunk independently. In the second half
// they take tiles, and within a tile the primitives come in the order of the draw. So each pixel sees its primitives in order, and neither the image
// nor any count nor the numbering of batches depends on the number of cores. Cores that find no more tiles set up the next round (parallel.go). The
// cores are a crew (package crew), whose goroutines do not sleep between two steps.
//
// Most quads are never handled individually. Whole quads in a row are tested, gathered and merged as rows (nearer, emitRow, cells.CopyRow); the quads
// of a small triangle or of the border of a large one are processed as a list (cells.go). A program that gives the same result for all pixels is not
// even told which pixels they are (Pixel.Uniform).
//
// Where compiled programs run, they do most of that, many at a time, with the same results:
//
//	vertices ─▶ project ─▶ sort a chunk's small triangles ─▶ bins │ set up ─▶ cover, test ─▶ batch        small triangles
//	            vertex.go  sorted.go                               │ small.go                rows.go ─▶    tests and records of rows in large boxes
//
// Small triangles are set up by the core that draws the tile: chunks keep only their vertices. Lists of triangles of a few pixels are packed
// (pack.go): a wave of the pixel program has pixels of four triangles.
//
// Positions have 8 fractional bits and edges are integers, so coverage is exact: two triangles that share an edge never both cover a
// pixel, and never both leave one out. Depth is computed in float64 and rounded once. What programs interpolate is described by package
// stage.
//
// Everything here trusts its caller: state and sizes were validated. A broken precondition panics with "BUG: …". Vertices are data
// and may hold anything: a primitive with a position that is not finite is dropped.
//
// Not supported, and to be refused by the caller: conservative rasterization, ForcedSampleCount, lines smoothed by alpha (AntialiasedLineEnable
// without MultisampleEnable), triangle fans and adjacency.
//
// The package must not know resources, descriptors, queues or programs: it sees bytes, numbers and a shading function. A Rasterizer is not safe for
// concurrent use; different ones are independent.
package raster
