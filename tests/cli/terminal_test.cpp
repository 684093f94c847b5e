// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing that a file says reaches a terminal, or a spreadsheet, as a command.
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <filesystem>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;

/// Characters that a terminal would obey: colors, a title, a C1 control, an override of the direction, a bell, a
/// delete.
constexpr std::string_view evil =
    "E\x1b[31m\x1b]0;title\x07\xC2\x9B"
    "31m\u202Etxt.exe\u2066\x7f=1+1";

std::string inJson(std::string_view text) {
  return nlohmann::json(std::string(text)).dump();
}

/// The first place of an answer with a byte that a terminal would obey; empty if there is none.
std::string dangerIn(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0U;
    const bool isControl = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
    const bool isC1 = c == 0xC2 && next >= 0x80 && next <= 0x9F;
    const bool isBidi = text.compare(i, 3, "\u202E") == 0 || text.compare(i, 3, "\u2066") == 0;
    if (isControl || isC1 || isBidi) {
      return fmt::format("byte {:#x} behind \"{}\"", c, text.substr(i < 60 ? 0 : i - 60, std::min<std::size_t>(i, 60)));
    }
  }
  return {};
}

class EvilFiles : public testing::Test {
 protected:
  EvilFiles() {
    const std::string name = inJson(evil);
    std::string events;
    for (int i = 0; i < 6; ++i) {
      events += fmt::format(
          R"(,{{"ph":"X","cat":"kernel","name":{0},"pid":0,"tid":7,"ts":{1},"dur":5,"args":{{"device":0,"stream":7,"correlation":{2},"grid":[1,1,1],"block":[32,1,1],{0}:{0}}}}},)"
          R"({{"ph":"X","cat":"cuda_runtime","name":{0},"pid":1,"tid":1,"ts":{3},"dur":2,"args":{{"correlation":{2}}}}},)"
          R"({{"ph":"X","cat":"cpu_op","name":{0},"pid":1,"tid":1,"ts":{4},"dur":8,"args":{{"Input Dims":[[{2},3]],"External id":{2}}}}},)"
          R"({{"ph":"X","cat":"user_annotation","name":{0},"pid":1,"tid":1,"ts":{4},"dur":9}},)"
          R"({{"ph":"C","name":{0},"pid":1,"ts":{1},"args":{{{0}:{2}}}}},{{"ph":"i","name":{0},"s":"g","pid":1,"tid":1,"ts":{1}}},)"
          R"({{"ph":"Z","name":{0}}},{{"ph":"X","name":{0},"ts":{0}}})",
          name, 100 * i + 20, i + 1, 100 * i + 12, 100 * i + 10);
    }
    trace = write("trace", ".json",
                  fmt::format(R"({{"deviceProperties":[{{"id":0,"name":{0}}}],{0}:{0},"traceEvents":[)"
                              R"({{"ph":"M","name":"process_name","pid":0,"args":{{"name":{0}}}}},)"
                              R"({{"ph":"M","name":"process_labels","pid":0,"args":{{"labels":{0}}}}},)"
                              R"({{"ph":"M","name":"thread_name","pid":1,"tid":1,"args":{{"name":{0}}}}}{1}]}})",
                              name, events));
    const std::string line(evil);
    log = write("log", ".log",
                line + "\n| " + line + " | ms |\n| --- | --- |\n| " + line + " | 5 |\n| b | 6 |\n\nthroughput " + line +
                    ": 5 tokens/s\nRuntimeError: CUDA out of memory. Tried to allocate 2.00 GiB " + line + "\n");
  }

  std::string write(const std::string& name, const std::string& ending, const std::string& content) {
    const std::string unsafe = name + "\x1b[5m" + ending;
    folder.add(unsafe, content);
    return folder / unsafe;
  }

  static void expectHarmless(const std::vector<std::string>& arguments) {
    const ProgramRun run = kernline(arguments);
    std::string command;
    for (const std::string& argument : arguments) {
      command += argument.substr(0, 30) + ' ';
    }
    EXPECT_EQ(dangerIn(run.out), "") << command;
    EXPECT_EQ(dangerIn(run.err), "") << command << "on stderr";
    EXPECT_NE(run.out.size() + run.err.size(), 0U) << command;
  }

  TemporaryFolder folder;
  std::string trace;
  std::string log;
};

TEST_F(EvilFiles, ofTracesAreHarmlessInEveryAnswer) {
  for (const char* format : {"--json", "--csv", "--markdown", "--all", ""}) {
    for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
             {"summary"},
             {"stats"},
             {"stats", "--by", "category"},
             {"stats", "--by", "stream"},
             {"stats", "--kind", "op", "--shapes"},
             {"stats", "--names", "raw"},
             {"steps", "--steps", "."},
             {"calltree", "--min-share", "0"},
             {"modules"},
             {"work"},
             {"advise"},
             {"whatif"},
             {"blocks"},
             {"source"},
             {"source", trace},
             {"events"},
             {"families"},
             {"work-rules"},
             {"memory"},
             {"query", "SELECT * FROM spans"},
             {"query", "SELECT * FROM args"},
             {"query", "SELECT * FROM meta"},
             {"query", "SELECT * FROM tracks"},
             {"query", "SELECT * FROM issues"},
             {"query", "SELECT " + std::string("x\x1b[31m FROM spans")},
             {"tables"},
             {"ranks"},
             {"compare", trace},
             {"compare", "--by", "family", trace},
             {"compare", "--matrix", trace},
             {"events", "--track", "no\x1b[31m"},
         }) {
      std::vector<std::string> arguments{command.front(), trace};
      arguments.insert(arguments.end(), command.begin() + 1, command.end());
      if (*format != '\0') {
        arguments.emplace_back(format);
      }
      expectHarmless(arguments);
    }
  }
  expectHarmless({"calltree", "--folded", trace});
  expectHarmless({"summary", trace + "x"});
  expectHarmless({"export", trace, "-o", trace + ".part.json"});
  expectHarmless({"export", trace, "-o", trace});
  expectHarmless({"\x1b[31m"});
}

TEST_F(EvilFiles, ofLogsAreHarmlessInEveryAnswer) {
  for (const char* format : {"--json", "--csv", "--markdown", "--all", ""}) {
    for (const char* command : {"summary", "tables", "memory", "compare", "stats"}) {
      std::vector<std::string> arguments{command, log};
      if (*format != '\0') {
        arguments.emplace_back(format);
      }
      expectHarmless(arguments);
    }
  }
}

TEST_F(EvilFiles, areHarmlessInASpreadsheet) {
  const std::string file =
      write("sheet", ".json",
            R"-([{"ph":"X","cat":"@c","name":"=HYPERLINK(\"http://x\")","ts":1,"dur":1,"pid":1,"tid":1},)-"
            R"-({"ph":"X","cat":"-c","name":"+1+1","ts":3,"dur":1,"pid":1,"tid":1},)-"
            R"-({"ph":"X","cat":"-5","name":"-1.5e3","ts":5,"dur":1,"pid":1,"tid":1}])-");
  const ProgramRun run = kernline({"stats", "--kind", "all", "--csv", file});
  EXPECT_THAT(run.out, testing::HasSubstr("\"'=HYPERLINK(\"\"http://x\"\")\",'@c,"));
  EXPECT_THAT(run.out, testing::HasSubstr("\n'+1+1,'-c,"));
  EXPECT_THAT(run.out, testing::HasSubstr("\n-1.5e3,-5,")) << "numbers are what they are";
}

}  // namespace
}  // namespace kernline::test
