package cases

// Faults that several cases show.
const (
	bundleStates   = "states are not checked inside of bundles"
	bundleRoot     = "GS0832 is said of a bundle that sets its root signature itself"
	addresses      = "a root address belongs to the resource that was placed there last, whichever is meant"
	indirectViews  = "buffers that only an indirect command names are looked at when it runs"
	followUp       = "a second error follows from the first one, and is not true"
	notInitialized = "a target is read after its aliasing barrier and before it is cleared, and nothing is said"
)

// known has the cases in which the program and the rules disagree, and what is wrong. Each must still fail.
var known = map[string]string{
	"recovery/halves in two lists in the wrong order":                                 followUp,
	"recovery/a list between the halves uses the texture":                             followUp,
	"corners/an address of the first resource, then of the second":                    addresses,
	"corners/addresses in turn, the first resource came first":                        addresses,
	"corners/an address of the first resource, the second is in COPY_DEST":            addresses,
	"corners/the second resource released while an address of the first is in flight": addresses,
	"corners/the first resource released while its address is in flight":              addresses,
	"corners/a barrier for the first resource by its address":                         addresses,
	"corners/a transition of the first resource used by its address":                  addresses,
	"corners/an indirect view of a buffer in COPY_DEST":                               indirectViews,
	"corners/a buffer of an indirect view released after time has passed":             indirectViews,
	"graphics/a bundle reads a buffer in COPY_DEST":                                   bundleStates,
	"graphics/a kernel in a bundle reads a buffer in COPY_DEST":                       bundleStates,
	"graphics/a kernel in a bundle writes what was promoted to be read":               bundleStates,
	"graphics/a copy of what a bundle's kernel has written":                           bundleStates,
	"graphics/a kernel in a bundle between the halves of a barrier":                   bundleStates,
	"graphics/a bundle that sets its root signature itself":                           bundleRoot,
	"graphics/a bundle of draws that sets its root signature itself":                  bundleRoot,
	"graphics/a target in shared memory, read before it is cleared":                   notInitialized,
	"graphics/a bundle reset while a list that needs it was not submitted":            "Reset of the bundle is not refused",
	"present/presented between the halves of a barrier":                               "GS0842 says that the buffer is in COMMON, which is PRESENT",
	"present/the buffer that is not current":                                          "a list draws to a back buffer that is not the current one, and nothing is said",
}
