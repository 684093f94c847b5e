// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/core/compare/ranks/made_ranks.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace kernline::test {

/// A run on one clock in microseconds: each rank computes, and comes out of a collective together with its group.
class MadeRun {
 public:
  explicit MadeRun(int ranks, bool isApart = false) {
    for (int r = 0; r < ranks; ++r) {
      m_ranks.emplace_back(r, ranks);
      m_ranks.back().setClock(isApart ? 1000.0 * (r * r % 7) : 0);
      m_now.push_back(1000);
    }
  }

  void setLaunchAhead(double time) {
    for (MadeRank& rank : m_ranks) {
      rank.setLaunchAhead(time);
    }
  }
  void compute(int rank, double duration, const std::string& name = "gemm") {
    of(rank).kernel(name, now(rank), duration);
    now(rank) += duration;
  }
  void pause(int rank, double duration) { now(rank) += duration; }
  /// A collective of the group with these ranks, named by its first two.
  void meet(const std::vector<int>& members, const std::string& name, double transfer = 20) {
    const double last = now(*std::ranges::max_element(members, {}, [&](int rank) { return now(rank); }));
    const std::string ranks = fmt::format("[{}]", fmt::join(members, ", "));
    for (const int rank : members) {
      of(rank).collective("allreduce", now(rank), last + transfer - now(rank), 1000, name, ranks,
                          static_cast<int>(members.size()));
      m_waited += last - now(rank);
      now(rank) = last + transfer + 1;
    }
  }
  void send(int from, int to) {
    of(from).message(true, to, now(from) - 2);
    of(to).message(false, from, now(to) - 2);
    const double last = std::max(now(from), now(to));
    for (const int rank : {from, to}) {
      of(rank).kernel("ncclDevKernel_SendRecv(ncclDevKernelArgsStorage<4096ul>)", now(rank), last + 10 - now(rank));
      m_waited += last - now(rank);
      now(rank) = last + 11;
    }
  }
  void step(int number, double start, double duration = 100) {
    for (MadeRank& rank : m_ranks) {
      rank.step(number, start, duration);
    }
  }

  [[nodiscard]] double& now(int rank) { return m_now[static_cast<std::size_t>(rank)]; }
  [[nodiscard]] double waited() const { return m_waited; }
  [[nodiscard]] const std::vector<MadeRank>& ranks() const { return m_ranks; }

 private:
  MadeRank& of(int rank) { return m_ranks[static_cast<std::size_t>(rank)]; }

  std::vector<MadeRank> m_ranks;
  std::vector<double> m_now;
  double m_waited = 0;
};

}  // namespace kernline::test
