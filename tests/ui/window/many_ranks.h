// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_files.h"

#include <string>

namespace kernline::test {

/// Digests of a run of 256 ranks on 32 nodes, in tensor groups of 8 and data groups of 32, with 40 steps. A kernel of
/// rank 172 is slow in steps 11 to 17, those of all ranks of one node in steps 26 to 28, and rank 41 lacks the last
/// steps.
class ManyRanks {
 public:
  ManyRanks();

  [[nodiscard]] std::string digests() const { return m_digests / "run17"; }

 private:
  TemporaryFolder m_traces;
  TemporaryFolder m_digests;
};

}  // namespace kernline::test
