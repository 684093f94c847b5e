// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

#include "app/recorder/cuda/nvml.h"
#include "app/recorder/parameters/compile_log.h"

namespace kernline::recorder {

class Samples;

/// Reports the progress of a run on standard error: as one JSON object a line, or as plain sentences for a person.
class Progress {
 public:
  explicit Progress(bool json) : m_json(json) {}

  void startRun(std::size_t run, std::size_t runs);
  void stage(std::string_view stage, const std::string& text);
  /// Reports samples, at most 20 a second; none as plain text.
  void sample(const Samples& samples);
  void clock(const ClockReading& reading);
  void recording(const std::string& path);
  void error(const std::string& text);
  void error(const std::string& file, const CompileError& error);
  void result(const nlohmann::json& run);

 private:
  void write(const nlohmann::json& event) const;

  bool m_json;
  std::size_t m_run = 0;
  std::size_t m_runs = 1;
  std::chrono::steady_clock::time_point m_lastSample;
};

}  // namespace kernline::recorder
