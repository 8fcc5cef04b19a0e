// Package golden runs scripts and compares what they do with what somebody has last accepted.
//
// The file frame.golden next to frame.lua has everything the script printed, its diagnostics, how it ended and what it wrote.
//
//	frame 1 done                                              what it printed
//	=== diagnostics
//	error[GS0104]: attempt to index global 'camra' …          as the command shows them, without colours
//	=== exit code 1                                           if it is not 0
//	=== picture frame.png 512 x 512 sha256 0f1e2d3c4b5a6978   of the pixels, not of the file
//	=== file notes.txt 12 bytes sha256 8796a5b4c3d2e1f0
//
// A picture next to the script is also compared pixel by pixel, and a failure shows where it differs: frame.png for the picture frame.png of
// frame.lua, frame.shadow.png for its picture shadow.png.
//
// The first comment lines of a script say how to run it:
//
//	-- args: 3 fast                    its arguments, separated by blanks
//	-- flags: --errors=report          flags as on the command line
//	-- limits: steps=100000            as diag.ParseSetup reads them
//	-- file: notes.txt text hello      likewise
//	-- exit: 1                         how it must end; 0 without this line
//	-- pictures: frame.png             pictures that must lie beside the script
//
// A program that gives scripts its own modules and values runs them in a Go test:
//
//	o := golden.Options{Update: *update, Accept: "go test -update .", Prepare: func(h *host.Host) { h.Expose("camera", &camera{}) }}
//	golden.Run(t.Context(), scripts, o, func(r golden.Result) {
//		t.Run(r.Script, func(t *testing.T) {
//			if !r.OK() {
//				t.Error(r.Text())
//			}
//		})
//	})
//
// Scripts run in parallel, each in a host and an output folder of its own, and are reported in order. Nothing here depends on
// the time or on the folder a test runs in.
//
// The package must not know flags of the test command or terminals: its callers pass what they want and get results.
package golden
