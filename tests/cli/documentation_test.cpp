// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <set>

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
