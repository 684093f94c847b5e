// SPDX-License-Identifier: Apache-2.0
#include "app/recorder/run/progress.h"

#include <cstdio>
#include <nlohmann/json.hpp>

#include "app/recorder/statistics/samples.h"

namespace kernline::recorder {

using Json = nlohmann::json;

void Progress::write(const Json& event) const {
  if (m_json) {
    const std::string line = event.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
    std::fputs(line.c_str(), stderr);
    std::fflush(stderr);
  }
}

void Progress::startRun(std::size_t run, std::size_t runs) {
  m_run = run;
  m_runs = runs;
  m_lastSample = {};
}

void Progress::stage(std::string_view stage, const std::string& text) {
  write({{"event", "stage"}, {"stage", stage}, {"text", text}, {"run", m_run}, {"runs", m_runs}});
}

void Progress::sample(const Samples& samples) {
  const auto now = std::chrono::steady_clock::now();
  if (now - m_lastSample < std::chrono::milliseconds(50)) {
    return;
  }
  m_lastSample = now;
  write({{"event", "sample"},
         {"n", samples.size()},
         {"ns", samples.values().back()},
         {"median_ns", samples.median()},
         {"noise", samples.noise()}});
}

void Progress::clock(const ClockReading& reading) {
  write({{"event", "clock"},
         {"sm_mhz", reading.smMegahertz},
         {"memory_mhz", reading.memoryMegahertz},
         {"throttle", reading.throttle},
         {"temperature_c", reading.temperatureCelsius}});
}

void Progress::recording(const std::string& path) {
  write({{"event", "recording"}, {"path", path}});
}

void Progress::error(const std::string& text) {
  write({{"event", "error"}, {"text", text}});
  if (!m_json) {
    std::fprintf(stderr, "kernline record: %s\n", text.c_str());
  }
}

void Progress::error(const std::string& file, const CompileError& error) {
  write({{"event", "error"},
         {"text", error.text},
         {"file", file},
         {"line", error.line},
         {"column", error.column},
         {"code", error.code}});
  if (!m_json) {
    std::fprintf(stderr, "%s:%d:%d: %s\n", file.c_str(), error.line, error.column, error.text.c_str());
    if (!error.code.empty()) {
      std::fprintf(stderr, "%6d | %s\n", error.line, error.code.c_str());
    }
  }
}

void Progress::result(const Json& run) {
  Json event = run;
  event["event"] = "result";
  write(event);
}

}  // namespace kernline::recorder
