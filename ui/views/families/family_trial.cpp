// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/families/family_trial.h"

#include <utility>

namespace kernline::ui {

Expected<std::shared_ptr<const FamilyTrial>> tryFamilies(std::shared_ptr<const Trace> trace,
                                                         std::shared_ptr<const FamilyTrial> before,
                                                         std::vector<FamilyRule> own, const std::stop_token& stop) {
  auto trial = std::make_shared<FamilyTrial>();
  const FamilyRules rules(std::move(own));
  trial->trace = std::move(trace);
  if (trial->trace) {
    trial->kernels = before && before->trace == trial->trace
                         ? before->kernels
                         : std::make_shared<const std::vector<KernelsOfName>>(kernelsByName(*trial->trace, stop));
    trial->catches = familyCoverage(*trial->trace, *trial->kernels, rules, stop);
  } else {
    trial->catches.resize(rules.rules().size() + 1);
  }
  if (stop.stop_requested()) {
    return std::unexpected(Error{Error::Kind::Canceled, Phrase::tr("Stopped.")});
  }
  return trial;
}

}  // namespace kernline::ui
