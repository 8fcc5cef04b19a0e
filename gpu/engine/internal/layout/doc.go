// Package layout turns the registers that shaders declare into a root signature: which are bound by address, which stand in which descriptor
// table, and where in it. It must not know devices, heaps or bound resources.
package layout
