// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/timeline/visible_time.h"

#include "core/import/chrome_json/read_chrome.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace kernline::ui {
namespace {

constexpr std::int64_t hourNs = 3'600'000'000'000;

std::shared_ptr<const Trace> traceOf(const std::string& events) {
  return chrome::readChromeText(events, {}).value_or(nullptr);
}

/// One span, and two of them 300 hours later.
std::shared_ptr<const Trace> clusters() {
  return traceOf(R"([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 5000, "dur": 50},
                     {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 1080000000000, "dur": 50},
                     {"ph": "X", "name": "c", "pid": 1, "tid": 1, "ts": 1080000000100, "dur": 50}])");
}

TEST(VisibleTime, beginsAtTheFullestPartOfATraceWithHoursBetweenParts) {
  VisibleTime time;
  time.setTrace(clusters());
  time.fitMost();
  EXPECT_LT(time.range().length().ns, 200'000);
  EXPECT_GT(time.range().begin.ns, 299 * hourNs);
  EXPECT_TRUE(time.showsAll()) << "nobody has moved it";
}

TEST(VisibleTime, goesFromAllOfSuchATraceToEachPart) {
  VisibleTime time;
  time.setTrace(clusters());
  time.fitAll();
  EXPECT_GT(time.range().length().ns, 299 * hourNs);
  time.fitAll();
  EXPECT_GT(time.range().begin.ns, 299 * hourNs);
  time.fitAll();
  EXPECT_LT(time.range().end.ns, hourNs);
  EXPECT_LT(time.range().length().ns, 60'000);
  time.fitAll();
  EXPECT_GT(time.range().length().ns, 299 * hourNs);
}

TEST(VisibleTime, ofAnyOtherTraceIsAllOfIt) {
  VisibleTime time;
  time.setTrace(traceOf(R"([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 5000, "dur": 50}])"));
  time.fitMost();
  const TimeRange whole = time.range();
  time.fitAll();
  EXPECT_EQ(time.range(), whole);
}

}  // namespace
}  // namespace kernline::ui
