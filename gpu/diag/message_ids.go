package diag

import (
	"fmt"
	"strings"
)

// MessageID is a message of the Direct3D 12 debug layer, as the enumeration D3D12_MESSAGE_ID of d3d12sdklayers.h lists it.
type MessageID struct {
	Name   string // without the prefix D3D12_MESSAGE_ID_
	Number int
}

// messagePrefix is what the header puts before every name.
const messagePrefix = "D3D12_MESSAGE_ID_"

// FullName returns the name as the header spells it, "" for the zero value.
func (m MessageID) FullName() string {
	if m.Name == "" {
		return ""
	}
	return messagePrefix + m.Name
}

// String returns "RESOURCE_BARRIER_ZERO_BARRIERS (954)", "" for the zero value.
func (m MessageID) String() string {
	if m.Name == "" {
		return ""
	}
	return fmt.Sprintf("%s (%d)", m.Name, m.Number)
}

// MessageID returns the message that comes closest to a code: whoever meets the native message later recognises it. Several codes
// may share one, where the debug layer has one message for several rules. It reports false where there is none: for the
// language and kernels, for rules that only gpuscript checks, and for those whose message depends on the case (Diagnostic.D3D12).
func (c Code) MessageID() (MessageID, bool) {
	id, ok := messageIDs[c]
	return id, ok
}

// D3D12 returns the message of the Direct3D 12 debug layer that comes closest: the property "d3d12" if the rule has set it for
// this case, else that of the code. It reports false where there is none.
func (d *Diagnostic) D3D12() (MessageID, bool) {
	for _, p := range d.Props {
		if text, ok := p.Value.(string); ok && p.Key == propD3D12 {
			return parseMessageID(text)
		}
	}
	return d.Code.MessageID()
}

// propD3D12 is the property by which a rule names the message of its case, in the form of MessageID.String; an empty text says that
// this case has none.
const propD3D12 = "d3d12"

// parseMessageID reads what MessageID.String writes.
func parseMessageID(text string) (MessageID, bool) {
	var m MessageID
	name, rest, ok := strings.Cut(text, " ")
	if _, err := fmt.Sscanf(rest, "(%d)", &m.Number); !ok || err != nil {
		return MessageID{}, false
	}
	m.Name = name
	return m, true
}

