// SPDX-License-Identifier: GPL-3.0-or-later
// One step is one thing: every command has the same device time of it.
#include "core/model/base/median.h"
#include "core/model/format/quantity.h"
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

using nlohmann::json;

class StepsOfCommands : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override {
    if (!hasShared(GetParam())) {
      GTEST_SKIP() << "without " << GetParam();
    }
    file = shared(GetParam());
    steps = answerOf({"steps", "--json", file});
    ASSERT_FALSE(steps.at("steps").empty());
  }

  std::string file;
  json steps;
};

std::int64_t sumOver(const json& list, const char* key) {
  std::int64_t sum = 0;
  for (const json& one : list) {
    sum += one.at(key).get<std::int64_t>();
  }
  return sum;
}

TEST_P(StepsOfCommands, areThoseOfTheSummary) {
  const json whole = answerOf({"summary", "--json", file});
  const json& summary = whole.at("steps");
  ASSERT_EQ(summary.size(), steps.at("steps").size());
  for (std::size_t i = 0; i < summary.size(); ++i) {
    const json& step = steps.at("steps")[i];
    EXPECT_EQ(summary[i].at("busy_ns"), step.at("device_ns")) << i;
    for (const char* key : {"name", "start_ns", "duration_ns", "exposed_communication_ns"}) {
      EXPECT_EQ(summary[i].at(key), step.at(key)) << key << i;
    }
    EXPECT_LE(step.at("device_ns"), step.at("launched_ns")) << i;
    EXPECT_LE(summary[i].at("kernel_ns"), step.at("launched_ns")) << i;
    EXPECT_LE(summary[i].at("exposed_communication_ns"), summary[i].at("communication_ns")) << i;
    EXPECT_EQ(sumOver(step.at("phases"), "device_ns"), step.at("device_ns").get<std::int64_t>()) << i;
  }
  EXPECT_EQ(sumOver(steps.at("steps"), "device_ns") + steps.at("outside_steps_ns").get<std::int64_t>(),
            sumOver(whole.at("devices"), "busy_ns"));
  EXPECT_LE(sumOver(steps.at("steps"), "exposed_communication_ns"),
            sumOver(whole.at("devices"), "exposed_communication_ns"));
  if (steps.at("outside_steps_ns") == 0) {
    EXPECT_EQ(sumOver(steps.at("steps"), "exposed_communication_ns"),
              sumOver(whole.at("devices"), "exposed_communication_ns"));
  }
}

TEST_P(StepsOfCommands, areThoseOfQueries) {
  const json answer =
      answerOf({"query", file, "SELECT device_ns, idle_ns, exposed_communication_ns FROM steps", "--json"});
  ASSERT_EQ(answer.at("rows").size(), steps.at("steps").size());
  for (std::size_t i = 0; i < answer.at("rows").size(); ++i) {
    const json& row = answer.at("rows")[i];
    const json& step = steps.at("steps")[i];
    for (const char* key : {"device_ns", "idle_ns", "exposed_communication_ns"}) {
      EXPECT_EQ(row.at(key), step.at(key)) << key << i;
    }
  }
}

TEST_P(StepsOfCommands, haveTheSameWork) {
  constexpr std::size_t maxAsked = 3;
  const json byStep = answerOf({"stats", "--json", "--by", "step", "--kind", "device", file});
  std::size_t most = 0;
  for (const json& step : steps.at("steps")) {
    most = std::max(most, step.at("index").get<std::size_t>());
  }
  for (std::size_t n = 0; n <= std::min(most, maxAsked - 1); ++n) {
    const std::string number = std::to_string(n);
    const json stats = answerOf({"stats", "--json", "--kind", "device", "--steps", number, file});
    const std::int64_t work = sumOver(stats.at("rows"), "total_ns");
    EXPECT_EQ(answerOf({"modules", "--json", "--steps", number, file}).at("given_ns"), work) << n;
    EXPECT_EQ(answerOf({"calltree", "--json", "--steps", number, file}).at("device_total_ns"), work) << n;
    const json query = answerOf({"query", file,
                                 "SELECT coalesce(sum(duration_ns), 0) AS work FROM spans WHERE kind IN ('kernel', "
                                 "'memcpy', 'memset') AND step_number = " +
                                     number,
                                 "--json"});
    EXPECT_EQ(query.at("rows").at(0).at("work"), work) << n;
    const auto row = std::ranges::find_if(byStep.at("rows"), [&](const json& one) {
      const std::string name = one.at("name");
      return name == number || name.starts_with(number + ":");
    });
    EXPECT_EQ(row == byStep.at("rows").end() ? 0 : row->at("total_ns").get<std::int64_t>(), work) << n;
  }
}

