// Package recurrent generates the dispatches of recurrent networks. The contributions of the inputs of all time steps are one matrix product, an
// element per work item; the steps themselves follow each other in one dispatch, in which each direction and batch has a work item:
//
//	                     t = 0        t = 1        t = 2              BACKWARD begins with the last step of the batch's length
//	input · weights ──┬──────────┬────────────┬─────────────▶
//	hidden ──recurrence─▶ gates ─▶ hidden ─▶ gates ─▶ hidden …
//
// Every sum is in the order of its elements, so results do not depend on how the work is split.
//
// The package must not know how operators are described: it reads tensors and attributes through Args.
package recurrent
