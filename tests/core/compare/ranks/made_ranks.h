// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/compare/ranks/rank_set.h"
#include "core/model/trace/trace.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace kernline::test {

/// One rank's profile, written as torch writes it, event by event. Times are microseconds.
class MadeRank {
 public:
  explicit MadeRank(int rank, int worldSize = 2, std::int64_t baseTimeNs = 1'000'000'000'000'000'000)
      : m_rank(rank), m_worldSize(worldSize), m_baseTimeNs(baseTimeNs) {}

  /// Added to the times of all events to come, as by a clock that is ahead.
  void setClock(double ahead) { m_ahead = ahead; }
  /// Launches to come begin so much before their kernels; else 1 us.
  void setLaunchAhead(double time) { m_launchAhead = time; }
  /// A launch, and the kernel of it.
  void kernel(const std::string& name, double start, double duration, const std::string& args = {}, int stream = 7);
  /// A kernel of a collective of float elements.
  void collective(const std::string& name, double start, double duration, std::int64_t elements = 1000,
                  const std::string& group = "0", const std::string& ranks = "[0, 1]", int size = 2);
  /// A kernel of an all-to-all of float rows of `width`: so many rows to each rank of the group, and so many from all.
  void exchange(double start, double duration, const std::vector<std::int64_t>& splits, std::int64_t rowsReceived,
                std::int64_t width = 4);
  /// A record of a message of a later kernel.
  void message(bool isSend, int peer, double start, std::int64_t elements = 1000);
  void step(int number, double start, double duration);
  void annotation(const std::string& name, double start, double duration);
  /// Adds `count` samples of a counter from `start` on, 10 us apart.
  void samples(const std::string& counter, double start, int count, double value);
  void add(const std::string& event) { m_events += (m_events.empty() ? "" : ",\n") + event; }

  [[nodiscard]] std::string json() const;
  [[nodiscard]] std::shared_ptr<const Trace> trace() const;

 private:
  [[nodiscard]] std::string time(double at) const;

  int m_rank;
  int m_worldSize;
  std::int64_t m_baseTimeNs;
  double m_ahead = 0;
  double m_launchAhead = 1;
  int m_correlation = 0;
  std::string m_events;
};

/// Makes one set of these ranks.
[[nodiscard]] std::shared_ptr<const RankSet> setOf(const std::vector<MadeRank>& ranks,
                                                   const RankCorrections& corrections = {});

/// The same set without its traces, of digests that `change` has changed: such as former Kernlines wrote them.
[[nodiscard]] std::shared_ptr<const RankSet> withDigests(
    const RankSet& set, const std::function<void(std::int32_t rank, RankDigest& digest)>& change);

}  // namespace kernline::test
