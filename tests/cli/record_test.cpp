// SPDX-License-Identifier: GPL-3.0-or-later
// `kernline record` as this build has it, on a machine without a GPU.
#include "tests/cli/program_run.h"
#include "tests/cli/schema_check.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

namespace kernline::test {
namespace {

class Recorder : public testing::Test {
 protected:
  void SetUp() override {
    if (kernline({"record", "--help"}).code != 0) {
      GTEST_SKIP() << "this build has no recorder";
    }
  }

  static bool hasDriver() { return std::filesystem::exists("/proc/driver/nvidia"); }
};

TEST_F(Recorder, endsWith3AndOneSentenceWithoutADriver) {
  if (hasDriver()) {
    GTEST_SKIP() << "there is a driver here";
  }
  const ProgramRun run = kernline({"record", "-o", "/nowhere/x.json", "--", "true"});
  EXPECT_EQ(run.code, 3);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, testing::HasSubstr("no NVIDIA driver"));
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
}

TEST_F(Recorder, hasADoctorThatSaysWhatIsMissing) {
  if (hasDriver()) {
    GTEST_SKIP() << "there is a driver here";
  }
  const ProgramRun run = kernline({"record", "doctor", "--json"});
  EXPECT_EQ(run.code, 3);
  const auto answer = nlohmann::json::parse(run.out);
  EXPECT_EQ(schemaProblems(answer), "");
  EXPECT_EQ(answer["usable"], false);
  EXPECT_EQ(answer["checks"][0]["check"], "driver");
  EXPECT_EQ(answer["checks"][0]["state"], "problem");
  EXPECT_NE(answer["checks"][0]["advice"], "");
  EXPECT_EQ(kernline({"record", "doctor"}).code, 3);
  EXPECT_EQ(kernline({"record", "doctor", "--all"}).code, 2);
}

TEST_F(Recorder, listsItsKernelsAsTheSchemaSays) {
  EXPECT_GE(answerOf({"record", "list", "--json"}).at("kernels").size(), 10U);
}

TEST_F(Recorder, refusesWhatItDoesNotKnow) {
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"record"}, {"record", "train.py"}, {"record", "--delay", "x", "--", "true"}, {"record", "--"}}) {
    const ProgramRun run = kernline(arguments);
    EXPECT_EQ(run.code, 2);
    EXPECT_THAT(run.err, testing::HasSubstr("--help"));
  }
}

TEST_F(Recorder, saysFirstThatAKernelIsUnknown) {
  const ProgramRun run = kernline({"record", "run", "sgem", "--counters", "--source"});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, testing::HasSubstr("unknown kernel sgem; did you mean sgemm?"));
  EXPECT_THAT(kernline({"record", "run", "sgemm", "--counters"}).err,
              testing::HasSubstr("--counters needs a recording; add -o FILE"));
  const ProgramRun missing = kernline({"record", "run", "/nowhere/mine.cu", "--counters"});
  EXPECT_EQ(missing.code, 1);
  EXPECT_THAT(missing.err, testing::HasSubstr("/nowhere/mine.cu: No such file or directory"));
}

TEST_F(Recorder, isDocumentedOptionByOption) {
  std::string manual = readFile(KERNLINE_SOURCE_DIR "/packaging/man/kernline.1");
  std::erase(manual, '\\');
  const std::string bash = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/kernline.bash");
  const std::string zsh = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/_kernline");
  const std::string help = kernline({"record", "--help"}).out;
  int options = 0;
  for (std::size_t at = help.find(" --"); at != std::string::npos; at = help.find(" --", at + 3)) {
    const std::size_t end = help.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at + 1);
    const std::string option = help.substr(at + 1, end - at - 1);
    if (option.size() > 2 && option != "--help") {
      ++options;
      EXPECT_THAT(manual, testing::HasSubstr(option));
      EXPECT_THAT(bash, testing::HasSubstr(option));
      EXPECT_THAT(zsh, testing::HasSubstr(option));
    }
  }
  EXPECT_GT(options, 10);
}

}  // namespace
}  // namespace kernline::test
