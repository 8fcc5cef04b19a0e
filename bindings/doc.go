// Package bindings is the Lua surface of the GPU: one file per part of the API, each a sorted table of methods.
//
// A row of a table is all a method needs: its name as in Direct3D 12, a line of documentation, and an adapter of package luabind around the Go
// method.
//
//	device:CreateFence(0, "frame") ─ row "CreateFence" ─ luabind: arguments, place ─ (*device.Device).CreateFence
//
// Preload registers the modules with a Lua state. The state belongs to one goroutine at a time; simulated CPU threads hand it to each other.
//
// It must not know the host: files, limits and the source of shaders come through Options.
package bindings
