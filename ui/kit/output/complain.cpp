// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/kit/output/complain.h"

#include "core/model/format/printable_text.h"

#include <cstdio>

namespace kernline::ui {

void complain(std::string_view sentence) {
  std::fprintf(stderr, "kernline: %s\n", printable(sentence).c_str());
}

}  // namespace kernline::ui
