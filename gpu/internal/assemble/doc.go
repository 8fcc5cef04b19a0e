// Package assemble is the input assembler of the graphics pipeline: it cuts draws into pieces, finds vertices that indices name more than once, and
// fetches the elements of vertices and instances into the planes of vertex programs.
//
//	indices ─▶ Gather ─▶ vertices, each once ─▶ Input.Vertices ─▶ planes
//	                  └▶ sequence of items for the rasterizer
//
// Buffers are bytes; what lies outside of them reads as 0 (D3D11.3 functional specification, chapter 4.4). It must not know resources, descriptors or
// programs. Functions are safe for concurrent use; a Gather is not.
package assemble
