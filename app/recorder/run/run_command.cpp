// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/run_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/recorder/cuda/blas_library.h"
#include "app/recorder/cuda/check.h"
#include "app/recorder/io/counted.h"
#include "app/recorder/io/nearest_name.h"
#include "app/recorder/kernels/catalog.h"
#include "app/recorder/run/compiled_kernel.h"
#include "app/recorder/run/measure.h"
#include "app/recorder/run/run_recording.h"
#include "app/recorder/run/run_sweep.h"
#include "app/recorder/run/tuning.h"
#include "app/recorder/run/user_kernel.h"

namespace kernline::recorder {

namespace {

using Json = nlohmann::json;

/// A kernel that can be run: bundled or the user's.
struct Runnable {
  std::string name;
  std::vector<Parameter> parameters;
  std::function<std::unique_ptr<PreparedKernel>(const Values&, const DeviceFacts&)> prepare;
  bool hasReference = true;
  std::map<std::uint32_t, std::string> phases{};  // names of a person's own marks
};

Runnable runnableOf(const std::string& name) {
  if (name.ends_with(".cu")) {
    const auto file = std::make_shared<const UserFile>(name);
    return {.name = file->declaration.kernel,
            .parameters = file->declaration.parameters,
            .prepare = [file](const Values& values,
                              const DeviceFacts& facts) { return prepareUserKernel(*file, values, facts); },
            .hasReference = false,
            .phases = file->declaration.phases};
  }
  const Kernel* const kernel = kernelNamed(name);
  if (kernel == nullptr) {
    std::vector<std::string_view> names;
    std::ranges::transform(kernels(), std::back_inserter(names), &Kernel::name);
    throw Failure(ExitCode::wrongUsage, fmt::format("unknown kernel {}; did you mean {}? kernline record list shows "
                                                    "the bundled kernels; for your own, name its .cu file",
                                                    name, nearestName(name, names)));
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

/// Sampling by `stop`; without a recording.
MeasuredRun measure(Session& session, PreparedKernel& prepared, const Values& values, const StopRule& stop,
                    Progress& progress) {
  MeasuredRun run;
  run.kernel = session.runnable.name;
  run.values = values;
  run.device = session.facts;
  run.flushedL2 = session.options.flushL2;
  run.work = prepared.work();
  progress.stage("checking", session.runnable.hasReference ? "Checking against the reference on the CPU"
                                                           : "Checking for unwritten elements");
  const Comparison comparison = checkResult(prepared, std::random_device{}());
  if (session.runnable.hasReference) {
    run.comparison = comparison;
  }
  run.samples = takeSamples(prepared, session.facts, {.stop = stop, .flushL2 = session.options.flushL2}, session.nvml,
                            progress, run.clocks);
  run.converged = converged(run.samples, stop);
  return run;
}

void complete(Session& session, PreparedKernel& prepared, MeasuredRun& run, Progress& progress) {
  if (session.recording != nullptr) {
    if (session.options.sourceExponent > 0) {
      progress.stage("recording", "Sampling source lines");
      session.recording->recordSource(prepared, run.samples.median());
    }
    progress.stage("recording", "Recording the timeline");
    const RunRecording::Counts counts = session.recording->record(prepared, run.samples.median());
    run.recordedRecords = counts.recorded;
    run.droppedRecords = counts.dropped;
    run.out = session.recording->path();
    if (session.options.blocks) {
      progress.stage("recording", "Recording the blocks of one launch");
      run.blocks = session.recording->recordBlocks(prepared, session.options.device, session.runnable.phases);
    }
    if (session.options.profile) {
      run.profile = session.recording->profile(prepared, algorithmJson(run).dump(), [&](std::size_t passes) {
        progress.stage("counting", fmt::format("Counting in {} of the kernel", counted(passes, "launch", "es")));
      });
    }
  }
  if (session.options.ceilings) {
    progress.stage("ceilings", "Measuring the peak rates of this device");
    run.ceilings = measuredCeilings(session.facts, run.work.rate);
  }
}

std::unique_ptr<PreparedKernel> prepare(Session& session, const Values& values, Progress& progress) {
  progress.stage("preparing", "Allocating inputs and outputs");
  std::unique_ptr<PreparedKernel> prepared = session.runnable.prepare(values, session.facts);
  if (session.options.blocks) {
    prepared->blockSymbols();  // says that there are none before anything is timed
  }
  return prepared;
}

MeasuredRun runOnce(Session& session, const Values& values, Progress& progress) {
  const std::unique_ptr<PreparedKernel> prepared = prepare(session, values, progress);
  MeasuredRun run = measure(session, *prepared, values, session.options.stop, progress);
  complete(session, *prepared, run, progress);
  return run;
}

/// Runs with values that are named in any failure.
MeasuredRun runNamed(Session& session, const Values& values, Progress& progress) {
  try {
    return runOnce(session, values, progress);
  } catch (const CompileFailure&) {
    throw;
  } catch (const Failure& failure) {
    throw Failure(failure.code(), fmt::format("{} {}: {}", session.runnable.name, valuesText(values), failure.what()));
  }
}

/// Measures all values, and records only the fastest.
Tuning runTuned(Session& session, const std::vector<Values>& all, Progress& progress) {
  std::size_t begun = 0;
  const auto measureOne = [&](const Values& values, double bestMedian) {
    progress.startRun(begun++, all.size());
    StopRule stop = session.options.stop;
    stop.hopeless = bestMedian;
    const std::unique_ptr<PreparedKernel> prepared = prepare(session, values, progress);
    MeasuredRun run = measure(session, *prepared, values, stop, progress);
    progress.result(toJson(run));
    return run;
  };
  const auto isUsable = [] {
    cudaGetLastError();  // clears the error of a refused launch; errors of a kernel stay
    return cudaDeviceSynchronize() == cudaSuccess;
  };
  Tuning tuning = tune(all, measureOne, isUsable);
  for (const Tuning::Failed& failed : tuning.failed) {
    if (session.options.progressJson) {  // others read it in the answer
      progress.error(fmt::format("{}: {}", valuesText(failed.values), failed.problem));
    }
  }
  if (!tuning.best) {
    throw Failure(ExitCode::kernelFailed,
                  fmt::format("{} runs with none of the {} combinations; the first: {}", session.runnable.name,
                              all.size(), tuning.failed.front().problem));
  }
  MeasuredRun& best = tuning.runs[*tuning.best];
  const std::unique_ptr<PreparedKernel> prepared = prepare(session, *best.values, progress);
  prepared->fill(std::random_device{}());
  complete(session, *prepared, best, progress);
  Json result = toJson(best);
  result["best"] = true;
  progress.result(result);  // once more, with all that is known of it
  if (!session.options.json) {
    fmt::print("{}", toText(tuning) + toText(best));
  }
  return tuning;
}

Json answerOf(std::span<const MeasuredRun> measured) {
  std::vector<Json> runs;
  std::ranges::transform(measured, std::back_inserter(runs), [](const MeasuredRun& run) { return toJson(run); });
  Json answer = runs.size() == 1 ? runs.front() : Json::object();
  answer["schema"] = "kernline-record-run-1";
  answer["runs"] = runs;
  return answer;
}

Json answerOf(const Tuning& tuning) {
  Json answer = answerOf(std::span<const MeasuredRun>(tuning.runs));
  answer["tuning"] = tuningJson(tuning);
  return answer;
}

Json runEach(Session& session, const std::vector<Values>& all, Progress& progress) {
  std::vector<MeasuredRun> runs;
  for (std::size_t i = 0; i < all.size(); ++i) {
    progress.startRun(i, all.size());
    runs.push_back(runNamed(session, all[i], progress));
    progress.result(toJson(runs.back()));
    if (!session.options.json) {
      fmt::print("{}", toText(runs.back()));
    }
  }
  Json answer = answerOf(runs);
  if (!session.options.sweeps.empty()) {
    const std::string& parameter = session.options.sweeps.back().name;  // the one that runs fastest
    answer["limits"] = limitsJson(limitStretches(runs, parameter));
    if (!session.options.json) {
      fmt::print("{}", limitsText(runs, parameter));
    }
  }
  return answer;
}

void runAll(const RunOptions& options, Arguments arguments, Progress& progress) {
  Runnable runnable = runnableOf(options.kernel);
  requireRecording(options);
  std::vector<Values> all;
  const bool isTuned = !options.tuned.empty();
  for (const std::vector<Setting>& settings :
       combinations(options.settings, isTuned ? options.tuned : options.sweeps)) {
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
  const Json answer = isTuned ? answerOf(runTuned(session, all, progress)) : runEach(session, all, progress);
  if (session.recording != nullptr) {
    session.recording->finish();
  }
  progress.stage("done", "Done");
  if (options.json) {
    fmt::print("{}\n", answer.dump());
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
