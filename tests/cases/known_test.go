package cases

// Faults that several cases show.
const (
	bundleStates  = "states are not checked inside of bundles"
	bundleRoot    = "GS0832 is said of a bundle that sets its root signature itself"
	indirectViews = "buffers that only an indirect command names are looked at when it runs"
	followUp      = "a second error follows from the first one, and is not true"
)

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{
	"recovery/halves in two lists in the wrong order":                     followUp,
	"recovery/a list between the halves uses the texture":                 followUp,
	"corners/an indirect view of a buffer in COPY_DEST":                   indirectViews,
	"corners/a buffer of an indirect view released after time has passed": indirectViews,
	"graphics/a bundle reads a buffer in COPY_DEST":                       bundleStates,
	"graphics/a kernel in a bundle reads a buffer in COPY_DEST":           bundleStates,
	"graphics/a kernel in a bundle writes what was promoted to be read":   bundleStates,
	"graphics/a copy of what a bundle's kernel has written":               bundleStates,
	"graphics/a kernel in a bundle between the halves of a barrier":       bundleStates,
	"graphics/a bundle that sets its root signature itself":               bundleRoot,
	"graphics/a bundle of draws that sets its root signature itself":      bundleRoot,
	"present/presented between the halves of a barrier":                   "GS0842 says that the buffer is in COMMON, which is PRESENT",
}
