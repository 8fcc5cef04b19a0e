package examples

// withoutEdit are the codes whose examples get no exact edit, by the reason. A code that gets one leaves the table; the test says so.
var withoutEdit = map[string][]string{
	"the code has no example": {
		"Cancelled", "FenceValueTooLarge", "Internal", "PageFault", "VariantDiffers",
	},
	"what was meant stands nowhere in the script: a key, a condition of the application": {
		"RuntimeError", "ScriptError",
	},
	"the recursion needs an end, or another form, that only the author knows": {
		"Recursion", "StackOverflow",
	},
	"the number stands in memory when the command runs, and what wrote it there is not known": {
		"IndirectIndexFormat", "IndirectTooManyGroups",
	},
	"the repair is another file": {
		"BrokenImage", "BrokenModel",
	},
}
