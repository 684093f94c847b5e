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
  std::string (*text)();
};

const Hostile hostiles[] = {
    {"args_that_never_end",
     [] { return firstEvent + repeated("{\"ph\":\"X\",\"name\":\"a\",\"args\":{\"b\":[\n", hostileCount); }},
    {"names_that_never_end", [] { return firstEvent + repeated("{\"ph\":\"X\",\"name\":\"a\n", hostileCount); }},
    {"brackets_between_events",
     [] { return firstEvent + repeated("[{\"ph\":\"X\",\"name\":\"a\",\"ts\":1,\"dur\":1},\n", hostileCount); }},
    {"one_event_of_many_keys",
     [] {
       return firstEvent + R"({"ph":"X","name":"a"b",)" +
              listed(hostileCount, [](int i) { return fmt::format("\"k{}\":1", i); }) + "}]";
     }},
    {"many_documents", [] { return repeated(firstEvent.substr(0, firstEvent.size() - 1) + "]\n", hostileCount); }},
    {"many_labels",
     [] {
       return firstEvent + R"({"ph":"M","name":"process_labels","pid":1,"args":{"labels":")" +
              listed(hostileCount, [](int i) { return fmt::format("l{}", i); }) + "\"}}]";
     }},
    {"many_categories",
     [] {
       return firstEvent +
              listed(
                  hostileCount,
                  [](int i) { return fmt::format(R"({{"ph":"X","name":"a","cat":"c{}","ts":{},"dur":1}})", i, i); }) +
              "]";
     }},
    {"many_processes",
     [] {
       return firstEvent +
              listed(hostileCount,
                     [](int i) {
                       return fmt::format(R"({{"ph":"X","name":"a","pid":{},"tid":{},"ts":{},"dur":1}})", i, i, i);
                     }) +
              "]";
     }},
    {"a_staircase_of_overlaps",
     [] {
       return firstEvent +
              listed(hostileCount,
                     [](int i) {
                       return fmt::format(R"({{"ph":"X","name":"a","pid":1,"tid":1,"ts":{},"dur":{}}})", i,
                                          hostileCount);
                     }) +
              "]";
     }},
    {"begins_without_ends",
     [] {
       return firstEvent +
              listed(hostileCount,
                     [](int i) { return fmt::format(R"({{"ph":"B","name":"a","pid":1,"tid":1,"ts":{}}})", i); }) +
              "]";
     }},
    {"flows_of_one_id",
     [] {
       return firstEvent +
              listed(hostileCount,
                     [](int i) {
                       return fmt::format(
                           R"({{"ph":"{}","name":"a","cat":"c","id":1,"bp":"e","pid":1,"tid":1,"ts":1}})",
                           i % 2 == 0 ? 's' : 'f');
                     }) +
              "]";
     }},
    {"stacks_that_share_nothing",
     [] {
       return R"({"traceEvents":[)" +
              listed(hostileCount,
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
     [] {
       return std::string(R"({"traceEvents":[{"ph":"P","name":"s","pid":1,"tid":1,"ts":1,"sf":1}],)") +
              R"x("stackFrames":{"1":{"name":"(root)","parent":2},"2":{"name":"(root)","parent":1}}})x";
     }},
};

class HostileFile : public testing::TestWithParam<Hostile> {};

TEST_P(HostileFile, costsLittle) {
  const TemporaryFile file(GetParam().text());
  const std::clock_t begin = std::clock();
  const auto trace = load(file.path());
  const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  constexpr double generous = 15;  // of all threads' time, under sanitizers; a square would be minutes
  EXPECT_LT(seconds, generous);
  if (trace) {
    EXPECT_EQ(brokenPromise(**trace), "");
    constexpr std::size_t spansAnEvent = 20;
    constexpr std::size_t spansAnyway = 100'000;
    EXPECT_LT((*trace)->spanCount(), spansAnEvent * hostileCount + spansAnyway);
  }
}

INSTANTIATE_TEST_SUITE_P(Texts, HostileFile, testing::ValuesIn(hostiles),
                         [](const auto& param) { return std::string(param.param.name); });

}  // namespace
}  // namespace kernline::test
