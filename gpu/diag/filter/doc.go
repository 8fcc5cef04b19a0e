// Package filter decides which diagnostics are shown, and how grave they are: gpu.SetMessageFilter of scripts and the flags
// --allow, --deny and --severity of the command.
//
// It follows the filters of ID3D12InfoQueue: with an allow list only what it names is shown, a deny list takes away from that, and
// filters form a stack whose top is the one in force. Entries are codes, their names, or families:
//
//	diagnostic ── allow list empty, or names it? ── not on the deny list? ── severity changed? ──► shown
//	                     │ no                            │ no
//	                     └───────────────────────────────┴──► dropped; the call is done
//
// Not everything can be filtered. A call whose diagnostic is dropped is done, so only those can be dropped whose call still has a
// defined result: states, order, lifetimes and advice. Held says which stay, and why.
//
// The package must not know devices, scripts or flags. Filters are read only once they are made and may be shared; a Stack is used by
// one goroutine at a time.
package filter
