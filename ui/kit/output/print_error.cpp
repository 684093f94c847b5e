// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/print_error.h"

#include "core/model/format/printable_text.h"

#include <cstdio>

namespace kernline::ui {

void printError(std::string_view sentence) {
  std::fprintf(stderr, "kernline: %s\n", printable(sentence).c_str());
}

}  // namespace kernline::ui
