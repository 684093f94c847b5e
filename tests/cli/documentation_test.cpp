// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace kernline::test {
namespace {

TEST(DocumentationOfCommands, isWhatTheHelpSays) {
  const ProgramRun check = kernline({KERNLINE_SOURCE_DIR "/packaging/man/commands.py", "--check", KERNLINE_PROGRAM},
                                    {.program = "/usr/bin/python3"});
  EXPECT_EQ(check.code, 0) << "not up to date: " << check.out << check.err << "run packaging/man/commands.py";
}

/// Returns bash's completions after these words, the last of which is completed.
std::string completedByBash(const std::string& words) {
  const std::string script =
      "source " KERNLINE_SOURCE_DIR "/packaging/completions/kernline.bash; compopt() { :; }; COMP_WORDS=(kernline " +
      words + "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _kernline; printf ' %s' " + "\"${COMPREPLY[@]}\"";
  return kernline({"-c", script}, {.program = "/bin/bash"}).out;
}

TEST(DocumentationOfCommands, completesThemInBash) {
  EXPECT_EQ(completedByBash("quer"), " query");
  EXPECT_EQ(completedByBash("demo --"), " --help --path --max-memory --color --no-pager");
  EXPECT_EQ(completedByBash("render --theme ''"), " light dark");
  EXPECT_EQ(completedByBash("memory --by = s"), " size stack") << "--by=s is three words to bash";
  EXPECT_EQ(completedByBash("whatif --by mod"), " module") << "another option of this name";
  EXPECT_EQ(completedByBash("stats --limit ''"), " ") << "any number";
  EXPECT_EQ(completedByBash("schema summ"), " summary");
}

TEST(DocumentationOfJson, isWhatTheSchemasSay) {
  const ProgramRun written =
      kernline({KERNLINE_SOURCE_DIR "/packaging/man/json_fields.py"}, {.program = "/usr/bin/python3"});
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_TRUE(written.out == readFile(KERNLINE_SOURCE_DIR "/packaging/man/kernline-json.5"))
      << "run packaging/man/json_fields.py > packaging/man/kernline-json.5";
}

const std::filesystem::path pages = KERNLINE_SOURCE_DIR "/resources/docs";

/// The anchor of a heading, as GitHub makes it.
std::string anchorOf(const std::string& heading) {
  std::string anchor;
  for (const char character : heading) {
    const auto byte = static_cast<unsigned char>(character);
    if (character == ' ' || character == '-') {
      anchor += '-';
    } else if (std::isalnum(byte) != 0 || character == '_') {
      anchor += static_cast<char>(std::tolower(byte));
    }
  }
  return anchor;
}

/// The headings of each page as anchors, by the page's name. Code has none.
std::map<std::string, std::set<std::string>> anchorsOfPages() {
  std::map<std::string, std::set<std::string>> found;
  for (const auto& page : std::filesystem::directory_iterator(pages)) {
    std::istringstream lines(readFile(page.path().string()));
    auto& anchors = found[page.path().filename().string()];
    bool isCode = false;
    for (std::string line; std::getline(lines, line);) {
      isCode ^= line.starts_with("```");
      if (!isCode && line.starts_with("#")) {
        anchors.insert(anchorOf(line.substr(line.find(' ') + 1)));
      }
    }
  }
  return found;
}

TEST(DocumentationPages, linkToPagesHeadingsAndPicturesThatExist) {
  const auto anchors = anchorsOfPages();
  ASSERT_GE(anchors.size(), 18U);
  const std::regex link(R"(\]\(([^)#\s]*)(#[^)\s]*)?\))");
  for (const auto& [page, own] : anchors) {
    const std::string text = readFile((pages / page).string());
    for (auto match = std::sregex_iterator(text.begin(), text.end(), link); match != std::sregex_iterator(); ++match) {
      const std::string file = (*match)[1].str();
      const std::string anchor = (*match)[2].str();
      if (file.starts_with("http")) {
        continue;
      }
      EXPECT_TRUE(file.empty() || std::filesystem::exists(pages / file)) << page << ": " << (*match)[0];
      if (!anchor.empty()) {
        const auto target = anchors.find(file.empty() ? page : file);
        EXPECT_TRUE(target != anchors.end() && target->second.contains(anchor.substr(1)))
            << page << ": " << (*match)[0];
      }
    }
  }
}

TEST(DocumentationPages, showEachPicture) {
  std::string text = readFile(KERNLINE_SOURCE_DIR "/README.md");
  for (const auto& page : std::filesystem::directory_iterator(pages)) {
    text += readFile(page.path().string());
  }
  for (const std::string& picture : filesBelow(KERNLINE_SOURCE_DIR "/resources/screenshots", {".png"})) {
    EXPECT_NE(text.find("screenshots/" + picture), std::string::npos) << picture;
  }
}

TEST(DocumentationPages, nameOptionsThatCommandsHave) {
  const std::regex command(R"(kernline ([a-z]+(?:-[a-z]+)*)([^`\n]*))");
  const std::regex option(R"( (--[a-z][a-z-]+))");
  std::map<std::string, std::string> helps;
  std::size_t seen = 0;
  for (const auto& page : std::filesystem::directory_iterator(pages)) {
    const std::string text = readFile(page.path().string());
    for (auto match = std::sregex_iterator(text.begin(), text.end(), command); match != std::sregex_iterator();
         ++match) {
      const std::string name = (*match)[1].str();
      const std::string words = (*match)[2].str();
      if (name == "record" || !std::regex_search(words, option)) {
        continue;  // the recorder describes its own
      }
      if (!helps.contains(name)) {
        const ProgramRun help = kernline({name, "--help"});
        helps[name] = help.code == 0 ? help.out : "";
      }
      if (helps[name].empty()) {
        continue;  // prose: "kernline is …"
      }
      const std::string own = words.substr(0, words.find_first_of("|#"));
      for (auto each = std::sregex_iterator(own.begin(), own.end(), option); each != std::sregex_iterator(); ++each) {
        ++seen;
        EXPECT_NE(helps[name].find((*each)[1].str()), std::string::npos)
            << page.path().filename() << ": " << (*match)[0];
      }
    }
  }
  EXPECT_GT(seen, 30U);
}

}  // namespace
}  // namespace kernline::test
