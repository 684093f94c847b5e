// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace kernline::ui {

/// A label and its value, both for people.
struct Fact {
  QString label;
  QString value;
  QString tip;  ///< meaning or source of the value; may be empty
};

}  // namespace kernline::ui
