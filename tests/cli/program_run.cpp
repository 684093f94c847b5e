// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/cli/program_run.h"

#include "tests/cli/schema_check.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace kernline::test {

// NOLINTBEGIN(bugprone-unsafe-functions,clang-analyzer-unix.*): a test that cannot have its scratch files may fail
namespace {

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

File scratch() {
  return {std::tmpfile(), &std::fclose};
}

std::string contentOf(std::FILE* file) {
  std::rewind(file);
  std::string text;
  std::array<char, 65536> buffer{};
  for (std::size_t n = std::fread(buffer.data(), 1, buffer.size(), file); n > 0;
       n = std::fread(buffer.data(), 1, buffer.size(), file)) {
    text.append(buffer.data(), n);
  }
  return text;
}

/// The writing end of a pipe whose reading end is closed.
int deadPipe() {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) {
    return -1;
  }
  ::close(ends[0]);
  return ends[1];
}

[[noreturn]] void becomeProgram(const std::vector<std::string>& arguments, const RunOptions& options, int in, int out,
                                int err) {
  ::dup2(in, STDIN_FILENO);
  ::dup2(out, STDOUT_FILENO);
  ::dup2(err, STDERR_FILENO);
  ::setenv("LC_ALL", options.locale.c_str(), 1);
  if (!options.path.empty()) {
    ::setenv("PATH", options.path.c_str(), 1);
  }
  std::vector<std::string> owned{options.program};
  owned.insert(owned.end(), arguments.begin(), arguments.end());
  std::vector<char*> argv;
  for (std::string& argument : owned) {
    argv.push_back(argument.data());
  }
  argv.push_back(nullptr);
  ::execv(argv[0], argv.data());
  std::_Exit(127);
}

}  // namespace

ProgramRun kernline(const std::vector<std::string>& arguments, const RunOptions& options) {
  const File in = scratch();
  const File out = scratch();
  const File err = scratch();
  std::fwrite(options.input.data(), 1, options.input.size(), in.get());
  std::fflush(in.get());
  std::rewind(in.get());
  int target = ::fileno(out.get());
  if (options.closeOutput) {
    target = deadPipe();
  } else if (!options.outputFile.empty()) {
    target = ::open(options.outputFile.c_str(), O_WRONLY | O_CLOEXEC);
  }
  const pid_t child = ::fork();
  if (child == 0) {
    becomeProgram(arguments, options, ::fileno(in.get()), target, ::fileno(err.get()));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  if (target != ::fileno(out.get())) {
    ::close(target);
  }
  return {
      .code = WIFEXITED(status) ? WEXITSTATUS(status) : -1, .out = contentOf(out.get()), .err = contentOf(err.get())};
}
// NOLINTEND(bugprone-unsafe-functions,clang-analyzer-unix.*)

nlohmann::json answerOf(const std::vector<std::string>& arguments, const RunOptions& options) {
  const ProgramRun run = kernline(arguments, options);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_TRUE(run.err.empty() || run.err.starts_with("kernline: note: ") || run.err.contains(" while reading; see "))
      << run.err;
  nlohmann::json answer = nlohmann::json::parse(run.out, nullptr, false);
  EXPECT_FALSE(answer.is_discarded()) << run.out.substr(0, 2000);
  if (answer.is_discarded()) {
    return nlohmann::json::object();
  }
  EXPECT_EQ(schemaProblems(answer), "");
  return answer;
}

}  // namespace kernline::test
