// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/exit_code.h"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  CLI::App app{"Reads GPU profiles"};
  app.set_version_flag("--version", "kernline " KERNLINE_VERSION);
  CLI11_PARSE(app, argc, argv);
  return kernline::cli::done;
}
