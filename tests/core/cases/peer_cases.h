// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/trace/trace.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace kernline::test {

/// One case of another program's test suite.
struct PeerCase {
  std::string suite;
  std::string id;
  nlohmann::json json;

  [[nodiscard]] std::string inputPath() const;

  /// What it reads, as shared() takes it.
  [[nodiscard]] std::vector<std::string> files() const;
};

/// A test of one case. Where a file of it is nowhere it says which, and is skipped.
class PeerCaseTest : public testing::TestWithParam<PeerCase> {
 protected:
  void SetUp() override;
};

/// The cases of `suite` in the collection of real inputs. `idKey` names the member that tells them apart.
[[nodiscard]] std::vector<PeerCase> peerCases(const std::string& suite, const std::string& idKey = "id",
                                              const std::string& file = "cases.json");

/// A test's name for it.
[[nodiscard]] std::string caseName(const PeerCase& peerCase);

/// Why Kernline decides otherwise in this case; empty if it does not. DECISIONS.md says the same at length.
[[nodiscard]] std::string_view decidedOtherwise(const PeerCase& peerCase);

/// Fails the running test if `differences` is not what is expected of the case: none, or some where Kernline has
/// decided otherwise.
void expectAsDecided(const PeerCase& peerCase, const std::string& differences);

/// What one of two multisets has that the other has not, a line each; "" if they are equal.
[[nodiscard]] std::string setDifference(std::string_view what, const std::multiset<std::string>& expected,
                                        const std::multiset<std::string>& found);

/// The number or string of a JSON scalar as the importer writes ids.
[[nodiscard]] std::string idText(const nlohmann::json& value);

std::ostream& operator<<(std::ostream& out, const PeerCase& peerCase);

}  // namespace kernline::test
