// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

namespace kernline::test {

using Facts = std::multiset<std::string>;

/// A trace in the terms of chrome://tracing's model: times in microseconds, thread-scope instants as slices of no
/// length.
class CatapultView {
 public:
  /// `shiftNs` is what the peer subtracted from every time.
  CatapultView(const Trace& trace, std::int64_t shiftNs) : m_trace(trace), m_shift(shiftNs) {}

  [[nodiscard]] Facts slices() const;       ///< thread, name, category, start, duration, whether unfinished
  [[nodiscard]] Facts depths() const;       ///< depths of slices that last
  [[nodiscard]] Facts asyncSlices() const;  ///< async slices with their steps
  [[nodiscard]] Facts samples() const;      ///< counter samples
  [[nodiscard]] Facts flows() const;
  [[nodiscard]] Facts names() const;  ///< names of processes and threads, labels and sort indices

 private:
  [[nodiscard]] std::string place(const Track& track) const;
  [[nodiscard]] std::string spanFact(const std::string& where, SpanId span) const;
  [[nodiscard]] std::string instantFact(const std::string& where, const Instant& instant) const;

  const Trace& m_trace;
  std::int64_t m_shift;
};

/// The same from the `expect` member of a case.
class CatapultExpectation {
 public:
  explicit CatapultExpectation(const nlohmann::json& expect) : m_expect(expect) {}

  [[nodiscard]] Facts slices() const;
  [[nodiscard]] Facts depths() const;
  [[nodiscard]] Facts asyncSlices() const;
  [[nodiscard]] Facts samples() const;
  [[nodiscard]] Facts flows() const;
  [[nodiscard]] Facts names() const;

 private:
  const nlohmann::json& m_expect;
};

}  // namespace kernline::test
