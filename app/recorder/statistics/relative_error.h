// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace kernline::recorder {

/// How far results are from their reference: the largest difference, relative to the reference's root mean square or,
/// where that is larger, to the reference value itself. What is no number is infinitely far.
class RelativeError {
 public:
  void add(double result, double reference);

  std::size_t count() const { return m_pairs.size(); }
  double maximum() const;

 private:
  struct Pair {
    double result;
    double reference;
  };

  std::vector<Pair> m_pairs;
};

}  // namespace kernline::recorder
