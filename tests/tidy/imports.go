package tidy

import (
	"fmt"
	"slices"
	"strings"
)

// importTable says which packages of this module a package may import: the architecture of gpuscript in one place.
//
// Do not change this table to make a build pass. A new line, or a new name in a line, is a decision about the design: the
// commit that makes it says why. These are never relaxed:
//
//   - gpu imports nothing of ours.
//   - device, exec and sched never see validate, and validate never sees them.
//   - lifetime and heaps never see device.
//   - bindings never sees host.
//   - engine and dml have no private door: they import the public device, nothing below gpu/internal.
const importTable = `
gpu                             :
gpu/cnames                      :
gpu/elementary                  :
gpu/half                        :
gpu/incident                    : gpu
gpu/diag                        : gpu
gpu/diag/filter                 : gpu/diag gpu/diag/spell
gpu/diag/render                 : gpu gpu/diag
gpu/diag/spell                  :
gpu/trace                       : gpu gpu/trace/internal/signals
gpu/trace/internal/signals      :
gpu/trace/timeline              : gpu gpu/diag gpu/trace gpu/trace/internal/signals

gpu/internal/mem                :
gpu/explore                     : gpu/internal/sched
gpu/internal/sched              : gpu/internal/sched/internal/descent gpu/internal/sched/internal/outlook gpu/internal/sched/profile
gpu/internal/sched/internal/descent :
gpu/internal/sched/internal/outlook :
gpu/internal/sched/profile      :
gpu/internal/register           : gpu
gpu/internal/substate           : gpu gpu/internal/track
gpu/internal/track              : gpu gpu/internal/fifo gpu/internal/track/internal/...
gpu/internal/track/internal/chains :
gpu/internal/track/internal/callers : gpu/internal/track/internal/clock gpu/internal/track/internal/lineage
gpu/internal/track/internal/clock :
gpu/internal/track/internal/events : gpu/internal/track/internal/clock gpu/internal/track/internal/timeline
gpu/internal/track/internal/extremes :
gpu/internal/track/internal/hearsay : gpu/internal/fifo gpu/internal/leasts gpu/internal/track/internal/clock
gpu/internal/track/internal/leavings : gpu/internal/track/internal/clock gpu/internal/track/internal/timeline
gpu/internal/track/internal/lineage : gpu/internal/track/internal/clock
gpu/internal/track/internal/misses : gpu/internal/track/internal/clock gpu/internal/track/internal/timeline
gpu/internal/track/internal/passes : gpu/internal/track/internal/clock
gpu/internal/track/internal/ranks :
gpu/internal/track/internal/runs : gpu/internal/leasts gpu/internal/track/internal/clock
gpu/internal/track/internal/seats : gpu/internal/track/internal/clock
gpu/internal/track/internal/sent : gpu/internal/track/internal/clock gpu/internal/track/internal/lineage gpu/internal/track/internal/timeline
gpu/internal/track/internal/steps :
gpu/internal/track/internal/strands : gpu/internal/track/internal/clock gpu/internal/track/internal/timeline
gpu/internal/track/internal/timeline : gpu gpu/internal/leasts gpu/internal/track/internal/clock gpu/internal/track/internal/extremes gpu/internal/track/internal/ranks gpu/internal/track/internal/seats
gpu/internal/assemble           : gpu gpu/internal/mem gpu/internal/texel
gpu/internal/access             :
gpu/internal/byid               : gpu gpu/internal/idle
gpu/internal/crew               :
gpu/internal/fifo               :
gpu/internal/idle               :
gpu/internal/leasts             :
gpu/internal/inputs             : gpu
gpu/internal/exec               : gpu gpu/incident gpu/internal/access gpu/internal/assemble gpu/internal/crew gpu/internal/exec/internal/... gpu/internal/inputs gpu/internal/mem gpu/internal/raster gpu/internal/shadow gpu/internal/stage gpu/internal/texel
gpu/internal/exec/internal/arena : gpu/internal/mem
gpu/internal/exec/internal/blocks : gpu gpu/internal/access
gpu/internal/exec/internal/bulk : gpu/internal/crew
gpu/internal/exec/internal/descriptor : gpu gpu/incident
gpu/internal/exec/internal/earlier : gpu
gpu/internal/exec/internal/object : gpu gpu/internal/exec/internal/descriptor gpu/internal/exec/internal/record
gpu/internal/exec/internal/record : gpu
gpu/internal/exec/internal/rects : gpu
gpu/internal/exec/internal/rootsig : gpu
gpu/internal/exec/internal/tables : gpu gpu/internal/exec/internal/record gpu/internal/mem
gpu/internal/exec/internal/tally : gpu
gpu/internal/raster             : gpu gpu/internal/crew gpu/internal/raster/internal/... gpu/internal/stage gpu/internal/texel
gpu/internal/raster/internal/bins  : gpu/internal/stage
gpu/internal/raster/internal/blend : gpu gpu/internal/texel
gpu/internal/raster/internal/cells :
gpu/internal/raster/internal/clip  :
gpu/internal/raster/internal/corner : gpu gpu/internal/stage
gpu/internal/raster/internal/depth : gpu
gpu/internal/raster/internal/edges : gpu/internal/raster/internal/corner
gpu/internal/raster/internal/line  : gpu/internal/raster/internal/corner
gpu/internal/raster/internal/marks : gpu gpu/internal/stage
gpu/internal/raster/internal/record : gpu/internal/stage
gpu/internal/raster/internal/resolve : gpu gpu/internal/raster/internal/surface gpu/internal/texel
gpu/internal/raster/internal/small : gpu gpu/internal/raster/internal/corner gpu/internal/raster/internal/record gpu/internal/stage
gpu/internal/raster/internal/surface : gpu/internal/raster/internal/cells gpu/internal/raster/internal/depth
gpu/internal/raster/internal/topology : gpu
gpu/internal/raster/internal/view  : gpu gpu/internal/raster/internal/clip gpu/internal/raster/internal/corner gpu/internal/stage
gpu/internal/shadow             : gpu gpu/internal/mem gpu/internal/texel
gpu/internal/stage              : gpu
gpu/internal/texel              : gpu gpu/half
gpu/device                      : gpu gpu/background gpu/device/internal/... gpu/diag gpu/explore gpu/incident gpu/internal/byid gpu/internal/exec gpu/internal/mem gpu/internal/sched gpu/internal/sched/profile gpu/kernel gpu/renderpass gpu/residency gpu/trace
gpu/device/internal/accesses    : gpu gpu/internal/exec gpu/internal/register gpu/internal/sched
gpu/device/internal/batch       : gpu gpu/device/internal/accesses gpu/device/internal/costs gpu/device/internal/events gpu/device/internal/findings gpu/device/internal/layers gpu/device/internal/recording gpu/device/internal/rehearsal gpu/device/internal/tuning gpu/incident gpu/internal/exec gpu/internal/mem gpu/internal/sched gpu/kernel gpu/trace
gpu/device/internal/costs       : gpu gpu/internal/exec gpu/internal/sched gpu/internal/sched/profile
gpu/device/internal/events      : gpu gpu/device/internal/costs gpu/internal/exec gpu/internal/sched gpu/trace
gpu/device/internal/features    : gpu
gpu/device/internal/display     : gpu/internal/sched
gpu/device/internal/findings    : gpu gpu/incident gpu/internal/exec gpu/internal/register
gpu/device/internal/passes      : gpu gpu/renderpass
gpu/device/internal/layers      : gpu gpu/diag gpu/incident
gpu/device/internal/recording   : gpu
gpu/device/internal/rehearsal   : gpu
gpu/device/internal/spans       :
gpu/device/internal/stalls      : gpu gpu/incident gpu/internal/sched
gpu/device/internal/tuning      : gpu/background gpu/background/profile gpu/diag gpu/internal/sched gpu/kernel gpu/trace
gpu/renderpass                  : gpu
gpu/residency                   : gpu
gpu/validate                    : gpu gpu/diag gpu/incident gpu/internal/byid gpu/internal/substate gpu/internal/track gpu/residency gpu/validate/internal/...
gpu/validate/internal/addresses : gpu gpu/diag gpu/validate/internal/words
gpu/validate/internal/arguments : gpu gpu/diag gpu/validate/internal/words
gpu/validate/internal/barrier   : gpu gpu/diag gpu/internal/substate gpu/validate/internal/creation gpu/validate/internal/words
gpu/validate/internal/bodies    : gpu gpu/internal/track gpu/validate/internal/fences gpu/validate/internal/place gpu/validate/internal/present gpu/validate/internal/use
gpu/validate/internal/claims    : gpu gpu/internal/substate gpu/validate/internal/course gpu/validate/internal/place
gpu/validate/internal/content   : gpu gpu/diag gpu/internal/byid gpu/internal/fifo gpu/internal/idle gpu/internal/register gpu/internal/track gpu/validate/internal/conflict gpu/validate/internal/hazard gpu/validate/internal/layout gpu/validate/internal/place gpu/validate/internal/words
gpu/validate/internal/course    : gpu gpu/internal/byid gpu/internal/idle gpu/internal/substate gpu/internal/track
gpu/validate/internal/creation  : gpu gpu/diag gpu/diag/spell gpu/incident gpu/internal/inputs gpu/internal/substate gpu/validate/internal/graphics gpu/validate/internal/layout gpu/validate/internal/views gpu/validate/internal/words
gpu/validate/internal/fences    : gpu gpu/diag gpu/incident gpu/internal/track gpu/validate/internal/course gpu/validate/internal/words
gpu/validate/internal/graphics  : gpu gpu/diag gpu/internal/inputs gpu/renderpass gpu/validate/internal/role gpu/validate/internal/transfer gpu/validate/internal/words
gpu/validate/internal/conflict  : gpu gpu/diag gpu/internal/track gpu/validate/internal/hazard gpu/validate/internal/passage gpu/validate/internal/place gpu/validate/internal/words
gpu/validate/internal/hazard    : gpu gpu/internal/access gpu/internal/byid gpu/internal/fifo gpu/internal/idle gpu/internal/leasts gpu/internal/track gpu/validate/internal/claims gpu/validate/internal/course gpu/validate/internal/hazard/internal/absent gpu/validate/internal/hazard/internal/assumed gpu/validate/internal/hazard/internal/folded gpu/validate/internal/hazard/internal/ground gpu/validate/internal/hazard/internal/groups gpu/validate/internal/hazard/internal/handover gpu/validate/internal/hazard/internal/heard gpu/validate/internal/hazard/internal/latest gpu/validate/internal/hazard/internal/runs gpu/validate/internal/hazard/internal/unknown gpu/validate/internal/place gpu/validate/internal/repeat
gpu/validate/internal/hazard/internal/unknown : gpu gpu/internal/access gpu/internal/track
gpu/validate/internal/hazard/internal/absent : gpu gpu/internal/track
gpu/validate/internal/hazard/internal/assumed : gpu/internal/track
gpu/validate/internal/hazard/internal/folded : gpu
gpu/validate/internal/hazard/internal/ground :
gpu/validate/internal/hazard/internal/groups :
gpu/validate/internal/hazard/internal/handover : gpu gpu/internal/track
gpu/validate/internal/hazard/internal/heard : gpu gpu/internal/byid gpu/internal/idle gpu/internal/track
gpu/validate/internal/hazard/internal/latest :
gpu/validate/internal/hazard/internal/runs :
gpu/validate/internal/incident  : gpu gpu/diag gpu/incident gpu/validate/internal/fences gpu/validate/internal/words
gpu/validate/internal/layout    : gpu
gpu/validate/internal/mapping   : gpu gpu/diag gpu/internal/track gpu/validate/internal/turns gpu/validate/internal/words
gpu/validate/internal/markers   : gpu gpu/diag gpu/validate/internal/words
gpu/validate/internal/named     : gpu gpu/internal/idle gpu/internal/substate gpu/internal/track gpu/validate/internal/repeat
gpu/validate/internal/flight    : gpu gpu/diag gpu/internal/fifo gpu/internal/idle gpu/internal/track gpu/validate/internal/conflict gpu/validate/internal/hazard gpu/validate/internal/tables gpu/validate/internal/words
gpu/validate/internal/owner     : gpu gpu/diag gpu/internal/fifo gpu/internal/idle gpu/internal/track gpu/validate/internal/turns gpu/validate/internal/words
gpu/validate/internal/passage   : gpu
gpu/validate/internal/place     : gpu gpu/internal/access
gpu/validate/internal/present   : gpu gpu/diag gpu/validate/internal/words
gpu/validate/internal/program   : gpu gpu/internal/track gpu/validate/internal/content gpu/validate/internal/layout
gpu/validate/internal/protocol  : gpu gpu/diag gpu/validate/internal/words
gpu/validate/internal/reading   : gpu gpu/validate/internal/role
gpu/validate/internal/recorded  : gpu gpu/internal/substate gpu/internal/track gpu/validate/internal/bodies gpu/validate/internal/content gpu/validate/internal/course gpu/validate/internal/named gpu/validate/internal/program gpu/validate/internal/protocol gpu/validate/internal/use
gpu/validate/internal/repeat    : gpu
gpu/validate/internal/residency : gpu gpu/diag gpu/internal/track gpu/residency gpu/validate/internal/conflict gpu/validate/internal/flight gpu/validate/internal/turns gpu/validate/internal/words
gpu/validate/internal/role      : gpu gpu/diag gpu/validate/internal/layout gpu/validate/internal/program gpu/validate/internal/words
gpu/validate/internal/roster    : gpu gpu/internal/byid gpu/validate/internal/flight
gpu/validate/internal/slots     : gpu gpu/diag gpu/validate/internal/flight gpu/validate/internal/layout gpu/validate/internal/program gpu/validate/internal/reading gpu/validate/internal/tables gpu/validate/internal/views
gpu/validate/internal/standing  : gpu gpu/diag gpu/internal/substate gpu/validate/internal/course gpu/validate/internal/named gpu/validate/internal/passage gpu/validate/internal/role gpu/validate/internal/words
gpu/validate/internal/standstill: gpu gpu/diag gpu/internal/track gpu/validate/internal/words
gpu/validate/internal/suspects  : gpu gpu/diag gpu/internal/substate gpu/internal/track gpu/validate/internal/course gpu/validate/internal/passage gpu/validate/internal/program gpu/validate/internal/slots gpu/validate/internal/standing gpu/validate/internal/tables gpu/validate/internal/use
gpu/validate/internal/tables    : gpu gpu/diag gpu/internal/idle gpu/internal/register gpu/internal/substate gpu/internal/track gpu/validate/internal/layout gpu/validate/internal/passage gpu/validate/internal/program gpu/validate/internal/reading gpu/validate/internal/repeat gpu/validate/internal/words
gpu/validate/internal/transfer  : gpu gpu/diag gpu/validate/internal/words
gpu/validate/internal/turns     : gpu/internal/track
gpu/validate/internal/use       : gpu gpu/diag gpu/internal/substate gpu/validate/internal/course gpu/validate/internal/graphics gpu/validate/internal/layout gpu/validate/internal/passage gpu/validate/internal/program gpu/validate/internal/reading gpu/validate/internal/role gpu/validate/internal/slots gpu/validate/internal/standing gpu/validate/internal/tables
gpu/validate/internal/views     : gpu gpu/diag gpu/validate/internal/graphics gpu/validate/internal/words
gpu/validate/internal/withheld  : gpu gpu/internal/track gpu/validate/internal/hazard
gpu/validate/internal/words     : gpu gpu/diag gpu/internal/register

gpu/kernel                      : gpu gpu/diag gpu/diag/spell gpu/incident gpu/internal/exec gpu/internal/idle gpu/internal/mem gpu/internal/stage gpu/kernel/syntax gpu/kernel/internal/check gpu/kernel/internal/interp gpu/kernel/internal/ir gpu/kernel/internal/jit gpu/kernel/internal/opt gpu/kernel/internal/plan gpu/kernel/internal/race gpu/kernel/internal/special gpu/kernel/internal/taint gpu/kernel/internal/touch gpu/kernel/internal/wasm
gpu/kernel/syntax               : gpu gpu/diag gpu/diag/spell
gpu/kernel/internal/check       : gpu gpu/internal/stage gpu/diag gpu/diag/spell gpu/kernel/syntax gpu/kernel/internal/check/value gpu/kernel/internal/check/intrinsic gpu/kernel/internal/check/resolve gpu/kernel/internal/emit gpu/kernel/internal/ir
gpu/kernel/internal/check/intrinsic : gpu gpu/internal/stage gpu/diag gpu/diag/spell gpu/kernel/syntax gpu/kernel/internal/check/intrinsic/internal/format gpu/kernel/internal/check/value gpu/kernel/internal/emit gpu/kernel/internal/ir
gpu/kernel/internal/check/intrinsic/internal/format : gpu/kernel/syntax
gpu/kernel/internal/check/resolve :
gpu/kernel/internal/check/value : gpu gpu/diag gpu/diag/spell gpu/kernel/syntax gpu/kernel/internal/emit gpu/kernel/internal/ir gpu/elementary
gpu/kernel/internal/corpus      : gpu/kernel/internal/ir
gpu/kernel/internal/emit        : gpu gpu/internal/stage gpu/kernel/internal/ir
gpu/kernel/text                 : gpu gpu/kernel gpu/kernel/syntax
gpu/kernel/internal/interp      : gpu gpu/kernel/internal/ir
gpu/kernel/internal/ir          : gpu gpu/internal/stage gpu/internal/texel
gpu/kernel/internal/jit         : gpu gpu/internal/mem gpu/internal/stage gpu/internal/texel gpu/kernel/internal/ir gpu/kernel/internal/plan gpu/kernel/internal/wasm gpu/kernel/internal/wasm/block gpu/kernel/internal/wasm/cover gpu/kernel/internal/wasm/merge gpu/kernel/internal/wasm/setup
gpu/kernel/internal/opt         : gpu/internal/stage gpu/kernel/internal/ir
gpu/kernel/internal/special     : gpu/kernel/internal/ir gpu/kernel/internal/opt
gpu/kernel/internal/plan        : gpu/kernel/internal/ir
gpu/kernel/internal/taint       : gpu gpu/kernel/internal/ir
gpu/kernel/internal/race        : gpu gpu/kernel/internal/interp gpu/kernel/internal/ir
gpu/kernel/internal/touch       : gpu gpu/kernel/internal/ir gpu/kernel/internal/plan
gpu/kernel/internal/wasm        : gpu gpu/kernel/internal/ir gpu/kernel/internal/wasm/...
gpu/kernel/internal/wasm/ahead  : gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/block gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/anchor : gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/arith  : gpu/kernel/internal/ir gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/library gpu/kernel/internal/wasm/parts gpu/kernel/internal/wasm/shape
gpu/kernel/internal/wasm/asm    : gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/block  : gpu/kernel/internal/ir
gpu/kernel/internal/wasm/bounds : gpu/kernel/internal/ir gpu/kernel/internal/wasm/reach gpu/kernel/internal/wasm/shape
gpu/kernel/internal/wasm/cover  : gpu gpu/internal/stage gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/setup  : gpu gpu/internal/stage gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/enc    :
gpu/kernel/internal/wasm/guard  : gpu/kernel/internal/ir gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/bounds gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/reach
gpu/kernel/internal/wasm/groups : gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/block gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/packet gpu/kernel/internal/wasm/parts
gpu/kernel/internal/wasm/konst  : gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/late   : gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/library: gpu/kernel/internal/ir gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/parts
gpu/kernel/internal/wasm/limit  : gpu gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/block gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/merge  : gpu gpu/internal/stage gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/parts
gpu/kernel/internal/wasm/packet : gpu/kernel/internal/ir gpu/kernel/internal/wasm/reach gpu/kernel/internal/wasm/shape
gpu/kernel/internal/wasm/parts  : gpu/kernel/internal/ir gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/block gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/reach  : gpu/kernel/internal/ir
gpu/kernel/internal/wasm/regions: gpu/kernel/internal/ir
gpu/kernel/internal/wasm/shape  : gpu/kernel/internal/ir
gpu/kernel/internal/wasm/stages : gpu/kernel/internal/ir gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/block gpu/kernel/internal/wasm/enc
gpu/kernel/internal/wasm/texels : gpu/kernel/internal/ir
gpu/kernel/internal/wasm/values : gpu/kernel/internal/ir gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/bounds gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/konst gpu/kernel/internal/wasm/packet gpu/kernel/internal/wasm/parts gpu/kernel/internal/wasm/shape gpu/kernel/internal/wasm/words
gpu/kernel/internal/wasm/words  : gpu/kernel/internal/wasm/asm gpu/kernel/internal/wasm/enc gpu/kernel/internal/wasm/parts

gpu/engine                      : gpu gpu/diag gpu/device gpu/engine/desc gpu/engine/internal/... heaps lifetime
gpu/engine/desc                 : gpu heaps/heapmap lifetime
gpu/engine/internal/binding     : gpu gpu/diag gpu/engine/desc gpu/engine/internal/layout gpu/engine/internal/memory gpu/engine/internal/objects gpu/engine/internal/record gpu/engine/internal/words heaps lifetime
gpu/engine/internal/commit      : gpu gpu/engine/desc gpu/engine/internal/binding gpu/engine/internal/layout gpu/engine/internal/mapped gpu/engine/internal/memory gpu/engine/internal/objects gpu/engine/internal/record gpu/engine/internal/words heaps
gpu/engine/internal/fences      : gpu gpu/device gpu/engine/internal/objects gpu/engine/internal/submit gpu/engine/internal/words lifetime
gpu/engine/internal/layout      : gpu gpu/engine/desc
gpu/engine/internal/mapped      : gpu gpu/diag gpu/device gpu/engine/desc gpu/engine/internal/memory gpu/engine/internal/record gpu/engine/internal/submit gpu/engine/internal/words
gpu/engine/internal/measure     : gpu gpu/engine/desc gpu/engine/internal/memory gpu/engine/internal/objects gpu/engine/internal/record gpu/engine/internal/submit gpu/engine/internal/words
gpu/engine/internal/memory      : gpu gpu/device gpu/engine/desc heaps heaps/heapmap
gpu/engine/internal/record      : gpu gpu/device gpu/engine/desc gpu/engine/internal/submit gpu/engine/internal/words lifetime
gpu/engine/internal/mips        : gpu gpu/device gpu/engine/desc gpu/engine/internal/layout gpu/engine/internal/memory gpu/engine/internal/record gpu/kernel/syntax gpu/kernel/text heaps
gpu/engine/internal/objects     : gpu gpu/device gpu/engine/internal/memory gpu/engine/internal/queues gpu/engine/internal/record gpu/engine/internal/words heaps lifetime
gpu/engine/internal/promise     : gpu gpu/diag gpu/incident gpu/engine/internal/record gpu/engine/internal/submit gpu/engine/internal/words
gpu/engine/internal/queues      : gpu gpu/device gpu/engine/desc gpu/engine/internal/promise gpu/engine/internal/record gpu/engine/internal/submit gpu/engine/internal/words lifetime
gpu/engine/internal/retell      : gpu gpu/diag gpu/engine/internal/memory gpu/engine/internal/objects gpu/engine/internal/submit gpu/engine/internal/words
gpu/engine/internal/submit      : gpu gpu/device lifetime
gpu/engine/internal/words       : gpu gpu/diag gpu/engine/desc gpu/engine/internal/layout heaps
gpu/engine/swapchain            : gpu gpu/diag gpu/device gpu/engine gpu/engine/desc gpu/engine/internal/words
gpu/dml                         : gpu gpu/diag gpu/device gpu/dml/internal/... gpu/dml/op gpu/dml/op/about gpu/dml/op/catalogue gpu/dml/tensor gpu/kernel gpu/kernel/text gpu/residency
gpu/dml/internal/shader         : gpu gpu/dml/tensor
gpu/dml/internal/graph          : gpu/dml/internal/shader gpu/dml/op gpu/dml/tensor
gpu/dml/internal/retell         : gpu gpu/diag
gpu/dml/internal/watch          : gpu gpu/diag gpu/incident gpu/dml/internal/words
gpu/dml/internal/words          : gpu gpu/diag gpu/diag/spell
gpu/dml/op                      : gpu/dml/internal/shader gpu/dml/op/about gpu/dml/op/internal/fold gpu/dml/tensor
gpu/dml/op/about                :
gpu/dml/op/catalogue            : gpu/dml/internal/shader gpu/dml/op gpu/dml/op/internal/... gpu/dml/tensor gpu/elementary
gpu/dml/op/internal/attention   : gpu/dml/internal/shader gpu/dml/op gpu/dml/op/internal/fold gpu/dml/op/internal/product gpu/dml/tensor
gpu/dml/op/internal/elements    : gpu/dml/internal/shader gpu/dml/op gpu/dml/tensor
gpu/dml/op/internal/fold        : gpu/dml/internal/shader gpu/dml/tensor
gpu/dml/op/internal/product     : gpu/dml/internal/shader gpu/dml/op/internal/fold gpu/dml/op/internal/window gpu/dml/tensor
gpu/dml/op/internal/recurrent   : gpu/dml/internal/shader gpu/dml/op/internal/fold gpu/dml/tensor
gpu/dml/op/internal/resample    : gpu/dml/internal/shader
gpu/dml/op/internal/window      : gpu/dml/internal/shader
gpu/dml/tensor                  : gpu gpu/half
gpu/background                  : gpu gpu/diag
gpu/background/profile          : gpu/background
lifetime                        : gpu
heaps                           : gpu heaps/alloc heaps/heapmap heaps/ring
heaps/alloc                     :
heaps/heapmap                   :
heaps/ring                      :

bindings                        : gpu gpu/cnames gpu/diag gpu/diag/filter gpu/diag/spell gpu/device gpu/half gpu/kernel gpu/kernel/syntax gpu/renderpass gpu/validate gpu/engine gpu/engine/desc gpu/engine/swapchain gpu/dml gpu/background heaps/heapmap bindings/internal/...
bindings/internal/callsite      : gpu
bindings/internal/compared      : bindings/internal/callsite
bindings/internal/compiled      : gpu/diag gpu/kernel gpu/kernel/syntax
bindings/internal/elements      : gpu/diag bindings/internal/luabind bindings/internal/mapped
bindings/internal/elsewhere     : gpu gpu/cnames gpu/engine/desc bindings/internal/luabind/enums
bindings/internal/filesource    : gpu gpu/diag
bindings/internal/luabind       : gpu gpu/cnames gpu/diag gpu/diag/spell bindings/internal/luabind/...
bindings/internal/luabind/vet   : bindings/internal/luabind
bindings/internal/luabind/...   : gpu gpu/cnames gpu/diag bindings/internal/luabind/...
bindings/internal/mapped        : gpu/half
bindings/internal/meshes        : bindings/internal/wavefront
bindings/internal/ml            : gpu gpu/diag gpu/device gpu/dml gpu/dml/op gpu/dml/op/about gpu/dml/op/catalogue gpu/dml/tensor bindings/internal/luabind bindings/internal/rows
bindings/internal/pieces        : gpu
bindings/internal/picture       : gpu gpu/diag bindings/internal/luabind bindings/internal/rows
bindings/internal/readback      : gpu gpu/device
bindings/internal/residency     : gpu/diag gpu/device gpu/residency bindings/internal/luabind bindings/internal/rows
bindings/internal/rows          : bindings/internal/luabind
bindings/internal/tables        : gpu/diag gpu/kernel/syntax
bindings/internal/usual         : gpu bindings/internal/luabind bindings/internal/luabind/enums
bindings/internal/wavefront     :

host                            : gpu gpu/background gpu/diag gpu/diag/filter gpu/diag/render gpu/device gpu/explore gpu/kernel gpu/trace bindings heaps/heapmap host/internal/exposed host/internal/fault host/internal/folders host/internal/gaps host/internal/gowords host/internal/heapwatch host/internal/lualib host/internal/memwatch host/internal/source host/internal/strlib host/internal/turns scripts
host/internal/bytecode          :
host/internal/exposed           :
host/internal/fault             : gpu gpu/cnames gpu/diag gpu/diag/spell gpu/kernel host/internal/gowords host/internal/source
host/internal/folders           :
host/internal/gaps              :
host/internal/gowords           :
host/internal/heapwatch         : gpu gpu/diag heaps/heapmap
host/internal/lualib            : gpu/elementary
host/internal/memwatch          :
host/internal/pattern           :
host/internal/source            : gpu gpu/cnames gpu/diag host/internal/bytecode host/internal/source/adapt host/internal/source/flow host/internal/source/indent host/internal/source/lex host/internal/source/page host/internal/source/parse host/internal/source/refused host/internal/source/sheet host/internal/source/template host/internal/source/way
host/internal/source/adapt      : host/internal/bytecode gpu/elementary
host/internal/source/flow       : gpu/cnames host/internal/source/lex host/internal/source/parse
host/internal/source/habits     :
host/internal/source/indent     : gpu/diag host/internal/source/flow host/internal/source/page host/internal/source/parse
host/internal/source/lex        : host/internal/source/habits
host/internal/source/page       : gpu/diag host/internal/source/lex host/internal/source/parse
host/internal/source/parse      : host/internal/bytecode host/internal/source/adapt host/internal/source/habits host/internal/source/lex
host/internal/source/refused    : host/internal/bytecode host/internal/source/lex host/internal/source/parse
host/internal/source/sheet      : gpu/diag host/internal/source/flow host/internal/source/page host/internal/source/parse
host/internal/source/template   : host/internal/source/flow host/internal/source/lex host/internal/source/parse
host/internal/source/way        : gpu
host/internal/strlib            : host/internal/lualib host/internal/pattern
host/internal/turns             : gpu gpu/diag gpu/elementary
host/tracing                    : gpu gpu/diag gpu/trace host
host/settings                   : gpu gpu/diag gpu/diag/filter gpu/device gpu/explore bindings host
host/repair                     : gpu/diag gpu/diag/render host
host/golden                     : gpu gpu/diag gpu/diag/render bindings host host/internal/folders host/settings
cmd/gpuscript                   : gpu gpu/device gpu/diag gpu/diag/filter gpu/diag/render gpu/explore gpu/kernel gpu/trace gpu/trace/timeline bindings docs host host/golden host/repair host/settings heaps/heapmap scripts
docs                            :
scripts                         :
tests/...                       : ...
`

