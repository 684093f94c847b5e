// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Returns problems by the dumps of NCCL's flight recorder in the folders of these files of ranks: the collective that
/// hangs, with its number and group, the ranks that wait and those that never came, and disagreements of ranks. Dumps
/// are looked for among files whose names have a rank.
[[nodiscard]] std::vector<Message> flightFindingsBeside(const std::vector<std::string>& rankFiles,
                                                        const std::stop_token& stop);

}  // namespace kernline
