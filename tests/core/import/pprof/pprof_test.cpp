// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of pprof, made here as google/pprof's profile.proto has them.
#include "core/analysis/calls/call_tree.h"
#include "core/import/pprof/read_pprof.h"
#include "core/import/xplane/read_xplane.h"
#include "tests/support/open_file.h"
#include "tests/support/packed_text.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <protozero/pbf_writer.hpp>

#include <array>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using protozero::pbf_writer;

std::string message(const std::vector<std::pair<std::uint32_t, std::int64_t>>& numbers) {
  std::string bytes;
  pbf_writer writer(bytes);
  for (const auto& [field, number] : numbers) {
    writer.add_int64(field, number);
  }
  return bytes;
}

std::string sample(const std::vector<std::uint64_t>& locations, const std::vector<std::int64_t>& values) {
  std::string bytes;
  pbf_writer writer(bytes);
  writer.add_packed_uint64(1, locations.begin(), locations.end());
  writer.add_packed_int64(2, values.begin(), values.end());
  return bytes;
}

std::string location(std::int64_t id, const std::vector<std::pair<std::int64_t, std::int64_t>>& lines) {
  std::string bytes = message({{1, id}, {3, 0x1000 + id}});
  pbf_writer writer(bytes);
  for (const auto& [function, line] : lines) {
    writer.add_message(4, message({{1, function}, {2, line}}));
  }
  return bytes;
}

/// main calls inlined, which was inlined into helper, and idle.
std::string cpuProfile() {
  constexpr std::array texts{"", "samples", "count", "cpu", "nanoseconds", "main", "helper", "inlined", "/src/a.go"};
  std::string bytes;
  pbf_writer writer(bytes);
  writer.add_message(1, message({{1, 1}, {2, 2}}));
  writer.add_message(1, message({{1, 3}, {2, 4}}));
  writer.add_message(2, sample({2, 1}, {3, 30'000}));
  writer.add_message(2, sample({1}, {1, 10'000}));
  writer.add_message(2, sample({3, 1}, {5, 50'000}));
  writer.add_message(4, location(1, {{1, 11}}));
  writer.add_message(4, location(2, {{3, 33}, {2, 22}}));
  writer.add_message(4, location(3, {}));
  writer.add_message(5, message({{1, 1}, {2, 5}, {4, 8}}));
  writer.add_message(5, message({{1, 2}, {2, 6}, {4, 8}}));
  writer.add_message(5, message({{1, 3}, {2, 7}, {4, 8}}));
  for (const char* const text : texts) {
    writer.add_string(6, text);
  }
  writer.add_int64(10, 90'000);
  return bytes;
}

std::shared_ptr<const Trace> read(const std::string& bytes) {
  auto trace = pprof::readPprofBytes(bytes, {.threads = 1, .onPreview = {}});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

TEST(Pprof, drawsStacksAsWideAsTheyWeighHeaviestFirst) {
  const auto trace = read(cpuProfile());
  std::vector<SpanFacts> cpu;
  for (std::uint32_t t = 0; t < trace->tracks().size(); ++t) {
    if (trace->text(trace->tracks()[t].name) == "cpu (nanoseconds)") {
      cpu = spansOf(*trace, TrackId{t});
    }
  }
  EXPECT_THAT(cpu,
              testing::ElementsAre(SpanFacts{"main", 0, 90'000, 0}, SpanFacts{"0x1003", 0, 50'000, 1},
                                   SpanFacts{"helper", 50'000, 30'000, 1}, SpanFacts{"inlined", 50'000, 30'000, 2}));
  EXPECT_THAT(trace->report().kinds(), testing::ElementsAre(IssueKind::TotalsWithoutTimes));
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(Pprof, sumsOnlyTheValuesThatPprofShowsFirst) {
  const auto trace = read(cpuProfile());
  const CallTree tree = callTree(*trace, {}, 1);
  EXPECT_EQ(tree.total(CallTree::root, CallWeight::Host), 90'000);
  EXPECT_EQ(trace->tracks().size(), 2U) << "samples are a row of their own";
}

TEST(Pprof, hasTheLineOfEachFrame) {
  const auto trace = read(cpuProfile());
  const ArgNode args = trace->details(spansNamed(*trace, "inlined")[0]).args;
  EXPECT_EQ(args.find("file")->text, "/src/a.go");
  EXPECT_EQ(args.find("line")->text, "33");
  EXPECT_EQ(args.find("address")->text, "0x1002");
}

TEST(Pprof, isRecognizedInItsGzip) {
  const TemporaryFile file(compressed(cpuProfile(), "gzip"), ".pb.gz");
  const auto trace = load(file.path());
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ((*trace)->sources()[0].format.english(), test::phrase("pprof-profile", "cpu, nanoseconds") + ", gzip");
  EXPECT_FALSE(
      pprof::isProfile(std::string_view("\x0A\x0B\x40\x05\x5A\x07"
                                        "abcdefg",
                                        13)))
      << "a packet of Perfetto";
  EXPECT_FALSE(pprof::isProfile(""));
  EXPECT_FALSE(xplane::isXSpace(cpuProfile()));
}

TEST(PprofDamage, keepsWhatPrecedesACut) {
  const std::string whole = cpuProfile();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto trace = read(whole.substr(0, size));
    ASSERT_EQ(brokenPromise(*trace), "") << size;
    for (std::uint32_t i = 0; i < trace->spanCount(); ++i) {
      static_cast<void>(trace->details(SpanId{i}));
    }
  }
  EXPECT_EQ(read(whole.substr(0, whole.size() - 1))->report()[IssueKind::TruncatedInput].count, 1U);
}

TEST(PprofDamage, losesOneSampleAndSaysSo) {
  std::string bytes = cpuProfile();
  pbf_writer writer(bytes);
  writer.add_message(2, sample({1}, {7}));          // a value too few
  writer.add_message(2, sample({1}, {-1, -5}));     // sample of a difference of two profiles
  writer.add_message(2, sample({99}, {1, 1'000}));  // a location that is not there
  const auto trace = read(bytes);
  EXPECT_EQ(trace->report()[IssueKind::BrokenEvent].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::NegativeDuration].count, 2U);
  EXPECT_EQ(callTree(*trace, {}, 1).total(CallTree::root, CallWeight::Host), 91'000);
}

TEST(PprofDamage, boundsStacksOfEndlessInlining) {
  std::string bytes = message({});
  pbf_writer writer(bytes);
  writer.add_message(1, message({{1, 0}, {2, 0}}));
  std::vector<std::pair<std::int64_t, std::int64_t>> lines(20'000, {1, 1});
  writer.add_message(4, location(1, lines));
  for (int i = 0; i < 50; ++i) {
    writer.add_message(2, sample(std::vector<std::uint64_t>(2'000, 1), {1}));
  }
  const auto trace = read(bytes);
  EXPECT_LT(trace->spanCount(), 5'000U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 50U);
}

}  // namespace
}  // namespace kernline::test
