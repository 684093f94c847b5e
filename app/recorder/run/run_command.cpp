// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_command.h"

#include <fmt/format.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <random>

#include "app/recorder/cuda/blas_library.h"
#include "app/recorder/cuda/check.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/kernels/catalog.h"
#include "app/recorder/run/compiled_kernel.h"
#include "app/recorder/run/measure.h"
#include "app/recorder/run/run_recording.h"
#include "app/recorder/run/user_kernel.h"

namespace kernline::recorder {

namespace {

using Json = nlohmann::json;

/// What can be run: a bundled kernel or a person's own.
struct Runnable {
  std::string name;
  std::vector<Parameter> parameters;
  std::function<std::unique_ptr<PreparedKernel>(const Values&, const DeviceFacts&)> prepare;
  bool hasReference = true;
};

Runnable runnableOf(const std::string& name) {
  if (name.ends_with(".cu")) {
    const auto file = std::make_shared<const UserFile>(name);
    return {.name = file->declaration.kernel,
            .parameters = file->declaration.parameters,
            .prepare = [file](const Values& values,
                              const DeviceFacts& facts) { return prepareUserKernel(*file, values, facts); },
            .hasReference = false};
  }
  const Kernel* const kernel = kernelNamed(name);
  if (kernel == nullptr) {
    throw Failure(
        ExitCode::wrongUsage,
        fmt::format("unknown kernel {}; specify a .cu file or a bundled kernel (kernline record list shows them)",
                    name));
  }
  return {.name = kernel->name,
          .parameters = kernel->parameters,
          .prepare = [kernel](const Values& values, const DeviceFacts&) { return kernel->prepare(values); },
          .hasReference = true};
}

struct Session {
  const RunOptions& options;
  Runnable runnable;
  DeviceFacts facts;
  Nvml nvml;
  std::unique_ptr<RunRecording> recording;  // null without
};

MeasuredRun runOnce(Session& session, const Values& values, Progress& progress) {
  progress.stage("preparing", "Allocating inputs and outputs");
  const std::unique_ptr<PreparedKernel> prepared = session.runnable.prepare(values, session.facts);
  MeasuredRun run;
  run.kernel = session.runnable.name;
  run.values = values;
  run.device = session.facts;
  run.flushedL2 = session.options.flushL2;
  run.work = prepared->work();
  progress.stage("checking", session.runnable.hasReference ? "Checking against the reference on the CPU"
                                                           : "Checking for unwritten elements");
  const Comparison comparison = checkResult(*prepared, std::random_device{}());
  if (session.runnable.hasReference) {
    run.comparison = comparison;
  }
  run.samples = takeSamples(*prepared, session.facts, session.options, session.nvml, progress, run.clocks);
  run.converged = converged(run.samples, session.options.stop);
  if (session.recording != nullptr) {
    progress.stage("recording", "Recording the timeline");
    const RunRecording::Counts counts = session.recording->record(*prepared, run.samples.median());
    run.recordedRecords = counts.recorded;
    run.droppedRecords = counts.dropped;
    run.out = session.recording->path();
    if (session.options.profile) {
      run.profile = session.recording->profile(*prepared, [&](std::size_t passes) {
        progress.stage("counting", fmt::format("Counting in {} of the kernel", counted(passes, "launch", "es")));
      });
    }
  }
  if (session.options.ceilings) {
    progress.stage("ceilings", "Measuring the peak rates of this device");
    run.ceilings = measuredCeilings(session.facts, run.work.rate);
  }
  return run;
}

/// What fails says with which values it did.
MeasuredRun runNamed(Session& session, const Values& values, Progress& progress) {
  try {
    return runOnce(session, values, progress);
  } catch (const CompileFailure&) {
    throw;
  } catch (const Failure& failure) {
    std::string name = session.runnable.name;
    for (const Parameter& parameter : values.parameters()) {
      name += fmt::format(" {}={}", parameter.name, values.text(parameter));
    }
    throw Failure(failure.code(), fmt::format("{}: {}", name, failure.what()));
  }
}

Json answerOf(const std::vector<Json>& runs) {
  Json answer = runs.size() == 1 ? runs.front() : Json::object();
  answer["schema"] = "kernline-record-run-1";
  answer["runs"] = runs;
  return answer;
}

void runAll(const RunOptions& options, Arguments arguments, Progress& progress) {
  Runnable runnable = runnableOf(options.kernel);
  std::vector<Values> all;
  for (const std::vector<Setting>& settings : combinations(options.settings, options.sweeps)) {
    all.emplace_back(runnable.parameters, settings);  // every one is checked before the first runs
  }
  const DeviceFacts facts = deviceFacts(options.device);
  if (options.ceilings) {
    blasLibrary();  // says what is missing before minutes of sampling
  }
  check(cudaSetDevice(options.device), "selecting the device");
  Session session{.options = options,
                  .runnable = std::move(runnable),
                  .facts = facts,
                  .nvml = Nvml(facts.pciBusId),
                  .recording = nullptr};
  if (options.timeline && !options.out.empty()) {
    session.recording = std::make_unique<RunRecording>(options, facts, arguments);
    progress.recording(session.recording->path());
  }
  std::vector<Json> runs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.startRun(i, all.size());
    const MeasuredRun run = runNamed(session, all[i], progress);
    runs.push_back(toJson(run));
    progress.result(runs.back());
    if (!options.json) {
      fmt::print("{}", toText(run));
    }
  }
  if (session.recording != nullptr) {
    session.recording->finish();
  }
  progress.stage("done", "Done");
  if (options.json) {
    fmt::print("{}\n", answerOf(runs).dump());
  }
}

}  // namespace

int runCommand(Arguments arguments) {
  Progress progress(false);
  std::string file;
  try {
    const RunOptions options = runOptions(arguments);
    file = options.kernel;
    progress = Progress(options.progressJson);
    runAll(options, arguments, progress);
  } catch (const CompileFailure& failure) {
    for (const CompileError& error : failure.errors()) {
      progress.error(file, error);
    }
    return static_cast<int>(failure.code());
  } catch (const DeclarationFailure& failure) {
    progress.error(file, {.text = failure.what(), .line = failure.line(), .column = 1, .code = {}});
    return static_cast<int>(failure.code());
  } catch (const Failure& failure) {
    progress.error(failure.what());
    return static_cast<int>(failure.code());
  }
  return static_cast<int>(ExitCode::done);
}

}  // namespace kernline::recorder
