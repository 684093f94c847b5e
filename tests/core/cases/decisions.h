// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <string_view>

namespace kernline::test {

/// A case of a peer's suite in which Kernline gives another answer on purpose. DECISIONS.md explains each.
struct Decision {
  std::string_view suite;
  std::string_view id;
  std::string_view why;
};

namespace why {
inline constexpr std::string_view noDuration = "X without dur has length 0";
inline constexpr std::string_view endClosesInnermost = "an E ends the innermost open B, whatever its name";
inline constexpr std::string_view objects = "objects are spans on rows of their own, snapshots instants";
inline constexpr std::string_view emptyRows = "a thread that holds nothing gets no row";
inline constexpr std::string_view unfinishedAsync = "what nobody ended is marked unfinished";
inline constexpr std::string_view noStack = "samples without a stack are counted, not shown";
inline constexpr std::string_view v8Samples = "stack samples are spans on a row beside their thread";
inline constexpr std::string_view memoryDumps = "Chrome's memory dumps are counted, not shown";
inline constexpr std::string_view userTiming = "names of user timing are shown as the file has them";
inline constexpr std::string_view markersOfEnds = "a begin and its end are one span";
inline constexpr std::string_view externalId = "work names its operator by external id, launched or not";
inline constexpr std::string_view otherThread = "a call on another thread takes none of an operator's time";
inline constexpr std::string_view partsAddUp = "the parts of a step add up to its wall time";
inline constexpr std::string_view refused = "what holds no trace event is refused in a sentence";
}  // namespace why

inline constexpr auto decisions = std::to_array<Decision>({
    {"catapult_importer", "objectColorArgument_0", why::objects},
    {"catapult_importer", "objectColorEnd_0", why::objects},
    {"catapult_importer", "importSimpleObject_0", why::objects},
    {"catapult_importer", "importImplicitObjects_0", why::objects},
    {"catapult_importer", "importImplicitObjectWithBaseTypeOverride_0", why::objects},
    {"catapult_importer", "importIDRefs_0", why::objects},
    {"catapult_importer", "importIDRefsThatPointAtEachOther_0", why::objects},
    {"catapult_importer", "importDoesNotMutateEventList", why::objects},
    {"catapult_importer", "threadNames_0", why::emptyRows},
    {"catapult_importer", "threadSortIndex_0", why::emptyRows},
    {"catapult_importer", "asyncStepMismatch_0", "T and p may be mixed in one asynchronous span"},
    {"catapult_importer", "nestableAsyncUnmatchedOuterBeginEvent_0", why::unfinishedAsync},
    {"catapult_importer", "nestableAsyncUnmatchedInnerBeginEvent_0", why::unfinishedAsync},
    {"catapult_importer", "nestableAsyncUnmatchedOuterEndEvent_0", "an end without a begin makes no span"},
    {"catapult_importer", "importSamples_0", why::noStack},
    {"catapult_importer", "importSamplesMissingArgs_0", why::noStack},
    {"catapult_importer", "importOldFormatV8Samples_0", why::noStack},
    {"catapult_importer", "importCompleteEvent_0", why::noDuration},
    {"catapult_importer", "importCompleteEventWithCpuDuration_0", why::noDuration},
    {"catapult_importer", "importMemoryDumps_verifyProcessAndGlobalMemoryDumpLinks_0", why::memoryDumps},
    {"catapult_importer", "importMemoryDumps_memoryAllocatorDumpEdges_0", why::memoryDumps},
    {"catapult_importer", "importMemoryDumps_heapDumps_oldFormat_0", why::memoryDumps},
    {"catapult_importer", "importMemoryDumps_composableDumps_0", why::memoryDumps},
    {"catapult_importer", "createNestableAsyncSlicesForUserTimingWithoutArgs_0", why::userTiming},
    {"catapult_importer", "createNestableAsyncSlicesForUserTimingWithArgs_0", why::userTiming},
    {"catapult_importer", "UserTimingAsyncSlicesParsingMeasureNameShouldNotFail_0", why::userTiming},
    {"catapult_importer", "clockSync_legacyChrome_0", "clock synchronization marks stay where they are"},
    {"catapult_importer", "import", "a gzip file mangled to UTF-8 text is no file of anybody"},
    {"catapult_model", "traces/chrome/google_cloud_trace.json", why::refused},
    {"catapult_model", "traces/rocprof/rocprofv3_908_results.json.gz", why::refused},
    {"catapult_model", "traces/chrome/main_thread_has_unclosed_slices.json",
     "processes without a name are not guessed"},
    {"catapult_model", "traces/chrome/simple_trace_gz.gz", why::noStack},
    {"catapult_model", "traces/chrome/thread_time_visualisation.json.gz", "Chrome's own overhead events are spans"},
    {"perfetto_json", "invalid_string_ts_and_dur", "a dur that is no number is length 0, not a lost event"},
    {"perfetto_json", "string_ts_trailing_chars", "a dur that is no number is length 0, not a lost event"},
    {"perfetto_json", "json_all_slice_types", why::endClosesInnermost},
    {"perfetto_json", "json_extreme_vals", why::endClosesInnermost},
    {"perfetto_json", "json_thread_state", "T with dur is Perfetto's own extension"},
    {"perfetto_json", "json_thread_state_sched", "T with dur is Perfetto's own extension"},
    {"perfetto_json", "decimal_timestamp_slices", "a phase has one letter"},
    {"perfetto_json", "same_ts_zero_duration_slice_then_begin_end_slice_unnesting",
     "at one start the longer span is above"},
    {"speedscope", "trace-event/importTraceEvents_simple", why::noDuration},
    {"speedscope", "trace-event/importTraceEvents_simple_object", why::noDuration},
    {"speedscope", "trace-event/importTraceEvents_partial_json_import_trailing_comma", why::noDuration},
    {"speedscope", "trace-event/importTraceEvents_partial_json_import_whitespace_padding", why::noDuration},
    {"speedscope", "trace-event/importTraceEvents_bad_E_events", why::endClosesInnermost},
    {"speedscope", "trace-event/importTraceEvents_not_out_of_order_unbalanced_name", why::endClosesInnermost},
    {"speedscope", "trace-event/importTraceEvents_invalid_x_nesting", "spans that overlap are never cut"},
    {"firefox", "with_the_chrome_array_format", why::markersOfEnds},
    {"firefox", "a_chunked_profile", why::markersOfEnds},
    {"firefox", "a_non_chunked_profile", why::markersOfEnds},
    {"hta", "alexnet", "a synchronization keeps no device busy"},
    {"hta", "mtia", "MTIA work without a call is work like any other"},
    {"kineto_tb", "runtime_called_by_profilerstep", "a step is no operator"},
    {"kineto_tb steps", "datapipe", why::partsAddUp},
    {"kineto_tb steps", "distributed_nccl_1", why::partsAddUp},
    {"kineto_tb steps", "traces/torch/tracelens_h100_bert_small.json.gz", "driver calls are runtime calls"},
    {"kineto_tb steps", "traces/torch/hta_v100_ns_resolution_rank0.json.gz", "an annotation is no work of the host"},
    {"kineto_tb ops", "distributed_gloo_gpu_1", why::externalId},
    {"kineto_tb ops", "distributed_nccl", why::externalId},
    {"kineto_tb ops", "distributed_nccl_1", why::externalId},
    {"kineto_tb ops", "group_by_kernel_columns_invalid_input", why::otherThread},
    {"kineto_tb ops", "memory_view", why::otherThread},
    {"kineto_tb ops", "traces/torch/tracelens_h100_bert_small.json.gz", "driver calls are runtime calls"},
    {"kineto_tb ops", "traces/torch/hta_v100_ns_resolution_rank0.json.gz", "times are not doubles"},
});

}  // namespace kernline::test
