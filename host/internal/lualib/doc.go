// Package lualib holds what gopher-lua's libraries do otherwise than Lua 5.1: formats, numbers in texts, indices beyond the ends
// of a string, and variables that closures share with functions which catch an error.
//
// Each function is one of Lua, or what one of them needs; the host puts them into its tables. Mistakes of a script are Lua
// errors. The package must not know the host, diagnostics or the GPU.
package lualib
