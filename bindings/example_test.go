package bindings_test

import (
	"errors"
	"fmt"

	lua "github.com/yuin/gopher-lua"

	"github.com/gpuscript/gpuscript/bindings"
	"github.com/gpuscript/gpuscript/gpu/diag"
)

// A program that has a Lua state of its own adds the modules to it. The error of a refused call has a table as its value, for pcall; the program asks
// for the diagnostics after it.
func ExamplePreload() {
	L := lua.NewState()
	defer L.Close()
	modules := bindings.Preload(L, bindings.Options{})
	defer modules.Close()

	run := func(text string) {
		err := L.DoString(text)
		var raised *lua.ApiError
		if !errors.As(err, &raised) {
			return
		}
		if found := bindings.ErrorDiagnostics(raised.Object); found != nil {
			err = &diag.Error{Diagnostics: found}
		}
		fmt.Println(err)
	}
	run(`gpu = require "gpu"; device = gpu.CreateDevice { Name = "demo" }; fence = device:CreateFence(0, "F")`)
	run(`fence:Signal(1); fence:WaitCPU(1); print(fence:GetCompletedValue())`)
	run(`fence:Signal("two")`)
	// Output:
	// 1
	// error[GS0133]: Signal: value must be a whole number, got string "two"
}
