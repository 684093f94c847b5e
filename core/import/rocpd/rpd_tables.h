// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/rocpd/rocm_timeline.h"
#include "core/import/rocpd/row_events.h"
#include "core/import/sqlite/connection.h"

#include <cstdint>
#include <string>
#include <vector>

namespace kernline::rocpd {

/// Reads a file of rocmProfileData (rpd_tracer, runTracer.sh): rocpd_api and rocpd_op, joined by rocpd_api_ops. Schemas
/// 1 to 3; additions of nvvp2rpd and the autograd extension are read too. Its tables by their numbers go to `tables`.
/// Returns the schema's version, "" if not in the file.
[[nodiscard]] std::string readRpd(const sqlite::Connection& database, std::uint64_t fileBytes, RocmTimeline& timeline,
                                  std::vector<SourceTable>& tables);

}  // namespace kernline::rocpd