/// Comparisons measure the busiest device.
TEST_P(StepsOfCommands, haveTheSameDeviceTimeInComparisons) {
  const json run = answerOf({"compare", "--json", file, file}).at("runs").at(0);
  const json& compared = run.at("steps");
  EXPECT_EQ(compared.at("duration_ns").get<std::int64_t>(),
            compared.at("device_ns").get<std::int64_t>() + compared.at("idle_ns").get<std::int64_t>() +
                compared.at("launched_elsewhere_ns").get<std::int64_t>() -
                compared.at("ran_elsewhere_ns").get<std::int64_t>());
  if (run.at("devices") != 1 || compared.at("by_launch") == false) {
    return;
  }
  std::int64_t device = 0;
  std::int64_t launched = 0;
  std::size_t found = 0;
  for (const json& step : steps.at("steps")) {
    const auto isIt = [&](const json& range) { return range.at("index") == step.at("index"); };
    if (std::ranges::any_of(compared.at("ranges"), isIt)) {
      device += step.at("device_ns").get<std::int64_t>();
      launched += step.at("launched_ns").get<std::int64_t>();
      ++found;
    }
  }
  EXPECT_EQ(found, compared.at("count"));
  EXPECT_GE(compared.at("device_ns"), device) << "a moment that another step shares is of one step in either";
  EXPECT_LE(compared.at("device_ns"), launched);
}

TEST_P(StepsOfCommands, haveTheSameNumbersNamesAndTimesInComparisons) {
  const json run = answerOf({"compare", "--json", file, file}).at("runs").at(0);
  ASSERT_FALSE(run.at("steps").at("ranges").empty());
  EXPECT_EQ(run.at("steps").at("source"), steps.at("source"));
  if (run.at("devices") != 1 && steps.at("source") == "rounds") {
    return;  // rounds of the busiest device, which may have none elsewhere
  }
  for (const json& range : run.at("steps").at("ranges")) {
    const auto isIt = [&](const json& step) {
      return step.at("index") == range.at("index") && step.at("start_ns") == range.at("start_ns");
    };
    const auto step = std::ranges::find_if(steps.at("steps"), isIt);
    ASSERT_NE(step, steps.at("steps").end()) << range.dump();
    EXPECT_TRUE(range.at("name").get_ref<const std::string&>().empty() || range.at("name") == step->at("name"))
        << range.dump();
    for (const char* key : {"host_ns", "duration_ns", "device_start_ns"}) {
      EXPECT_TRUE(run.at("devices") != 1 || range.at(key) == step->at(key)) << key << range.dump() << step->dump();
    }
  }
}

/// Texts and pages for people have the figures that programs read.
TEST_P(StepsOfCommands, HaveTheSameTimesInReports) {
  const json run = answerOf({"compare", "--json", file, file}).at("runs").at(0);
  const double count = run.at("steps").at("count");
  const std::string step = formatDuration({std::llround(run.at("steps").at("duration_ns").get<double>() / count)});
  const TemporaryFolder folder;
  ASSERT_EQ(kernline({"compare", file, file, "--html", folder / "report.html"}).code, 0);
  const std::string sentence = fmt::format("{} → {} per step", step, step);
  for (const std::string& text : {kernline({"compare", file, file}).out, readFile(folder / "report.html"),
                                  kernline({"compare", "--markdown", file, file}).out}) {
    EXPECT_NE(text.find(sentence), std::string::npos) << sentence << "\n" << text.substr(0, 500);
  }
}

TEST_P(StepsOfCommands, haveTheSameMedianInAdvice) {
  const json advice = answerOf({"advise", "--json", file});
  if (advice.at("devices") != 1 || advice.at("steps") != steps.at("steps").size()) {
    return;  // it says which it leaves out
  }
  std::vector<std::int64_t> lengths;
  for (const json& step : steps.at("steps")) {
    lengths.push_back(step.at("duration_ns"));
  }
  EXPECT_EQ(advice.at("median_step_ns"), medianOf(lengths));
}

