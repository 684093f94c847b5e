// SPDX-License-Identifier: GPL-3.0-or-later
// Runs the tests of the Python package, which are written in Python, with the system's interpreter.
#include "tests/cli/program_run.h"
#include "tests/support/test_files.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

namespace kernline::test {
namespace {

class PythonModule : public testing::TestWithParam<const char*> {};

TEST_P(PythonModule, passesItsTests) {
  const std::filesystem::path package = KERNLINE_PYTHON_FOLDER;
  if (!std::filesystem::exists(package / "kernline" / "_kernline.abi3.so")) {
    GTEST_SKIP() << "the Python module is not part of this build";
  }
  const std::string tests = KERNLINE_SOURCE_DIR "/tests/cli/python";
  const std::string environment = "PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" + package.string() + ":" + tests +
                                  " KERNLINE_PROGRAM=" KERNLINE_PROGRAM " KERNLINE_FIXTURES=" KERNLINE_SOURCE_DIR
                                  "/tests/fixtures KERNLINE_DOCS=" KERNLINE_SOURCE_DIR "/resources/docs";
  const ProgramRun run =
      kernline({"-c", environment + " exec /usr/bin/python3 -W error::ResourceWarning " + tests + "/" + GetParam()},
               {.program = "/bin/sh"});
  EXPECT_EQ(run.code, 0) << run.err;
}

INSTANTIATE_TEST_SUITE_P(Files, PythonModule,
                         testing::Values("tables_test.py", "answers_test.py", "docs_test.py", "torch_test.py",
                                         "record_test.py", "platform_test.py"),
                         [](const auto& file) { return testName(file.param); });

}  // namespace
}  // namespace kernline::test
