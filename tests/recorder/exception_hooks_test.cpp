// SPDX-License-Identifier: Apache-2.0
// Exceptions of Python programs, as the injected library of a recorded program hears of them.
#include "tests/support/test_files.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

namespace kernline::recorder {
namespace {

using kernline::test::TemporaryFile;
using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> linesOf(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> output(::popen(command.c_str(), "r"), &::pclose);
  std::vector<std::string> lines;
  std::array<char, 1024> line{};
  while (std::fgets(line.data(), line.size(), output.get()) != nullptr) {
    lines.emplace_back(line.data());
    lines.back().pop_back();
  }
  return lines;
}

/// Every Python that is here and new enough.
std::vector<std::string> interpreters() {
  std::vector<std::string> all{"python3"};
  for (const char* name : {"python3.12", "python3.13", "python3.14"}) {
    if (!linesOf(fmt::format("{} -c 'print(1)' 2>/dev/null", name)).empty()) {
      all.emplace_back(name);
    }
  }
  return all;
}

/// Returns the hooks' reports of a program, which has a module that is like torch.optim.
std::vector<std::string> reported(const std::string& interpreter, const std::string& program) {
  const TemporaryFile script(
      "import ctypes, os, sys, threading, types\n"
      "probe = ctypes.PyDLL('" KERNLINE_STACK_PROBE
      "')\n"
      "assert probe.probe_hook_exceptions()\n"
      "hooks = {}\n"
      "def register(hook):\n"
      "  hooks[hook] = True\n"
      "  return types.SimpleNamespace(remove=lambda: hooks.pop(hook))\n"
      "def optimizer_step():\n"
      "  for hook in list(hooks): hook(None, (), {})\n"
      "def import_torch():\n"
      "  sys.modules['torch.optim.optimizer'] = types.SimpleNamespace(\n"
      "    register_optimizer_step_post_hook=register, __file__='/torch/optim/optimizer.py')\n" +
      program);
  return linesOf(fmt::format("{} {} 2>/dev/null", interpreter, script.path()));
}

class ExceptionHooks : public testing::TestWithParam<std::string> {};

TEST_P(ExceptionHooks, reportTheOneThatEndsTheProgram) {
  EXPECT_THAT(reported(GetParam(), "raise ValueError('no such\\n layer')"), ElementsAre("ValueError: no such layer"));
  EXPECT_THAT(reported(GetParam(),
                       "sys.excepthook = lambda *a: None  # of the program's own\n"
                       "raise KeyError(3)"),
              ElementsAre("KeyError: 3"));
}

TEST_P(ExceptionHooks, reportTheOneThatEndsAThread) {
  EXPECT_THAT(reported(GetParam(),
                       "def work(): raise OSError('gone')\n"
                       "thread = threading.Thread(target=work); thread.start(); thread.join()\n"),
              ElementsAre("OSError: gone"));
}

TEST_P(ExceptionHooks, reportNoneThatIsCaughtOrAsksForTheEnd) {
  EXPECT_THAT(reported(GetParam(),
                       "try: raise ValueError()\n"
                       "except ValueError: pass\n"
                       "sys.exit('done')"),
              IsEmpty());
  EXPECT_THAT(reported(GetParam(), "raise KeyboardInterrupt"), IsEmpty());
}

TEST_P(ExceptionHooks, areNotWhatEndsTheProgram) {
  EXPECT_THAT(linesOf(fmt::format("{} -c 'import ctypes; probe = ctypes.PyDLL(\"{}\"); probe.probe_hook_exceptions(); "
                                  "raise ValueError(1)' 2>&1 >/dev/null | tail -n 1",
                                  GetParam(), KERNLINE_STACK_PROBE)),
              ElementsAre("ValueError: 1"));
}

TEST_P(ExceptionHooks, reportTheOneThatLeavesATrainingStep) {
  const auto lines = reported(GetParam(),
                              "assert not probe.probe_hook_training_step()  # PyTorch is not imported yet\n"
                              "import_torch()\n"
                              "assert probe.probe_hook_training_step()\n"
                              "def helper(fails):\n"
                              "  if fails: raise ValueError('bad batch')\n"
                              "def step(fails):\n"
                              "  try: helper(True)\n"
                              "  except ValueError: pass\n"
                              "  for i in (x for x in [1]): pass\n"
                              "  helper(fails)\n"
                              "  optimizer_step()\n"
                              "step(False); step(False)\n"
                              "assert not hooks or sys.version_info < (3, 12)\n"
                              "try: step(True)\n"
                              "except ValueError: print('caught', flush=True)\n"
                              "step(False)\n"
                              "print('end', sys.version_info >= (3, 12))\n");
  if (!lines.empty() && lines.back() == "end True") {
    EXPECT_THAT(lines, ElementsAre("ValueError: bad batch", "caught", "end True"));
  } else {
    EXPECT_THAT(lines, ElementsAre("caught", "end False"));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, ExceptionHooks, testing::ValuesIn(interpreters()),
                         [](const auto& each) { return "python" + std::to_string(each.index); });

}  // namespace
}  // namespace kernline::recorder
