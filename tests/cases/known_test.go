package cases

// Faults that several cases show.
const (
	indirectViews = "buffers that only an indirect command names are looked at when it runs"
	followUp      = "a second error follows from the first one, and is not true"
)

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{
	"recovery/halves in two lists in the wrong order":                     followUp,
	"recovery/a list between the halves uses the texture":                 followUp,
	"corners/an indirect view of a buffer in COPY_DEST":                   indirectViews,
	"corners/a buffer of an indirect view released after time has passed": indirectViews,
	"present/presented between the halves of a barrier":                   "GS0842 says that the buffer is in COMMON, which is PRESENT",
}
