// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_command.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <random>

#include "app/recorder/cuda/check.h"
#include "app/recorder/kernels/catalogue.h"
#include "app/recorder/run/measure.h"

namespace kernline::recorder {

namespace {

using Json = nlohmann::json;

const Kernel& chosenKernel(const std::string& name) {
  if (const Kernel* kernel = kernelNamed(name)) {
    return *kernel;
  }
  throw Failure(ExitCode::wrongUsage, fmt::format("there is no kernel {}; kernline record list has all", name));
}

MeasuredRun runOnce(const Kernel& kernel, const Values& values, const DeviceFacts& facts, const RunOptions& options,
                    Progress& progress) {
  progress.stage("preparing", "Making room for inputs and outputs");
  const std::unique_ptr<PreparedKernel> prepared = kernel.prepare(values);
  MeasuredRun run;
  run.kernel = kernel.name;
  run.values = values;
  run.device = facts;
  run.flushedL2 = options.flushL2;
  run.work = prepared->work();
  progress.stage("checking", "Comparing with the reference on the CPU");
  run.comparison = checkResult(*prepared, std::random_device{}());
  const Nvml nvml(facts.pciBusId);
  run.samples = takeSamples(*prepared, facts, options, nvml, progress, run.clocks);
  run.converged = converged(run.samples, options.stop);
  if (options.ceilings) {
    progress.stage("ceilings", "Measuring what this device reaches");
    run.ceilings = measuredCeilings(facts, run.work.rate);
  }
  return run;
}

/// What fails says with which values it did.
MeasuredRun runNamed(const Kernel& kernel, const Values& values, const DeviceFacts& facts, const RunOptions& options,
                     Progress& progress) {
  try {
    return runOnce(kernel, values, facts, options, progress);
  } catch (const Failure& failure) {
    std::string name = kernel.name;
    for (const Parameter& parameter : values.parameters()) {
      name += fmt::format(" {}={}", parameter.name, values.text(parameter));
    }
    throw Failure(failure.code(), fmt::format("{}: {}", name, failure.what()));
  }
}

Json answerOf(const std::vector<Json>& runs) {
  Json answer = runs.size() == 1 ? runs.front() : Json::object();
  answer["runs"] = runs;
  return answer;
}

void runAll(const RunOptions& options, Progress& progress) {
  const Kernel& kernel = chosenKernel(options.kernel);
  std::vector<Values> all;
  for (const std::vector<Setting>& settings : combinations(options.settings, options.sweeps)) {
    all.emplace_back(kernel.parameters, settings);  // every one is checked before the first runs
  }
  const DeviceFacts facts = deviceFacts(options.device);
  check(cudaSetDevice(options.device), "choosing the device");
  std::vector<Json> runs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.startRun(i, all.size());
    const MeasuredRun run = runNamed(kernel, all[i], facts, options, progress);
    runs.push_back(toJson(run));
    progress.result(runs.back());
    if (!options.json) {
      fmt::print("{}", toText(run));
    }
  }
  progress.stage("done", "Done");
  if (options.json) {
    fmt::print("{}\n", answerOf(runs).dump());
  }
}

}  // namespace

int runCommand(Arguments arguments) {
  Progress progress(false);
  try {
    const RunOptions options = runOptions(arguments);
    progress = Progress(options.progressJson);
    runAll(options, progress);
  } catch (const Failure& failure) {
    progress.error(failure.what());
    return static_cast<int>(failure.code());
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace kernline::recorder