// libraryTable says which packages may import which libraries. The standard library is free.
const libraryTable = `
github.com/agnivade/levenshtein     : gpu/diag/spell
github.com/ajstarks/svgo            : gpu/trace/timeline heaps/heapmap
github.com/google/btree             : heaps/alloc
github.com/mattn/go-runewidth       : gpu/diag/render gpu/trace
github.com/pmezard/go-difflib       : host/golden
github.com/spf13/pflag              : cmd/gpuscript host/settings
github.com/tetratelabs/wazero       : gpu/kernel/internal/jit gpu/internal/mem
github.com/yuin/gopher-lua          : bindings bindings/internal/... host host/internal/bytecode host/internal/exposed host/internal/fault host/internal/gaps host/internal/lualib host/internal/source host/internal/source/adapt host/internal/source/refused host/internal/strlib host/internal/turns
github.com/yuin/gopher-lua/ast      : gpu/kernel gpu/kernel/syntax gpu/kernel/text gpu/kernel/internal/check gpu/kernel/internal/check/resolve host/internal/source/flow host/internal/source/indent host/internal/source/parse host/internal/source/sheet host/internal/source/template
github.com/yuin/gopher-lua/parse    : gpu/kernel gpu/kernel/syntax gpu/kernel/text
golang.org/x/sys                    : gpu/internal/mem gpu/kernel/internal/jit
golang.org/x/term                   : cmd/gpuscript
layeh.com/gopher-luar               : host/internal/exposed
`

