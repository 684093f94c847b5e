// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"
#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace kernline::test {

/// The types of two operands, and shapes of two products of 4096.
inline constexpr const char* twoHalves = R"(["c10::Half","c10::Half"])";
inline constexpr const char* twoSquares = "[[4096,4096],[4096,4096]]";

/// Operators with shapes, each with calls and kernels below it, on an "NVIDIA H200".
class MadeWork {
 public:
  void op(const char* name, int start, int duration, const std::string& dims, const std::string& types) {
    add(fmt::format(R"({{"ph":"X","cat":"cpu_op","name":"{}","pid":1,"tid":1,"ts":{},"dur":{},)"
                    R"("args":{{"External id":{},"Input Dims":{},"Input type":{},"Concrete Inputs":[]}}}})",
                    name, start, duration, ++m_id, dims, types));
  }
  /// Launched at `launch` by the operator that was written last.
  void kernel(const char* name, int launch, int start, int duration, int blocks = 1) {
    ++m_correlation;
    add(fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":1,"tid":1,"ts":{},"dur":1,)"
                    R"("args":{{"correlation":{},"External id":{}}}}})",
                    launch, m_correlation, m_id));
    add(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},)"
                    R"("args":{{"device":0,"stream":7,"correlation":{},"External id":{},"grid":[{},1,1]}}}})",
                    name, start, duration, m_correlation, m_id, blocks));
  }
  /// A call of the runtime without a launch of its own, in the operator that was written last, such as of a capture.
  void call(const char* name, int start) {
    add(fmt::format(R"({{"ph":"X","cat":"cuda_runtime","name":"{}","pid":1,"tid":1,"ts":{},"dur":1,)"
                    R"("args":{{"correlation":{},"External id":{}}}}})",
                    name, start, ++m_correlation, m_id));
  }
  struct Replayed {
    const char* name = "";
    int duration = 0;
  };
  /// A graph launch, and its kernels one after the other behind it.
  void replay(int start, const std::vector<Replayed>& kernels) {
    call("cudaGraphLaunch", start);
    for (const auto& [name, duration] : kernels) {
      start += 10;
      add(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":7,"ts":{},"dur":{},)"
                      R"("args":{{"device":0,"stream":7,"correlation":{}}}}})",
                      name, start, duration, m_correlation));
      start += duration;
    }
  }
  void add(const std::string& event) { m_text += (m_text.empty() ? "" : ",\n") + event; }

  /// The whole file.
  [[nodiscard]] std::string text() const {
    return R"({"deviceProperties":[{"id":0,"name":"NVIDIA H200"}],"traceEvents":[)" + m_text + "]}";
  }

  [[nodiscard]] std::shared_ptr<const Trace> trace() const {
    const TemporaryFile file(text());
    auto loaded = load(file.path());
    EXPECT_TRUE(loaded);
    // The args are read again from the file, which must stay.
    m_kept.push_back(std::make_unique<TemporaryFile>(readFile(file.path())));
    return *load(m_kept.back()->path());
  }

 private:
  std::string m_text;
  int m_id = 0;
  int m_correlation = 0;
  mutable std::vector<std::unique_ptr<TemporaryFile>> m_kept;
};

}  // namespace kernline::test
