// Package resolve works out from the syntax tree alone what lowering must know before it begins: which declaration a name refers to, what a piece of
// code may assign, and how a statement may leave its block.
//
//	local s = 0                 decl s, assigned
//	for i = 0, 9 do             decl i; effects of the loop: assigns s, mentions f
//	  if f(i) then break end    exits: breaks
//	  s = s + i
//	end
//
// One walk with the scopes of Lua makes the Unit of a function. SSA needs it: a loop carries exactly the locals that its statements, or the local
// functions that they mention, may assign.
//
// It must not know types, values or captures.
package resolve
