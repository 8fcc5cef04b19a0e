// Package window generates the loops of operators that slide a window over the last dimensions of a tensor: convolutions and poolings.
//
//	w := window.Window{Size: …, Strides: …, Dilations: …, Before: …, After: …}
//	at, element, finish := w.Each(k, place, extent, w.Places(extent))       // for each element under the window at a place …
//	from, element, finish := w.Reached(k, place, extent)                    // … or for each place whose window reaches this one
//
// The package must not know operators or what is done with the elements.
package window