TEST_P(StepsOfCommands, haveTheSameNumbersAndModeledTimeInWork) {
  const json work = answerOf({"work", "--json", file});
  for (const json& use : work.at("steps")) {
    const auto isIt = [&](const json& step) {
      return step.at("index") == use.at("index") && step.at("rank") == use.at("rank") &&
             step.at("name") == use.at("name");
    };
    const auto step = std::ranges::find_if(steps.at("steps"), isIt);
    ASSERT_NE(step, steps.at("steps").end()) << use.dump();
    if (work.at("utilization").size() == 1 && use.at("elapsed_ns") > 0) {
      EXPECT_GE(use.at("elapsed_ns"), step->at("duration_ns")) << use.dump();
    }
    if (work.at("utilization").size() == 1 && use.at("elapsed_ns") > 0 && steps.at("source") != "rounds") {
      EXPECT_EQ(use.at("elapsed_ns"), step->at("duration_ns")) << use.dump();
    }
  }
  const json advice = answerOf({"advise", "--json", file});
  if (advice.at("devices") == 1 && advice.at("kernel_ns") == work.at("kernel_ns")) {
    EXPECT_EQ(advice.at("modelled_ns"), work.at("modelled_ns"));
    EXPECT_EQ(advice.at("roofline_kernel_ns").get<std::int64_t>(), sumOver(work.at("rows"), "roofline_kernel_ns"));
  }
}

TEST_P(StepsOfCommands, countTheSameWorkByNameAndByOperator) {
  const json byName = answerOf({"stats", "--by", "name", "--limit", "0", "--json", file});
  const json byOp = answerOf({"stats", "--by", "op", "--limit", "0", "--json", file});
  for (const char* key : {"count", "total_ns"}) {
    EXPECT_EQ(sumOver(byName.at("rows"), key), sumOver(byOp.at("rows"), key)) << key;
  }
  const json workByOp = answerOf({"work", "--by", "op", "--json", file});
  const json workByKernel = answerOf({"work", "--by", "kernel", "--json", file});
  EXPECT_EQ(sumOver(workByOp.at("rows"), "kernel_ns"), sumOver(workByKernel.at("rows"), "kernel_ns"));
}

TEST_P(StepsOfCommands, haveNoMorePeakMemoryThanTheFile) {
  const json compared = answerOf({"compare", "--json", file, file}).at("runs").at(0).at("memory");
  if (compared.is_null()) {
    return;
  }
  const json devices = answerOf({"memory", "--json", file}).at("devices");
  const auto hasIt = [&](const json& device) {
    return device.at("peak_allocated_bytes") == compared.at("peak_allocated_bytes");
  };
  EXPECT_TRUE(std::ranges::any_of(devices, hasIt)) << compared.dump();
  for (const json& step : steps.at("steps")) {
    EXPECT_TRUE(step.at("peak_allocated_bytes").is_null() || std::ranges::any_of(devices, [&](const json& device) {
                  return step.at("peak_allocated_bytes") <= device.at("peak_allocated_bytes");
                }));
  }
}

std::string textOf(const std::vector<std::string>& words) {
  const ProgramRun run = kernline(words);
  EXPECT_EQ(run.code, 0) << run.err;
  return run.out;
}

/// People read the same medians, shares and peaks as programs do, in text and in the page of a comparison.
TEST_P(StepsOfCommands, haveTheFiguresOfJsonInTextAndPages) {
  const auto contains = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text.substr(0, 700);
  };
  std::vector<std::int64_t> lengths;
  for (const json& step : steps.at("steps")) {
    lengths.push_back(step.at("duration_ns"));
  }
  if (lengths.size() > 1) {
    contains(textOf({"steps", file}), "median " + formatDuration({medianOf(lengths)}));
  }
  const json advice = answerOf({"advise", "--json", file});
  const std::string adviceText = textOf({"advise", file});
  if (advice.at("steps") > 1) {
    contains(adviceText, "median " + formatDuration({advice.at("median_step_ns").get<std::int64_t>()}));
  }
  const auto shareOf = [](const json& part, const json& whole) {
    return formatShare(part.get<double>() / whole.get<double>());
  };
  const json work = answerOf({"work", "--json", file});
  if (work.at("kernel_ns") > 0 && work.at("modelled_ns") > 0) {
    const std::string text = textOf({"work", file});
    const std::string all = shareOf(work.at("modelled_ns"), work.at("kernel_ns"));
    contains(text, "modeled " + all);
    // Checks the time of the utilization, too, which is that of steps.
    const json& devices = work.at("utilization");
    if (devices.size() == 1 && devices.at(0).at("steps") > 0 && !devices.at(0).at("mfu").is_null()) {
      const std::string used = formatShare(devices.at(0).at("modelled_share").get<double>());
      contains(text, used == all ? "modeled " + all : ", " + used + " in ");
    }
  }
  if (!advice.at("roofline_kernel_ns").is_null() && advice.at("roofline_kernel_ns") > 0) {
    contains(adviceText, "covers " + shareOf(advice.at("roofline_kernel_ns"), advice.at("kernel_ns")));
  }
  const json run = answerOf({"compare", "--json", file, file}).at("runs").at(0);
  const TemporaryFolder folder;
  textOf({"compare", file, file, "--html", folder / "page.html"});
  const std::string compared = textOf({"compare", file, file});
  const std::string page = readFile(folder / "page.html");
  if (!run.at("memory").is_null()) {
    const std::string peak = formatBytes(run.at("memory").at("peak_allocated_bytes").get<std::int64_t>());
    contains(page, peak + " → " + peak);
    contains(compared, peak + " → " + peak);
    contains(textOf({"memory", file}), "peak " + peak);
  }
  std::vector<std::int64_t> measured;
  for (const json& range : run.at("steps").at("ranges")) {
    measured.push_back(range.at("duration_ns"));
  }
  std::ranges::sort(measured);
  const std::string drawn = formatDuration({measured[measured.size() / 2]});
  const std::string other = formatDuration({measured[(measured.size() - 1) / 2]});
  EXPECT_TRUE(page.contains(": " + drawn) || page.contains(": " + other)) << "the median step is drawn: " << drawn;
}

