// SPDX-License-Identifier: GPL-3.0-or-later
// Broken, odd and hostile files of the field, and what a person needs to see of each (cases/nasty/cases.json).
#include "core/analysis/activity/device_activity.h"
#include "tests/core/cases/peer_cases.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace kernline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

void expectTwoSlices(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 2U);
  EXPECT_TRUE(trace.report().isClean());
}

void kineto105(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 1U);
  EXPECT_EQ(trace.nameText(SpanId{0}), "Memcpy HtoD (Pageable -> Device)");
  EXPECT_EQ(trace.duration(SpanId{0}).ns, 0);
  EXPECT_NE(trackOf(trace, "0", "stream 7"), TrackId::none);
  EXPECT_EQ(trace.kind(SpanId{0}), SpanKind::Memcpy);
  EXPECT_EQ(trace.report()[IssueKind::NonFiniteNumber].count, 1U);
}

void bluepill437(const Trace& trace) {
  for (const char* series : {"sys", "usr", "idle"}) {
    EXPECT_EQ(samplesOf(trace, "CPU", series).size(), 1U) << series;
  }
  EXPECT_EQ(samplesOf(trace, "CPU", "idle").front().second, 57.5);
  EXPECT_EQ(trace.report()[IssueKind::NonFiniteNumber].count, 3U);
  EXPECT_EQ(trace.report()[IssueKind::TruncatedInput].count, 0U);  // an array need not be closed
}

void pytorch98432(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 1U);
  EXPECT_EQ(trace.nameText(SpanId{0}), R"(torch\cuda\__init__.py(219): _lazy_init)");
  EXPECT_EQ(trace.duration(SpanId{0}).ns, 1000);
  const EventDetails details = trace.details(SpanId{0});
  const ArgNode* parent = details.args.find("Python parent id");
  ASSERT_NE(parent, nullptr);
  EXPECT_EQ(parent->text, "37117");
  EXPECT_EQ(trace.report()[IssueKind::RawBackslash].count, 1U);
}

void pytorch33961(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 2U);
  EXPECT_NE(trackOf(trace, "CPU functions", "1"), TrackId::none);
  EXPECT_NE(trackOf(trace, "CUDA functions", "0"), TrackId::none);
  EXPECT_EQ(trace.report()[IssueKind::BrokenEvent].count, 1U);
  EXPECT_GT(trace.report()[IssueKind::BrokenEvent].firstOffset, 200U);
}

void xdebug(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 1U);
  EXPECT_EQ(trace.duration(SpanId{0}).ns, 50903209000);
}

void ascend156(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 3U);
  const SpanId op = spanNamed(trace, "aten::add");
  EXPECT_EQ((trace.start(spanNamed(trace, "Add")) - trace.start(op)).ns, 99311);
  ASSERT_EQ(trace.flows().size(), 2U);
  EXPECT_NE(trace.flows()[0].to, trace.flows()[1].to);
}

void perfetto107(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 3U);
  EXPECT_EQ((trace.start(spanNamed(trace, "c")) - trace.start(spanNamed(trace, "a"))).ns, 520000);
  EXPECT_EQ(trace.bounds().length().ns, 550000);
}

void perfetto365(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 2U);
  const SpanId outer = spanNamed(trace, "c10d::barrier");
  EXPECT_EQ(trace.parent(spanNamed(trace, "record_param_comms")), outer);
  EXPECT_EQ(trace.bounds(), trace.range(outer));
  EXPECT_EQ(trace.report()[IssueKind::ZeroTimeOutlier].count, 1U);
}

void namhyung183(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 1U);
  EXPECT_EQ(trace.duration(SpanId{0}).ns, 784);
  EXPECT_EQ(trace.report()[IssueKind::ControlCharacter].count, 2U);
}

void kineto80(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 2U);
  EXPECT_EQ(trace.report()[IssueKind::InvalidUtf8].count, 2U);
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    EXPECT_THAT(std::string(trace.nameText(SpanId{i})), HasSubstr("\xEF\xBF\xBD"));
  }
}

void onlyBracket(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 0U);
  EXPECT_EQ(trace.instants().size(), 0U);
}

void duplicateKeys(const Trace& trace) {
  EXPECT_THAT(allSpans(trace), ElementsAre(SpanFacts{"second", 10000, 2000, 0}));
  EXPECT_EQ(trace.report()[IssueKind::DuplicateKey].count, 1U);
}

void concatenated(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 3U);
  EXPECT_EQ(trace.report()[IssueKind::ConcatenatedDocument].count, 1U);
}

void truncatedString(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 1U);
  EXPECT_EQ(trace.report()[IssueKind::TruncatedInput].count, 1U);
}

void truncatedGzip(const Trace& trace) {
  EXPECT_GT(trace.spanCount(), 100U);
  EXPECT_GE(trace.report()[IssueKind::TruncatedInput].count, 1U);
}

void deepArgs(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 1U);
  EXPECT_FALSE(trace.details(SpanId{0}).args.children.empty());
}

