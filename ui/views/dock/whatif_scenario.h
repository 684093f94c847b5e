// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <memory>

namespace kernline {
struct Advice;
}

namespace kernline::ui {

/// Changes of a run that can be replayed.
struct WhatIfScenario {
  QString changes = {};                       ///< as for kernline whatif, several behind ;
  QString title = {};                         ///< the same for people
  std::shared_ptr<const Advice> advice = {};  ///< on that run; nullptr if it is not known yet
};

}  // namespace kernline::ui
