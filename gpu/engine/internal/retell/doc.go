// Package retell says in the words of the engine what the levels below have found: a race in a page of dynamic memory is told of the buffer
// whose memory it is, and a fence of the engine's own as the context that it belongs to.
//
//	page  | constants, frame 7, list 12 | ring, frame 7, list 12      | free
//	                                      ▲ the finding: bytes [b, e) of the page
//
// It must not know contexts, buffers or how races are found.
package retell
