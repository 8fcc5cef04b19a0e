package ir

import (
	"encoding/binary"

	"github.com/gpuscript/gpuscript/gpu/internal/stage"
)

// StageKind is the stage of the graphics pipeline that a program is for.
type StageKind uint8

// The stages. Programs of the last two run in groups of stage.Group × 1 × 1 work items.
const (
	ComputeStage StageKind = iota
	VertexStage            // a work item a vertex
	PixelStage             // a wave is a quad of pixels: top left, top right, bottom left, bottom right
)

var stageNames = [...]string{"compute", "vertex", "pixel"}

// String is the name used in the text form.
func (s StageKind) String() string { return stageNames[s] }

// Stage says how a program takes part in the graphics pipeline. Package stage fixes where inputs and outputs stand.
type Stage struct {
	Kind    StageKind
	Inputs  uint32 // vertex: planes; pixel: components that triangles have planes of
	Outputs uint32 // planes
}

// Layout of the records that programs read, in bytes; package stage says what the words are.
const (
	StageGroup = stage.Group            // work items of a group of a vertex or pixel program
	QuadBytes  = 4 * stage.QuadWords    // from quad to quad
	QuadX      = 4 * stage.QuadX        // x of the pixels; y follows
	QuadRecord = 4 * stage.QuadTriangle // address of the triangle's record
	QuadMask   = 4 * stage.QuadMask     // bits of the pixels that are no helpers
	LaneBytes  = stage.TriangleStep     // from one word of a triangle's record to the next
)

// StageIO is where the work items of a vertex or pixel program find their inputs and put their outputs. They are trusted: nothing is
// checked against a record.
type StageIO struct {
	Input  uint32 // byte address; vertex: of the first plane, pixel: of the first quad
	Output uint32 // byte address of the first plane
	Pitch  uint32 // bytes from plane to plane
	Items  uint32 // work items that count; the others of the last group do not
}

// limit is one more than the largest Imm of a stage operation; 0 where the stage does not have it.
func (s Stage) limit(op Op) uint32 {
	switch {
	case op == OpQuadRead:
		return 256
	case op == OpStageOut:
		return s.Outputs
	case op == OpCovered && s.Kind != ComputeStage:
		return 1
	case op == OpStageIn && s.Kind == VertexStage:
		return s.Inputs
	case s.Kind != PixelStage:
		return 0
	case op == OpQuadWord:
		return stage.QuadWords
	case op == OpTriangle:
		return stage.TriangleInputs + stage.PlaneWords*s.Inputs
	case op == OpPixelPlace:
		return 2
	}
	return 0
}

// hasNumber tells whether Imm of op is a number that the text form shows as n=.
func hasNumber(op Op) bool { return op >= OpQuadRead && op <= OpCovered }

// stageLevel is the uniformity of the values that programs of stages begin with.
func stageLevel(op Op) Level {
	if op == OpQuadWord || op == OpTriangle {
		return PerWave
	}
	return Varying
}

// Counts tells whether a work item is one whose effects count: no helper pixel, and none after the last vertex.
func (d *Dispatch) Counts(k *Kernel, group uint64, index uint32) bool {
	item := uint32(group)*StageGroup + index
	switch k.Stage.Kind {
	case VertexStage:
		return item < d.Stage.Items
	case PixelStage:
		mask := binary.LittleEndian.Uint32(d.Memory[d.Stage.Input+item/WaveSize*QuadBytes+QuadMask:])
		return mask>>(item%WaveSize)&1 != 0
	}
	return true
}

// QuadSource tells whether all lanes of an OpQuadRead with this Imm read one lane, and which.
func QuadSource(imm uint32) (lane uint32, one bool) {
	lane = imm & 3
	return lane, imm == lane*0b01010101
}
