// SPDX-License-Identifier: GPL-3.0-or-later
// A trace of a database, written as Chrome JSON and read back.
#include "core/output/export/cut_trace.h"
#include "tests/support/nsys_database.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <tuple>

namespace kernline::test {
namespace {

using Row = std::tuple<std::string, std::int64_t, std::int64_t, SpanKind>;

std::vector<Row> rowsOf(const Trace& trace) {
  std::vector<Row> rows;
  for (std::uint32_t i = 0; i < trace.spanCount(); ++i) {
    const SpanId span{i};
    rows.emplace_back(trace.nameText(span), trace.start(span).ns, trace.duration(span).ns, trace.kind(span));
  }
  std::ranges::sort(rows);
  return rows;
}

std::vector<std::pair<std::string, std::int64_t>> launchesOf(const Trace& trace) {
  std::vector<std::pair<std::string, std::int64_t>> launches;
  for (const Launch& launch : trace.launches()) {
    const Track& caller = trace.track(trace.trackOf(launch.call));
    launches.emplace_back(fmt::format("{} of {}", trace.nameText(launch.call), trace.text(caller.tid)),
                          trace.start(launch.activity).ns);
  }
  std::ranges::sort(launches);
  return launches;
}

class ModelEvents : public testing::Test {
 protected:
  ModelEvents() : m_database(databaseOf(readFile(fixture("nsys/two-ranks.sql"))), ".sqlite") {
    const auto loaded = load(m_database.path());
    EXPECT_TRUE(loaded) << loaded.error().message.english();
    trace = *loaded;
  }
  ~ModelEvents() override { std::filesystem::remove(path); }

  std::shared_ptr<const Trace> written(TimeRange range) {
    const auto cut = cutTrace(*trace, range, path);
    EXPECT_TRUE(cut) << cut.error().message.english();
    const auto loaded = load(path);
    EXPECT_TRUE(loaded) << loaded.error().message.english();
    return *loaded;
  }

  std::shared_ptr<const Trace> trace;
  std::string path =
      (std::filesystem::temp_directory_path() / fmt::format("kernline-model-{}.json", ::getpid())).string();

 private:
  TemporaryFile m_database;
};

TEST_F(ModelEvents, comeBackAsTheyWere) {
  const auto back = written({{INT64_MIN / 4}, {INT64_MAX / 4}});
  EXPECT_EQ(rowsOf(*back), rowsOf(*trace));
  EXPECT_EQ(launchesOf(*back), launchesOf(*trace)) << "each work at the call of its own process";
  EXPECT_FALSE(launchesOf(*trace).empty());
  EXPECT_EQ(back->baseTimeNs(), trace->baseTimeNs());
  EXPECT_EQ(back->instants().size(), trace->instants().size());
  EXPECT_EQ(back->devices().size(), 2U);
  EXPECT_EQ(samplesOf(*back, "CUDA memory", ""), samplesOf(*trace, "CUDA memory", ""));
  EXPECT_EQ(samplesOf(*back, "SMs Active", ""), samplesOf(*trace, "SMs Active", ""));
  const SpanId kernel = spansNamed(*back, "void gemm<float, (int)4>(const T1 *, T1 *)").front();
  EXPECT_EQ(back->text(back->process(back->track(back->trackOf(kernel)).process).title), "GPU 0 · Card A");
  EXPECT_EQ(back->details(kernel).args.find("registers per thread")->text, "128");
  EXPECT_EQ(back->report()[IssueKind::GraphReplay].count, 2U);
  EXPECT_TRUE(nlohmann::json::accept(readFile(path))) << "JSON that everybody reads";
}

TEST_F(ModelEvents, areCutToARange) {
  const auto back = written({{1'050'000}, {1'065'000}});
  for (std::uint32_t i = 0; i < back->spanCount(); ++i) {
    const TimeRange own = back->range(SpanId{i});
    EXPECT_TRUE(own.overlaps({{1'050'000}, {1'065'000}})) << back->nameText(SpanId{i});
  }
  EXPECT_EQ(spansNamed(*back, "void gemm<float, (int)4>(const T1 *, T1 *)").size(), 3U);
  EXPECT_EQ(samplesOf(*back, "SMs Active", "").size(), 1U) << "the value that holds when the range begins";
}

TEST_F(ModelEvents, leaveTheDatabaseAlone) {
  const auto refused = cutTrace(*trace, trace->bounds(), trace->sources()[0].path);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, Error::Kind::Usage);
}

}  // namespace
}  // namespace kernline::test
