// SPDX-License-Identifier: GPL-3.0-or-later
// The invariants of ARCHITECTURE.md that a text search can hold.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace kernline::test {
namespace {

namespace fs = std::filesystem;

const fs::path root = KERNLINE_SOURCE_DIR;

bool isSource(const fs::path& path) {
  static const std::set<std::string> endings{".cpp", ".h", ".cu", ".cuh", ".c", ".inl"};
  return endings.contains(path.extension().string());
}

bool bearsLicense(const fs::path& path) {
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

struct Include {
  std::string file;      ///< including file
  std::string included;  ///< path as written
};

/// Returns the path that a line includes, as written; empty if none.
std::string includedBy(const std::string& line) {
  const std::size_t hash = line.find_first_not_of(" \t");
  if (hash == std::string::npos || line[hash] != '#') {
    return {};
  }
  const std::size_t word = line.find_first_not_of(" \t", hash + 1);
  if (word == std::string::npos || line.compare(word, 7, "include") != 0) {
    return {};
  }
  const std::size_t begin = line.find_first_of("<\"", word);
  const std::size_t end = line.find_first_of(">\"", begin + 1);
  return begin == std::string::npos || end == std::string::npos ? "" : line.substr(begin + 1, end - begin - 1);
}

/// Returns the includes of all source files in `folder`.
const std::vector<Include>& includesIn(const std::string& folder) {
  static std::map<std::string, std::vector<Include>> known;
  const auto [place, isNew] = known.try_emplace(folder);
  if (!isNew) {
    return place->second;
  }
  for (const fs::path& path : filesIn({folder}, isSource)) {
    const std::string file = fs::relative(path, root).string();
    std::istringstream text(contentOf(path));
    for (std::string line; std::getline(text, line);) {
      if (std::string included = includedBy(line); !included.empty()) {
        place->second.push_back({file, std::move(included)});
      }
    }
  }
  return place->second;
}

/// "path: include" for every include in `folder` that begins with `forbidden`.
std::vector<std::string> includesMatching(const std::string& folder, const std::string& forbidden) {
  const std::regex begins("(?:" + forbidden + ").*");
  std::vector<std::string> found;
  for (const Include& include : includesIn(folder)) {
    if (std::regex_match(include.included, begins)) {
      found.push_back(include.file + ": " + include.included);
    }
  }
  return found;
}

bool isOfProject(const std::string& included) {
  return included.starts_with("core/") || included.starts_with("ui/") || included.starts_with("app/");
}

std::string folderOf(const std::string& path) {
  return fs::path(path).parent_path().string();
}

bool isWithin(const std::string& path, const std::string& folder) {
  return path.starts_with(folder + "/");
}

/// The table of layers in ARCHITECTURE.md: a layer, and the layers that it may include beside itself.
std::map<std::string, std::vector<std::string>> layers() {
  const std::string text = contentOf(root / "ARCHITECTURE.md");
  const std::size_t begin = text.find("## Layers");
  const std::string section = text.substr(begin, text.find("\n## ", begin + 1) - begin);
  const std::regex row(R"(^\| `([a-z_/]+)` \|([^|]*)\|)", std::regex::ECMAScript | std::regex::multiline);
  const std::regex name("`([a-z_/]+)`");
  std::map<std::string, std::vector<std::string>> found;
  for (auto match = std::sregex_iterator(section.begin(), section.end(), row); match != std::sregex_iterator();
       ++match) {
    const std::string allowed = (*match)[2].str();
    auto& names = found[(*match)[1].str()];
    for (auto each = std::sregex_iterator(allowed.begin(), allowed.end(), name); each != std::sregex_iterator();
         ++each) {
      names.push_back((*each)[1].str());
    }
  }
  return found;
}

/// The innermost layer that `path` is in; empty if it is in none.
std::string layerOf(const std::map<std::string, std::vector<std::string>>& layers, const std::string& path) {
  std::string best;
  for (const auto& [layer, allowed] : layers) {
    if (isWithin(path, layer) && layer.size() > best.size()) {
      best = layer;
    }
  }
  return best;
}

/// Folders by the folders that they include, with an include that shows it.
using FolderGraph = std::map<std::string, std::map<std::string, std::string>>;

FolderGraph folderGraph() {
  FolderGraph graph;
  for (const char* top : {"core", "ui", "app"}) {
    for (const Include& include : includesIn(top)) {
      const std::string from = folderOf(include.file);
      const std::string to = folderOf(include.included);
      if (isOfProject(include.included) && from != to) {
        graph[from].try_emplace(to, include.file + ": " + include.included);
      }
    }
  }
  return graph;
}

/// The includes that lead from `folder` back to it; empty: none does.
std::vector<std::string> circleThrough(const FolderGraph& graph, const std::string& folder) {
  std::map<std::string, std::vector<std::string>> ways{{folder, {}}};
  std::vector<std::string> open{folder};
  while (!open.empty()) {
    const std::string at = open.back();
    open.pop_back();
    const auto from = graph.find(at);
    if (from == graph.end()) {
      continue;
    }
    for (const auto& [to, include] : from->second) {
      std::vector<std::string> way = ways[at];
      way.push_back(include);
      if (to == folder) {
        return way;
      }
      if (ways.try_emplace(to, std::move(way)).second) {
        open.push_back(to);
      }
    }
  }
  return {};
}

/// The types that a file defines for others to link with, "kernline::Trace": those in no unnamed namespace.
std::vector<std::string> typesDefinedIn(const fs::path& path) {
  static const std::regex opened(R"((?:inline )?namespace ?([\w:]*) ?\{)");
  static const std::regex type(R"((?:class|struct|enum class) (\w+)(?: final)?(?: : .*)? \{.*)");
  std::vector<std::string> namespaces;
  std::vector<std::string> found;
  std::istringstream text(contentOf(path));
  std::smatch match;
  for (std::string line; std::getline(text, line);) {
    if (line.starts_with(' ')) {
      continue;
    }
    if (std::regex_match(line, match, opened)) {
      namespaces.push_back(match[1].str());
    } else if (line.starts_with("}  // namespace") && !namespaces.empty()) {
      namespaces.pop_back();
    } else if (std::ranges::find(namespaces, std::string()) == namespaces.end() &&
               std::regex_match(line, match, type)) {
      std::string name;
      for (const std::string& space : namespaces) {
        name += space + "::";
      }
      found.push_back(name + match[1].str());
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

TEST(Architecture, layersIncludeOnlyWhatTheirTableAllows) {
  const auto table = layers();
  ASSERT_GE(table.size(), 10U) << "the table in ARCHITECTURE.md is not found";
  std::vector<std::string> wrong;
  std::size_t seen = 0;
  for (const char* top : {"core", "ui", "app"}) {
    for (const Include& include : includesIn(top)) {
      if (!isOfProject(include.included)) {
        continue;
      }
      ++seen;
      const std::string layer = layerOf(table, include.file);
      const auto row = table.find(layer);
      const bool isAllowed = row != table.end() && (layerOf(table, include.included) == layer ||
                                                    std::ranges::any_of(row->second, [&](const std::string& allowed) {
                                                      return isWithin(include.included, allowed);
                                                    }));
      if (!isAllowed) {
        wrong.push_back(include.file + ": " + include.included);
      }
    }
  }
  EXPECT_GT(seen, 1000U);
  EXPECT_THAT(wrong, testing::IsEmpty());
}

TEST(Architecture, noFoldersIncludeEachOtherInACircle) {
  const FolderGraph graph = folderGraph();
  EXPECT_GT(graph.size(), 50U);
  for (const auto& [folder, included] : graph) {
    EXPECT_THAT(circleThrough(graph, folder), testing::IsEmpty()) << folder;
  }
}

TEST(Architecture, noTypeIsDefinedTwice) {
  std::map<std::string, std::string> places;
  for (const fs::path& path : filesIn({"core", "ui", "app", "tests"}, isSource)) {
    const std::string file = fs::relative(path, root).string();
    for (const std::string& type : typesDefinedIn(path)) {
      const auto [place, isNew] = places.try_emplace(type, file);
      EXPECT_TRUE(isNew) << type << " in " << place->second << " and " << file << ": a linker takes either for both";
    }
  }
  EXPECT_GT(places.size(), 500U);
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

TEST(Architecture, everyFileNamesItsLicense) {
  std::vector<std::string> without;
  const std::vector<std::string> folders{"core", "ui", "app", "tests", "cmake", "packaging", "resources"};
  for (const fs::path& path : filesIn(folders, bearsLicense)) {
    const std::string head = contentOf(path).substr(0, 300);
    if (head.find("SPDX-License-Identifier: ") == std::string::npos) {
      without.push_back(fs::relative(path, root).string());
    }
  }
  EXPECT_THAT(without, testing::IsEmpty());
}

TEST(Architecture, everyNamedLicenseIsInTheFolderOfLicenses) {
  const std::regex identifier("SPDX-License-Identifier: ([A-Za-z0-9.+-]+)");
  std::set<std::string> missing;
  for (const fs::path& path : filesIn({"core", "ui", "app", "tests", "packaging", "resources"}, bearsLicense)) {
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
