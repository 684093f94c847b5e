// SPDX-License-Identifier: GPL-3.0-or-later
// What Triton's Proton writes: a tree of totals, and traces.
#include "core/analysis/calls/call_tree.h"
#include "core/analysis/statistics/statistics.h"
#include "core/import/chrome_json/read_chrome.h"
#include "core/import/proton/read_proton.h"
#include "tests/support/open_file.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <functional>
#include <map>

namespace kernline::test {
namespace {

using Json = nlohmann::json;

std::shared_ptr<const Trace> read(std::string_view text) {
  EXPECT_TRUE(proton::isTree(text));
  auto trace = proton::readProtonText(std::string(text), {.threads = 1, .onPreview = {}});
  EXPECT_TRUE(trace) << (trace ? "" : trace.error().message.english());
  return trace ? *trace : nullptr;
}

Json expectedOf(const std::string& file) {
  return Json::parse(readFile(shared("formats/proton/expected.json"))).at("files").at(file);
}

std::string node(std::string_view name, std::string_view metrics, std::string_view children = "") {
  return fmt::format(R"({{"children":[{}],"frame":{{"name":"{}","type":"function"}},"metrics":{{{}}}}})", children,
                     name, metrics);
}

std::string tree(std::string_view root) {
  return fmt::format("[{},{}]", root, R"({"CUDA":{"0":{"arch":"90","num_sms":132}}})");
}

std::string kernelMetrics(std::int64_t ns, std::int64_t count) {
  return fmt::format(R"=("count":{},"device_id":"0","device_type":"CUDA","time (ns)":{})=", count, ns);
}

/// The paths of a call tree with their device times and how many kernels that is.
std::map<std::string, std::pair<std::int64_t, std::uint64_t>> kernelPaths(const Trace& trace) {
  const CallTree calls = callTree(trace, {}, 1);
  std::map<std::string, std::pair<std::int64_t, std::uint64_t>> paths;
  const std::function<void(CallNode, std::string)> walk = [&](CallNode at, const std::string& path) {
    for (std::uint32_t i = 0; i < calls.childCount(at); ++i) {
      const CallNode child = calls.firstChild(at) + i;
      const std::string own = path + "/" + std::string(calls.text(trace, child));
      if (isDeviceActivity(calls.name(child).kind)) {
        paths[path] = {calls.total(child, CallWeight::Device), calls.count(child)};
      }
      walk(child, own);
    }
  };
  walk(CallTree::root, "");
  return paths;
}

TEST(ProtonTree, hasTheTotalsAndCountsOfItsScopes) {
  const Json expected = expectedOf("proton/proton_tree.hatchet");
  const auto trace = load(shared("formats/proton/proton_tree.hatchet"));
  ASSERT_TRUE(trace) << trace.error().message.english();
  const auto paths = kernelPaths(**trace);
  EXPECT_EQ(paths.size(), expected.at("leaves").size());
  for (const Json& leaf : expected.at("leaves")) {
    std::string path;
    for (const Json& part : leaf.at("path")) {
      path += "/" + part.get<std::string>();
    }
    ASSERT_TRUE(paths.contains(path)) << path;
    EXPECT_EQ(paths.at(path).first, leaf.at("time_ns").get<std::int64_t>());
    EXPECT_EQ(paths.at(path).second, leaf.at("count").get<std::uint64_t>());
  }
  const Statistics kernels = statistics(**trace, {.kinds = {SpanKind::Kernel}});
  EXPECT_EQ(kernels.total.ns, expected.at("total_ns").get<std::int64_t>());
  EXPECT_EQ(kernels.count, expected.at("launches").get<std::uint64_t>());
  EXPECT_EQ(kernels.busy.ns, expected.at("total_ns").get<std::int64_t>());
  SpanId scope = SpanId::none;
  for (const SpanId span : spansNamed(**trace, "add")) {
    scope = (*trace)->kind(span) == SpanKind::Annotation ? span : scope;
  }
  ASSERT_NE(scope, SpanId::none);
  EXPECT_EQ((*trace)->duration(scope).ns,
            expected.at("scope_metrics").at("add").at("inclusive_ns").get<std::int64_t>());
  EXPECT_EQ((*trace)->details(scope).args.find("bytes")->text, "603979776");
  EXPECT_EQ((*trace)->details(scope).args.find("flops")->text, "50331648");
  ASSERT_EQ((*trace)->devices().size(), 1U);
  EXPECT_EQ((*trace)->devices()[0].multiprocessors, 132U);
  EXPECT_EQ((*trace)->devices()[0].computeMajor, 9U);
  EXPECT_THAT((*trace)->report().kinds(), testing::ElementsAre(IssueKind::TotalsWithoutTimes));
  EXPECT_THAT((*trace)->sources()[0].format.english(), testing::HasSubstr("totals (time (ns)) and no times"));
}

TEST(ProtonTree, splitsATotalSoThatItsPartsAddUp) {
  const auto trace = read(tree(node("ROOT", "", node("k", kernelMetrics(10, 3)))));
  std::vector<std::int64_t> lengths;
  for (const SpanId span : spansNamed(*trace, "k")) {
    if (trace->kind(span) == SpanKind::Kernel) {
      lengths.push_back(trace->duration(span).ns);
    }
  }
  EXPECT_THAT(lengths, testing::ElementsAre(4, 3, 3));
  EXPECT_EQ(trace->launches().size(), 3U);
}

TEST(ProtonTree, readsTheSpellingOfOldVersions) {
  const auto trace =
      read(tree(node("ROOT", "", node("k", R"=("Count":2,"DeviceId":"1","DeviceType":"HIP","Time (ns)":8)="))));
  const Statistics kernels = statistics(*trace, {.kinds = {SpanKind::Kernel}});
  EXPECT_EQ(kernels.count, 2U);
  EXPECT_EQ(kernels.total.ns, 8);
}

TEST(ProtonTree, drawsCyclesAsScopesAndNamesThem) {
  const auto trace = read(tree(node("ROOT", "", node("inner", R"("cycles":500,"normalized_cycles":1.5)"))));
  EXPECT_EQ(trace->duration(spanNamed(*trace, "inner")).ns, 500);
  EXPECT_THAT(trace->sources()[0].format.english(), testing::HasSubstr("totals (cycles)"));
}

TEST(ProtonTreeDamage, readsWhatPrecedesACut) {
  const std::string whole =
      tree(node("ROOT", "",
                node("a", "", node("k", kernelMetrics(10, 3))) + "," + node("b", "", node("m", kernelMetrics(7, 1)))));
  for (std::size_t size = 2; size < whole.size(); ++size) {
    const auto trace = proton::readProtonText(whole.substr(0, size), {.threads = 1, .onPreview = {}});
    ASSERT_TRUE(trace) << size;
    ASSERT_EQ(brokenPromise(**trace), "") << size;
  }
  const auto cut = read(whole.substr(0, whole.find("\"name\":\"b\"")));
  const Statistics kernels = statistics(*cut, {.kinds = {SpanKind::Kernel}});
  EXPECT_EQ(kernels.total.ns, 17);
  EXPECT_EQ(cut->report()[IssueKind::TruncatedInput].count, 1U);
}

TEST(ProtonTreeDamage, countsWhatIsNoNumber) {
  const auto trace = read(tree(node("ROOT", "", node("k", R"=("count":"x","device_id":"0","time (ns)":-4)=") + ",7")));
  EXPECT_EQ(trace->report()[IssueKind::BrokenEvent].count, 2U);
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(ProtonTreeDamage, doesNotDrawABillionLaunches) {
  const auto trace = read(tree(
      node("ROOT", "", node("k", kernelMetrics(5'000'000'000, 4'000'000'000)) + "," + node("m", kernelMetrics(9, 1)))));
  const Statistics kernels = statistics(*trace, {.kinds = {SpanKind::Kernel}});
  EXPECT_EQ(kernels.total.ns, 5'000'000'009);
  EXPECT_LE(kernels.count, 131'073U);
  EXPECT_EQ(trace->report()[IssueKind::UnsupportedRecord].count, 4'000'000'001 - kernels.count);
}

TEST(ProtonTreeDamage, endsInDeepNesting) {
  std::string deep;
  constexpr int levels = 50'000;
  for (int i = 0; i < levels; ++i) {
    deep += R"({"frame":{"name":"a"},"metrics":{},"children":[)";
  }
  const auto trace = read("[" + deep);
  EXPECT_GT(trace->report()[IssueKind::UnsupportedRecord].count, 0U);
  EXPECT_EQ(brokenPromise(*trace), "");
}

TEST(ProtonTrace, hasTheKernelsOfItsStreams) {
  const Json expected = expectedOf("proton/proton_trace.chrome_trace");
  const auto trace = load(shared("formats/proton/proton_trace.chrome_trace"));
  ASSERT_TRUE(trace) << trace.error().message.english();
  const Statistics kernels = statistics(**trace, {.kinds = {SpanKind::Kernel}});
  EXPECT_EQ(kernels.count, expected.at("events").get<std::uint64_t>());
  EXPECT_EQ(kernels.total.ns, expected.at("total_ns").get<std::int64_t>());
  for (const Json& kernel : expected.at("kernels")) {
    const auto row = std::ranges::find(kernels.rows, kernel.at("name").get<std::string>(), &StatisticsRow::name);
    ASSERT_NE(row, kernels.rows.end());
    EXPECT_EQ(row->count, kernel.at("events").get<std::uint64_t>());
    EXPECT_EQ(row->total.ns, kernel.at("total_ns").get<std::int64_t>());
  }
  EXPECT_EQ((*trace)->bounds(), (TimeRange{{0}, {35'094'443}}));
  EXPECT_THAT((*trace)->sources()[0].format, says("chrome-trace-json"));
}

TEST(ProtonTrace, readsADocumentForEachStream) {
  const std::string stream =
      R"({"displayTimeUnit":"us","traceEvents":[{"args":{"call_stack":["ROOT","k"]},"cat":"kernel",)"
      R"("dur":1.5,"name":"k","ph":"X","tid":TID,"ts":0.0}]})";
  std::string two;
  for (const char* const tid : {"7", "13"}) {
    std::string line = stream;
    two += line.replace(line.find("TID"), 3, tid) + "\n";
  }
  const auto trace = chrome::readChromeText(two, {});
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->spanCount(), 2U);
  EXPECT_EQ((*trace)->tracks().size(), 2U);
  EXPECT_EQ((*trace)->report()[IssueKind::ConcatenatedDocument].count, 1U);
}

TEST(ProtonTrace, saysThatCyclesAreNoTimes) {
  const auto trace = chrome::readChromeText(
      R"=({"displayTimeUnit":"ns","traceEvents":[{"args":{"Finalization Time (ns)":64,"Frequency (MHz)":1000.0,)="
      R"("call_stack":["ROOT","k"]},"cat":"k","cname":"good","dur":1.5,"name":"load","ph":"X","pid":"k Core0 CTA0",)"
      R"=("tid":"warp 0 (line 0)","ts":0.25}]})=",
      {});
  ASSERT_TRUE(trace);
  EXPECT_EQ((*trace)->duration(spanNamed(**trace, "load")).ns, 1500);
  EXPECT_THAT((*trace)->sources()[0].format.english(), testing::HasSubstr("cycles"));
}

}  // namespace
}  // namespace kernline::test
