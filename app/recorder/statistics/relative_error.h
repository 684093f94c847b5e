// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

namespace kernline::recorder {

/// The error of results against their reference: the largest difference, relative to the reference's root mean square
/// or, if that is larger, to the reference value itself. NaN is infinitely far.
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
