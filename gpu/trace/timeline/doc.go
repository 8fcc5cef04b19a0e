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
// A Timeline takes the events of a run (package trace) and then draws. What stands there:
//
//   - boxes: commands, with the band of their list above them and the regions of BeginEvent above that; what CPU threads compute; frames on screens
//   - hatched boxes: waits, and what they wait for; dotted ones: a queue that has work whose engine another queue has
//   - arrows: from a signal to the wait that it ends, from a submission to its batch
//   - stretches in which nothing happens are shortened, with a mark and how long they were
//   - two accesses that a diagnostic says nothing orders: outlined in red, with the arrow that is missing between them
//
// Each box has a tooltip: what it is, when, for how long, which bytes, and where the script asked for it. What is narrower than a pixel or two is joined
// into one box with a count, while events come in as well as when the picture is drawn: neither the memory nor the picture grows without
// bound. The same events give the same bytes.
//
// The package must not know the device or the scheduler, and it looks up no places of scripts itself.
package timeline
