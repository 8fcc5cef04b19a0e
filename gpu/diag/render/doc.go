// Package render turns diagnostics into text for people (Rich, Short) and for tools (JSON).
//
// Rendering has two steps. Layout builds rows of styled cells: one cell is what one terminal column (two for wide
// characters) shows, so that carets stand under what they mean whatever the source line holds. Printing writes the cells, with
// ANSI colours or without. All text passes one gate (visible) that makes control characters, invalid UTF-8 and
// invisible characters readable; nothing a script contains can move a terminal's cursor.
//
//	error[GS0512]: headline                        headline
//	  --> scene.lua:41:8                           header of an excerpt
//	   |
//	41 | main:ExecuteCommandLists { draw }         source row:  gutter, margin of multi-line spans, text
//	   |      ^^^^^^^^^^^^^^^^^^^ reads verts       mark rows:   marks, connectors, label texts
//	   |
//	  ::: recorded at scene.lua:33:8   list "draw" the label's Via places
//	   = why:  …                                   footer:      why, note, help, rule, stack, repeats
//
// The package must not know where the scripts come from (Sources), what a terminal can do (Options, never detected) or what
// any code means. It has no state: everything is safe for concurrent use as far as the Sources are.
package render
