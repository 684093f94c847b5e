// SPDX-License-Identifier: GPL-3.0-or-later
// A file with nothing to answer from is never answered with nothing.
#include "tests/cli/program_run.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;

const std::vector<std::vector<std::string>>& questions() {
  static const std::vector<std::vector<std::string>> all{
      {"summary"}, {"stats"},  {"steps"},  {"calltree"}, {"modules"}, {"work"},  {"advise"},  {"blocks"},
      {"source"},  {"events"}, {"tables"}, {"memory"},   {"compare"}, {"ranks"}, {"families"}};
  return all;
}

struct Nothing {
  std::string name;
  std::string text;
  std::string ending;
};

const std::vector<Nothing>& files() {
  static const std::vector<Nothing> all{
      {"Empty", "", ".json"},
      {"Blank", "\n\n", ".log"},
      {"NoEvents", R"({"traceEvents": []})", ".json"},
      {"NoEventsInAList", "[]", ".json"},
      {"OnlyNames", R"([{"ph": "M", "name": "process_name", "pid": 1, "args": {"name": "x"}}])", ".json"},
      {"OnlyClocks",
       R"([{"ph": "C", "name": "GPU clock", "pid": 1, "ts": 1, "args": {"MHz": 1200}},
           {"ph": "C", "name": "GPU clock", "pid": 1, "ts": 9, "args": {"MHz": 1300}}])",
       ".json"},
      {"HeadOfATable", "model,batch,ms\n", ".csv"},
      {"Sentence", "nothing was measured\n", ".txt"},
      {"NoRecords", "{}", ".json"},
  };
  return all;
}

class EmptyAnswers : public testing::TestWithParam<Nothing> {};

TEST_P(EmptyAnswers, sayThatThereIsNothing) {
  const TemporaryFile file(GetParam().text, GetParam().ending);
  for (std::vector<std::string> arguments : questions()) {
    arguments.push_back(file.path());
    const ProgramRun run = kernline(arguments);
    EXPECT_TRUE(run.code == 1 || run.err.contains("no spans") || run.out.contains("the trace has "))
        << arguments.front() << ": " << run.code << "\n"
        << run.out << run.err;
    EXPECT_FALSE(run.code != 0 && run.err.empty()) << arguments.front();
  }
}

INSTANTIATE_TEST_SUITE_P(Files, EmptyAnswers, testing::ValuesIn(files()),
                         [](const auto& made) { return made.param.name; });

TEST(SummaryText, saysThatATraceHasClocksAlone) {
  const TemporaryFile file(files()[5].text, ".json");
  const ProgramRun run = kernline({"summary", file.path()});
  EXPECT_THAT(run.out, mentions("only-counters"));
}

TEST(SummaryText, namesTheRangeOfEachClusterOfTime) {
  const TemporaryFile file(R"([{"ph": "X", "name": "a", "pid": 1, "tid": 1, "ts": 5000, "dur": 50},
                               {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 1080000000000, "dur": 50},
                               {"ph": "X", "name": "b", "pid": 1, "tid": 1, "ts": 1080000000100, "dur": 50}])",
                           ".json");
  const ProgramRun run = kernline({"summary", file.path()});
  EXPECT_THAT(run.out, HasSubstr("1 span within 50.00 µs, from 0 ns on; --range 0ns..50000ns shows them alone"));
  EXPECT_THAT(run.out, HasSubstr("2 spans within 150.0 µs"));
}

}  // namespace
}  // namespace kernline::test
