// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"

#include <stop_token>
#include <string>
#include <vector>

namespace kernline {

/// Returns problems by the dumps of NCCL's flight recorder in the folders of these files of ranks: which collective
/// hangs, with its number and group, which ranks wait and who never came, and what ranks disagree about. Dumps are
/// looked for among files whose names say a rank.
[[nodiscard]] std::vector<Message> flightFindingsBeside(const std::vector<std::string>& rankFiles,
                                                        const std::stop_token& stop);

}  // namespace kernline
