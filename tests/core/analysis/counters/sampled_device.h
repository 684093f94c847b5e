// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/open_file.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>

#include <memory>
#include <string>
#include <string_view>

namespace kernline::test {

/// A recording of one GPU with sampled counters, as Kernline's recorder writes them. Times in us.
class SampledDevice {
 public:
  SampledDevice& kernel(std::string_view name, double start, double length, int stream = 7) {
    return add(fmt::format(R"({{"ph":"X","cat":"kernel","name":"{}","pid":0,"tid":{},"ts":{},"dur":{}}})", name, stream,
                           start, length));
  }
  SampledDevice& use(double time, double smActive, double tensorPipe) {
    return add(
        fmt::format(R"~({{"ph":"C","name":"GPU use (%)","pid":0,"ts":{},"args":{{"SM active":{},"tensor pipe":{}}}}})~",
                    time, smActive, tensorPipe));
  }
  /// Adds DRAM samples, in GB/s.
  SampledDevice& dram(double time, double read, double written) {
    constexpr double giga = 1e9;
    return add(fmt::format(
        R"~({{"ph":"C","name":"GPU memory traffic (B/s)","pid":0,"ts":{},"args":{{"DRAM read":{},"DRAM write":{}}}}})~",
        time, read * giga, written * giga));
  }
  SampledDevice& clock(double time, double hertz) {
    return add(
        fmt::format(R"~({{"ph":"C","name":"SM clock (Hz)","pid":0,"ts":{},"args":{{"SM clock":{}}}}})~", time, hertz));
  }
  SampledDevice& notSampled(double start, double length) {
    return add(
        fmt::format(R"({{"ph":"X","cat":"overhead","name":"GPU 0: counters not sampled","pid":-1,"tid":0,"ts":{},)"
                    R"("dur":{},"args":{{"device":0}}}})",
                    start, length));
  }
  /// Adds a note to the footer of the recording.
  SampledDevice& note(std::string_view note) {
    m_footer = fmt::format(R"(,"kernlineFooter":{{"notes":["process 7: nothing","{}"]}})", note);
    return *this;
  }
  [[nodiscard]] std::string text() const {
    return R"({"traceEvents":[{"ph":"M","name":"process_name","pid":0,"args":{"name":"GPU 0"}},)"
           R"({"ph":"M","name":"process_labels","pid":0,"args":{"labels":"GPU 0"}})" +
           m_events + "]" + m_footer + "}";
  }
  [[nodiscard]] std::shared_ptr<const Trace> trace() const {
    const TemporaryFile file(text());
    return load(file.path()).value();
  }

 private:
  SampledDevice& add(const std::string& event) {
    m_events += ",\n" + event;
    return *this;
  }

  std::string m_events;
  std::string m_footer;
};

}  // namespace kernline::test
