package raster

// corner is a vertex of a clipped primitive: its position before the division, and how it is mixed from the vertices of the primitive.
type corner struct {
	x, y, z, w float64
	mix        [3]float64
}

// maxCorners is the most that a triangle has behind all planes: each adds one.
const maxCorners = 3 + clipPlanes

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
)

// distance is how far a corner is inside of a plane, in units of the plane. Sideways only the guard band is clipped by; the viewport cuts
// pixels instead.
func (a *area) distance(plane int, c *corner) float64 {
	switch plane {
	case planeW:
		return c.w - smallestW
	case planeNear:
		return c.z
	case planeFar:
		return c.w - c.z
	case planeLeft:
		return float64((guard+a.cx)*c.w) + float64(a.hx*c.x)
	case planeRight:
		return float64((guard-a.cx)*c.w) - float64(a.hx*c.x)
	case planeTop:
		return float64((guard+a.cy)*c.w) - float64(a.hy*c.y)
	}
	return float64((guard-a.cy)*c.w) + float64(a.hy*c.y)
}

// polygon is a convex polygon that is clipped in place.
type polygon struct {
	corners [2][maxCorners]corner
	n       int
	side    int // which of the arrays holds it
}

func (g *polygon) list() []corner { return g.corners[g.side][:g.n] }

// clip cuts a polygon by all planes (near and far only if depth is set); n is then 0 or at least 3.
func (g *polygon) clip(a *area, depth bool) {
	for plane := range clipPlanes {
		if (plane == planeNear || plane == planeFar) && !depth {
			continue
		}
		g.cut(a, plane)
		if g.n < 3 {
			g.n = 0
			return
		}
	}
}

func (g *polygon) cut(a *area, plane int) {
	from, to := g.list(), &g.corners[1-g.side]
	n := 0
	for i := range from {
		p, q := &from[i], &from[(i+1)%len(from)]
		dp, dq := a.distance(plane, p), a.distance(plane, q)
		if dp >= 0 {
			to[n] = *p
			n++
		}
		if dp >= 0 != (dq >= 0) && n < maxCorners {
			to[n] = crossing(p, q, dp, dq)
			n++
		}
	}
	g.n, g.side = n, 1-g.side
}

// crossing is where an edge crosses a plane. It is computed from the inner end, so that two primitives that share the edge get
// the same corner.
func crossing(p, q *corner, dp, dq float64) corner {
	if dp < 0 {
		p, q, dp, dq = q, p, dq, dp
	}
	t := dp / (dp - dq)
	return corner{x: lerp(p.x, q.x, t), y: lerp(p.y, q.y, t), z: lerp(p.z, q.z, t), w: lerp(p.w, q.w, t),
		mix: [3]float64{lerp(p.mix[0], q.mix[0], t), lerp(p.mix[1], q.mix[1], t), lerp(p.mix[2], q.mix[2], t)}}
}

func lerp(a, b, t float64) float64 { return a + float64(float64(b-a)*t) }

// clipLine cuts the line between two corners; false if nothing is left.
func (a *area) clipLine(p, q *corner, depth bool) bool {
	for plane := range clipPlanes {
		if (plane == planeNear || plane == planeFar) && !depth {
			continue
		}
		dp, dq := a.distance(plane, p), a.distance(plane, q)
		switch {
		case dp < 0 && dq < 0:
			return false
		case dp < 0:
			*p = crossing(p, q, dp, dq)
		case dq < 0:
			*q = crossing(p, q, dp, dq)
		}
	}
	return true
}

// finish maps a corner that is inside of all planes to its viewport.
func (a *area) finish(c *corner) vertex {
	w := max(c.w, smallestW)
	x, y, z := a.place(c.x, c.y, c.z, w)
	return vertex{x: fixed(inGuard(x)), y: fixed(inGuard(y)), z: z, inverse: 1 / w}
}

func inGuard(v float64) float64 { return min(max(v, -guard), guard) }
