// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/advice/advice.h"
#include "core/analysis/advice/advice_subject.h"
#include "core/analysis/causes/trace_analysis.h"
#include "core/analysis/work/reference_device.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>

namespace kernline::test {

inline constexpr const char* bfloat = "c10::BFloat16";

inline std::string typesOf(std::initializer_list<const char*> types) {
  std::string text;
  for (const char* type : types) {
    text += fmt::format(R"({}"{}")", text.empty() ? "" : ",", type);
  }
  return "[" + text + "]";
}

/// A program on an "NVIDIA H200": operators with shapes on one thread, each with kernels below it. Times in µs.
class AdviceProgram {
 public:
  void op(const char* name, double start, double duration, const std::string& dims, const std::string& types,
          const std::string& strides = "[]") {
    host("cpu_op", name, start, duration,
         fmt::format(R"("External id":{},"Input Dims":{},"Input type":{},"Input Strides":{},"Concrete Inputs":[])",
                     ++m_id, dims, types, strides));
  }
  void host(const char* category, const char* name, double start, double duration, const std::string& args = {}) {
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":1,"tid":1,"ts":{},"dur":{},"args":{{{}}}}})", category,
                    name, start, duration, args));
  }
  /// Launched at `launch` by the operator that was written last.
  void work(const char* name, double launch, double start, double duration, int stream = 7,
            const char* category = "kernel", const std::string& launchArgs = {}) {
    ++m_correlation;
    host("cuda_runtime", category == std::string("kernel") ? "cudaLaunchKernel" : "cudaMemcpyAsync", launch, 1,
         fmt::format(R"("correlation":{},"External id":{})", m_correlation, m_id));
    add(fmt::format(R"({{"ph":"X","cat":"{}","name":"{}","pid":0,"tid":{},"ts":{},"dur":{},)"
                    R"("args":{{"device":0,"stream":{},"correlation":{},"External id":{}{}}}}})",
                    category, name, stream, start, duration, stream, m_correlation, m_id, launchArgs));
  }

  /// Adds an allocation on the GPU, or a release if `bytes` are negative; with so many bytes reserved.
  void memory(double time, int address, int bytes, int reserved) {
    add(fmt::format(R"({{"ph":"i","s":"t","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":{},)"
                    R"("args":{{"Device Type":1,"Device Id":0,"Addr":{},"Bytes":{},"Total Reserved":{}}}}})",
                    time, address, bytes, reserved));
  }

  /// Adds the recorder's counts of the kernel that was written last, and the needs of its algorithm, as JSON members.
  void counted(double start, const std::string& metrics, const std::string& needs = {}) {
    add(fmt::format(R"({{"ph":"i","s":"t","cat":"kernel_metrics","name":"[kernel metrics]","pid":0,"tid":7,"ts":{},)"
                    R"("args":{{"correlation":{},"metrics":{{{}}},"run":{{{}}}}}}})",
                    start, m_correlation, metrics, needs));
  }
  /// Adds a sample of the device from then on: the tensor pipe in percent, DRAM in bytes a second.
  void sampled(double time, double tensorPipe, double read) {
    add(fmt::format(R"~({{"ph":"C","name":"GPU use (%)","pid":0,"ts":{},"args":{{"tensor pipe":{}}}}})~", time,
                    tensorPipe));
    add(fmt::format(
        R"~({{"ph":"C","name":"GPU memory traffic (B/s)","pid":0,"ts":{},"args":{{"DRAM read":{},"DRAM write":0}}}})~",
        time, read));
  }

  [[nodiscard]] std::shared_ptr<const Trace> trace() {
    m_file = std::make_unique<TemporaryFile>(
        R"({"deviceProperties":[{"id":0,"name":"NVIDIA H200","computeMajor":9,"computeMinor":0,"numSms":132}],"traceEvents":[)" +
        m_text + "]}");
    auto loaded = load(m_file->path());
    EXPECT_TRUE(loaded);
    return *loaded;
  }

 private:
  void add(const std::string& event) { m_text += (m_text.empty() ? "" : ",\n") + event; }

  std::string m_text;
  int m_id = 0;
  int m_correlation = 0;
  std::unique_ptr<TemporaryFile> m_file;  // file whose args are read again
};

inline Advice adviceOf(const std::shared_ptr<const Trace>& trace, const AdviceQuery& query = {}) {
  TraceAnalysis analysis(trace);
  const WorkModel model = workModel(*trace, WorkRules::builtin(), 1);
  return advise(analysis, model, WorkMeter(*trace, model, referenceDevice(*trace).ceilings), query);
}

inline const AdviceRow& rowOf(const Advice& advice, AdviceKind kind) {
  const auto found = std::ranges::find(advice.rows, kind, &AdviceRow::kind);
  static const AdviceRow none;
  EXPECT_NE(found, advice.rows.end()) << toText(kind);
  return found == advice.rows.end() ? none : *found;
}

inline bool hasRow(const Advice& advice, AdviceKind kind) {
  return std::ranges::find(advice.rows, kind, &AdviceRow::kind) != advice.rows.end();
}

inline std::string evidenceOf(const AdviceRow& row) {
  std::string text;
  for (const Message& sentence : row.evidence) {
    text += sentence.english() + "\n";
  }
  return text;
}

/// 2 · 4096³ FLOPs: 139 µs at 989 TFLOP/s.
inline constexpr const char* squares = "[[4096,4096],[4096,4096]]";
inline constexpr double squaresUs = 2.0 * 4096 * 4096 * 4096 / 989e12 * 1e6;
inline const std::string twoHalves = typesOf({bfloat, bfloat});

inline constexpr const char* addKernel =
    "void at::native::vectorized_elementwise_kernel<4, at::native::CUDAFunctor_add<float>>()";

}  // namespace kernline::test
