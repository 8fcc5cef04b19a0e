// Package stage fixes what the fixed parts of the graphics pipeline and its compiled programs say to each other: where the inputs and
// outputs of vertex and pixel programs stand in memory. All words are 32 bits, little endian; all addresses are bytes of VRAM.
//
// A vertex program has one work item a vertex. Its inputs and outputs are planes, one for each component, Pitch bytes apart, so
// that the items of a wave load and store whole vectors:
//
//	Input  + c*Pitch + 4*item     component c of the vertex's elements, in the order of Signature.Inputs; then VertexID, InstanceID
//	Output + c*Pitch + 4*item     x, y, z, w of the position; then the components of Signature.Outputs
//
// A pixel program has four work items a quad of 2×2 pixels, which are exactly a wave: top left, top right, bottom left, bottom right.
// Each quad has a record (Quad…); each triangle has one too (Triangle…), with the planes of its components, so that the program
// interpolates by itself. A quad's record has each word once, a triangle's four times, as the lanes of a wave want it:
//
//	linear, at (x, y):   A*(x - X0) + B*(y - Y0) + C          (X0, Y0): the origin of the triangle's planes
//	perspective:         that, of component/w, divided by that of 1/w
//	constant:            C
//
// Outputs of a pixel program are planes again: component c of target t for all items, the depth, and a mask (0 where the pixel was discarded or
// never covered), which only programs that can discard write.
//
// The package holds numbers and layouts only; it must not know programs, rasterization or devices.
package stage
