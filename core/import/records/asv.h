// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/records/record_source.h"

#include <string_view>

namespace kernline::records {

/// Reads the results of airspeed velocity (asv): a row for each benchmark and each of its parameters, named "param 1",
/// "param 2" as the file does not name them. A benchmark that failed has no number. False if `document` is none.
bool addAsv(std::string_view document, RecordSource& source);

}  // namespace kernline::records
