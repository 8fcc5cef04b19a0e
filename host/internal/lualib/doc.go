// Package lualib corrects what gopher-lua's libraries do differently from Lua 5.1: formats, numbers in strings, indices beyond the ends of a string,
// and variables that closures share with functions which catch an error.
//
// Each function is a Lua function, or part of one; the host puts them into its tables. Mistakes of a script are Lua errors. The package must not know
// the host, diagnostics or the GPU.
package lualib
