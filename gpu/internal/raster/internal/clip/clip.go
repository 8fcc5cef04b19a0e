// Package clip clips triangles and lines to the planes of the view: near, far, the smallest w, and the guard band around the viewport.
//
//	corners in clip space ─▶ plane after plane ─▶ corners of what is left, each with its mix of the three it is made from
//
// It must not know states, targets or vertices. Everything is a pure function of its arguments.
package clip

// Guard is how far from the origin positions may be, in pixels: what is beyond is cut off.
const Guard = 32767

// SmallestW is the least w that positions are divided by.
const SmallestW = 1.0 / (1 << 60)

// Band is where a viewport puts positions: x at CX + HX*x/w, y at CY - HY*y/w, in pixels.
type Band struct{ CX, CY, HX, HY float64 }

// Corner is a vertex of a clipped primitive: its position before the division, and how it is mixed from the vertices of the primitive.
type Corner struct {
	X, Y, Z, W float64
	Mix        [3]float64
}

// maxDistances is the number of further planes, which the vertices give their distances to. (Source: D3D12_CLIP_OR_CULL_DISTANCE_COUNT.)
const maxDistances = 8

// MaxCorners is the most corners that a triangle has after clipping by all planes: each adds one.
const MaxCorners = 3 + clipPlanes + maxDistances

// The planes that primitives are clipped by.
const (
	planeW = iota
	planeNear
	planeFar
	planeLeft
	planeRight
	planeTop
	planeBottom
	clipPlanes
	planeOther = clipPlanes // of the vertices
)

// distance is how far a corner is inside a plane, in units of the plane. Sideways only the guard band is clipped by; the viewport cuts
// pixels instead.
func (b *Band) distance(plane int, c *Corner) float64 {
	switch plane {
	case planeW:
		return c.W - SmallestW
	case planeNear:
		return c.Z
	case planeFar:
		return c.W - c.Z
	case planeLeft:
		return float64((Guard+b.CX)*c.W) + float64(b.HX*c.X)
	case planeRight:
		return float64((Guard-b.CX)*c.W) - float64(b.HX*c.X)
	case planeTop:
		return float64((Guard+b.CY)*c.W) - float64(b.HY*c.Y)
	}
	return float64((Guard-b.CY)*c.W) + float64(b.HY*c.Y)
}

// settle puts a corner that was cut at a side of the guard band onto it. It is there but for rounding; where what was cut is a million times larger
// than the band, rounding is larger than the band too.
func (b *Band) settle(plane int, c *Corner) {
	switch plane {
	case planeLeft:
		c.X = -(Guard + b.CX) * c.W / b.HX
	case planeRight:
		c.X = (Guard - b.CX) * c.W / b.HX
	case planeTop:
		c.Y = (Guard + b.CY) * c.W / b.HY
	case planeBottom:
		c.Y = -(Guard - b.CY) * c.W / b.HY
	}
}

// Polygon is a convex polygon that is clipped in place. Its memory is used again.
type Polygon struct {
	corners [2][MaxCorners]Corner
	away    [MaxCorners]float64 // of the plane at hand
	n       int
	side    int // which of the arrays holds it
}

// Start makes the polygon a triangle.
func (g *Polygon) Start(p, q, r Corner) {
	g.corners[0], g.n, g.side = [MaxCorners]Corner{p, q, r}, 3, 0
}

// List has the corners: none or at least three, until the next call.
func (g *Polygon) List() []Corner { return g.corners[g.side][:g.n] }

// Clip cuts a polygon by all planes, near and far only if depth is set.
func (g *Polygon) Clip(b *Band, depth bool) {
	for plane := range clipPlanes {
		if (plane == planeNear || plane == planeFar) && !depth {
			continue
		}
		g.cut(b, plane)
		if g.n < 3 {
			g.n = 0
			return
		}
	}
}

func (g *Polygon) cut(b *Band, plane int) {
	for i := range g.List() {
		g.away[i] = b.distance(plane, &g.List()[i])
	}
	g.split(b, plane)
}

// By cuts the polygon by a plane that the vertices of the primitive are at those distances from.
func (g *Polygon) By(d *[3]float64) {
	for i := range g.List() {
		g.away[i] = g.List()[i].distance(d)
	}
	g.split(nil, planeOther)
	if g.n < 3 {
		g.n = 0
	}
}

// distance is how far a corner is inside a plane by the distances of the vertices.
func (c *Corner) distance(d *[3]float64) float64 {
	return float64(c.Mix[0]*d[0]) + float64(c.Mix[1]*d[1]) + float64(c.Mix[2]*d[2])
}

// split keeps what is not outside by the distances of the corners.
func (g *Polygon) split(b *Band, plane int) {
	from, to := g.List(), &g.corners[1-g.side]
	n := 0
	for i := range from {
		j := (i + 1) % len(from)
		p, q, dp, dq := &from[i], &from[j], g.away[i], g.away[j]
		if dp >= 0 {
			to[n] = *p
			n++
		}
		if dp >= 0 != (dq >= 0) && n < MaxCorners {
			to[n] = crossing(p, q, dp, dq)
			b.settle(plane, &to[n])
			n++
		}
	}
	g.n, g.side = n, 1-g.side
}

// crossing is where an edge crosses a plane. It is computed from the inner end, so that two primitives that share the edge get
// the same corner.
func crossing(p, q *Corner, dp, dq float64) Corner {
	if dp < 0 {
		p, q, dp, dq = q, p, dq, dp
	}
	t := dp / (dp - dq)
	return Corner{X: lerp(p.X, q.X, t), Y: lerp(p.Y, q.Y, t), Z: lerp(p.Z, q.Z, t), W: lerp(p.W, q.W, t),
		Mix: [3]float64{lerp(p.Mix[0], q.Mix[0], t), lerp(p.Mix[1], q.Mix[1], t), lerp(p.Mix[2], q.Mix[2], t)}}
}

func lerp(a, b, t float64) float64 { return a + float64(float64(b-a)*t) }

// Line cuts the line between two corners; false if nothing is left.
func (b *Band) Line(p, q *Corner, depth bool) bool {
	for plane := range clipPlanes {
		if (plane == planeNear || plane == planeFar) && !depth {
			continue
		}
		if !b.trim(plane, p, q, b.distance(plane, p), b.distance(plane, q)) {
			return false
		}
	}
	return true
}

// LineBy cuts a line by a plane as Polygon.By does; false if nothing is left.
func LineBy(p, q *Corner, d *[3]float64) bool {
	return (*Band)(nil).trim(planeOther, p, q, p.distance(d), q.distance(d))
}

func (b *Band) trim(plane int, p, q *Corner, dp, dq float64) bool {
	switch {
	case dp < 0 && dq < 0:
		return false
	case dp < 0:
		*p = crossing(p, q, dp, dq)
		b.settle(plane, p)
	case dq < 0:
		*q = crossing(p, q, dp, dq)
		b.settle(plane, q)
	}
	return true
}
