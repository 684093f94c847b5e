// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands/replay_program.h"

#include "app/cli/kit/captured_answer.h"
#include "app/cli/kit/child_program.h"
#include "app/cli/kit/output.h"
#include "app/cli/kit/suggestion.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <string_view>
#include <system_error>

namespace kernline::cli {

namespace {

/// A file with a text, removed with the object.
class ScriptFile {
 public:
  explicit ScriptFile(const std::string& text) {
    std::error_code error;
    m_path = (std::filesystem::temp_directory_path(error) / "kernline-replay-XXXXXX.py").string();
    constexpr int suffixLength = 3;
    const int file = ::mkstemps(m_path.data(), suffixLength);
    if (file < 0) {
      return;
    }
    m_isThere = true;
    m_isWritten = ::write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size());
    ::close(file);
  }
  ScriptFile(const ScriptFile&) = delete;
  ScriptFile& operator=(const ScriptFile&) = delete;
  ~ScriptFile() {
    if (m_isThere) {
      ::unlink(m_path.c_str());
    }
  }

  [[nodiscard]] bool isWritten() const { return m_isWritten; }
  [[nodiscard]] const std::string& path() const { return m_path; }

 private:
  std::string m_path;
  bool m_isThere = false;
  bool m_isWritten = false;
};

std::string lastLine(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) {
    text.pop_back();
  }
  const std::size_t end = text.rfind('\n');
  return end == std::string::npos ? text : text.substr(end + 1);
}

ExitCode missing(const std::string& what) {
  printError(fmt::format("cannot run operators here: {}; --write FILE.py makes a program for another machine", what));
  return noDevice;
}

}  // namespace

void addReplayProgramOptions(CLI::App& command, ReplayProgramOptions& into) {
  command.add_option("--python", into.python, "The Python that has PyTorch. Default: python3")
      ->default_str("")
      ->option_text("PROGRAM");
  command.add_option("--l2", into.l2, "Whether the L2 cache is flushed before each repetition: cold (default) or warm")
      ->check(oneOf({"cold", "warm"}))
      ->default_str("")
      ->option_text("STATE");
  command.add_option("--samples", into.samples, "Repetitions; 0: 10 to 100, as many as take 0.3 s. Default: 0")
      ->check(wholeNumber())
      ->default_str("")
      ->option_text("N");
  command
      .add_option("--import", into.imports,
                  "Run operators of this module of Python, too, which registers them. Repeat the option for several")
      ->allow_extra_args(false)
      ->option_text("MODULE");
}

std::expected<RerunResults, ExitCode> runReplayProgram(const ReplayProgramOptions& options, const std::string& script,
                                                       const std::stop_token& stop) {
  const ScriptFile file(script);
  if (!file.isWritten()) {
    printError(fmt::format("cannot write {}", file.path()));
    return std::unexpected(unusableInput);
  }
  std::vector<std::string> arguments{file.path(), "--json",    "--l2",
                                     options.l2,  "--samples", std::to_string(options.samples)};
  for (const std::string& module : options.imports) {
    arguments.insert(arguments.end(), {"--import", module});
  }
  constexpr std::chrono::hours limit{24};
  constexpr std::size_t maxBytes = std::size_t{256} << 20U;
  const ChildRun child = runProgram(options.python, arguments, limit, maxBytes, stop);
  if (stop.stop_requested()) {
    return std::unexpected(answerStopped);
  }
  if (child.end == ChildRun::End::NotStarted) {
    return std::unexpected(missing(fmt::format("cannot start {}", options.python)));
  }
  const std::string said = lastLine(child.err);
  if (child.code == noDevice) {
    return std::unexpected(missing(said));
  }
  if (child.end != ChildRun::End::Exited || child.code != 0) {
    printError(fmt::format("{} failed: {}", options.python, said.empty() ? "it said nothing" : said));
    return std::unexpected(programFailed);
  }
  Expected<RerunResults> results = parseRerunResults(child.out);
  if (!results) {
    printError(fmt::format("{}: {}", options.python, results.error().message.english()));
    return std::unexpected(programFailed);
  }
  return *std::move(results);
}

}  // namespace kernline::cli
