// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/doctor/findings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace kernline::recorder {
namespace {

using testing::HasSubstr;

Machine workingMachine() {
  Machine machine;
  machine.hasDriverLibrary = machine.hasDriverModule = machine.hasDeviceFiles = machine.hasInjectLibrary = true;
  machine.driver = "580.159.04";
  machine.driverCuda = 13000;
  machine.devices.resize(1);
  machine.devices[0].name = "NVIDIA H200";
  machine.toolkit = "13.0";
  machine.cuptiPath = "/usr/local/cuda/lib64/libcupti.so.13";
  machine.cuptiVersion = 130001;
  return machine;
}

/// Returns what the doctor says of a machine where one thing is wrong, and what to do.
Finding onlyProblem(const Machine& machine) {
  Finding problem;
  int count = 0;
  for (const Finding& finding : examine(machine)) {
    if (finding.state == Finding::State::Bad) {
      problem = finding;
      ++count;
    }
  }
  EXPECT_EQ(count, 1) << findingsText(examine(machine));
  EXPECT_FALSE(isUsable(examine(machine)));
  EXPECT_NE(problem.advice, "");
  return problem;
}

TEST(Doctor, findsNothingWrongWithAMachineThatWorks) {
  const auto findings = examine(workingMachine());
  EXPECT_TRUE(isUsable(findings)) << findingsText(findings);
  EXPECT_THAT(findingsText(findings), HasSubstr("NVIDIA H200"));
}

TEST(Doctor, sendsEveryoneWithoutADriverWhereItBelongs) {
  Machine machine = workingMachine();
  machine.hasDriverLibrary = machine.hasDriverModule = false;
  machine.devices.clear();
  EXPECT_THAT(onlyProblem(machine).advice, HasSubstr("install the NVIDIA driver"));
  machine.isWsl = true;
  EXPECT_THAT(onlyProblem(machine).advice, HasSubstr("Windows"));
  machine.isContainer = true;
  EXPECT_THAT(onlyProblem(machine).advice, HasSubstr("--gpus all"));
}

TEST(Doctor, notesWhatIsMissingForSomeKernelsOnly) {
  Machine machine = workingMachine();
  machine.nvrtcProblem = "NVRTC (libnvrtc.so.13) not found; install cuda-nvrtc";
  const auto findings = examine(machine);
  EXPECT_TRUE(isUsable(findings));
  EXPECT_EQ(findings.back().check, "NVRTC");
  EXPECT_EQ(findings.back().state, Finding::State::Note);
  EXPECT_EQ(findings.back().says, "NVRTC (libnvrtc.so.13) not found");
  EXPECT_EQ(findings.back().advice, "install cuda-nvrtc");
}

TEST(Doctor, seesAContainerWithoutItsDevices) {
  Machine machine = workingMachine();
  machine.isContainer = true;
  machine.hasDeviceFiles = false;
  machine.devices.clear();
  EXPECT_THAT(onlyProblem(machine).says, HasSubstr("/dev/nvidia"));
}

TEST(Doctor, passesOnWhatTheDriverSays) {
  Machine machine = workingMachine();
  machine.devices.clear();
  machine.driverError = "system not yet initialized";
  EXPECT_THAT(onlyProblem(machine).says, HasSubstr("system not yet initialized"));
}

TEST(Doctor, seesACuptiThatIsTooNewForTheDriver) {
  Machine machine = workingMachine();
  machine.driverCuda = 12080;
  EXPECT_THAT(onlyProblem(machine).says, HasSubstr("at most CUDA 12.8"));
  machine.cuptiVersion = 22;  // version of CUDA 12.4
  EXPECT_TRUE(isUsable(examine(machine)));
}

TEST(Doctor, seesAnotherProfiler) {
  Machine machine = workingMachine();
  machine.isSubscribedByOther = true;
  machine.subscribeError = "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED";
  EXPECT_THAT(onlyProblem(machine).says, HasSubstr("another profiler"));
  machine = workingMachine();
  machine.otherInjection = "CUDA_INJECTION64_PATH=/opt/nsys/libToolsInjection64.so";
  EXPECT_THAT(onlyProblem(machine).says, HasSubstr("libToolsInjection64"));
}

TEST(Doctor, tellsCountersFromTimelines) {
  Machine machine = workingMachine();
  machine.areCountersRestricted = true;
  EXPECT_TRUE(isUsable(examine(machine)));
  EXPECT_THAT(findingsText(examine(machine)), HasSubstr("timelines do not"));
  machine.isRoot = true;
  EXPECT_THAT(findingsText(examine(machine)), testing::Not(HasSubstr("ERR_NVGPUCTRPERM")));
}

TEST(Doctor, mentionsAPartOfAGpu) {
  Machine machine = workingMachine();
  machine.devices[0].name = "NVIDIA H200 MIG 1g.18gb";
  EXPECT_TRUE(isUsable(examine(machine)));
  EXPECT_THAT(findingsText(examine(machine)), HasSubstr("MIG"));
}

TEST(Doctor, saysWhatIsNotInstalled) {
  Machine machine = workingMachine();
  machine.cuptiPath.clear();
  machine.cuptiProblem = "CUPTI (libcupti.so) not found";
  EXPECT_THAT(onlyProblem(machine).advice, HasSubstr("cuda-cupti"));
  machine = workingMachine();
  machine.hasInjectLibrary = false;
  EXPECT_THAT(onlyProblem(machine).says, HasSubstr("libkernline-inject.so"));
}

TEST(Doctor, answersProgramsInJson) {
  Machine machine = workingMachine();
  machine.devices[0].name = "a \"GPU\" \xff";
  const auto answer = nlohmann::json::parse(findingsJson(examine(machine)));
  EXPECT_EQ(answer["usable"], true);
  EXPECT_EQ(answer["checks"][0]["state"], "ok");
}

}  // namespace
}  // namespace kernline::recorder
