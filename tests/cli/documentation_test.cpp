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

/// Long options in the help of a command; "" for the program itself.
std::set<std::string> optionsOf(const std::string& command) {
  const std::string help =
      kernline(command.empty() ? std::vector<std::string>{"--help"} : std::vector<std::string>{command, "--help"}).out;
  const std::string options =
      help.substr(help.find("Options:"), help.find("\n\n", help.find("Options:")) - help.find("Options:"));
  std::set<std::string> found;
  for (std::size_t at = options.find("--"); at != std::string::npos; at = options.find("--", at + 2)) {
    const std::size_t end = options.find_first_not_of("abcdefghijklmnopqrstuvwxyz-", at);
    if (options[at - 1] == ' ' || options[at - 1] == ',') {
      found.insert(options.substr(at, end - at));
    }
  }
  return found;
}

std::string without(std::string text, char character) {
  std::erase(text, character);
  return text;
}

class Documentation : public testing::TestWithParam<const char*> {};

TEST_P(Documentation, namesEveryOptionOfTheHelp) {
  const std::string manual = without(readFile(KERNLINE_SOURCE_DIR "/packaging/man/kernline.1"), '\\');
  const std::string bash = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/kernline.bash");
  const std::string zsh = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/_kernline");
  const std::set<std::string> options = optionsOf(GetParam());
  ASSERT_FALSE(options.empty());
  for (const std::string& option : options) {
    EXPECT_NE(bash.find(option), std::string::npos) << "bash completion lacks " << option;
    EXPECT_NE(zsh.find(option), std::string::npos) << "zsh completion lacks " << option;
    if (option != "--help" && option != "--version") {
      EXPECT_NE(manual.find(option), std::string::npos) << "the manual lacks " << option;
    }
  }
}

/// The commands that the help of the program lists.
std::set<std::string> commandsOfTheHelp() {
  std::istringstream lines(kernline({"--help"}).out);
  std::set<std::string> commands;
  bool isList = false;
  for (std::string line; std::getline(lines, line);) {
    if (isList && line.empty()) {
      break;
    }
    if (isList) {
      commands.insert(line.substr(2, line.find(' ', 2) - 2));
    }
    isList |= line == "Subcommands:";
  }
  return commands;
}

/// `text` between the end of `from` and `to`; all such parts after each other.
std::string between(const std::string& text, const std::string& from, const std::string& to) {
  std::string parts;
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    at += from.size();
    parts += text.substr(at, text.find(to, at) - at);
  }
  return parts;
}

/// Whether `text` names `option` and not just a longer one; -o stands for --output.
bool names(const std::string& text, const std::string& option) {
  const std::string either = option == "--output" ? "(--output|-o)" : option;
  return std::regex_search(text, std::regex(either + "(?![a-z-])"));
}

std::set<std::string> optionsIn(const std::string& text) {
  const std::regex option("--[a-z][a-z-]*[a-z]");
  std::set<std::string> found;
  for (auto match = std::sregex_iterator(text.begin(), text.end(), option); match != std::sregex_iterator(); ++match) {
    found.insert(match->str());
  }
  return found;
}

/// The options that bash offers after `kernline COMMAND --`.
std::set<std::string> completedByBash(const std::string& command) {
  const std::string script = "source " KERNLINE_SOURCE_DIR
                             "/packaging/completions/kernline.bash; COMP_WORDS=(kernline " +
                             command + " --); COMP_CWORD=2; _kernline; printf '%s\n' \"${COMPREPLY[@]}\"";
  const ProgramRun run = kernline({"-c", script}, {.program = "/bin/bash"});
  return optionsIn(run.out);
}

