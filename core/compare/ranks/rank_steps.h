// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/steps/step_source.h"
#include "core/model/base/time.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace kernline {

struct RankDigest;
struct RankSet;

/// The steps of the ranks of a set, on one clock.
class RankSteps {
 public:
  struct Step {
    std::string name;  ///< "ProfilerStep#3", "train_step 3", "round 3"
    TimeRange range;
  };
  struct OfRank {
    std::int32_t rank = -1;
    std::vector<Step> steps;  ///< sorted by start; at least one
  };

  /// Takes the steps of each rank's digest if they are of the best source of any rank (recorded before annotations
  /// before …), and of the name that most ranks have. `set` has its files and clocks.
  explicit RankSteps(const RankSet& set);

  [[nodiscard]] StepSource source() const { return m_source; }
  [[nodiscard]] const std::vector<OfRank>& ofRanks() const { return m_ofRanks; }  ///< sorted by rank
  /// Returns true if steps of one name on several ranks are the same step. Recorded ones are; found ones have only
  /// numbers, which mean the same only if all ranks have equally many.
  [[nodiscard]] bool areComparable() const;
  /// Returns the name of a rank's step at `time`, the latest begun if there are several; empty between steps.
  [[nodiscard]] std::string nameAt(std::int32_t rank, Time time) const;

 private:
  [[nodiscard]] std::string nameOf(const RankDigest& digest, std::size_t number) const;

  StepSource m_source = StepSource::Recorded;
  std::vector<OfRank> m_ofRanks;
  std::unordered_map<std::int32_t, std::size_t> m_placeOf;  // place of each rank
};

}  // namespace kernline