void beginEndTrouble(const Trace& trace) {
  EXPECT_THAT(spansOf(trace, trackOf(trace, "1", "1")),
              ElementsAre(SpanFacts{"open", 10000, 20000, 0}, SpanFacts{"inner", 20000, 10000, 1}));
  EXPECT_TRUE(has(trace.flags(spanNamed(trace, "open")), SpanFlags::Unfinished));
  EXPECT_TRUE(spansOf(trace, trackOf(trace, "1", "2")).empty());
  EXPECT_EQ(trace.report()[IssueKind::EndWithoutBegin].count, 2U);
  EXPECT_EQ(trace.report()[IssueKind::BeginWithoutEnd].count, 1U);
  EXPECT_EQ(trace.report()[IssueKind::MissingDuration].count, 1U);
  EXPECT_EQ(trace.report()[IssueKind::NegativeDuration].count, 1U);
  EXPECT_EQ(spansOf(trace, trackOf(trace, "1", "3")).size(), 3U);
}

void wordPids(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 4U);
  EXPECT_NE(trackOf(trace, "0", "stream 7"), trackOf(trace, "0", "7"));
  EXPECT_NE(trackOf(trace, "Spans", "PyTorch Profiler"), TrackId::none);
}

void kineto109(const Trace& trace) {
  ASSERT_EQ(trace.spanCount(), 2U);
  const SpanId call = spanNamed(trace, "cudaLaunchKernel");
  EXPECT_EQ(trace.bounds(), trace.range(call));
  EXPECT_EQ(trace.tracks().size(), 2U);
  EXPECT_GE(trace.report()[IssueKind::ZeroTimeOutlier].count, 1U);
  EXPECT_EQ(trace.launchOf(spanNamed(trace, "volta_sgemm_64x64_nt")), call);
}

void perfetto4280(const Trace& trace) {
  EXPECT_EQ(trace.spanCount(), 3U);
  EXPECT_GE(trace.report()[IssueKind::PartialOverlap].count, 1U);
  const auto devices = deviceActivity(trace);
  ASSERT_EQ(devices.size(), 1U);
  EXPECT_EQ(devices[0].times.busy.ns, 75000);
  std::int64_t sum = 0;
  for (const Duration duration : trace.durations()) {
    sum += duration.ns;
  }
  EXPECT_EQ(sum, 85000);
}

std::size_t maxTextLength(const ArgNode& node) {
  std::size_t maxLength = node.text.size();
  for (const ArgNode& child : node.children) {
    maxLength = std::max(maxLength, maxTextLength(child));
  }
  return maxLength;
}

void veryLongName(const Trace& trace) {
  std::size_t maxLength = 0;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    maxLength = std::max(maxLength, maxTextLength(trace.details(SpanId{i}).args));
  }
  EXPECT_GT(maxLength, 100'000U);
  EXPECT_TRUE(trace.report().isClean());
}

using Check = void (*)(const Trace&);

// Empty: refused, with a sentence.
const std::map<std::string, Check>& checks() {
  static const std::map<std::string, Check> all{
      {"kineto105_inf.json", kineto105},
      {"bluepill437_nan_counter.json", bluepill437},
      {"pytorch98432_windows_backslashes.json", pytorch98432},
      {"pytorch33961_missing_quote.json", pytorch33961},
      {"xdebug_args_array.json", xdebug},
      {"ascend156_string_ts_big_flow_ids.json", ascend156},
      {"perfetto107_negative_ts.json", perfetto107},
      {"perfetto365_huge_first_gap.json", perfetto365},
      {"namhyung183_control_chars.json", namhyung183},
      {"kineto80_invalid_utf8.json", kineto80},
      {"bom_utf8.json", expectTwoSlices},
      {"utf16le_bom.json", expectTwoSlices},
      {"empty.json", nullptr},
      {"only_open_bracket.json", onlyBracket},
      {"duplicate_keys.json", duplicateKeys},
      {"concatenated_objects.json", concatenated},
      {"truncated_mid_string.json", truncatedString},
      {"truncated_in_gzip.json.gz", truncatedGzip},
      {"plain_json_named_gz.json.gz", expectTwoSlices},
      {"zip_one_member.zip", expectTwoSlices},
      {"zstd.json.zst", expectTwoSlices},
      {"deep_args.json", deepArgs},
      {"b_e_trouble.json", beginEndTrouble},
      {"word_pids_and_tids.json", wordPids},
      {"kineto109_kernel_ts_zero.json", kineto109},
      {"perfetto4280_overlapping_kernels_pdl.json", perfetto4280},
      {"clang_very_long_symbol_name.json.gz", veryLongName},
  };
  return all;
}

class Nasty : public PeerCaseTest {};

TEST_P(Nasty, showsWhatAPersonNeedsToSee) {
  const std::string file = std::filesystem::path(GetParam().id).filename();
  ASSERT_TRUE(checks().contains(file)) << "no check for " << file;
  const auto trace = load(shared(GetParam().id));
  const Check check = checks().at(file);
  if (check == nullptr) {
    ASSERT_FALSE(trace);
    EXPECT_GT(trace.error().message.english().size(), 15U);
    return;
  }
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ(brokenPromise(**trace), "");
  check(**trace);
}

INSTANTIATE_TEST_SUITE_P(Cases, Nasty, testing::ValuesIn(peerCases("nasty", "file")),
                         [](const auto& param) { return caseName(param.param); });

}  // namespace
}  // namespace kernline::test