TEST_P(Documentation, namesTheOptionsOfTheCommandWhereTheCommandIs) {
  const std::string command = GetParam();
  if (command.empty()) {
    return;  // the test before this one looks at the program
  }
  const std::string manual =
      without(readFile(KERNLINE_SOURCE_DIR "/packaging/man/kernline.1"), '\\') + "\n.S";  // ends as sections do
  const std::string synopsis = between(manual, ".SY \"kernline " + command + "\"\n", ".YS");
  const std::string every = between(manual, ".SH OPTIONS OF EVERY COMMAND\n", "\n.S");
  const std::string own = between(manual, ".SS " + command + "\n", "\n.S");
  const std::string shared = between(manual, ".SH RANGES\n", "\n.S") + between(manual, ".SH GRAPHS\n", "\n.S") + every;
  const std::string zsh = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/_kernline");
  std::string ofZsh = between(zsh, "\n    " + command + ")\n", ";;");
  for (const char* group : {"range", "lazy", "steps", "capture", "help", "common"}) {
    if (ofZsh.find("$" + std::string(group)) != std::string::npos) {
      ofZsh += between(zsh, "  local -a " + std::string(group) + "=(", "\n  local");
    }
  }
  const std::set<std::string> options = optionsOf(command);
  for (const std::string& option : options) {
    EXPECT_TRUE(names(synopsis + every, option)) << "the synopsis lacks " << option;
    EXPECT_TRUE(names(own + shared, option)) << "the manual does not describe " << option;
    EXPECT_TRUE(names(ofZsh, option)) << "zsh completion lacks " << option;
  }
  for (const std::string& option : optionsIn(synopsis)) {
    EXPECT_TRUE(options.contains(option)) << "the synopsis has " << option;
  }
  EXPECT_EQ(completedByBash(command), options);
}

TEST(DocumentationOfCommands, isThatOfTheHelp) {
  const std::set<std::string> commands = commandsOfTheHelp();
  ASSERT_GE(commands.size(), 26U);
  const std::string page = readFile(KERNLINE_SOURCE_DIR "/resources/docs/command-line.md");
  const std::string manual = readFile(KERNLINE_SOURCE_DIR "/packaging/man/kernline.1");
  const std::string zsh = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/_kernline");
  const std::string bash =
      kernline({"-c", "source " KERNLINE_SOURCE_DIR "/packaging/completions/kernline.bash; compopt() { :; }; "
                      "COMP_WORDS=(kernline ''); COMP_CWORD=1; _kernline; printf '%s\n' "
                      "\"${COMPREPLY[@]}\""},
               {.program = "/bin/bash"})
          .out;
  for (const std::string& command : commands) {
    EXPECT_NE(page.find("\n| `" + command + "` | "), std::string::npos) << "the page lacks " << command;
    EXPECT_NE(manual.find("\n.SS " + command + "\n"), std::string::npos) << "the manual lacks " << command;
    EXPECT_NE(zsh.find("\n    " + command + ")\n"), std::string::npos) << "zsh completion lacks " << command;
    EXPECT_NE(bash.find("\n" + command + "\n"), std::string::npos) << "bash completion lacks " << command;
  }
  const std::regex row(R"(\n\| `([a-z-]+)` \| )");
  for (auto match = std::sregex_iterator(page.begin(), page.end(), row); match != std::sregex_iterator(); ++match) {
    EXPECT_TRUE(commands.contains((*match)[1].str())) << "the page has " << (*match)[1];
  }
}

TEST(DocumentationOfJson, isWhatTheSchemasSay) {
  const ProgramRun written =
      kernline({KERNLINE_SOURCE_DIR "/packaging/man/json_fields.py"}, {.program = "/usr/bin/python3"});
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_TRUE(written.out == readFile(KERNLINE_SOURCE_DIR "/packaging/man/kernline-json.5"))
      << "run packaging/man/json_fields.py > packaging/man/kernline-json.5";
}

TEST(DocumentationOfJson, completionsNameEveryAnswer) {
  const std::string bash = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/kernline.bash");
  const std::string zsh = readFile(KERNLINE_SOURCE_DIR "/packaging/completions/_kernline");
  for (const std::string& file : filesBelow(KERNLINE_SOURCE_DIR "/resources/schemas", {".json"})) {
    const std::string name = file.substr(0, file.find('.'));
    if (name != "common") {
      EXPECT_NE(bash.find(" " + name), std::string::npos) << name;
      EXPECT_NE(zsh.find(name), std::string::npos) << name;
    }
  }
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

INSTANTIATE_TEST_SUITE_P(Commands, Documentation,
                         testing::Values("", "summary", "stats", "steps", "calltree", "modules", "work", "advise",
                                         "whatif", "blocks", "source", "events", "tables", "memory", "query", "export",
                                         "digest", "compare", "ranks", "render", "families", "work-rules", "schema",
                                         "demo", "mcp", "serve"),
                         [](const auto& command) {
                           return *command.param == '\0' ? "program" : testName(command.param);
                         });

}  // namespace
}  // namespace kernline::test
