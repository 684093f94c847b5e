// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/import/perfetto/annotations.h"
#include "core/import/perfetto/stage_fields.h"
#include "core/model/trace/event_details.h"

namespace kernline::perfetto {

/// The arguments of a render stage under the names that libkineto gives them in JSON: "grid", "registers per thread",
/// "stream"; those that are wanted. Texts that are numbers or lists are read as such. Throws protobuf::DamagedMessage.
[[nodiscard]] ArgNode stageArgs(const StageFields& fields, const InternedText& textOf, const WantedArgs& wanted);

}  // namespace kernline::perfetto
