// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/families/families_in_force.h"

#include <memory>
#include <utility>

namespace kernline::ui {

FamiliesInForce& FamiliesInForce::shared() {
  static FamiliesInForce families;
  return families;
}

void FamiliesInForce::apply(std::vector<FamilyRule> own) {
  setFamilyRules(std::make_shared<const FamilyRules>(std::move(own)));
  Q_EMIT changed();
}

}  // namespace kernline::ui
