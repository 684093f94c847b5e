// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/work/user_work.h"
#include "core/analysis/work/reference_device.h"
#include "core/import/chrome_json/read_chrome.h"
#include "tests/core/analysis/work/work_call.h"
#include "tests/support/says.h"
#include "tests/support/test_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using testing::HasSubstr;
using testing::SizeIs;

/// A folder of settings of its own; afterwards the rules are those of the program again.
class UserWork : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("XDG_CONFIG_HOME", m_folder.path().c_str(), 1);
    std::filesystem::create_directories(userWorkFile().parent_path());
  }
  void TearDown() override {
    m_before.empty() ? ::unsetenv("XDG_CONFIG_HOME") : ::setenv("XDG_CONFIG_HOME", m_before.c_str(), 1);
    WorkRules::useOwn({});
    useOwnDevices({});
  }

 private:
  TemporaryFolder m_folder;
  std::string m_before = std::getenv("XDG_CONFIG_HOME") == nullptr ? "" : std::getenv("XDG_CONFIG_HOME");
};

TEST_F(UserWork, comesBeforeTheRulesOfTheProgram) {
  std::ofstream(userWorkFile()) << "# mine\naten::mm(a): flops 5; writes 0\nmy::op(a): writes 7\n";
  EXPECT_THAT(useOwnWork(), SizeIs(0));
  const WorkRules& rules = WorkRules::current();
  EXPECT_EQ(rules.ownCount(), 2U);
  EXPECT_EQ(rules.workOf("aten::mm", call({tensor({2, 2}), tensor({2, 2})})).flops, 5);
  EXPECT_EQ(rules.workOf("my::op", call({tensor({2})})).bytes, 15);
  EXPECT_TRUE(rules.knows("aten::bmm"));
  EXPECT_FALSE(WorkRules::builtin().knows("my::op"));
}

TEST_F(UserWork, keepsRulesThatFiguresPointTo) {
  std::ofstream(userWorkFile()) << "my::op(a): writes 7\n";
  ASSERT_THAT(useOwnWork(), SizeIs(0));
  const CallWork work = WorkRules::current().workOf("my::op", call({tensor({2})}));
  WorkRules::useOwn({});
  EXPECT_FALSE(WorkRules::current().knows("my::op"));
  EXPECT_EQ(work.rule->text, "my::op(a): writes 7");
}

TEST_F(UserWork, setsCeilings) {
  std::ofstream(userDevicesFile()) << "\xEF\xBB\xBFH200: memory 4.3, bf16 780; measured\n";
  EXPECT_THAT(useOwnWork(), SizeIs(0));
  EXPECT_EQ(ceilingsOf("NVIDIA H200")->source, "measured; others: NVIDIA H200 datasheet");
  EXPECT_DOUBLE_EQ(ceilingsOf("NVIDIA H200")->bytesPerSecond, 4.3e12);
  EXPECT_TRUE(ceilingsOf("NVIDIA H100 80GB HBM3"));
}

/// The line is what `kernline record ceilings` writes (tests/recorder/kept_ceilings_test.cpp).
TEST_F(UserWork, takesMeasuredCeilingsAndTheDatasheetForWhatWasNotMeasured) {
  EXPECT_EQ(ceilingsOf("NVIDIA H200")->origin, CeilingOrigin::Datasheet);
  std::ofstream(userDevicesFile())
      << "NVIDIA H200: memory 4.021, l2 7.5, fp32 52.25, bf16 781.6, launch 3.63; measured 2026-11-24\n"
      << "H100: memory 3\n";
  EXPECT_THAT(useOwnWork(), SizeIs(0));
  const Ceilings measured = ceilingsOf("NVIDIA H200").value();
  EXPECT_EQ(measured.origin, CeilingOrigin::Measured);
  EXPECT_DOUBLE_EQ(measured.bytesPerSecond, 4.021e12);
  EXPECT_DOUBLE_EQ(measured.l2BytesPerSecond, 7.5e12);
  EXPECT_DOUBLE_EQ(measured.flopsPerSecond.find("bf16")->second, 781.6e12);
  EXPECT_DOUBLE_EQ(measured.flopsPerSecond.find("int8")->second, 1979e12);
  EXPECT_DOUBLE_EQ(measured.launchNs, 3630);
  EXPECT_EQ(measured.source, "measured 2026-11-24; others: NVIDIA H200 datasheet");
  const Ceilings given = ceilingsOf("NVIDIA H100 80GB HBM3").value();
  EXPECT_EQ(given.origin, CeilingOrigin::Given);
  EXPECT_DOUBLE_EQ(given.launchNs, 2000);
  EXPECT_EQ(std::ranges::count(devicesInForce(), "H100", &Ceilings::name), 1);
}

TEST_F(UserWork, givesWayToARecordingUnlessAPersonSaysOtherwise) {
  constexpr const char* text =
      R"({"deviceProperties": [{"id": 0, "name": "NVIDIA H200", "ceilings": "NVIDIA H200: memory 4.1; measured 2026"}],
          "traceEvents": [{"ph": "X", "cat": "kernel", "name": "k", "pid": 0, "tid": 7, "ts": 1, "dur": 1,
                           "args": {"device": 0, "stream": 7}}]})";
  const auto trace = chrome::readChromeText(text, {});
  ASSERT_TRUE(trace);
  const auto bytes = [&] { return referenceDevice(**trace).ceilings->bytesPerSecond; };
  EXPECT_EQ(referenceDevice(**trace).ceilings->origin, CeilingOrigin::Measured);
  EXPECT_DOUBLE_EQ(bytes(), 4.1e12);
  EXPECT_DOUBLE_EQ(referenceDevice(**trace, "H200").ceilings->bytesPerSecond, 4.8e12) << "as asked for";
  std::ofstream(userDevicesFile()) << "NVIDIA H200: memory 4.2; measured here\n";
  ASSERT_THAT(useOwnWork(), SizeIs(0));
  EXPECT_DOUBLE_EQ(bytes(), 4.1e12) << "of the very device";
  std::ofstream(userDevicesFile()) << "H200: memory 4.3\n";
  ASSERT_THAT(useOwnWork(), SizeIs(0));
  EXPECT_DOUBLE_EQ(bytes(), 4.3e12);
}

TEST_F(UserWork, namesFileAndLineOfAMistake) {
  std::ofstream(userWorkFile()) << "my::op(a): writes 7\n\nmy::other(a) writes 7\n";
  std::ofstream(userDevicesFile()) << "X: bf16 2\n";
  const std::vector<std::string> complaints = useOwnWork();
  ASSERT_THAT(complaints, SizeIs(2));
  EXPECT_THAT(complaints[0], HasSubstr("kernline/work.txt:3: : is missing"));
  EXPECT_THAT(complaints[1], testing::AllOf(HasSubstr("kernline/devices.txt:1: "), mentions("memory-is-missing")));
  EXPECT_TRUE(WorkRules::current().knows("my::op")) << "the rest counts";
}

}  // namespace
}  // namespace kernline::test
