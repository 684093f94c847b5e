// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of ARCHITECTURE.md that a text search can hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;

const fs::path root = KERNLINE_SOURCE_DIR;

bool isSource(const fs::path& path) {
  static const std::set<std::string> endings{".cpp", ".h", ".cu", ".cuh", ".c", ".inl"};
  return endings.contains(path.extension().string());
}

bool bearsLicence(const fs::path& path) {
  static const std::set<std::string> endings{".cpp", ".h", ".cu", ".cuh", ".c", ".cmake", ".sh", ".py", ".svg", ".qrc"};
  return endings.contains(path.extension().string()) || path.filename() == "CMakeLists.txt";
}

/// Files below the given folders that `wanted` accepts; data of others is left out.
template <typename Wanted>
std::vector<fs::path> filesIn(const std::vector<std::string>& folders, Wanted wanted) {
  std::vector<fs::path> files;
  for (const std::string& folder : folders) {
    if (!fs::exists(root / folder)) {
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(root / folder)) {
      const std::string relative = fs::relative(entry.path(), root).string();
      const bool isData = relative.starts_with("tests/fixtures") || relative.starts_with("tests/golden");
      if (entry.is_regular_file() && !isData && wanted(entry.path())) {
        files.push_back(entry.path());
      }
    }
  }
  std::ranges::sort(files);
  return files;
}

std::string contentOf(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return std::move(text).str();
}

/// "path: include" for every include in `folder` that `forbidden` matches.
std::vector<std::string> includesMatching(const std::string& folder, const std::string& forbidden) {
  const std::regex include(R"(^[ \t]*#[ \t]*include[ \t]*[<"](()" + forbidden + R"()[^>"]*)[>"])",
                           std::regex::ECMAScript | std::regex::multiline);
  std::vector<std::string> found;
  for (const fs::path& path : filesIn({folder}, isSource)) {
    const std::string text = contentOf(path);
    for (auto match = std::sregex_iterator(text.begin(), text.end(), include); match != std::sregex_iterator();
         ++match) {
      found.push_back(fs::relative(path, root).string() + ": " + (*match)[1].str());
    }
  }
  return found;
}

TEST(Architecture, theSourcesAreFound) {
  EXPECT_GT(filesIn({"core"}, isSource).size(), 50U);
  EXPECT_THAT(includesMatching("core", "core/import/source/input\\.h"), testing::Not(testing::IsEmpty()));
}

TEST(Architecture, coreIncludesNoQt) {
  EXPECT_THAT(includesMatching("core", "Q[A-Z]|Qt|q[a-z]+\\.h|ui_"), testing::IsEmpty());
}

TEST(Architecture, coreIncludesNoCuda) {
  EXPECT_THAT(includesMatching("core", "cuda|cupti|nvtx|nvml|cublas|driver_types"), testing::IsEmpty());
}

TEST(Architecture, coreKnowsNothingAboveIt) {
  EXPECT_THAT(includesMatching("core", "ui/|app/|tests/|\\.\\./"), testing::IsEmpty());
}

TEST(Architecture, theWindowKnowsNoProgramAndNoCuda) {
  EXPECT_THAT(includesMatching("ui", "app/|tests/|\\.\\./|cuda|cupti"), testing::IsEmpty());
}

TEST(Architecture, theCommandLineNeedsNoQt) {
  EXPECT_THAT(includesMatching("app/cli", "ui/|Q[A-Z]|Qt"), testing::IsEmpty());
}

TEST(Architecture, theRecorderNeedsNeitherCoreNorQt) {
  EXPECT_THAT(includesMatching("app/recorder", "core/|ui/|Q[A-Z]|Qt"), testing::IsEmpty());
}

TEST(Architecture, everyFileNamesItsLicence) {
  std::vector<std::string> without;
  const std::vector<std::string> folders{"core", "ui", "app", "tests", "cmake", "packaging", "resources"};
  for (const fs::path& path : filesIn(folders, bearsLicence)) {
    const std::string head = contentOf(path).substr(0, 300);
    if (head.find("SPDX-License-Identifier: ") == std::string::npos) {
      without.push_back(fs::relative(path, root).string());
    }
  }
  EXPECT_THAT(without, testing::IsEmpty());
}

TEST(Architecture, everyNamedLicenceIsInTheFolderOfLicences) {
  const std::regex identifier("SPDX-License-Identifier: ([A-Za-z0-9.+-]+)");
  std::set<std::string> missing;
  for (const fs::path& path : filesIn({"core", "ui", "app", "tests", "packaging", "resources"}, bearsLicence)) {
    const std::string head = contentOf(path).substr(0, 300);
    std::smatch match;
    if (std::regex_search(head, match, identifier) && !fs::exists(root / "LICENSES" / (match[1].str() + ".txt"))) {
      missing.insert(match[1].str());
    }
  }
  EXPECT_THAT(missing, testing::IsEmpty());
}

}  // namespace
}  // namespace kernline::test
