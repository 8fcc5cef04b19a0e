// Package timeline draws what happened on the simulated machine: a picture (SVG) with a lane for each CPU thread, queue and screen, and time
// going to the right.
//
//	        620 µs          640             660             680        //   760
//	CPU     main    ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒│ waits renderFence >= 202 │▒▒▒
//	COPY    copy        [upload][ upload textures: tex1 │ tex2 │ tex3  ]
//	                           ●╮ copyFence = 101                      ●╮
//	3D      render    │ waits   ▼[ pre-pass: prepass ]│ waits ▧▧▧▧▧▧▧▧▧▧▼[ final ]
//	COMPUTE compute              │ waits ▧▧▧▧▧▧▧▧▧▧▼[ lighting: light ]
//
// A Timeline takes the events of a run (package trace) and then draws them:
//
//   - boxes: commands, with the band of their list above them and the regions of BeginEvent above that; computation of CPU threads; frames on screens
//   - hatched boxes: waits, and what they wait for; dotted ones: a queue that has work while another queue has its engine
//   - arrows: from a signal to the wait that it ends, from a submission to its batch
//   - idle stretches are shortened, with a mark and their length
//   - two accesses that a diagnostic says nothing orders: outlined in red, with the arrow that is missing between them
//
// Each box has a tooltip: what it is, when, for how long, which bytes, and where the script asked for it. Things narrower than a pixel or two are
// merged into one box with a count, both as events come in and when the picture is drawn, so neither the memory nor the picture grows without bound.
// The same events give the same bytes.
//
// The package must not know the device or the scheduler, and does not look up source positions itself.
package timeline
