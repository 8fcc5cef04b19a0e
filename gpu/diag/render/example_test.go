package render_test

import (
	"fmt"

	"github.com/gpuscript/gpuscript/gpu/diag"
	"github.com/gpuscript/gpuscript/gpu/diag/render"
)

func ExampleText() {
	sources := render.Files{"frame.lua": "local gpu = require \"gpu\"\nlocal device = gpu.CreateDevise {}\n"}
	misspelt := diag.Span{File: "frame.lua", Line: 2, Col: 20, EndLine: 2, EndCol: 32}
	d := diag.New(diag.UnknownField, `module "gpu" has no field "CreateDevise"`).
		AtSpan(misspelt, "read here").
		WithHelp(diag.Help{Span: misspelt, Edit: diag.EditReplace, Replace: "CreateDevice"}).
		WithDocRule()
	fmt.Print(render.Text(d, sources, render.Options{}))
	// Output:
	// error[GS0122]: module "gpu" has no field "CreateDevise"
	//  --> frame.lua:2:20
	//   |
	// 2 | local device = gpu.CreateDevise {}
	//   |                    ^^^^^^^^^^^^ read here
	//   = help: frame.lua:2   local device = gpu.CreateDevice {}
	//   = rule: A field that does not exist is an error and never nil (gpuscript, Lua API)
}
