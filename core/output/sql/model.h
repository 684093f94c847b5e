// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/found_steps.h"
#include "core/analysis/steps/step_stats.h"
#include "core/model/names/kernel_name.h"
#include "core/model/trace/cell.h"
#include "core/model/trace/trace.h"
#include "core/output/sql/span_nesting.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace kernline::sql {

/// Parts of a model that are computed on first use.
enum class Derived : std::uint8_t {
  Nothing = 0,
  Nesting = 1,
  Operators = 2,
  KernelNames = 4,  ///< short names and families of kernels
  Steps = 8,
  StepStats = 16,
  Launches = 32,
  All = Nesting | Operators | KernelNames | Steps | StepStats | Launches,
};

constexpr Derived operator|(Derived a, Derived b) {
  return static_cast<Derived>(static_cast<std::uint8_t>(a) | static_cast<std::uint8_t>(b));
}
constexpr bool has(Derived set, Derived made) {
  return (static_cast<std::uint8_t>(set) & static_cast<std::uint8_t>(made)) != 0;
}

/// A trace and the data that queries need besides it, computed on first use. Used by one thread at a time; texts
/// that it hands out live as long as it does.
class Model {
 public:
  /// Creates the model; without `steps` those that are found (`foundSteps`).
  explicit Model(std::shared_ptr<const Trace> trace, std::shared_ptr<const FoundSteps> steps = nullptr);

  [[nodiscard]] const Trace& trace() const { return *m_trace; }
  [[nodiscard]] const std::shared_ptr<const Trace>& sharedTrace() const { return m_trace; }

  /// Returns the title of a track after its process, "GPU 0 · stream 7".
  [[nodiscard]] std::string_view trackTitle(TrackId track) const { return m_titles[index(track)]; }
  [[nodiscard]] Cell processTitle(TrackId track) const;
  [[nodiscard]] Cell device(TrackId track) const;
  [[nodiscard]] Cell rank(TrackId track) const;
  /// Returns the number of a stream, or its id as text if that is no number.
  [[nodiscard]] Cell stream(TrackId track) const { return m_streams[index(track)]; }

  // `Trace::opOf` and `launchOf`, which `make` looks up once for every span.
  [[nodiscard]] SpanId opOf(SpanId span) const { return m_ops.empty() ? m_trace->opOf(span) : m_ops[index(span)]; }
  [[nodiscard]] SpanId launchOf(SpanId span) const {
    return m_launches.empty() ? m_trace->launchOf(span) : m_launches[index(span)];
  }

  /// Makes what is not there yet: from then on several threads may ask for it.
  void make(Derived wanted);

  /// Walks that read from the file look here now and then, and end early.
  void setStop(std::stop_token stop) { m_stop = std::move(stop); }
  [[nodiscard]] bool isStopped() const { return m_stop.stop_requested(); }

  [[nodiscard]] std::string_view shortName(StringId name);
  [[nodiscard]] std::string_view family(StringId name);
  [[nodiscard]] const SpanNesting& nesting() { return *sharedNesting(); }
  [[nodiscard]] const std::shared_ptr<const SpanNesting>& sharedNesting();

  /// Returns the steps, which last to the end of the device activity that they launched.
  [[nodiscard]] const FoundSteps& steps();
  /// Returns the number of the step at a position among the steps of its process.
  [[nodiscard]] std::size_t stepNumber(std::size_t step);
  /// The position in `steps()` of the step that a span belongs to (`stepOfSpans`), or noStep.
  [[nodiscard]] std::uint32_t stepOf(SpanId span);
  /// Returns the figures of the step at a position in `steps()`.
  [[nodiscard]] const StepStats& stepStats(std::size_t step);

 private:
  void makeOperators();
  void makeLaunches();
  void makeKernelNames();
  void makeSteps();
  [[nodiscard]] const Process* processOf(TrackId track) const;

  std::shared_ptr<const Trace> m_trace;
  std::vector<std::string> m_titles;
  std::vector<Cell> m_streams;
  std::shared_ptr<const FoundSteps> m_steps;
  std::vector<std::size_t> m_stepNumbers;
  std::optional<std::vector<std::uint32_t>> m_stepOfSpan;
  std::optional<std::vector<StepStats>> m_stepStats;
  std::vector<std::optional<std::string>> m_shortNames;
  std::vector<std::optional<KernelFamily>> m_families;
  std::shared_ptr<const SpanNesting> m_nesting;
  // Indexed by span; empty if not made.
  std::vector<SpanId> m_ops;
  std::vector<SpanId> m_launches;
  Derived m_made = Derived::Nothing;
  std::stop_token m_stop;
};

}  // namespace kernline::sql
