// Package settings reads the settings of a run from flags: the command line and the first lines of a golden script use the
// same words with the same meaning.
//
//	gpuscript --errors=report --limit-time=5s frame.lua        -- flags: --errors=report --limit-time=5s
//	                      └───────────────┬───────────────────────────────────────┘
//	                                Flags, Parse ──► host.Options
//
// The package must not know terminals, folders or scripts: what a run prints and where is up to its caller.
package settings
