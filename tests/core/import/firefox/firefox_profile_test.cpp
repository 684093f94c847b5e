// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles in the processed form of the Firefox Profiler, as samply writes them.
#include "core/import/firefox/read_firefox.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace kernline::test {
namespace {

constexpr std::int64_t ms = 1'000'000;

std::shared_ptr<const Trace> read(const std::string& text) {
  auto trace = firefox::readFirefoxText(text, {.threads = 1, .onPreview = {}});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

std::string smallProfile() {
  return readFile(fixture("samples/two-threads.firefox"));
}

TEST(FirefoxProfile, drawsSamplesOfEachThread) {
  const auto trace = read(smallProfile());
  const TrackId track = trackOf(*trace, "12", "34");
  ASSERT_NE(track, TrackId::none);
  // The third sample is idle, and the last has a stack that is not there.
  EXPECT_THAT(spansOf(*trace, track),
              testing::ElementsAre(SpanFacts{"main", 10 * ms, 2 * ms, 0}, SpanFacts{"read", 10 * ms, ms, 1},
                                   SpanFacts{"parse", 11 * ms, ms, 1}, SpanFacts{"main", 13 * ms, 3 * ms / 2, 0}));
  EXPECT_EQ(trace->text(trace->process(trace->track(track).process).name), "app");
  EXPECT_EQ(trace->baseTimeNs(), 1'700'000'000'000'000'000);
  const SpanId reading = spanNamed(*trace, "read");
  EXPECT_EQ(trace->kind(reading), SpanKind::PythonFunction);
  EXPECT_EQ(trace->details(reading).args.find("file")->text, "/src/a.py");
  EXPECT_EQ(trace->details(reading).args.find("line")->text, "5");
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(FirefoxProfile, showsMarkersBesideTheirThread) {
  const auto trace = read(smallProfile());
  EXPECT_EQ(trace->range(spanNamed(*trace, "GC")), (TimeRange{{12 * ms}, {13 * ms}}));
  EXPECT_EQ(trace->range(spanNamed(*trace, "Load")), (TimeRange{{10 * ms}, {12 * ms}})) << "two markers, one span";
  ASSERT_EQ(trace->instants().size(), 1U);
  EXPECT_EQ(trace->instants()[0].time.ns, 11 * ms);
  EXPECT_EQ(trace->report()[IssueKind::EndWithoutBegin].count, 1U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 1U) << "a thread in the form that Firefox keeps";
}

TEST(FirefoxProfile, takesTablesThatAllThreadsShare) {
  const auto trace =
      read(R"({"meta":{"preprocessedProfileVersion":57},"shared":{"stringArray":["f","g"],)"
           R"("stackTable":{"frame":[0,1],"prefix":[null,0]},"frameTable":{"func":[0,1]},"funcTable":{"name":[0,1]}},)"
           R"("threads":[{"name":"t","pid":1,"tid":2,"samples":{"stack":[1,1],"time":[1,2.5]}}]})");
  EXPECT_THAT(allSpans(*trace), testing::ElementsAre(SpanFacts{"f", ms, 3 * ms, 0}, SpanFacts{"g", ms, 3 * ms, 1}));
}

TEST(FirefoxProfile, isRecognizedWhateverItsName) {
  const auto trace = load(fixture("samples/two-threads.firefox"));
  ASSERT_TRUE(trace) << trace.error().message.english();
  EXPECT_EQ((*trace)->sources()[0].format.english(), "Firefox profile");
}

TEST(FirefoxProfileDamage, readsWhatPrecedesACut) {
  const std::string whole = smallProfile();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto trace = firefox::readFirefoxText(whole.substr(0, size), {.threads = 1, .onPreview = {}});
    ASSERT_EQ(trace ? brokenPromise(**trace) : "", "") << size;
  }
}

TEST(FirefoxProfileDamage, endsInStacksThatAreTheirOwnCallers) {
  std::string stacks;
  std::string times;
  for (int i = 0; i < 50'000; ++i) {
    stacks += i == 0 ? "0" : i % 2 == 0 ? ",0" : ",1";
    times += i == 0 ? "1" : ",1";
  }
  const auto trace =
      read(R"({"meta":{"preprocessedProfileVersion":50},"threads":[{"name":"t","pid":1,"tid":2,"stringArray":["f"],)"
           R"("stackTable":{"frame":[0,0],"prefix":[1,0]},"frameTable":{"func":[0]},"funcTable":{"name":[0]},)"
           R"("samples":{"stack":[)" +
           stacks + R"(],"timeDeltas":[)" + times + "]}}]}");
  EXPECT_GT(trace->spanCount(), 0U);
  EXPECT_LT(trace->spanCount(), 1'000'000U);
}

}  // namespace
}  // namespace kernline::test
