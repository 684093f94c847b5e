// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/replay/replayed_run.h"
#include "core/analysis/steps/found_steps.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace kernline::test {

/// A program as torch.profiler records it: calls on threads, and what they launch, mostly on stream 7. Times in µs.
class RecordedProgram {
 public:
  /// Steps of a length, the first from `length` on.
  explicit RecordedProgram(int steps, double length = 1000) {
    for (int i = 1; i <= steps; ++i) {
      call("user_annotation", fmt::format("ProfilerStep#{}", i), i * length, length - 1);
    }
  }

  void call(std::string_view category, std::string_view name, double start, double duration, int thread = 1,
            std::string_view args = "") {
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":{},"ts":{},"dur":{},"args":{{{}}}}})", category,
                    name, thread, start, duration, args));
  }
  void op(std::string_view name, double start, double duration, int thread = 1) {
    call("cpu_op", name, start, duration, thread);
  }
  double launchTime = 5;  ///< duration of launch calls

  /// A call from `launch` on.
  void kernel(std::string_view name, double launch, double start, double duration, int thread = 1, int stream = 7) {
    const std::string correlation = next();
    call("cuda_runtime", "cudaLaunchKernel", launch, launchTime, thread, correlation);
    work("kernel", name, start, duration, correlation, stream);
  }
  /// A call that records an event, waits for one or starts one of these; returns its correlation id.
  int eventCall(std::string_view name, double start) {
    const std::string correlation = next();
    call("cuda_runtime", name, start, 2, 1, correlation);
    return m_correlation;
  }
  /// The record of a wait with `enable_cuda_sync_events`: `waiting` and `recording` are what `eventCall` returned.
  void synchronization(std::string_view name, double start, int waiting, int recording, int stream, int waitsFor) {
    add(fmt::format(
        R"({{"ph":"X","cat":"cuda_sync","name":"{}","pid":0,"tid":{},"ts":{},"dur":1,"args":{{"device":0,"stream":{},)"
        R"("correlation":{},"wait_on_stream":{},"wait_on_cuda_event_record_corr_id":{}}}}})",
        name, stream, start, stream, waiting, waitsFor, recording));
  }
  /// Around what a stream does.
  void deviceAnnotation(std::string_view name, double start, double duration) {
    add(fmt::format(
        R"({{"ph":"X","cat":"gpu_user_annotation","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},"args":{{}}}})", name,
        start, duration));
  }
  void pageableCopy(double begin, double length, double start, double duration) {
    const std::string correlation = next();
    call("cuda_runtime", "cudaMemcpyAsync", begin, length, 1, correlation);
    work("gpu_memcpy", "Memcpy HtoD (Pageable -> Device)", start, duration, correlation);
  }

  /// `members`: of the file, before its events.
  [[nodiscard]] std::shared_ptr<const Trace> trace(const std::string& members = {}) {
    m_file = std::make_unique<TemporaryFile>("{" + members + R"("traceEvents":[)" + m_text + "]}");
    auto loaded = load(m_file->path());
    EXPECT_TRUE(loaded);
    return *loaded;
  }

 private:
  std::string next() { return fmt::format(R"("correlation":{})", ++m_correlation); }
  void work(std::string_view category, std::string_view name, double start, double duration,
            const std::string& correlation, int stream = 7) {
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":0,"tid":{},"ts":{},"dur":{},)"
                    R"("args":{{"device":0,"stream":{},{}}}}})",
                    category, name, stream, start, duration, stream, correlation));
  }
  void add(const std::string& event) { m_text += (m_text.empty() ? "" : ",\n") + event; }

  std::string m_text;
  int m_correlation = 0;
  std::unique_ptr<TemporaryFile> m_file;  // file whose args are read again
};

/// A trace, its steps and their replay.
struct Replayed {
  std::shared_ptr<const Trace> trace;
  std::unique_ptr<const FoundSteps> steps;
  std::unique_ptr<const ReplayedRun> run;

  [[nodiscard]] double stepInUs(const ReplayChanges& changes = {}) const {
    return static_cast<double>(run->meanStep(replay(run->graph(), *steps, changes)).ns) / 1000;
  }
};

inline Replayed replayed(std::shared_ptr<const Trace> trace) {
  Replayed made{.trace = std::move(trace), .steps = nullptr, .run = nullptr};
  made.steps = std::make_unique<const FoundSteps>(foundSteps(*made.trace).value());
  Expected<ReplayedRun> run = ReplayedRun::of(*made.trace, *made.steps);
  EXPECT_TRUE(run) << run.error().message.english();
  made.run = run ? std::make_unique<const ReplayedRun>(*std::move(run)) : nullptr;
  return made;
}

/// The host launches a kernel of 10 µs each 100 µs: the device waits for it.
inline RecordedProgram hostBoundProgram() {
  RecordedProgram program(4);
  for (int i = 10; i < 50; ++i) {
    program.op("aten::add", i * 100 + 10, 60);
    program.kernel("add_kernel", i * 100 + 40, i * 100 + 46, 10);
  }
  return program;
}

/// The host launches kernels of 97 µs each 20 µs, which queue, and waits for them.
inline RecordedProgram deviceBoundProgram() {
  RecordedProgram program(4);
  for (int step = 0; step < 4; ++step) {
    for (int i = 0; i < 10; ++i) {
      const double begin = 1000 + step * 1000 + i * 20;
      program.op("aten::mm", begin + 2, 15);
      program.kernel("gemm_kernel", begin + 10, 1016 + step * 1000 + i * 98, 97);
    }
    program.call("cuda_runtime", "cudaDeviceSynchronize", 1210 + step * 1000, 787);
  }
  return program;
}

}  // namespace kernline::test