INSTANTIATE_TEST_SUITE_P(Traces, StepsOfCommands,
                         testing::Values("h200/ddp_rank0.pt.trace.json.gz", "h200/gpt_stack_trace.json.gz",
                                         "h200/ring_rank0.pt.trace.json.gz", "h200/steps_eager_0.json.gz",
                                         "formats/graphs/graph_replay.json.gz",
                                         "formats/inductor/inductor_trace.json.gz",
                                         "pairs/precision_bf16.after.json.xz",
                                         "traces/torch/tracelens_mi300_sglang_decode.json.gz",
                                         "traces/torch/hpctraining_merged_8ranks_nccl_only.json.gz"),
                         [](const auto& trace) { return testName(trace.param); });

/// A fused optimizer is one operator of a few kernels: whatever counts it counts the same.
TEST(FusedOptimizer, hasTheSameCallsByNameByOperatorAndPerStep) {
  for (const char* name : {"h200/steps_eager_0.json.gz", "pairs/optimizer_foreach.after.json.xz"}) {
    if (!hasShared(name)) {
      continue;
    }
    const std::string file = shared(name);
    const auto only = [&](const char* by, const char* filter) {
      return answerOf({"stats", "--by", by, "--filter", filter, "--limit", "0", "--json", file}).at("rows");
    };
    const json byName = only("name", "FusedAdam");
    const json byOp = only("op", "name:FusedAdam");
    ASSERT_EQ(byName.size(), 1U);
    EXPECT_EQ(sumOver(byOp, "count"), byName.at(0).at("count"));
    EXPECT_EQ(sumOver(byOp, "total_ns"), byName.at(0).at("total_ns"));
    const json query =
        answerOf({"query", file,
                  "SELECT count(*) AS n, sum(duration_ns) AS ns FROM kernels WHERE name LIKE '%FusedAdam%'", "--json"});
    EXPECT_EQ(query.at("rows").at(0).at("n"), byName.at(0).at("count"));
    EXPECT_EQ(query.at("rows").at(0).at("ns"), byName.at(0).at("total_ns"));
    const json compared = answerOf({"compare", "--json", "--by", "name", file, file});
    const std::size_t count = compared.at("runs").at(0).at("steps").at("count");
    const TemporaryFolder folder;
    const std::string text = textOf({"compare", "--by", "name", "--limit", "0", file, file});
    textOf({"compare", "--by", "name", file, file, "--html", folder / "page.html"});
    bool isFound = false;
    for (const json& row : compared.at("rows")) {
      if (row.at("name").get<std::string>().contains("FusedAdam")) {
        isFound = true;
        const json& side = row.at("runs").at(0);
        const double perStep = side.at("calls_per_step");
        EXPECT_LE(perStep * static_cast<double>(count), byName.at(0).at("count").get<double>() + 1e-6);
        const long long calls = std::llround(perStep);
        const std::size_t at = text.rfind("FusedAdam");
        ASSERT_NE(at, std::string::npos);
        const std::size_t line = text.rfind('\n', at) + 1;
        EXPECT_NE(text.substr(line, at - line).find(fmt::format(" {} ", calls)), std::string::npos)
            << text.substr(line, at - line);
        EXPECT_NE(readFile(folder / "page.html").find(fmt::format("{}×", calls)), std::string::npos) << calls;
      }
    }
    EXPECT_TRUE(isFound);
  }
}

}  // namespace
}  // namespace kernline::test
