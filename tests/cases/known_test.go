package cases

// Faults that several cases show.
const (
	bundleStates   = "states are not checked inside of bundles"
	bundleRoot     = "GS0832 is said of a bundle that sets its root signature itself"
	notInitialized = "a target is read after its aliasing barrier and before it is cleared, and nothing is said"
)

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{
	"graphics/a bundle reads a buffer in COPY_DEST":                        bundleStates,
	"graphics/a kernel in a bundle reads a buffer in COPY_DEST":            bundleStates,
	"graphics/a kernel in a bundle writes what was promoted to be read":    bundleStates,
	"graphics/a copy of what a bundle's kernel has written":                bundleStates,
	"graphics/a kernel in a bundle between the halves of a barrier":        bundleStates,
	"graphics/a bundle that sets its root signature itself":                bundleRoot,
	"graphics/a bundle of draws that sets its root signature itself":       bundleRoot,
	"graphics/a target in shared memory, read before it is cleared":        notInitialized,
	"graphics/a bundle reset while a list that needs it was not submitted": "Reset of the bundle is not refused",
	"present/presented between the halves of a barrier":                    "GS0842 says that the buffer is in COMMON, which is PRESENT",
	"present/the buffer that is not current":                               "a list draws to a back buffer that is not the current one, and nothing is said",
	"traps/a query that was never ended":                                   "results of a query that was never ended are resolved, and nothing is said",
}
