// SPDX-License-Identifier: GPL-3.0-or-later
// Files made to be slow: what they cost grows with their size, not with its square.
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"
#include "tests/support/trace_query.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <functional>

namespace kernline::test {
namespace {

constexpr int hostileCount = 40'000;
constexpr int fewer = hostileCount / 4;

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    all += text;
  }
  return all;
}

std::string listed(int times, const std::function<std::string(int)>& item) {
  std::string all;
  for (int i = 0; i < times; ++i) {
    all += (i == 0 ? "" : ",") + item(i);
  }
  return all;
}

const std::string firstEvent = R"([{"ph":"X","name":"firstEvent","ts":1,"dur":1,"pid":1,"tid":1},)";

struct Hostile {
  const char* name;
  std::string (*text)(int count);
};

const Hostile hostiles[] = {
    {"args_that_never_end",
     [](int count) { return firstEvent + repeated("{\"ph\":\"X\",\"name\":\"a\",\"args\":{\"b\":[\n", count); }},
    {"names_that_never_end", [](int count) { return firstEvent + repeated("{\"ph\":\"X\",\"name\":\"a\n", count); }},
    {"brackets_between_events",
     [](int count) { return firstEvent + repeated("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1},\n", count); }},
    {"one_event_of_many_keys",
     [](int count) {
       return firstEvent + R"({"ph":"X","name":"a"b",)" +
              listed(count, [](int i) { return fmt::format("\"k{}\":1", i); }) + "}]";
     }},
    {"many_documents", [](int count) { return repeated(firstEvent.substr(0, firstEvent.size() - 1) + "]\n", count); }},
    {"many_labels",
     [](int count) {
       return firstEvent + R"({"ph":"M","name":"process_labels","pid":1,"args":{"labels":")" +
              listed(count, [](int i) { return fmt::format("l{}", i); }) + "\"}}]";
     }},
    {"many_categories",
     [](int count) {
       return firstEvent +
              listed(
                  count,
                  [](int i) { return fmt::format(R"({{"ph":"X","name":"a","cat":"c{}","ts":{},"dur":1}})", i, i); }) +
              "]";
     }},
    {"many_processes",
     [](int count) {
       return firstEvent +
              listed(count,
                     [](int i) {
                       return fmt::format(R"({{"ph":"X","name":"a","pid":{},"tid":{},"ts":{},"dur":1}})", i, i, i);
                     }) +
              "]";
     }},
    {"a_staircase_of_overlaps",
     [](int count) {
       return firstEvent +
              listed(count,
                     [count](int i) {
                       return fmt::format(R"({{"ph":"X","name":"a","pid":1,"tid":1,"ts":{},"dur":{}}})", i, count);
                     }) +
              "]";
     }},
    {"begins_without_ends",
     [](int count) {
       return firstEvent +
              listed(count,
                     [](int i) { return fmt::format(R"({{"ph":"B","name":"a","pid":1,"tid":1,"ts":{}}})", i); }) +
              "]";
     }},
    {"flows_of_one_id",
     [](int count) {
       return firstEvent +
              listed(count,
                     [](int i) {
                       return fmt::format(
                           R"({{"ph":"{}","name":"a","cat":"c","id":1,"bp":"e","pid":1,"tid":1,"ts":1}})",
                           i % 2 == 0 ? 's' : 'f');
                     }) +
              "]";
     }},
    {"stacks_that_share_nothing",
     [](int count) {
       return R"({"traceEvents":[)" +
              listed(count,
                     [](int i) {
                       return fmt::format(R"({{"ph":"P","name":"s","pid":1,"tid":1,"ts":{},"sf":{}}})", i,
                                          i % 2 == 0 ? 900 : 1900);
                     }) +
              R"(],"stackFrames":{)" +
              listed(1900,
                     [](int i) {
                       return fmt::format(R"("{}":{{"name":"f{}","parent":{}}})", i + 1, i + 1, i == 1000 ? 0 : i);
                     }) +
              "}}";
     }},
    {"frames_in_a_circle",
     [](int /*count*/) {
       return std::string(R"({"traceEvents":[{"ph":"P","name":"s","pid":1,"tid":1,"ts":1,"sf":1}],)") +
              R"x("stackFrames":{"1":{"name":"(root)","parent":2},"2":{"name":"(root)","parent":1}}})x";
     }},
};

class HostileFile : public testing::TestWithParam<Hostile> {};

/// Opens `text` and returns the processor time of all threads in seconds.
double secondsToOpen(const std::string& text, std::size_t maxSpans) {
  const TemporaryFile file(text);
  const std::clock_t begin = std::clock();
  const auto trace = load(file.path());
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  if (trace) {
    EXPECT_EQ(brokenPromise(**trace), "");
    EXPECT_LT((*trace)->spanCount(), maxSpans);
  }
  return seconds;
}

TEST_P(HostileFile, costsLittle) {
  constexpr std::size_t maxSpansPerEvent = 20;
  constexpr std::size_t moreSpans = 100'000;
  const auto secondsFor = [](int count) {
    return secondsToOpen(GetParam().text(count), maxSpansPerEvent * static_cast<std::size_t>(count) + moreSpans);
  };
  // Four times the size: about 4 where the cost is linear, 16 where it is quadratic. Compared with each other, since
  // machines and sanitizers differ.
  constexpr double limit = 9;
  constexpr double noise = 0.5;  // seconds
  EXPECT_LT(secondsFor(hostileCount), limit * secondsFor(fewer) + noise);
}

INSTANTIATE_TEST_SUITE_P(Texts, HostileFile, testing::ValuesIn(hostiles),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace kernline::test
