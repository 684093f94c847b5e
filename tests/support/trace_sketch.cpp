// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/trace_sketch.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <regex>
#include <sstream>
#include <string>
#include <utility>

namespace kernline::test {
namespace {

class TraceSketch {
 public:
  explicit TraceSketch(TraceBuilder& builder) : m_builder(builder) {}

  void add(std::string_view text) {
    bool isFirst = true;
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = withoutComment(text.substr(0, end));
      text.remove_prefix(std::min(end + 1, text.size()));
      if (isFirst && line == "ns") {
        m_unit = 1;
      } else if (!line.empty() && !addLine(std::string(line))) {
        ADD_FAILURE() << "no line of a sketch: " << line;
      }
      isFirst = isFirst && line.empty();
    }
  }

 private:
  static std::string_view withoutComment(std::string_view line) {
    line = line.substr(0, line.find("# "));
    const std::size_t begin = line.find_first_not_of(' ');
    return begin == std::string_view::npos ? "" : line.substr(begin, line.find_last_not_of(' ') - begin + 1);
  }

  bool addLine(const std::string& line) {
    if (line.starts_with("counter ")) {
      return addCounter(line);
    }
    const std::size_t arrow = line.find(" <- ");
    if (arrow == std::string::npos) {
      return addSpans(line, 0, false);
    }
    std::string call = line.substr(arrow + 4);
    const bool isRecorded = call != "?";
    if (isRecorded && !call.starts_with("cpu ")) {
      call = "cpu 1: " + call;
    }
    const auto [found, isNew] = m_calls.emplace(call, m_calls.size() + 1);
    const std::uint32_t correlation = found->second;
    return (!isNew || !isRecorded || addSpans(call, correlation, true)) &&
           addSpans(line.substr(0, arrow), correlation, false);
  }

  bool addSpans(const std::string& text, std::uint32_t correlation, bool isCall) {
    static const std::regex form(
        R"((gpu|cpu|python) (?:(\d+)/)?([^ :/]+): (.+) (-?\d+)\+(\d+)(?: x(\d+) every (\d+))?(?: \[(\w+)\])?)");
    std::smatch parts;
    if (!std::regex_match(text, parts, form) || (parts[1] == "gpu" && !parts[2].matched)) {
      return false;
    }
    const std::string name = isCall && parts[4] == "launch" ? "cudaLaunchKernel" : parts[4].str();
    const std::optional<SpanKind> kind = isCall ? SpanKind::Runtime : kindOf(parts[1].str() + " " + name, parts[9]);
    if (!kind) {
      return false;
    }
    SpanRecord span;
    span.duration = {std::stoll(parts[6]) * m_unit};
    span.name = m_builder.intern(name);
    span.track = trackOf(parts[1] == "gpu", parts[2].matched ? parts[2].str() : "1", parts[3]);
    span.correlation = correlation;
    span.category = m_builder.addCategory(m_builder.intern(toText(*kind)));
    span.kind = *kind;
    const int count = parts[7].matched ? std::stoi(parts[7]) : 1;
    const std::int64_t every = parts[8].matched ? std::stoll(parts[8]) : 0;
    for (int i = 0; i < count; ++i) {
      span.start = {(std::stoll(parts[5]) + i * every) * m_unit};
      span.offset = ++m_offset;
      m_builder.addSpan(span);
    }
    return true;
  }

  bool addCounter(const std::string& line) {
    static const std::regex form(R"(counter (gpu|cpu) (\d+): (.+?)((?: \S+@\d+)+))");
    std::smatch parts;
    if (!std::regex_match(line, parts, form)) {
      return false;
    }
    Counter counter;
    counter.process = processOf(parts[1] == "gpu", parts[2]);
    counter.name = m_builder.intern(parts[3].str());
    const CounterId id = m_builder.addCounter(counter);
    std::istringstream samples(parts[4]);
    for (std::string sample; samples >> sample;) {
      const std::int64_t time = std::stoll(sample.substr(sample.find('@') + 1));
      m_builder.addSample(id, {time * m_unit}, std::stod(sample));
    }
    return true;
  }

  static std::optional<SpanKind> kindOf(const std::string& rowAndName, const std::string& word) {
    using enum SpanKind;
    static constexpr std::pair<std::string_view, SpanKind> beginnings[] = {
        {"gpu Memcpy", Memcpy}, {"gpu Memset", Memset},     {"gpu ", Kernel},
        {"cpu cuda", Runtime},  {"cpu hip", Runtime},       {"cpu ProfilerStep#", Annotation},
        {"cpu ", Op},           {"python ", PythonFunction}};
    if (word.empty()) {
      return std::ranges::find_if(beginnings, [&](const auto& told) { return rowAndName.starts_with(told.first); })
          ->second;
    }
    for (const SpanKind kind : {Other, Kernel, Memcpy, Memset, DeviceSync, DeviceAnnotation, Runtime, Op,
                                PythonFunction, Annotation, Overhead}) {
      if (toText(kind) == word) {
        return kind;
      }
    }
    return std::nullopt;
  }

  ProcessId processOf(bool isDevice, const std::string& pid) {
    const auto [process, isNew] = m_processes.try_emplace({isDevice, pid});
    if (isNew) {
      Process made;
      made.pid = m_builder.intern(pid);
      made.name = m_builder.intern(isDevice ? "GPU " + pid : "python");
      made.device = isDevice ? std::stoi(pid) : -1;
      process->second = m_builder.addProcess(made);
    }
    return process->second;
  }

  TrackId trackOf(bool isDevice, const std::string& pid, const std::string& tid) {
    const ProcessId process = processOf(isDevice, pid);
    const auto [track, isNewTrack] = m_tracks.try_emplace({process, tid});
    if (isNewTrack) {
      Track made;
      made.process = process;
      made.kind = isDevice ? TrackKind::Stream : TrackKind::Thread;
      made.tid = m_builder.intern(tid);
      made.name = m_builder.intern(tid.find_first_not_of("0123456789") == std::string::npos ? "" : tid);
      track->second = m_builder.addTrack(made);
    }
    return track->second;
  }

  TraceBuilder& m_builder;
  std::int64_t m_unit = 1000;
  std::uint64_t m_offset = 0;
  std::map<std::pair<bool, std::string>, ProcessId> m_processes;
  std::map<std::pair<ProcessId, std::string>, TrackId> m_tracks;
  std::map<std::string, std::uint32_t> m_calls;
};

}  // namespace

void addSketch(TraceBuilder& builder, std::string_view text) {
  TraceSketch(builder).add(text);
}

std::shared_ptr<const Trace> sketch(std::string_view text) {
  TraceBuilder builder;
  addSketch(builder, text);
  return builder.build();
}

}  // namespace kernline::test
