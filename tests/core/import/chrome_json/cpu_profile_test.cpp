// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/import/chrome_json/read_chrome.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace kernline::chrome {
namespace {

/// Total nanoseconds by name.
std::map<std::string, std::int64_t> totals(const std::string& json) {
  const auto loaded = readChromeText(json, {});
  EXPECT_TRUE(loaded) << (loaded ? "" : loaded.error().message.english());
  std::map<std::string, std::int64_t> sums;
  for (std::uint32_t i = 0; loaded && i < (*loaded)->spanCount(); ++i) {
    sums[std::string((*loaded)->nameText(SpanId{i}))] += (*loaded)->duration(SpanId{i}).ns;
  }
  return sums;
}

using Totals = std::map<std::string, std::int64_t>;

TEST(CpuProfile, nodesWithChildrenBecomeNestedSpans) {
  const std::string json = R"json({"nodes":[
    {"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},
    {"id":2,"callFrame":{"functionName":"f"},"children":[3]},
    {"id":3,"callFrame":{"functionName":"","url":"a/b.js","lineNumber":6}}],
    "startTime":1000,"endTime":1060,"samples":[2,3,3,2],"timeDeltas":[10,20,5,15]})json";
  EXPECT_EQ(totals(json), (Totals{{"f", 40'000}, {"(anonymous b.js:7)", 20'000}}));
}

TEST(CpuProfile, theTreeOfOlderVersionsIsReadToo) {
  const std::string json = R"json({"head":{"functionName":"(root)","id":1,"children":[
    {"functionName":"g","id":2,"children":[{"functionName":"h","id":3,"children":[]}]}]},
    "startTime":5,"endTime":6,"samples":[2,3,2],"timestamps":[100,130,150]})json";
  EXPECT_EQ(totals(json), (Totals{{"g", 50'000}, {"h", 20'000}}));
}

TEST(CpuProfile, chunksOfOneProfileAreOneRow) {
  const std::string json = R"json([
    {"ph":"P","name":"Profile","id":"0x1","pid":1,"tid":7,"ts":50,"args":{"data":{"startTime":100}}},
    {"ph":"P","name":"ProfileChunk","id":"0x1","pid":1,"tid":9,"ts":60,"args":{"data":{"cpuProfile":{
      "nodes":[{"id":1,"callFrame":{"functionName":"(root)"}},{"id":2,"parent":1,"callFrame":{"functionName":"f"}}],
      "samples":[2]},"timeDeltas":[10]}}},
    {"ph":"P","name":"ProfileChunk","id":"0x1","pid":1,"tid":9,"ts":70,"args":{"data":{"cpuProfile":{
      "samples":[2,1]},"timeDeltas":[30,5]}}}])json";
  const auto loaded = readChromeText(json, {});
  ASSERT_TRUE(loaded);
  ASSERT_EQ((*loaded)->spanCount(), 1U);
  EXPECT_EQ((*loaded)->start(SpanId{0}).ns, 110'000);
  EXPECT_EQ((*loaded)->duration(SpanId{0}).ns, 35'000);
}

TEST(CpuProfile, oneEventThatHoldsAWholeProfileIsARowOfSpans) {
  const auto event = [](const std::string& tid, const std::string& function) {
    return R"json({"ph":"I","s":"t","name":"CpuProfile","pid":1,"ts":999,"tid":)json" + tid +
           R"json(,"args":{"data":{"cpuProfile":{"nodes":[
             {"id":1,"callFrame":{"functionName":"(root)"},"children":[2]},
             {"id":2,"callFrame":{"functionName":")json" +
           function + R"json("}}],"startTime":100,"endTime":150,"samples":[2,2,1],"timeDeltas":[10,5,25]}}}})json";
  };
  const auto loaded = readChromeText("[" + event("7", "f") + "," + event("8", "g") + "]", {});
  ASSERT_TRUE(loaded);
  ASSERT_EQ((*loaded)->spanCount(), 2U) << "two profiles of one process stay apart";
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ((*loaded)->start(SpanId{i}).ns, 110'000);
    EXPECT_EQ((*loaded)->duration(SpanId{i}).ns, 30'000);
  }
  EXPECT_TRUE((*loaded)->instants().empty());
}

TEST(CpuProfile, anInstantOfThatNameWithoutSamplesIsAnInstant) {
  const auto loaded = readChromeText(R"([{"ph":"I","name":"CpuProfile","pid":1,"tid":7,"ts":999,"args":{}}])", {});
  ASSERT_TRUE(loaded);
  EXPECT_EQ((*loaded)->instants().size(), 1U);
}

TEST(StackSamples, aFrameLastsWhileSamplesHaveIt) {
  const std::string json =
      R"json({"traceEvents":[],"stackFrames":{"1":{"name":"main"},"2":{"name":"work","parent":"1"}},
    "samples":[{"ts":"10","pid":1,"tid":2,"sf":1},{"ts":"20","pid":1,"tid":2,"sf":2},{"ts":30,"pid":1,"tid":2,"sf":2},
               {"ts":45,"pid":1,"tid":2,"sf":1}]})json";
  EXPECT_EQ(totals(json), (Totals{{"main", 35'000}, {"work", 25'000}}));
}

TEST(StackSamples, aLoopOfFramesEnds) {
  const std::string json =
      R"json({"traceEvents":[],"stackFrames":{"1":{"name":"a","parent":"2"},"2":{"name":"b","parent":"1"}},
    "samples":[{"ts":10,"pid":1,"tid":2,"sf":1},{"ts":20,"pid":1,"tid":2,"sf":1}]})json";
  const auto loaded = readChromeText(json, {});
  ASSERT_TRUE(loaded);
  EXPECT_LE((*loaded)->spanCount(), 4096U);
}

}  // namespace
}  // namespace kernline::chrome
