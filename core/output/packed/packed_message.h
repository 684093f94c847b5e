// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/base/message.h"
#include "core/output/packed/packed_bytes.h"

namespace kernline::packed {

/// A message part by part, so that the reader can show it in another language.
void addMessage(PackedWriter& writer, const Message& message);
[[nodiscard]] Message readMessage(PackedReader& reader);

}  // namespace kernline::packed
