package raster

import (
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/corner"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/small"
	"github.com/gpuscript/gpuscript/gpu/internal/raster/internal/view"
	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// triangles is primitives for triangle lists with one viewport: most triangles are set up, or found to be invisible, before their vertices are
// copied.
func (c *chunk) triangles(r *Rasterizer, a *assembler, from, end uint64) {
	src, points := &c.source, r.points
	src.planes, src.area = c.planes, &c.plan.areas[0]
	smalls, one, culls, kept := c.plan.cover != nil && src.area.Even && !c.plan.biased, c.plan.samples == 1,
		view.CullingOf(&c.plan.state.Rasterizer), uint64(0)
	list(c.room[:], a, from, end)
	for k := from; k < end; k++ {
		entry := c.room[stage.SetUpEntry*(k-from):][:stage.SetUpEntry]
		i, j, l, id := word(entry, 0), word(entry, 1), word(entry, 2), word(entry, stage.SetUpID)
		u, v, w := points.At(i), points.At(j), points.At(l)
		some := u.Flags | v.Flags | w.Flags
		if some&^view.Shallow != 0 {
			switch {
			case u.Flags&v.Flags&w.Flags&view.Outside != 0, some&view.Broken != 0:
				continue
			case some&(view.Clipped|view.Away) != 0:
				c.primitive(r, a, k)
				continue
			}
		}
		kept++
		area := corner.DoubleArea(&u, &v, &w)
		front, shown := culls.Shown(area)
		if !shown {
			continue
		}
		var bounds box
		if one {
			bounds.X0, bounds.X1 = corner.Extent(min(u.X, v.X, w.X), max(u.X, v.X, w.X))
			bounds.Y0, bounds.Y1 = corner.Extent(min(u.Y, v.Y, w.Y), max(u.Y, v.Y, w.Y))
		} else {
			bounds = c.plan.triangleBounds(&u, &v, &w)
		}
		seen := bounds.And(src.area.Clip)
		switch {
		case seen.Empty():
		case smalls && some&view.Shallow == 0 && isSmall(&bounds):
			x0, y0, x1, y1 := seen.X0>>tileBits, seen.Y0>>tileBits, (seen.X1-1)>>tileBits, (seen.Y1-1)>>tileBits
			for y := y0; y <= y1; y++ {
				for x := x0; x <= x1; x++ {
					small.Put(c.bins.PutSmall(y*c.plan.tilesX+x), i, j, l, id, front)
				}
			}
		default:
			src.items[0], src.items[1], src.items[2], src.id = i, j, l, id
			src.corners[0], src.corners[1], src.corners[2] = u, v, w
			src.bounds, src.front, src.mix = bounds, front, nil
			c.setUp(src, area, &seen)
		}
	}
	c.counts.Clipped += kept
}
