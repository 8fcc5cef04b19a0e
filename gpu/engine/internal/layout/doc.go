// Package layout says where the resources of shaders stand: which are bound by address, which stand in which descriptor table, and where in it.
//
//	Layout   what binding objects are made for: of a pipeline's own shaders, or of a pipeline resource signature
//	Root     how the root signature of one pipeline shows one or several of them: registers are the shaders', places the layouts'
//
// So a binding object fits every pipeline that has its layout, whatever registers the shaders declare. It must not know devices, heaps or
// bound resources.
package layout
