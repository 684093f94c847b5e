// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/model/trace/trace.h"

namespace kernline {

/// Explains why a recording may have no device records, and which option of its own recorder writes them.
[[nodiscard]] Phrase whyNoDeviceRecords(const Trace& trace);

}  // namespace kernline
