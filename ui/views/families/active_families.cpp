// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/families/active_families.h"

#include <memory>
#include <utility>

namespace kernline::ui {

ActiveFamilies& ActiveFamilies::shared() {
  static ActiveFamilies families;
  return families;
}

void ActiveFamilies::apply(std::vector<FamilyRule> own) {
  setFamilyRules(std::make_shared<const FamilyRules>(std::move(own)));
  Q_EMIT changed();
}

}  // namespace kernline::ui
