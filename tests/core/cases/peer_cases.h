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

  /// The files that it reads, as shared() takes them.
  [[nodiscard]] std::vector<std::string> files() const;
};

/// A test of one case. If a file of it is missing, it is skipped with its name.
class PeerCaseTest : public testing::TestWithParam<PeerCase> {
 protected:
  void SetUp() override;
};

/// The cases of `suite` in the collection of real inputs. `idKey` names the member that identifies them.
[[nodiscard]] std::vector<PeerCase> peerCases(const std::string& suite, const std::string& idKey = "id",
                                              const std::string& file = "cases.json");

/// A test's name for it.
[[nodiscard]] std::string caseName(const PeerCase& peerCase);

/// The reason why Kernline decides otherwise in this case; empty if it does not. See DECISIONS.md for more.
[[nodiscard]] std::string_view decidedOtherwise(const PeerCase& peerCase);

/// Fails the running test if `differences` is not what is expected of the case: none, or some where Kernline has
/// decided otherwise.
void expectAsDecided(const PeerCase& peerCase, const std::string& differences);

/// The differences of two multisets, a line each; "" if they are equal.
[[nodiscard]] std::string setDifference(std::string_view what, const std::multiset<std::string>& expected,
                                        const std::multiset<std::string>& found);

/// The number or string of a JSON scalar as the importer writes ids.
[[nodiscard]] std::string idText(const nlohmann::json& value);

std::ostream& operator<<(std::ostream& out, const PeerCase& peerCase);

}  // namespace kernline::test
