// Package flow says what is certain of the variables, the loops and the functions of one text, without running it.
//
//	local n = 4                      Local: what n is all its life, since nothing else gives it a value
//	for i = 1, n do                  Loops, Pass: which loop or function a place stands in
//	  value = value + 1              Rises: each pass adds 1 to it
//	end
//	pcall(function() … end)          Once: the function is called once at most, and so is what stands in it
//
// Where the fields of written tables are (FieldAt, Holder), what a function gets (ParameterOf), and what else stands where (BlockOf, Assignment) is
// found here as well, and what numbers are sums of (Sum, Counter, Kept): an edit is made of such facts.
//
// A Tree is what package parse has read of a text. What nearly every message asks, what stands around a place and what becomes of a variable, is
// found in an index, because there may be as many messages as the text has lines. Other questions go through the records anew.
//
// The package must not know other texts, sites, how a program came to a place, or what an edit changes.
package flow