// row is a line of a table.
type row struct {
	name    string
	allowed []string
}

// parseTable reads the lines `name : allowed …`.
func parseTable(text string) []row {
	var rows []row
	for line := range strings.Lines(text) {
		name, allowed, ok := strings.Cut(line, ":")
		if ok {
			rows = append(rows, row{strings.TrimSpace(name), strings.Fields(allowed)})
		}
	}
	return rows
}

// matches reports whether a pattern names a package: itself, or with "/..." all below it.
func matches(pattern, name string) bool {
	if pattern == "..." {
		return true
	}
	if prefix, ok := strings.CutSuffix(pattern, "/..."); ok {
		return strings.HasPrefix(name, prefix+"/")
	}
	return pattern == name
}

func anyMatches(patterns []string, name string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, name) })
}

// checkImports holds the tables against the files that are not tests.
func checkImports(t *tree) []complaint {
	var out []complaint
	packages, libraries := parseTable(importTable), parseTable(libraryTable)
	for _, s := range t.golang {
		if s.isTest() {
			continue
		}
		i := slices.IndexFunc(packages, func(r row) bool { return matches(r.name, s.dir()) })
		if i < 0 {
			out = append(out, complaint{"import", s.dir(), 0, "the package has no line in the import table"})
			continue
		}
		for _, p := range s.imports() {
			if message := refusal(s.dir(), p, packages[i].allowed, libraries); message != "" {
				out = append(out, complaint{"import", s.path, 0, message})
			}
		}
	}
	return out
}

// refusal says why a package may not import a path, "" if it may.
func refusal(from, imported string, allowed []string, libraries []row) string {
	if inner, ok := strings.CutPrefix(imported, module+"/"); ok {
		if !anyMatches(allowed, inner) {
			return fmt.Sprintf("%s may not import %s", from, inner)
		}
		return ""
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") || strings.HasPrefix(from, "tests/") {
		return ""
	}
	for _, l := range libraries {
		if (imported == l.name || strings.HasPrefix(imported, l.name+"/")) && anyMatches(l.allowed, from) {
			return ""
		}
	}
	return fmt.Sprintf("%s may not import the library %s", from, imported)
}
