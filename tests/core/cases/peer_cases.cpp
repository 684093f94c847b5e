// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/core/cases/peer_cases.h"

#include "tests/core/cases/decisions.h"
#include "tests/support/allowed_skips.h"
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

namespace kernline::test {

std::string PeerCase::inputPath() const {
  return shared(files().front());
}

std::vector<std::string> PeerCase::files() const {
  if (json.contains("files")) {
    std::vector<std::string> ofRanks;
    for (const auto& file : json.at("files")) {
      ofRanks.push_back(file.get<std::string>());
    }
    return ofRanks;
  }
  if (json.contains("input")) {
    // Cases of one figure are called "suite figure".
    return {"cases/" + suite.substr(0, suite.find(' ')) + "/" + json.at("input").get<std::string>()};
  }
  return {id};
}

void PeerCaseTest::SetUp() {
  for (const std::string& file : GetParam().files()) {
    if (!hasShared(file)) {
      GTEST_SKIP() << lacks(file);
    }
  }
}

std::vector<PeerCase> peerCases(const std::string& suite, const std::string& idKey, const std::string& file) {
  std::vector<PeerCase> cases;
  const auto document = nlohmann::json::parse(readFile(shared("cases/" + suite + "/" + file)));
  for (const auto& entry : document.at("cases")) {
    cases.push_back({suite, entry.at(idKey).get<std::string>(), entry});
  }
  return cases;
}

std::string caseName(const PeerCase& peerCase) {
  return testName(peerCase.id);
}

std::string_view decidedOtherwise(const PeerCase& peerCase) {
  const auto at = std::ranges::find_if(decisions, [&](const Decision& decision) {
    return decision.suite == peerCase.suite && decision.id == peerCase.id;
  });
  return at == decisions.end() ? std::string_view{} : at->why;
}

void expectAsDecided(const PeerCase& peerCase, const std::string& differences) {
  const std::string_view why = decidedOtherwise(peerCase);
  if (why.empty()) {
    EXPECT_EQ(differences, "");
  } else {
    EXPECT_NE(differences, "") << "no longer differs, though decisions.h says: " << why;
  }
}

std::string setDifference(std::string_view what, const std::multiset<std::string>& expected,
                          const std::multiset<std::string>& found) {
  std::vector<std::string> missing;
  std::vector<std::string> extra;
  std::ranges::set_difference(expected, found, std::back_inserter(missing));
  std::ranges::set_difference(found, expected, std::back_inserter(extra));
  std::string text;
  for (const std::string& item : missing) {
    text += fmt::format("{}: missing {}\n", what, item);
  }
  for (const std::string& item : extra) {
    text += fmt::format("{}: unexpected {}\n", what, item);
  }
  return text;
}

std::string idText(const nlohmann::json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

std::ostream& operator<<(std::ostream& out, const PeerCase& peerCase) {
  return out << peerCase.suite << "/" << peerCase.id;
}

}  // namespace kernline::test
