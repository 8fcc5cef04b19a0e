package bulk

// Box is a box of texels in memory: depth slices of height rows of row bytes.
//
//	At ──▶ |<- row ->|      RowPitch apart
//	       |         |      height of them, then the next slice: SlicePitch apart
type Box struct {
	At                   uint64 // of the first texel
	RowPitch, SlicePitch uint64
}

// Span is the number of bytes from the first texel to the end of the last one.
func (b Box) Span(row, height, depth uint64) uint64 {
	return (depth-1)*b.SlicePitch + (height-1)*b.RowPitch + row
}

// row is the offset of row i, counted over all slices, from the first texel.
func (b Box) row(i, height uint64) uint64 {
	return i/height*b.SlicePitch + i%height*b.RowPitch
}

// Fill repeats the pattern in each row and returns the number of bytes written. to is the memory of the box: its Span.
func (b Box) Fill(to []byte, row, height, depth uint64, pattern []byte) uint64 {
	first := to[:row]
	Repeat(first, pattern)
	rows := height * depth
	if worthSplitting(rows * row) {
		Split(rows, rows*row, func(begin, end uint64) { b.fillRows(to, first, height, max(begin, 1), end) })
	} else {
		b.fillRows(to, first, height, 1, rows)
	}
	return rows * row
}

// fillRows copies the first row to the rows [begin, end).
func (b Box) fillRows(to, first []byte, height, begin, end uint64) {
	for i := begin; i < end; i++ {
		copy(to[b.row(i, height):], first)
	}
}

// Copy copies the rows of one box to another one of the same extent. Fill in its fields and call Do.
type Copy struct {
	Dst, Src    Box
	To, From    []byte // their memory: the Span of each
	Row, Height uint64
}

// Do copies depth slices of rows and returns their number of bytes.
func (c *Copy) Do(depth uint64) uint64 {
	rows := c.Height * depth
	switch {
	case c.Dst.At < c.Src.At+uint64(len(c.From)) && c.Src.At < c.Dst.At+uint64(len(c.To)):
		c.overlapping(rows)
	case worthSplitting(rows * c.Row):
		c.split(rows)
	default:
		c.rows(0, rows)
	}
	return rows * c.Row
}

// rows copies the rows [begin, end), counted over all slices.
func (c *Copy) rows(begin, end uint64) {
	for i := begin; i < end; i++ {
		a, b := c.Dst.row(i, c.Height), c.Src.row(i, c.Height)
		copy(c.To[a:a+c.Row], c.From[b:b+c.Row])
	}
}

// overlapping copies rows of the same memory as memmove does: backwards when the destination comes after the source.
func (c *Copy) overlapping(rows uint64) {
	if c.Dst.At <= c.Src.At {
		c.rows(0, rows)
		return
	}
	for i := rows; i > 0; i-- {
		c.rows(i-1, i)
	}
}

// split uses all cores. The receiver is a copy, so that only big copies allocate.
func (c Copy) split(rows uint64) { Split(rows, rows*c.Row, c.rows) }
