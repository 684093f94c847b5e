// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/names/family_rules.h"

#include <QObject>

#include <vector>

namespace kernline::ui {

/// Notifies all windows when the rules of kernel families change.
class ActiveFamilies : public QObject {
  Q_OBJECT

 public:
  static ActiveFamilies& shared();

  /// Sets the user's own rules; those of the program follow them. Call it on the GUI thread.
  void apply(std::vector<FamilyRule> own);

 Q_SIGNALS:
  void changed();
};

}  // namespace kernline::ui