// messageIDs are the messages by code, sorted by the name of the code.
var messageIDs = map[Code]MessageID{
	AliasingNotPlaced:          {"RESOURCE_BARRIER_INVALID_RESOURCE", 528},
	AllocatorInFlight:          {"COMMAND_ALLOCATOR_SYNC", 552},
	AllocatorInUse:             {"COMMAND_ALLOCATOR_CONTENTION", 540},
	AllocatorRecording:         {"COMMAND_ALLOCATOR_CANNOT_RESET", 543},
	AllocatorTypeMismatch:      {"WRONG_COMMAND_ALLOCATOR_TYPE", 549},
	BackBufferNotCurrent:       {"EXECUTECOMMANDLISTS_WRONGSWAPCHAINBUFFERREFERENCE", 907},
	BadAddress:                 {"HEAP_ADDRESS_RANGE_HAS_NO_RESOURCE", 923},
	BadBarrierFlags:            {"RESOURCE_BARRIER_INVALID_COMBINED_FLAGS", 531},
	BadBlend:                   {"CREATEGRAPHICSPIPELINESTATE_OM_RENDER_TARGET_DOES_NOT_SUPPORT_BLENDING", 676},
	BadBuffer:                  {"CREATERESOURCE_INVALIDDESC", 604},
	BadBufferView:              {"CREATESHADERRESOURCEVIEW_INVALIDDESC", 27},
	BadBundle:                  {"EXECUTE_BUNDLE_TYPE", 694},
	BadClear:                   {"CLEARDEPTHSTENCILVIEW_INVALID", 135},
	BadClearHandle:             {"CLEAR_UNORDERED_ACCESS_VIEW_INVALID_DESCRIPTOR_HANDLE", 1314},
	BadClearValue:              {"CREATERESOURCE_INVALIDCLEARVALUE", 815},
	BadCommandSignature:        {"CREATECOMMANDSIGNATURE_INVALID", 743},
	BadConstantBufferView:      {"CREATE_CONSTANT_BUFFER_VIEW_INVALID_DESC", 650},
	BadCounter:                 {"CREATE_UNORDEREDACCESS_VIEW_INVALID_COUNTER_USAGE", 652},
	BadDescriptorCopy:          {"COPY_DESCRIPTORS_INVALID_RANGES", 653},
	BadDescriptorHandle:        {"INVALID_DESCRIPTOR_HANDLE", 646},
	BadDescriptorHeap:          {"CREATE_DESCRIPTOR_HEAP_INVALID_DESC", 645},
	BadFenceFlags:              {"CREATE_FENCE_INVALID_FLAGS", 1007},
	BadFootprint:               {"COPYTEXTUREREGION_INVALIDSRCPLACEMENT", 869},
	BadHeap:                    {"CREATEHEAP_INVALIDARG_RETURN", 632},
	BadIndexBuffer:             {"SET_INDEX_BUFFER_INVALID_DESC", 715},
	BadIndirectBuffer:          {"EXECUTE_INDIRECT_INVALID_PARAMETERS", 744},
	BadInitialState:            {"CREATERESOURCE_INVALIDARG_RETURN", 602},
	BadInputLayout:             {"CREATEINPUTLAYOUT_INVALIDFORMAT", 54},
	BadMapRange:                {"MAP_INVALIDRANGE", 828},
	BadMultipleWait:            {"SETEVENTONMULTIPLEFENCECOMPLETION_INVALIDFLAGS", 975},
	BadPipelineSamples:         {"CREATEGRAPHICSPIPELINESTATE_INVALID_SAMPLE_DESC", 685},
	BadPipelineTopology:        {"CREATEGRAPHICSPIPELINESTATE_INVALID_PRIMITIVETOPOLOGY", 673},
	BadPlacement:               {"CREATERESOURCE_INVALIDARG_RETURN", 602},
	BadPredication:             {"SET_PREDICATION_INVALID_PARAMETERS", 734},
	BadQuery:                   {"BEGIN_END_QUERY_INVALID_PARAMETERS", 731},
	BadQueryDestination:        {"RESOLVE_QUERY_DATA_INVALID_PARAMETERS", 733},
	BadQueryHeap:               {"CREATEQUERY_HEAP_INVALID_PARAMETERS", 729},
	BadQueuePriority:           {"CREATE_COMMAND_QUEUE_INSUFFICIENT_PRIVILEGE_FOR_GLOBAL_REALTIME", 1024},
	BadQueueType:               {"CREATE_QUEUE_INVALID_TYPE", 909},
	BadRangeFlags:              {"CREATE_ROOT_SIGNATURE_INVALID_CONFIGURATION", 698},
	BadRenderPass:              {"RENDER_PASS_DISALLOWED_API_CALLED", 1203},
	BadResolve:                 {"RESOLVESUBRESOURCE_INVALID_SAMPLE_COUNT", 880},
	BadResourceFlags:           {"CREATERESOURCE_INVALIDMISCFLAGS", 599},
	BadRootParameter:           {"CREATE_ROOT_SIGNATURE_INVALID_CONFIGURATION", 698},
	BadSampleCount:             {"CREATERESOURCE_INVALIDSAMPLEDESC", 723},
	BadSampler:                 {"CREATE_SAMPLER_INVALID", 742},
	BadShaderStage:             {"CREATECOMPUTEPIPELINESTATE_INVALID_SHADER", 881},
	BadSubresource:             {"RESOURCE_BARRIER_INVALID_SUBRESOURCE", 521},
	BadTargetFormat:            {"CREATERENDERTARGETVIEW_UNSUPPORTEDFORMAT", 36},
	BadTargetHandle:            {"INVALID_DESCRIPTOR_HANDLE", 646},
	BadTargetView:              {"CREATERENDERTARGETVIEW_INVALIDRESOURCE", 42},
	BadTexture:                 {"CREATERESOURCE_INVALIDDESC", 604},
	BadTextureFormat:           {"CREATERESOURCE_INVALIDFORMAT", 738},
	BadTextureSize:             {"CREATERESOURCE_INVALIDDIMENSIONS", 597},
	BadTopology:                {"COMMAND_LIST_DRAW_INVALID_PRIMITIVETOPOLOGY", 219},
	BadVertexBuffer:            {"SET_VERTEX_BUFFERS_INVALID_DESC", 713},
	BadViewDimension:           {"CREATESHADERRESOURCEVIEW_INVALIDRESOURCE", 32},
	BadViewFormat:              {"CREATESHADERRESOURCEVIEW_INVALIDFORMAT", 28},
	BadViewRange:               {"CREATESHADERRESOURCEVIEW_INVALIDDIMENSIONS", 31},
	BarrierFlagMissing:         {"RESOURCE_BARRIER_MISSING_BIND_FLAGS", 523},
	BarrierOnCPUHeap:           {"RESOURCE_BARRIER_INVALID_HEAP", 741},
	BarrierSameStates:          {"RESOURCE_BARRIER_MATCHING_STATES", 525},
	BarrierSampleCount:         {"RESOURCE_BARRIER_SAMPLE_COUNT", 529},
	BarrierStateCombination:    {"RESOURCE_BARRIER_INVALID_COMBINATION", 526},
	BarrierStateOfList:         {"RESOURCE_BARRIER_INVALID_COMMAND_LIST_TYPE", 537},
	BarrierWithoutResource:     {"RESOURCE_BARRIER_NULL_POINTER", 520},
	BrokenPass:                 {"RENDER_PASS_MISMATCHING_SUSPEND_RESUME", 1208},
	BufferStateIgnored:         {"CREATERESOURCE_STATE_IGNORED", 1328},
	ClearValueMismatch:         {"CLEARRENDERTARGETVIEW_MISMATCHINGCLEARVALUE", 820},
	CopyCutsBlocks:             {"COPYTEXTUREREGION_INVALIDSRCBOX", 873},
	CopyFormatMismatch:         {"COPYTEXTUREREGION_FORMATMISMATCH", 874},
	CopyNeedsBuffer:            {"COPYBUFFERREGION_INVALIDDSTRESOURCEDIMENSION", 840},
	CopyNeedsWhole:             {"COPYTEXTUREREGION_INVALIDSRCBOX", 873},
	CopyOntoItself:             {"COPY_ON_SAME_SUBRESOURCE", 998},
	CopyOutOfBounds:            {"COPYBUFFERREGION_SRCRANGEOUTOFBOUNDS", 844},
	CopyShapeMismatch:          {"COPYRESOURCE_INVALIDSRCRESOURCE", 946},
	CopyStateOfOtherClass:      {"RESOURCE_BARRIER_MISMATCHING_COMMAND_LIST_TYPE", 990},
	CopyTwoFootprints:          {"COPYTEXTUREREGION_INVALIDDSTRESOURCE", 849},
	DataChangedWhileSet:        {"DATA_STATIC_WHILE_SET_AT_EXECUTE_DESCRIPTOR_INVALID_DATA_CHANGE", 1003},
	DataRace:                   {"OBJECT_ACCESSED_WHILE_STILL_IN_USE", 1047},
	DescriptorFault:            {"GPU_BASED_VALIDATION_DESCRIPTOR_UNINITIALIZED", 938},
	DescriptorInFlight:         {"STATIC_DESCRIPTOR_INVALID_DESCRIPTOR_CHANGE", 1001},
	DescriptorOutOfHeap:        {"INVALID_DESCRIPTOR_HANDLE", 646},
	DeveloperModeNeeded:        {"SET_BACKGROUND_PROCESSING_MODE_INVALID_ARGUMENT", 1223},
	DeviceHung:                 {"DEVICE_REMOVAL_PROCESS_AT_FAULT", 232},
	DisjointWriters:            {"OBJECT_ACCESSED_WHILE_STILL_IN_USE", 1047},
	DrawTargetMismatch:         {"RENDER_TARGET_FORMAT_MISMATCH_PIPELINE_STATE", 613},
	DrawTargetMissing:          {"RENDER_TARGET_FORMAT_MISMATCH_PIPELINE_STATE", 613},
	DrawTopologyMismatch:       {"PRIMITIVE_TOPOLOGY_MISMATCH_PIPELINE_STATE", 611},
	DuplicateTransition:        {"RESOURCE_BARRIER_DUPLICATE_SUBRESOURCE_TRANSITIONS", 1008},
	EmptyCopy:                  {"COPYTEXTUREREGION_EMPTYBOX", 875},
	EmptyDispatch:              {"EMPTY_DISPATCH", 1254},
	EmptyIndirect:              {"EXECUTE_INDIRECT_ZERO_COMMAND_COUNT", 1357},
	EventWithoutCommit:         {"SET_BACKGROUND_PROCESSING_MODE_INVALID_ARGUMENT", 1223},
	EvictedInFlight:            {"OBJECT_EVICTED_WHILE_STILL_IN_USE", 960},
	FetchOutOfBuffer:           {"COMMAND_LIST_DRAW_VERTEX_BUFFER_TOO_SMALL", 210},
	HeapNotBound:               {"SET_DESCRIPTOR_TABLE_INVALID", 708},
	HeapNotShaderVisible:       {"DESCRIPTOR_HEAP_NOT_SHADER_VISIBLE", 1315},
	HeapStateFixed:             {"INVALID_SUBRESOURCE_STATE", 538},
	IndirectTooManyGroups:      {"OVERSIZED_DISPATCH", 1296},
	InheritedStaticTable:       {"EXECUTE_BUNDLE_STATIC_DESCRIPTOR_DATA_STATIC_NOT_SET", 1004},
	InputLayoutNotAllowed:      {"CREATEGRAPHICSPIPELINESTATE_MISSING_ROOT_SIGNATURE_FLAGS", 683},
	InputMissing:               {"CREATEINPUTLAYOUT_MISSINGELEMENT", 65},
	ListClosed:                 {"COMMAND_LIST_CLOSED", 547},
	ListFailed:                 {"EXECUTECOMMANDLISTS_FAILEDCOMMANDLIST", 838},
	ListInFlight:               {"COMMAND_LIST_SYNC", 553},
	ListOpen:                   {"COMMAND_LIST_OPEN", 544},
	MapNotAllowed:              {"MAP_INVALIDHEAP", 822},
	NoBarriers:                 {"RESOURCE_BARRIER_ZERO_BARRIERS", 954},
	NoPipeline:                 {"COMMAND_LIST_PIPELINE_STATE_NOT_SET", 1045},
	NoRootSignature:            {"COMMAND_LIST_DISPATCH_ROOT_SIGNATURE_NOT_SET", 952},
	NotInCPUHeap:               {"CREATERESOURCEANDHEAP_INVALIDHEAPPROPERTIES", 638},
	NotMapped:                  {"RESOURCE_UNMAP_NOTMAPPED", 310},
	NotResident:                {"INVALID_USE_OF_NON_RESIDENT_RESOURCE", 608},
	NotUnorderedAccess:         {"CREATEUNORDEREDACCESSVIEW_INVALIDRESOURCE", 340},
	NullVertices:               {"COMMAND_LIST_DRAW_VERTEX_BUFFER_NOT_SET", 202},
	NullViewNeedsDescription:   {"CREATESHADERRESOURCEVIEW_INVALIDDESC", 27},
	PageFault:                  {"OBJECT_DELETED_WHILE_STILL_IN_USE", 921},
	PipelineKindMismatch:       {"PIPELINE_STATE_TYPE_MISMATCH", 951},
	PixelOutputMismatch:        {"CREATEGRAPHICSPIPELINESTATE_PS_OUTPUT_RT_OUTPUT_MISMATCH", 974},
	PresentState:               {"INVALID_SUBRESOURCE_STATE", 538},
	QueryNeverEnded:            {"RESOLVE_QUERY_INVALID_QUERY_STATE", 1319},
	QueryPairing:               {"BEGIN_END_QUERY_INVALID_PARAMETERS", 731},
	ReadUpload:                 {"WRITE_COMBINE_PERFORMANCE_WARNING", 1318},
	ReadbackWrite:              {"UNMAP_RANGE_NOT_EMPTY", 929},
	RegisterNotInRootSignature: {"CREATECOMPUTEPIPELINESTATE_CS_ROOT_SIGNATURE_MISMATCH", 882},
	ReleasedInFlight:           {"OBJECT_DELETED_WHILE_STILL_IN_USE", 921},
	ReleasedObject:             {"USE_OF_ZERO_REFCOUNT_OBJECT", 959},
	ResizeInFlight:             {"OBJECT_DELETED_WHILE_STILL_IN_USE", 921},
	RootConstantsOutOfRange:    {"SET_ROOT_CONSTANT_INVALID", 709},
	RootDescriptorNotEnough:    {"CREATECOMPUTEPIPELINESTATE_CS_ROOT_SIGNATURE_MISMATCH", 882},
	RootRegisterOverlap:        {"CREATE_ROOT_SIGNATURE_INVALID_CONFIGURATION", 698},
	RootSignatureMismatch:      {"COMMAND_LIST_DISPATCH_ROOT_SIGNATURE_MISMATCH", 953},
	RootSignatureTooLarge:      {"CREATE_ROOT_SIGNATURE_INVALID_CONFIGURATION", 698},
	SamplerMismatch:            {"GPU_BASED_VALIDATION_SAMPLER_MODE_MISMATCH", 1006},
	ShaderOutOfBounds:          {"GPU_BASED_VALIDATION_RESOURCE_ACCESS_OUT_OF_BOUNDS", 1005},
	ShaderResourceDenied:       {"CREATESHADERRESOURCEVIEW_INVALIDRESOURCE", 32},
	SharedSubresource:          {"OBJECT_ACCESSED_WHILE_STILL_IN_USE", 1047},
	SplitMismatch:              {"RESOURCE_BARRIER_UNMATCHED_BEGIN", 535},
	SplitPending:               {"RESOURCE_BARRIER_INVALID_SPLIT_BARRIER", 533},
	StaticDataChanged:          {"DATA_STATIC_DESCRIPTOR_INVALID_DATA_CHANGE", 1002},
	StaticDescriptorChanged:    {"STATIC_DESCRIPTOR_INVALID_DESCRIPTOR_CHANGE", 1001},
	StaticDescriptorUnwritten:  {"INVALID_DESCRIPTOR_HANDLE", 646},
	StrideTooSmall:             {"COMMAND_LIST_DRAW_VERTEX_BUFFER_STRIDE_TOO_SMALL", 209},
	StructuredClear:            {"CLEARUNORDEREDACCESSVIEW_INCOMPATIBLE_WITH_STRUCTURED_BUFFERS", 1156},
	SubmitOpenList:             {"EXECUTECOMMANDLISTS_OPENCOMMANDLIST", 837},
	SubmitReleased:             {"OBJECT_DELETED_WHILE_STILL_IN_USE", 921},
	SubmitResetAllocator:       {"COMMAND_ALLOCATOR_RESET", 541},
	SubmitWrongType:            {"EXECUTECOMMANDLISTS_COMMANDLISTMISMATCH", 836},
	TargetSizesDiffer:          {"SET_RENDER_TARGETS_INVALID", 728},
	TargetTypeMismatch:         {"CREATEGRAPHICSPIPELINESTATE_PS_OUTPUT_TYPE_MISMATCH", 677},
	TooManyGroups:              {"OVERSIZED_DISPATCH", 1296},
	TwoHeapsOfOneType:          {"SET_DESCRIPTOR_HEAP_INVALID", 554},
	TwoStates:                  {"INVALID_SUBRESOURCE_STATE", 538},
	TwoThreads:                 {"CORRUPTED_MULTITHREADING", 18},
	UnbalancedEvent:            {"BEGIN_END_EVENT_MISMATCH", 955},
	UnorderedAtomics:           {"OBJECT_ACCESSED_WHILE_STILL_IN_USE", 1047},
	UnorderedTransition:        {"OBJECT_ACCESSED_WHILE_STILL_IN_USE", 1047},
	UselessSplit:               {"UNUSED_CROSS_EXECUTE_SPLIT_BARRIER", 1329},
	WrongBefore:                {"RESOURCE_BARRIER_BEFORE_AFTER_MISMATCH", 527},
	WrongState:                 {"INVALID_SUBRESOURCE_STATE", 538},
}
