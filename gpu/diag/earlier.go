package diag

import "github.com/gpuscript/gpuscript/gpu"

// Earlier tells labels at the place of the primary one apart from it: a call in a loop that meets what it did itself is one place and two calls.
//
//	14 |   list:Dispatch(1, 1, 1)
//	   |        ^^^^^^^^^^^^^^^^^ reads b[0, 16) through u0 by Dispatch
//	   |        |
//	   |        writes b[0, 16) through u0 by Dispatch, when this call was made before
//
// once reports whether the script certainly comes to a site once at most; such a call has no earlier one. Inside kernels all work items come to one
// place, so nothing is said of the codes about their text. A call to which other calls led is one of the same function, and of two threads neither
// comes before.
func (d *Diagnostic) Earlier(once func(gpu.Site) bool) {
	primary := d.Primary()
	at := primary.Site
	if at == 0 || d.Code >= kernelCodes && d.Code < kernelCodes+100 {
		return
	}
	elsewhere := !primary.Span.IsZero() && d.Apart == Apart{}
	again := false
	for i := range d.Labels {
		l := &d.Labels[i]
		switch {
		case l.Primary || l.Meanwhile || l.Text == "":
		case l.Site != at && elsewhere && l.Span == primary.Span:
			l.Text += ", in another call of this function"
			l.Meanwhile = true
		case l.Site == at && !once(at):
			l.Text += ", when this call was made before"
			l.Meanwhile, again = true, true
		}
	}
	if again {
		d.keepCall(at)
	}
}

// keepCall leaves the words alone of suggestions that take a call away which was right the first time.
func (d *Diagnostic) keepCall(at gpu.Site) {
	for i := range d.Help {
		h := &d.Help[i]
		if h.Site == at && (h.Edit == EditDeleteLine || h.Fix != nil && h.Fix.Action == FixRemove) {
			h.Edit, h.Fix, h.Text = EditNone, nil, h.Text+", or make it once, outside the loop"
		}
	}
}

// kernelCodes is where the codes about the text of kernels begin: GS0200 to GS0299.
const kernelCodes Code = 200
