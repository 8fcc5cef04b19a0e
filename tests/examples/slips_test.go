package examples

import "github.com/gpuscript/gpuscript/gpu/diag"

// slips are what fingers do: names without quotes and of nothing, braces, parentheses, values of other APIs.
var slips = []repair{
	{"a value without quotes", opened + `local queue = device:CreateCommandQueue { Type = COPY, Name = "copy" }`, diag.MissingField,
		`local queue = device:CreateCommandQueue { Type = "COPY", Name = "copy" }`},
	{"a format without quotes", opened + `device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = R8_UNORM }`, diag.BadTextureFormat,
		`device:CreateCommittedResource { Name = "x", Dimension = "TEXTURE2D", Width = 4, Height = 4, Format = "R8_UNORM" }`},
	{"a list by another name", direct + "list:Close()\nqueue:ExecuteCommandLists { lists }", diag.EmptySubmit, "queue:ExecuteCommandLists { list }"},
	{"an argument by another name", direct + "queue:Signal(fense, 1)", diag.WrongType, "queue:Signal(fence, 1)"},
	{"an object joined with a text", direct + `print("the " .. fence)`, diag.WrongOperand, `print("the " .. tostring(fence))`},
	{"a fence compared", direct + `if fence < 3 then print "early" end`, diag.WrongOperand, `if fence:GetCompletedValue() < 3 then print "early" end`},
	{"a method that is not called", direct + `print("at " .. fence.GetCompletedValue .. ", " .. fence:GetName())`, diag.WrongOperand,
		`print("at " .. fence:GetCompletedValue() .. ", " .. fence:GetName())`},
	{"an element that is not there", "local count, bin = {}, 3\ncount[bin] = count[bin] + 1", diag.WrongOperand, "count[bin] = (count[bin] or 0) + 1"},
}
