// Package compared says what a script learns from a number that it is given.
//
// A script that polls a fence reads a value that may differ in another run, and most scripts only compare it:
//
//	while fence:GetCompletedValue() < 4 do end      whether it reads 4 or 5, it goes on knowing that the value is at least 4
//	print("done " .. fence:GetCompletedValue())     it goes on in the same way whatever it prints
//	versions[fence:GetCompletedValue() % 3]         it has the value, and may do with it what it likes
//
// So the instructions after the call are followed, on all paths they may take, for as long as a register holds the number:
//
//	CALL   R2 = the number
//	MOVE   R1 = R2            a local variable: it holds the number, too
//	LT     R1 < K(4)          a comparison with 4
//	CALL   R2 = R2(…)         R2 holds it no more
//
// A function of the script that is called with the number is followed in the same way, and so is one that returns it.
//
// If the number goes anywhere but into comparisons with known values (constants, and variables that nothing changes in between), or into text that is
// printed, the script has it.
//
// The package must not know what numbers mean. It is used on the goroutine of the Lua state.
package compared
