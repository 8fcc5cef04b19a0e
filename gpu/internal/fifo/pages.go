package fifo

// pageLen is the number of entries of a page.
const pageLen = 64

// Pages is a List of large entries, of which there are few mostly, and many now and then: those are never moved, so that no memory is taken for them
// twice.
//
//	pages   [ gone gone  a  b ] [ c  d  e  f ] [ g  h      ]
//
// The only page grows as a List does until it is full. The zero value is empty.
type Pages[T any] struct {
	pages [][]T // all but the last one have pageLen entries
	gone  int   // entries of the first one
	count int
	spare []T // a page without entries; what stands there is zero
}

// Len is the number of entries.
func (p *Pages[T]) Len() int { return p.count }

// Room is for how many entries there is memory.
func (p *Pages[T]) Room() int {
	room := cap(p.spare)
	for _, page := range p.pages {
		room += cap(page)
	}
	return room
}

// Any says whether an entry is so.
func (p *Pages[T]) Any(is func(*T) bool) bool {
	for i := range p.count {
		if is(p.At(i)) {
			return true
		}
	}
	return false
}

// At is an entry by its place.
func (p *Pages[T]) At(i int) *T {
	at := uint(i + p.gone)
	return &p.pages[at/pageLen][at%pageLen]
}

// Next adds an entry after the others and returns where it stands, which is zero.
func (p *Pages[T]) Next() *T {
	last := len(p.pages) - 1
	if last < 0 || len(p.pages[last]) == cap(p.pages[last]) {
		last = p.grow()
	}
	page := &p.pages[last]
	n := len(*page)
	*page = (*page)[:n+1]
	p.count++
	return &(*page)[n]
}

// grow makes room for an entry where there is none, and returns the page in which it is.
func (p *Pages[T]) grow() int {
	last := len(p.pages) - 1
	switch {
	case last < 0:
		p.pages = append(p.pages, make([]T, 0, few))
		return 0
	case last == 0 && p.gone > 0 && p.gone >= p.count: // as many are free in front
		page := p.pages[0]
		copy(page, page[p.gone:])
		clear(page[p.gone:])
		p.pages[0], p.gone = page[:p.count], 0
		return 0
	case last == 0 && cap(p.pages[0]) < pageLen:
		page := make([]T, len(p.pages[0]), min(2*cap(p.pages[0]), pageLen))
		copy(page, p.pages[0])
		p.pages[0] = page
		return 0
	}
	page := p.spare
	if p.spare = nil; page == nil {
		page = make([]T, 0, pageLen)
	}
	p.pages = append(p.pages, page)
	return last + 1
}

// Pop takes the last entry out.
func (p *Pages[T]) Pop() {
	last := len(p.pages) - 1
	n := len(p.pages[last]) - 1
	clear(p.pages[last][n:])
	p.pages[last] = p.pages[last][:n]
	if p.count--; n == 0 && last > 0 {
		p.spare, p.pages[last] = p.pages[last], nil
		p.pages = p.pages[:last]
	}
	p.idle()
}

// Drop takes the first n entries out.
func (p *Pages[T]) Drop(n int) {
	p.count -= n
	for n > 0 {
		page := p.pages[0]
		some := min(n, len(page)-p.gone)
		if some == 1 { // most often: a call to clear it would cost ten times as much
			var none T
			page[p.gone] = none
		} else {
			clear(page[p.gone : p.gone+some])
		}
		if p.gone, n = p.gone+some, n-some; p.gone == pageLen && len(p.pages) > 1 {
			p.spare, p.gone = page[:0], 0
			copy(p.pages, p.pages[1:])
			p.pages[len(p.pages)-1] = nil
			p.pages = p.pages[:len(p.pages)-1]
		}
	}
	p.idle()
}

// idle begins anew where no entry is left.
func (p *Pages[T]) idle() {
	if p.count == 0 && len(p.pages) == 1 {
		p.pages[0], p.gone = p.pages[0][:0], 0
	}
}
