// Package scripts holds the examples a user starts from, and the modules that they share, as embedded files.
//
// The host looks in Files for modules that are not beside the script: `require "lib.pipelined"` is lib/pipelined.lua. The
// package has no other duty and imports nothing.
package scripts

import "embed"

// Files are the examples (*.lua), their modules (lib) and their pictures (assets).
//
//go:embed *.lua lib assets
var Files embed.FS
